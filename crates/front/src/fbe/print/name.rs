//! Names of packages, types and members.

use crate::fbe::parse::RESERVED;
use polywire_model::{Decl, Model};
use std::collections::{BTreeSet, HashMap};

/// The names of types as one package writes them.
pub(super) struct Names {
    home: String,
    /// By dotted path in the model.
    own: HashMap<String, String>,
}

impl Names {
    pub fn of(model: &Model, home: &str) -> Self {
        let mut taken: BTreeSet<(String, String)> = BTreeSet::new();
        let mut own = HashMap::new();
        for decl in &model.decls {
            let package = package_of(decl);
            let mut name = safe(&decl.name.join("_"));
            while !taken.insert((package.clone(), name.clone())) {
                name.push('_');
            }
            own.insert(decl.path(), name);
        }
        Self { home: home.to_owned(), own }
    }

    /// The name of a type in its own package.
    pub fn own(&self, decl: &Decl) -> String {
        self.own.get(&decl.path()).cloned().unwrap_or_default()
    }

    /// The name of a type, with its package if that is another.
    pub fn of_decl(&self, decl: &Decl) -> String {
        let package = package_of(decl);
        if package == self.home { self.own(decl) } else { format!("{package}.{}", self.own(decl)) }
    }
}

/// Returns the package of a type: its modules, or else the name of its file.
pub(super) fn package_of(decl: &Decl) -> String {
    let stem = || {
        let name = decl.file.rsplit('/').next().unwrap_or_default();
        name.split('.').next().unwrap_or_default().replace(|it: char| !it.is_ascii_alphanumeric(), "_")
    };
    let name = if decl.module.is_empty() { stem() } else { decl.module.join("_") };
    if name.is_empty() { "schema".to_owned() } else { safe(&name) }
}

/// Returns a name that is no word of the language.
pub(super) fn safe(name: &str) -> String {
    if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() }
}
