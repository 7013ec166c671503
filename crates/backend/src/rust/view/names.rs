//! Names of views and their members.

use super::super::names::{TypeName, TypeNames};
use super::super::printer::Unit;
use super::super::reserved::{identifier, scope, type_scope};
use super::{PARTS, ViewPrinter};
use crate::outline::{FileViews, flat_path};
use crate::rust::codec::Part;
use polywire_ir::types::{Named, StructId, Type, Types, pascal_case, snake_case};
use polywire_ir::{Access, FuncId, Module, Var};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The module of views in that of a package.
pub(in crate::rust) const MODULE: &str = "views";

/// Returns the module inside [`MODULE`] with the views of a format.
pub(in crate::rust) fn module(part: Part, format: &str) -> Option<String> {
    match part {
        Part::Views => Some(identifier(snake_case(format))),
        Part::CheckedViews => Some(format!("{}_checked", snake_case(format))),
        Part::Codec | Part::Borrowed | Part::Explanations | Part::Framing => None,
    }
}

/// The names of a file's views.
pub(super) struct Names {
    /// Names of methods, by struct and index of the field.
    members: HashMap<StructId, Vec<String>>,
    /// Names of the methods that return where fields are, by struct and index.
    slots: HashMap<StructId, Vec<String>>,
    /// Names of the enums of unions, by struct and index of the field.
    unions: BTreeMap<(StructId, usize), String>,
    /// Names of the enums of elements that are unions, by the function that reads the case.
    held: HashMap<FuncId, String>,
    /// Names in the module of parts: those of map entries and of elements.
    entries: HashMap<StructId, String>,
    elements: HashMap<FuncId, String>,
    /// Names of types in the file.
    types: HashSet<String>,
}

impl Names {
    pub fn of(unit: &Unit<'_>, file: &FileViews<'_>) -> Self {
        let (types, type_names) = (unit.types, unit.scope.names);
        let (mut own, mut parts) = (type_scope(), type_scope());
        let is_entry = |id: StructId| types.record(id).is_entry;
        let locals = file.structs().filter(|view| !is_entry(view.record));
        let mut taken: HashSet<String> =
            locals.map(|view| type_names.record(view.record).name.declared.clone()).collect();
        taken.iter().for_each(|name| own.reserve(name));
        let (mut members, mut slots) = (HashMap::new(), HashMap::new());
        let (mut unions, mut entries) = (BTreeMap::new(), HashMap::new());
        for view in file.structs() {
            let it = types.record(view.record);
            let flat = pascal_case(&flat_path(&it.name));
            for (index, field) in it.fields.iter().enumerate() {
                if matches!(view.fields[index], Access::Union { .. }) {
                    let name = own.claim(&format!("{flat}{}", pascal_case(&field.name)));
                    taken.insert(name.clone());
                    unions.insert((view.record, index), name);
                }
            }
            let (of_values, of_places) = methods(unit, view.record);
            members.insert(view.record, of_values);
            slots.insert(view.record, of_places);
            if is_entry(view.record) {
                entries.insert(view.record, parts.claim(&flat));
            }
        }
        let lists = file.lists_of_values();
        let held = lists.iter().filter_map(|view| match view.element {
            Type::Union(id) => {
                let name = own.claim(&format!("{}Element", pascal_case(&flat_path(&types.union(id).name))));
                Some((view.get, name))
            }
            _ => None,
        });
        let held: HashMap<FuncId, String> = held.collect();
        taken.extend(held.values().cloned());
        let elements = lists.into_iter().map(|view| {
            let function = &unit.module.function(view.get).name;
            (view.get, parts.claim(&pascal_case(function)))
        });
        Self { members, slots, unions, held, entries, elements: elements.collect(), types: taken }
    }

    /// Returns true if a view has this name.
    pub fn is_view(&self, name: &str) -> bool {
        self.types.contains(name)
    }

    /// The method of a field.
    pub fn member(&self, id: StructId, index: usize) -> &str {
        &self.members[&id][index]
    }

    /// The method that returns where a field is.
    pub fn slot(&self, id: StructId, index: usize) -> &str {
        &self.slots[&id][index]
    }

    /// The enum of a field that is a union.
    pub fn union(&self, id: StructId, index: usize) -> &str {
        &self.unions[&(id, index)]
    }

    /// The enum of elements that are unions.
    pub fn held(&self, get: FuncId) -> &str {
        &self.held[&get]
    }

    /// The struct of a map's entries, in the module of parts.
    pub fn entry(&self, id: StructId) -> &str {
        &self.entries[&id]
    }

    /// The struct of a list's elements, in the module of parts.
    pub fn elements(&self, get: FuncId) -> &str {
        &self.elements[&get]
    }
}

/// Returns the method of a field.
pub(super) fn member_of(unit: &Unit<'_>, id: StructId, index: usize) -> String {
    methods(unit, id).0.swap_remove(index)
}

/// Returns the names of a struct's methods: those that read fields, and those that return where they are.
fn methods(unit: &Unit<'_>, id: StructId) -> (Vec<String>, Vec<String>) {
    let names = &unit.scope.names.record(id).fields;
    if unit.types.record(id).is_entry {
        return (vec!["key".to_owned(), "value".to_owned()], Vec::new());
    }
    let mut scope = scope();
    ["new", "into_owned"].iter().for_each(|name| scope.reserve(name));
    let names: Vec<String> = names.iter().map(|name| scope.claim(name.trim_start_matches("r#"))).collect();
    let slots = names.iter().map(|name| scope.claim(&format!("{name}_slot"))).collect();
    (names.into_iter().map(identifier).collect(), slots)
}

impl ViewPrinter<'_, '_> {
    /// Returns the path of a struct's view, without its lifetime.
    pub(super) fn view_path(&self, id: StructId) -> String {
        if self.is_entry(id) {
            return format!("{PARTS}::{}", self.names.entry(id));
        }
        let name = self.unit.scope.names.name(Named::Struct(id));
        if self.file.structs().any(|view| view.record == id) {
            return name.declared.clone();
        }
        let part = if self.checked { Part::CheckedViews } else { Part::Views };
        path(name, (part, &self.unit.module.format))
    }
}

/// Returns the path of a struct's view in another file, without its lifetime.
pub(in crate::rust) fn path(name: &TypeName, (part, format): (Part, &str)) -> String {
    let package: String = name.module.iter().map(|part| format!("{part}::")).collect();
    let module = module(part, format).unwrap_or_default();
    format!("super::{package}{MODULE}::{module}::{}", name.local)
}

/// Returns the names of the parts of a place.
pub(super) fn place_names(vars: &[Var]) -> Vec<String> {
    let mut scope = scope();
    scope.reserve("from");
    vars.iter().map(|var| identifier(scope.claim(&snake_case(&var.name)))).collect()
}

/// Returns descriptions of packages and types that prevent modules of views.
pub(in crate::rust) fn clashes(types: &Types, names: &TypeNames, modules: &[Module]) -> Vec<String> {
    if modules.iter().all(|module| module.views.is_empty()) {
        return Vec::new();
    }
    let is_renamed = |id: StructId| {
        let name = names.name(Named::Struct(id));
        name.declared != name.local
    };
    let viewed = modules.iter().flat_map(|module| &module.views.structs).map(|view| view.record);
    let renamed: BTreeSet<StructId> = viewed.filter(|id| is_renamed(*id)).collect();
    let of_types = renamed.into_iter().map(|id| {
        let name = types.record(id).name.dotted();
        format!(
            "`{name}`: the file has another type of this name, beside which it cannot have a view; rename one of them"
        )
    });
    let named = types.of_decl.iter().map(|named| names.name(*named));
    let mut taken: Vec<String> =
        named.filter(|name| name.module.iter().any(|part| part == MODULE)).map(|name| name.module.join(".")).collect();
    taken.dedup();
    let message =
        |package: String| format!("`{package}`: the module `{MODULE}` is reserved for views; rename the package");
    taken.into_iter().map(message).chain(of_types).collect()
}
