//! Names of views and their members.

use super::super::case::{exported, format_name, unexported};
use super::super::names::{TypeName, TypeNames};
use super::super::packages::Package;
use super::super::printer::Unit;
use crate::outline::{FileViews, NameScope};
use polywire_ir::types::{Named, StructId, Type};
use polywire_ir::{Access, FuncId, Var};
use std::collections::{BTreeMap, HashMap};

/// How views read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::go) enum Kind {
    /// From validated messages.
    Trusting,
    /// With checks at each access.
    Checked,
}

impl Kind {
    /// The last part of files' names.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Trusting => "view",
            Self::Checked => "checked",
        }
    }
}

/// Returns the name of a struct's view.
pub(in crate::go) fn view_name(name: &TypeName, format: &str, kind: Kind) -> String {
    format!("{}{}{}", name.local, format_name(format), exported(kind.suffix()))
}

/// The names of a file's views.
pub(super) struct Names<'n> {
    pub types: &'n TypeNames,
    /// Names of methods, by struct and index of the field.
    members: HashMap<StructId, Vec<String>>,
    /// Types of unions, by struct and index of the field.
    unions: BTreeMap<(StructId, usize), String>,
    /// Types of structs and map entries.
    structs: HashMap<StructId, String>,
    lists: HashMap<FuncId, String>,
    /// Types of elements that are unions.
    held: HashMap<FuncId, String>,
}

impl<'n> Names<'n> {
    pub fn of((unit, types): (&Unit<'_>, &'n TypeNames), file: &FileViews<'_>, kind: Kind) -> Self {
        let (format, prefix) = (&unit.module.format, unexported(&unit.prefix));
        let mut private = NameScope::new(&[]).with_separator("");
        let functions = (0..unit.module.functions.len() as u32).map(FuncId);
        functions.for_each(|id| private.reserve(&unit.name(id, crate::low::Mode::Raw)));
        let (mut members, mut unions, mut structs) = (HashMap::new(), BTreeMap::new(), HashMap::new());
        for view in file.structs() {
            let (it, names) = (unit.types.record(view.record), types.record(view.record));
            let name = match it.is_entry {
                true => private.claim(&format!("{prefix}{}", names.name.local)),
                false => view_name(&names.name, format, kind),
            };
            structs.insert(view.record, name);
            members.insert(view.record, methods(&names.fields, it.is_entry));
            for (index, _) in view.fields.iter().enumerate().filter(|(_, it)| matches!(it, Access::Union { .. })) {
                let name = format!("{}{}", names.name.local, members[&view.record][index]);
                let name = format!("{name}{}{}", format_name(format), exported(kind.suffix()));
                unions.insert((view.record, index), name);
            }
        }
        let (mut lists, mut held) = (HashMap::new(), HashMap::new());
        for view in file.lists_of_values() {
            let name = format!("{prefix}{}", exported(&unit.module.function(view.get).name));
            if let Type::Union(_) = view.element {
                held.insert(view.get, private.claim(&format!("{name}Held")));
            }
            lists.insert(view.get, private.claim(&format!("{name}List")));
        }
        Self { types, members, unions, structs, lists, held }
    }

    /// The method of a field.
    pub fn member(&self, id: StructId, index: usize) -> &str {
        &self.members[&id][index]
    }

    /// The view of a field that is a union.
    pub fn union(&self, id: StructId, index: usize) -> &str {
        &self.unions[&(id, index)]
    }

    /// The view of a struct of this file; none for those of other files.
    pub fn own(&self, id: StructId) -> Option<&str> {
        self.structs.get(&id).map(String::as_str)
    }

    /// The type of a list.
    pub fn list(&self, get: FuncId) -> &str {
        &self.lists[&get]
    }

    /// The type of a list's elements that are unions.
    pub fn held(&self, get: FuncId) -> &str {
        &self.held[&get]
    }

    /// The method that reads a field of a struct in any file.
    pub fn member_of(&self, id: StructId, index: usize) -> String {
        methods(&self.types.record(id).fields, false).swap_remove(index)
    }

    /// The method that changes a field in place.
    pub fn setter(&self, id: StructId, index: usize) -> String {
        let members = &self.members[&id];
        let wanted = format!("Set{}", members[index]);
        if members.contains(&wanted) { format!("{wanted}InPlace") } else { wanted }
    }

    /// Returns descriptions of types that have the name of a view.
    pub fn clashes(&self, package: &Package) -> Vec<String> {
        let own = self.structs.values().chain(self.unions.values());
        let taken = self.types.in_package(package);
        let message = |name: &String| {
            format!("the type `{name}` has the name of a view of `{}`; rename it", package.module.join("."))
        };
        own.filter(|name| taken.contains(name.as_str())).map(message).collect()
    }
}

/// Returns the names of a struct's methods.
fn methods(fields: &[String], is_entry: bool) -> Vec<String> {
    if is_entry {
        return vec!["Key".to_owned(), "Value".to_owned()];
    }
    let mut scope = NameScope::new(&[]);
    scope.reserve("Owned");
    fields.iter().map(|name| scope.claim(name)).collect()
}

/// Returns the names of the parts of a place.
pub(super) fn place_names(vars: &[Var]) -> Vec<String> {
    let mut scope = NameScope::new(&[]).with_separator("");
    ["from", "index"].iter().for_each(|name| scope.reserve(name));
    vars.iter().map(|var| scope.claim(&unexported(&var.name))).collect()
}

impl super::ViewPrinter<'_, '_, '_, '_, '_> {
    /// Returns a struct's view, as it is named in this file.
    pub(super) fn view_type(&mut self, id: StructId) -> String {
        match self.of.names.own(id) {
            Some(name) => name.to_owned(),
            None => {
                let name = self.of.names.types.named(Named::Struct(id)).clone();
                let local = view_name(&name, &self.of.unit.module.format, self.of.kind);
                self.go.imports.qualified(&name.codec, &local)
            }
        }
    }
}
