//! Maps types to schema files: each file has its own generated files.

use crate::Only;
use polywire_ir::Entry;
use polywire_ir::types::{Meaning, Named, Type, Types};
use std::collections::{BTreeSet, HashMap};

/// A schema file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(usize);

/// The schema files of a set of types.
pub struct Units {
    names: Vec<String>,
    of: HashMap<Named, Unit>,
    /// Files whose types are in another file's output.
    moved: HashMap<Unit, Unit>,
}

impl Units {
    /// Returns the files of declarations, in their order; by default, that of the schema.
    pub fn of(types: &Types, schema: &str, files: &[String]) -> Self {
        let mut units = Self { names: vec![], of: HashMap::new(), moved: HashMap::new() };
        let given = files.iter().map(String::as_str).chain(std::iter::repeat(""));
        for (named, file) in types.of_decl.iter().zip(given) {
            let name = if file.is_empty() { schema } else { file };
            let known = units.names.iter().position(|known| known == name);
            let unit = known.unwrap_or(units.names.len());
            if known.is_none() {
                units.names.push(name.to_owned());
            }
            units.of.insert(*named, Unit(unit));
        }
        units
    }

    /// The file that declares a type.
    pub fn declares(&self, named: Named) -> Option<Unit> {
        self.of.get(&named).copied()
    }

    /// For languages whose files cannot depend on each other cyclically (extensions can cause that): moves the types of
    /// such files to the first of them.
    pub fn without_cycles(mut self, types: &Types) -> Self {
        let used: Vec<BTreeSet<Unit>> = self.all().map(|unit| self.reached(types, unit)).collect();
        let together = |one: Unit, other: Unit| used[one.0].contains(&other) && used[other.0].contains(&one);
        let first = |unit: Unit| self.all().find(|other| *other < unit && together(*other, unit));
        self.moved = self.all().filter_map(|unit| Some((unit, first(unit)?))).collect();
        self.of.values_mut().for_each(|unit| *unit = self.moved.get(unit).copied().unwrap_or(*unit));
        self
    }

    /// Returns the file whose output contains this one's types.
    pub fn home(&self, unit: Unit) -> Option<Unit> {
        self.moved.get(&unit).copied()
    }

    /// Returns the files that a file uses, directly or indirectly.
    fn reached(&self, types: &Types, unit: Unit) -> BTreeSet<Unit> {
        let (mut open, mut found) = (vec![unit], BTreeSet::new());
        while let Some(unit) = open.pop() {
            open.extend(self.used_units(types, unit).filter(|used| found.insert(*used)));
        }
        found
    }

    /// Every file, in the order of the schema.
    pub fn all(&self) -> impl Iterator<Item = Unit> + '_ {
        (0..self.names.len()).map(Unit)
    }

    /// The schema files that something is printed for.
    pub fn wanted<N>(&self, only: Option<&Only<N>>) -> impl Iterator<Item = Unit> {
        self.all().filter(move |unit| only.is_none_or(|only| only.files.contains(self.name(*unit))))
    }

    /// The first part of the names of its files.
    pub fn name(&self, unit: Unit) -> &str {
        &self.names[unit.0]
    }

    /// Returns true if a type is declared in the file.
    pub fn has(&self, unit: Unit, named: Named) -> bool {
        self.of.get(&named) == Some(&unit)
    }

    /// Returns the names of other files whose types are used by a file's types.
    pub fn used(&self, types: &Types, unit: Unit) -> Vec<&str> {
        self.named(self.used_units(types, unit))
    }

    fn used_units<'t>(&'t self, types: &'t Types, unit: Unit) -> impl Iterator<Item = Unit> + 't {
        let declared = types.of_decl.iter().filter(move |named| self.has(unit, **named));
        let held = declared.flat_map(|named| held(types, *named));
        held.filter_map(|ty| self.of_type(ty)).filter(move |used| *used != unit)
    }

    /// Returns the names of files whose records the entries of a file take.
    pub fn needed<'e>(&self, unit: Unit, entries: impl Iterator<Item = &'e Entry>) -> Vec<&str> {
        let schemas =
            entries.filter_map(|entry| entry.schema).filter_map(|id| self.of.get(&Named::Struct(id)).copied());
        self.named(schemas.chain([unit]))
    }

    fn named(&self, units: impl Iterator<Item = Unit>) -> Vec<&str> {
        units.collect::<BTreeSet<Unit>>().into_iter().map(|unit| self.name(unit)).collect()
    }

    fn of_type(&self, ty: &Type) -> Option<Unit> {
        self.of.get(&named_in(ty)?).copied()
    }
}

/// Returns the declared type that a type consists of; none for a map, whose entry is declared with the struct that
/// contains it.
pub fn named_in(ty: &Type) -> Option<Named> {
    match ty {
        Type::Enum(id) | Type::Int { meaning: Meaning::Flags(id), .. } => Some(Named::Enum(*id)),
        Type::Struct(id) => Some(Named::Struct(*id)),
        Type::Union(id) => Some(Named::Union(*id)),
        Type::List(element) | Type::Array(element, _) => named_in(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Map(_) => None,
    }
}

/// Returns the types of a type's parts.
pub fn held(types: &Types, named: Named) -> Vec<&Type> {
    match named {
        Named::Struct(id) => types.record(id).fields.iter().map(|field| &field.ty).collect(),
        Named::Union(id) => types.union(id).cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
        Named::Constant(id) => vec![&types.constant(id).ty],
        Named::Enum(_) => vec![],
    }
}
