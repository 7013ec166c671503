//! `name.go`: the native types of a schema file.

use super::names::TypeNames;
use super::native::Printer;
use super::packages::Package;
use super::reserved::{CONSTRAINTS, NO_IMPORTS};
use super::{defaults, enums, images, records, unions};
use crate::File;
use crate::outline::{NameScope, Unit, Units, is_declared};
use polywire_ir::types::{Named, Types};
use polywire_srcgen::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The imports that a file asked for.
pub(super) struct Imports {
    own: Arc<Package>,
    /// Packages of the standard library.
    standard: BTreeMap<String, String>,
    /// Names of packages by their paths.
    others: BTreeMap<String, String>,
    names: NameScope,
}

/// The packages of the standard library that generated files use.
const STANDARD: &[&str] = &["binary", "bytes", "cmp", "iter", "math", "strconv", "strings"];

impl Imports {
    pub fn new(own: &Arc<Package>) -> Self {
        let mut names = NameScope::new(&[]);
        STANDARD.iter().chain(NO_IMPORTS).for_each(|name| names.reserve(name));
        Self { own: own.clone(), standard: BTreeMap::new(), others: BTreeMap::new(), names }
    }

    /// Imports a package of the standard library.
    pub fn standard(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.standard.insert(path.to_owned(), name.to_owned());
    }

    /// Returns the name of the runtime.
    pub fn runtime(&mut self, path: &str) -> String {
        self.import(path, "polywire")
    }

    /// Returns a name of a package with what qualifies it in this file.
    pub fn qualified(&mut self, package: &Package, local: &str) -> String {
        if package.path == self.own.path {
            return local.to_owned();
        }
        format!("{}.{local}", self.import(&package.path, &package.name))
    }

    fn import(&mut self, path: &str, name: &str) -> String {
        let names = &mut self.names;
        self.others.entry(path.to_owned()).or_insert_with(|| names.claim(name)).clone()
    }

    /// Drops the imports that a text does not use.
    pub fn keep_used(&mut self, text: &str) {
        let is_used = |name: &String| text.contains(&format!("{name}."));
        self.standard.retain(|_, name| is_used(name));
        self.others.retain(|_, name| is_used(name));
    }

    pub fn print(&self, out: &mut Source) {
        let groups = [&self.standard, &self.others].into_iter().filter(|group| !group.is_empty());
        let groups: Vec<Vec<String>> = groups.map(|group| group.iter().map(import_line).collect()).collect();
        match groups.as_slice() {
            [] => {}
            [only] if only.len() == 1 => {
                out.blank();
                out.line(format!("import {}", only[0]));
            }
            groups => {
                let texts: Vec<String> = groups.iter().map(|group| group.join("\n")).collect();
                out.blank();
                out.block("import (", ")", |out| out.line(texts.join("\n\n")));
            }
        }
    }
}

fn import_line((path, name): (&String, &String)) -> String {
    let is_last = path.rsplit('/').next() == Some(name);
    if is_last { format!("\"{path}\"") } else { format!("{name} \"{path}\"") }
}

/// Prints the files of a schema file's types: one, unless it declares types of several packages.
pub(super) fn files(types: &Types, names: &TypeNames, (units, unit): (&Units, Unit)) -> Vec<File> {
    let own = types.of_decl.iter().filter(|named| units.has(unit, **named) && is_declared(types, **named));
    let own = own.filter(|named| !exists(**named, names));
    let mut by_package: BTreeMap<&str, (Arc<Package>, Vec<Named>)> = BTreeMap::new();
    for named in own {
        let package = &names.named(*named).codec;
        by_package.entry(&package.path).or_insert_with(|| (package.clone(), vec![])).1.push(*named);
    }
    let files = by_package.into_values();
    files.map(|(package, declared)| file(types, names, units.name(unit), (&package, &declared))).collect()
}

/// Returns true if a type exists already and has nothing to be checked.
fn exists(named: Named, names: &TypeNames) -> bool {
    let name = names.named(named);
    match named {
        Named::Struct(_) => name.is_bound || name.foreign().is_some(),
        Named::Enum(_) | Named::Union(_) | Named::Constant(_) => !name.is_bound && name.foreign().is_some(),
    }
}

fn file(types: &Types, names: &TypeNames, unit: &str, (package, declared): (&Arc<Package>, &[Named])) -> File {
    let mut printer = Printer { types, names, imports: Imports::new(package) };
    let mut body = Source::new("\t");
    for named in declared {
        body.blank();
        match named {
            Named::Struct(id) => {
                records::record(&mut body, *id, &mut printer);
                images::conversions(&mut body, *id, &mut printer);
            }
            Named::Enum(id) => enums::enumeration(&mut body, *id, &mut printer),
            Named::Union(id) => unions::union(&mut body, *id, &mut printer),
            Named::Constant(id) => {
                let it = types.constant(*id);
                let name = &names.constant(*id).local;
                super::doc::declaration(&mut body, name, &it.name.doc);
                defaults::declaration(&mut body, name, (&it.ty, &it.value), &mut printer);
            }
        }
    }
    let mut out = Source::new("\t");
    out.line(format!("// Code generated by polywire from the types of {unit}. DO NOT EDIT."));
    out.blank();
    out.line(format!("package {}", package.name));
    printer.imports.print(&mut out);
    out.blank();
    // The file with the name of the schema file is that itself.
    let name = if names.is_source { file_name(&format!("{unit}_types"), package) } else { file_name(unit, package) };
    File { name, contents: out.finish() + body.finish().trim_start_matches('\n') }
}

/// Returns the path of a schema file's Go file: its name in the folder of the package, preceded by its folders if they
/// are others than the package's.
pub(super) fn file_name(unit: &str, package: &Package) -> String {
    let (folder, last) = unit.rsplit_once('/').unwrap_or(("", unit));
    let stem = if folder.is_empty() || folder == package.module.join("/") { last } else { unit };
    let clean: String = stem.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
    // The go command ignores files that start with an underscore, and reads the last parts of a name as constraints.
    let clean = if clean.starts_with('_') { format!("x{clean}") } else { clean };
    let is_constraint = clean.rsplit_once('_').is_some_and(|(_, last)| CONSTRAINTS.binary_search(&last).is_ok());
    let stem = if is_constraint { clean + "_" } else { clean };
    if package.folder.is_empty() { format!("{stem}.go") } else { format!("{}/{stem}.go", package.folder) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_the_folders_of_packages() {
        assert!(CONSTRAINTS.is_sorted());
        let package = Package {
            path: "example.com/gen/a/b".into(),
            name: "b".into(),
            folder: "a/b".into(),
            module: vec!["a".into(), "b".into()],
        };
        for (unit, name) in [
            ("trade", "a/b/trade.go"),
            ("a/b/trade", "a/b/trade.go"),
            ("x/trade", "a/b/x_trade.go"),
            ("unit_test", "a/b/unit_test_.go"),
            ("linux", "a/b/linux.go"),
            ("a/b/on_linux", "a/b/on_linux_.go"),
            ("_x", "a/b/x_x.go"),
        ] {
            assert_eq!(file_name(unit, &package), name, "{unit}");
        }
    }
}
