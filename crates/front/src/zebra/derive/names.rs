//! Names of Go.

use polywire_model::{DeclId, Model, pascal_case};
use std::collections::{BTreeMap, BTreeSet};

/// The names of types.
pub(super) struct Names(BTreeMap<DeclId, String>);

impl Names {
    /// Types that are declared in others have both names; if types of several modules have the same name, those of the module,
    /// too.
    pub fn of(model: &Model, wanted: &[DeclId]) -> Self {
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for id in wanted {
            let decl = model.decl(*id);
            let short = exported(&decl.name.join("_"));
            let long = || exported(&[decl.module.as_slice(), &decl.name].concat().join("_"));
            let name = if taken.contains(&short) { unique(long(), |name| taken.contains(name)) } else { short };
            taken.insert(name.clone());
            names.insert(*id, name);
        }
        Self(names)
    }

    pub fn find(&self, id: DeclId) -> Option<&str> {
        self.0.get(&id).map(String::as_str)
    }
}

/// Returns the name of a field that no other field has.
pub(super) fn field(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let is_visible = name.starts_with(|it: char| it.is_ascii_uppercase()) && name.chars().all(is_letter);
    unique(if is_visible { name.to_owned() } else { exported(&pascal_case(name)) }, is_taken)
}

/// Returns the name of a package: lower-case letters and digits.
pub(super) fn package(name: &str) -> String {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect();
    if name.starts_with(|it: char| it.is_ascii_lowercase()) { name } else { format!("schema{name}") }
}

/// Returns a name that other packages see.
fn exported(name: &str) -> String {
    let name: String = name.chars().map(|it| if is_letter(it) { it } else { '_' }).collect();
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if first.is_ascii_alphabetic() => first.to_ascii_uppercase().to_string() + chars.as_str(),
        _ => format!("X{name}"),
    }
}

fn is_letter(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

fn unique(name: String, is_taken: impl Fn(&str) -> bool) -> String {
    let mut found = name;
    while is_taken(&found) {
        found.push('_');
    }
    found
}
