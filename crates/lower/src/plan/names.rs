use polywire_ir::types::{EnumId, Name, StructId, Types, UnionId};
use std::collections::{HashMap, HashSet};
use std::ops::Index;

/// The names of the functions of each named type: the parts of its path joined by `_`, preceded by the modules if the
/// name would be ambiguous, and followed by a number if even that is not enough.
pub(crate) struct Names {
    structs: Vec<String>,
    unions: Vec<String>,
    enums: Vec<String>,
}

impl Names {
    /// Names for all types.
    pub fn of(types: &Types) -> Self {
        let structs: Vec<&Name> = types.structs.iter().map(|it| &it.name).collect();
        let unions: Vec<&Name> = types.unions.iter().map(|it| &it.name).collect();
        let enums: Vec<&Name> = types.enums.iter().map(|it| &it.name).collect();
        let mut uses: HashMap<String, usize> = HashMap::new();
        for name in [&structs, &unions, &enums].into_iter().flatten() {
            *uses.entry(name.path.join("_")).or_default() += 1;
        }
        let mut taken = HashSet::new();
        let mut all = |names: &[&Name]| names.iter().map(|name| claim(full(name, &uses), &mut taken)).collect();
        Self { structs: all(&structs), unions: all(&unions), enums: all(&enums) }
    }
}

/// Returns the path alone if it is unique, else with its modules.
fn full(name: &Name, uses: &HashMap<String, usize>) -> String {
    let short = name.path.join("_");
    if uses.get(&short) == Some(&1) { short } else { [name.module.as_slice(), &name.path].concat().join("_") }
}

/// Returns the name, with the first free number appended if it is taken.
fn claim(name: String, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(free.clone());
    free
}

impl Index<StructId> for Names {
    type Output = str;
    fn index(&self, id: StructId) -> &str {
        &self.structs[id.0 as usize]
    }
}

impl Index<UnionId> for Names {
    type Output = str;
    fn index(&self, id: UnionId) -> &str {
        &self.unions[id.0 as usize]
    }
}

impl Index<EnumId> for Names {
    type Output = str;
    fn index(&self, id: EnumId) -> &str {
        &self.enums[id.0 as usize]
    }
}
