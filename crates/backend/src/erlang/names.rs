//! Names of native types in Erlang.
//!
//! A record is named after its declaration's path in the schema, joined by `_` (`Outer_Inner`); if two types of a
//! schema have the same path, it is preceded by the modules (`trade_Account`), and if even these are equal, followed by
//! a number (`trade_Account_2`). Fields, enumerators and cases keep their names; quotes make any name an atom, so no
//! escape is needed, except for `undefined`, which means absence: an enumerator or case of that name is `undefined_`.

use super::ast::Merge;
use polywire_ir::types::{ConstantId, EnumId, Name, Named, StructId, Types, UnionId};
use std::collections::{HashMap, HashSet};

/// The field of a record that keeps unknown fields: `undefined` or `{Format, Bytes}`.
pub const UNKNOWN: &str = "$unknown";

/// Atoms of all types.
#[derive(Clone, Debug)]
pub struct TypeNames {
    structs: Vec<String>,
    unions: Vec<String>,
    enums: Vec<String>,
    constants: Vec<String>,
}

impl TypeNames {
    /// Names for all types.
    pub fn of(types: &Types) -> Self {
        let structs: Vec<&Name> = types.structs.iter().map(|it| &it.name).collect();
        let unions: Vec<&Name> = types.unions.iter().map(|it| &it.name).collect();
        let enums: Vec<&Name> = types.enums.iter().map(|it| &it.name).collect();
        let constants: Vec<&Name> = types.constants.iter().map(|it| &it.name).collect();
        let mut uses: HashMap<String, usize> = HashMap::new();
        for name in [&structs, &unions, &enums, &constants].into_iter().flatten() {
            *uses.entry(name.path.join("_")).or_default() += 1;
        }
        let mut taken = HashSet::new();
        let mut all = |names: &[&Name]| names.iter().map(|name| claim(name, &uses, &mut taken)).collect();
        Self { structs: all(&structs), unions: all(&unions), enums: all(&enums), constants: all(&constants) }
    }

    /// Names of a part of the types, given what each of its declarations is in the whole.
    pub fn part(&self, origins: &[Named]) -> Self {
        let (mut structs, mut enums, mut unions, mut constants) = (vec![], vec![], vec![], vec![]);
        for origin in origins {
            let names = match origin {
                Named::Struct(_) => &mut structs,
                Named::Enum(_) => &mut enums,
                Named::Union(_) => &mut unions,
                Named::Constant(_) => &mut constants,
            };
            names.push(self.named(*origin).to_owned());
        }
        Self { structs, unions, enums, constants }
    }

    /// Atom of a record.
    pub fn record(&self, id: StructId) -> &str {
        &self.structs[id.0 as usize]
    }

    /// Atom of a union's type.
    pub fn union(&self, id: UnionId) -> &str {
        &self.unions[id.0 as usize]
    }

    /// Atom of a type.
    pub fn named(&self, named: Named) -> &str {
        match named {
            Named::Struct(id) => self.record(id),
            Named::Union(id) => self.union(id),
            Named::Enum(id) => self.enumeration(id),
            Named::Constant(id) => self.constant(id),
        }
    }

    /// Atom of a constant's macro.
    pub fn constant(&self, id: ConstantId) -> &str {
        &self.constants[id.0 as usize]
    }

    /// Atom of an enum's type.
    pub fn enumeration(&self, id: EnumId) -> &str {
        &self.enums[id.0 as usize]
    }
}

/// Name of the function that converts an enum, given its atom.
pub fn enum_function(name: &str, to_number: bool) -> String {
    if to_number { format!("{name}_to_number") } else { format!("{name}_from_number") }
}

/// Name of the function that converts a value for merging or back.
pub fn merge_function(merge: &Merge) -> String {
    format!("{}_{}", if merge.opens { "open" } else { "close" }, merge.name)
}

/// Returns the atom that tags a record while it is merged; no record of a schema has it.
pub fn open_tag(name: &str) -> String {
    format!("${name}")
}

/// Atom of an enumerator or a case.
pub fn escaped(name: &str) -> String {
    if name == "undefined" { "undefined_".to_owned() } else { name.to_owned() }
}

fn claim(name: &Name, uses: &HashMap<String, usize>, taken: &mut HashSet<String>) -> String {
    let short = name.path.join("_");
    let long = || name.module.iter().chain(&name.path).cloned().collect::<Vec<_>>().join("_");
    let wanted = if uses.get(&short) == Some(&1) { short } else { long() };
    let numbered = (2..).map(|number| format!("{wanted}_{number}"));
    let free = std::iter::once(wanted.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(wanted);
    taken.insert(free.clone());
    free
}
