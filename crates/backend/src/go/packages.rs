//! The Go packages of generated types: one for each package of the schema.

use super::reserved::{NO_FOLDERS, NO_PACKAGES};
use crate::outline::{NameScope, held, name_of, named_in};
use polywire_ir::types::{Named, Types};
use polywire_srcgen::join;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Where the packages are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packages {
    /// The import path of the folder of generated files, to which that of a package is added: `example.com/gen` gives
    /// `example.com/gen/trade/v1` for the schema's package `trade.v1`. If it is empty, import paths are those of folders.
    pub root: String,
    /// Packages of the schema with another import path, which may be followed by `;` and the Go package's name.
    pub given: Vec<(String, String)>,
    /// The import path of the runtime; [`RUNTIME`] if it is empty.
    pub runtime: String,
    /// Packages of the schema whose types the runtime declares, each with the folder of the runtime that has them.
    pub of_runtime: Vec<(String, String)>,
}

/// The import path of the runtime, unless another one is given.
pub(super) const RUNTIME: &str = "polywire";

/// A Go package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Package {
    /// The import path.
    pub path: String,
    /// The name in the package clause.
    pub name: String,
    /// The folder relative to that of generated files; empty for that folder.
    pub folder: String,
    /// The schema's package.
    pub module: Vec<String>,
}

impl Package {
    /// Returns a package of the program that is not generated.
    pub(super) fn at(path: &str, name: Option<&str>) -> Self {
        let name = name.map_or_else(|| package_name(path), str::to_owned);
        Self { path: path.to_owned(), name, folder: String::new(), module: Vec::new() }
    }
}

impl Packages {
    pub(super) fn runtime(&self) -> &str {
        if self.runtime.is_empty() { RUNTIME } else { &self.runtime }
    }

    /// Returns the package of the runtime that declares the types of a module.
    pub(super) fn declaring(&self, module: &[String]) -> Option<Package> {
        let name = module.join(".");
        let (_, folder) = self.of_runtime.iter().find(|(known, _)| *known == name)?;
        Some(Package::at(&self.below_runtime(folder), None))
    }

    /// Returns the import path of a folder of the runtime.
    pub(super) fn below_runtime(&self, folder: &str) -> String {
        beside(self.runtime(), folder)
    }

    fn given(&self, module: &[String]) -> Option<&str> {
        let name = module.join(".");
        self.given.iter().find(|(given, _)| *given == name).map(|(_, path)| path.as_str())
    }

    pub(super) fn package(&self, module: &[String]) -> Package {
        let derived = join(module.iter().map(|part| folder_name(part)), "/");
        let (path, name) = match self.given(module) {
            Some(given) => given.split_once(';').map_or((given, None), |(path, name)| (path, Some(name))),
            None => ("", None),
        };
        let path = if path.is_empty() { beside(&self.root, &derived) } else { path.to_owned() };
        let name = name.map_or_else(|| package_name(&path), package_identifier);
        let folder = match path.strip_prefix(&self.root).map(|rest| rest.trim_start_matches('/')) {
            Some(rest) if path == beside(&self.root, rest) => rest.to_owned(),
            _ => path.clone(),
        };
        Package { path, name, folder, module: module.to_vec() }
    }

    /// Returns the package of each module of the schema. Packages of Go must not import each other, so that modules that
    /// do are one package, with a problem if different ones are given.
    pub(super) fn of(&self, types: &Types) -> (HashMap<Vec<String>, Arc<Package>>, Vec<String>) {
        let modules = modules(types);
        let reached: Vec<BTreeSet<usize>> = (0..modules.len()).map(|one| reached(&modules, one)).collect();
        let home = |one: usize| (0..one).find(|other| reached[one].contains(other) && reached[*other].contains(&one));
        let (mut packages, mut problems) = (HashMap::new(), vec![]);
        for (index, (module, _)) in modules.iter().enumerate() {
            let home = &modules[home(index).unwrap_or(index)].0;
            let package = Arc::new(self.package(home));
            if let Some(path) = self.given(module).filter(|path| self.given(home).is_some_and(|given| given != *path)) {
                problems.push(format!(
                    "the schema's packages `{}` and `{}` use each other, which Go's packages must not: give both the import path `{}`, not `{path}`",
                    home.join("."),
                    module.join("."),
                    package.path
                ));
            }
            packages.insert(module.to_vec(), package);
        }
        (packages, problems)
    }
}

type Modules<'t> = Vec<(&'t [String], BTreeSet<usize>)>;

/// Returns the modules in the order of the schema, each with those that its types use.
fn modules(types: &Types) -> Modules<'_> {
    let mut numbers: BTreeMap<&[String], usize> = BTreeMap::new();
    let mut modules: Modules<'_> = vec![];
    for named in &types.of_decl {
        let module = name_of(types, *named).module.as_slice();
        numbers.entry(module).or_insert_with(|| {
            modules.push((module, BTreeSet::new()));
            modules.len() - 1
        });
    }
    for named in &types.of_decl {
        let number = |named: Named| numbers[name_of(types, named).module.as_slice()];
        let used = held(types, *named).into_iter().filter_map(named_in).map(number);
        modules[number(*named)].1.extend(used);
    }
    modules
}

fn reached(modules: &Modules<'_>, from: usize) -> BTreeSet<usize> {
    let (mut open, mut found) = (vec![from], BTreeSet::new());
    while let Some(module) = open.pop() {
        open.extend(modules[module].1.iter().copied().filter(|used| found.insert(*used)));
    }
    found
}

fn beside(root: &str, folder: &str) -> String {
    join([root, folder].into_iter().filter(|part| !part.is_empty()), "/")
}

fn folder_name(part: &str) -> String {
    let clean = NameScope::new(&[]).escape(part);
    // The go command ignores folders that start with an underscore.
    let clean = if clean.starts_with('_') { format!("x{clean}") } else { clean };
    if NO_FOLDERS.contains(&clean.as_str()) { clean + "_" } else { clean }
}

/// Returns the usual name of the package at an import path: its last part, after the one before it if that is a version.
fn package_name(path: &str) -> String {
    let mut parts = path.rsplit('/').filter(|part| !part.is_empty());
    let last = parts.next().unwrap_or("schema");
    let is_version = last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|ch: char| ch.is_ascii_digit()));
    let before = if is_version { parts.next().unwrap_or_default() } else { "" };
    package_identifier(&format!("{before}{last}"))
}

fn package_identifier(name: &str) -> String {
    let clean: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let clean = if clean.starts_with(|ch: char| ch.is_ascii_alphabetic()) { clean } else { format!("x{clean}") };
    let escaped = NameScope::new(super::reserved::KEYWORDS).escape(&clean);
    if NO_PACKAGES.contains(&escaped.as_str()) { escaped + "_" } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(packages: &Packages, module: &str) -> [String; 3] {
        let module: Vec<String> = module.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let Package { path, name, folder, .. } = packages.package(&module);
        [path, name, folder]
    }

    #[test]
    fn packages_have_paths_names_and_folders() {
        let plain = Packages::default();
        assert_eq!(package(&plain, "trade"), ["trade", "trade", "trade"]);
        assert_eq!(package(&plain, "trade.v1"), ["trade/v1", "tradev1", "trade/v1"]);
        assert_eq!(package(&plain, ""), ["", "schema", ""]);
        assert_eq!(package(&plain, "a.type"), ["a/type", "type_", "a/type"]);
        assert_eq!(package(&plain, "a.internal"), ["a/internal_", "internal", "a/internal_"]);
        assert_eq!(package(&plain, "a.main"), ["a/main", "main_", "a/main"]);
        assert_eq!(package(&plain, "string"), ["string", "string", "string"]);
        let given = Packages {
            root: "example.com/gen".into(),
            given: vec![
                ("trade".into(), "example.com/gen/orders".into()),
                ("quote".into(), "example.com/quotes/v2;prices".into()),
                ("plain".into(), "example.com/gen".into()),
            ],
            ..Packages::default()
        };
        assert_eq!(package(&given, "trade.v1"), ["example.com/gen/trade/v1", "tradev1", "trade/v1"]);
        assert_eq!(package(&given, "trade"), ["example.com/gen/orders", "orders", "orders"]);
        assert_eq!(package(&given, "quote"), ["example.com/quotes/v2", "prices", "example.com/quotes/v2"]);
        assert_eq!(package(&given, "plain"), ["example.com/gen", "gen", ""]);
        assert_eq!(package(&given, ""), ["example.com/gen", "gen", ""]);
    }
}
