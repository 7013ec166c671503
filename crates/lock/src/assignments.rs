use polywire_model::attr::Fact;
use polywire_source::Span;
use std::collections::BTreeMap;

/// The assignments for the types of one schema file or one compiled schema.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    /// By fact and the dotted name of the type.
    pub sections: BTreeMap<(Fact, String), Section>,
}

/// The assignments for the members of one type.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// By assigned number.
    pub entries: BTreeMap<u32, Entry>,
}

/// An assignment.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The member's own number in the schema, which survives renaming: its field number or, if the assigned number is
    /// the field number, its ordinal.
    pub key: Option<i64>,
    /// The member: `name`, `union.case`, `name?` for the case for the absence of `name`, or `(full.name)` for an
    /// extension.
    pub name: String,
    /// Its type, as far as it matters for wire formats; optional scalars have the suffix `?`.
    pub ty: String,
    /// The member has been removed.
    pub removed: bool,
    /// The position of its line.
    pub span: Span,
}

impl Entry {
    /// Returns true if it is the case for absence.
    pub fn is_absence(&self) -> bool {
        self.name.ends_with('?')
    }

    /// Returns true if it is an extension, which is missing if the file that declares it is not compiled.
    pub fn is_extension(&self) -> bool {
        self.name.starts_with('(')
    }

    /// Returns the field name of the union if this is a case of one. In Cap'n Proto's facts, an optional scalar is a
    /// union.
    pub fn union(&self, fact: Fact) -> Option<&str> {
        if fact == Fact::Order {
            return self.name.split_once('.').map(|(union, _)| union).filter(|_| !self.is_extension());
        }
        if self.is_extension() {
            let name = self.name.strip_suffix('?').unwrap_or(&self.name);
            return (self.is_absence() || self.ty.ends_with('?')).then_some(name);
        }
        match (self.name.strip_suffix('?'), self.name.split_once('.')) {
            (Some(name), _) => Some(name),
            (None, Some((union, _))) => Some(union),
            (None, None) => self.ty.ends_with('?').then_some(&self.name),
        }
    }
}

impl Section {
    /// Returns the largest number plus one, or `first` if there are no numbers.
    pub(crate) fn next(&self, first: u32) -> u32 {
        self.entries.last_key_value().map_or(first, |(number, _)| number + 1)
    }
}

/// Returns the first and the last valid number of a kind of fact.
pub(crate) fn range(fact: Fact) -> (u32, u32) {
    match fact {
        Fact::CapnpOrdinal | Fact::Order => (0, 65_534),
        Fact::ProtobufNumber => (1, (1 << 29) - 1),
        Fact::SbeTemplate => (1, 65_534),
    }
}
