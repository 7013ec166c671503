use polywire_model::attr::Fact;
use polywire_source::Span;
use std::collections::BTreeMap;

/// The assignments for the types of one schema file, or of one compiled schema.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    /// By fact and the dotted name of the type.
    pub sections: BTreeMap<(Fact, String), Section>,
}

/// The assignments for the members of one type.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// By the assigned number.
    pub entries: BTreeMap<u32, Entry>,
}

/// An assignment.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number that the schema itself gives the member, which stays when its name changes: its field number or, where the
    /// assigned one is that, its ordinal.
    pub key: Option<i64>,
    /// The member: `name`, `union.case`, `name?` for the case that says that `name` is absent, `(full.name)` for an
    /// extension.
    pub name: String,
    /// Its type, as far as it matters for wire formats; followed by `?` for an optional scalar.
    pub ty: String,
    /// The member has been removed.
    pub removed: bool,
    /// Its line.
    pub span: Span,
}

impl Entry {
    /// Returns true if it is the case that says that there is no value.
    pub fn is_absence(&self) -> bool {
        self.name.ends_with('?')
    }

    /// Returns true if it is an extension, which is not there where the file that declares it is not compiled.
    pub fn is_extension(&self) -> bool {
        self.name.starts_with('(')
    }

    /// The union of which it is a case: the name of its field. In Cap'n Proto's facts, a scalar that can be absent is one.
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
    /// One more than the largest number; the first where there is none.
    pub(crate) fn next(&self, first: u32) -> u32 {
        self.entries.last_key_value().map_or(first, |(number, _)| number + 1)
    }
}

/// The first number of a kind of fact, and the last.
pub(crate) fn range(fact: Fact) -> (u32, u32) {
    match fact {
        Fact::CapnpOrdinal | Fact::Order => (0, 65_534),
        Fact::ProtobufNumber => (1, (1 << 29) - 1),
        Fact::SbeTemplate => (1, 65_534),
    }
}
