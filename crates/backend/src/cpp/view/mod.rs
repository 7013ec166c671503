//! `NAME.FORMAT.view.hpp` and `NAME.FORMAT.checked.hpp`: classes that read values in place, member by member; from
//! validated messages, or with checks on each access.
//!
//! Design: docs/decisions/0024-views.md

mod change;
mod class;
mod member;
mod object;
mod value;

use super::header::Header;
use super::header_kind::HeaderKind;
use super::names::TypeNames;
use super::reserved::namespace_of;
use crate::outline::FileViews;
use polywire_ir::types::{Named, StructId, Types};
use polywire_ir::{FuncId, ListView, StructView, Var, Views};
use polywire_srcgen::Source;

/// Prints the classes of a header.
pub(super) struct ViewPrinter<'h, 'm> {
    header: &'h Header<'m>,
    views: &'m Views,
    file: FileViews<'m>,
    /// Each access is checked, and returns an error if it fails.
    checked: bool,
    /// The namespace of the format: `::polywire::FORMAT`.
    namespace: String,
}

impl<'h, 'm> ViewPrinter<'h, 'm> {
    pub fn new(header: &'h Header<'m>) -> Self {
        let module = header.unit.module;
        let namespace = format!("::polywire::{}", namespace_of(&module.format));
        let file = FileViews::of(header.unit.types, &module.views, |id| header.is_own(Named::Struct(id)));
        Self { header, views: &module.views, file, checked: header.part == HeaderKind::CheckedViews, namespace }
    }

    /// Forward declarations of the classes, before the functions.
    pub fn forward(&self, out: &mut Source) {
        out.line(format!("/// Reads values of the type in place{}.", self.title()));
        out.line("template <class T>");
        out.line(format!("class {};", self.class()));
        out.blank();
        let entries = self.own().filter(|view| self.header.unit.names.is_entry(view.record));
        let tags: Vec<String> = entries.map(|view| format!("struct {};", self.entry_tag(view.record))).collect();
        if !tags.is_empty() {
            out.line(format!("namespace {} {{", self.header.detail));
            tags.iter().for_each(|tag| out.line(tag));
            out.line(format!("}}  // namespace {}", self.header.detail));
            out.blank();
        }
        for view in self.own() {
            out.line("template <>");
            out.line(format!("class {}<{}>;", self.class(), self.subject(view.record)));
        }
        out.blank();
    }

    /// The classes, after the functions.
    pub fn classes(&self, out: &mut Source) {
        let lists: Vec<&ListView> = self.file.lists();
        out.blank();
        out.line(format!("namespace {} {{", self.header.detail));
        let names = lists.iter().map(|view| &self.header.unit.functions[view.get.0 as usize]);
        names.for_each(|name| out.line(format!("struct {name}_list;")));
        self.object(out);
        lists.iter().for_each(|view| self.elements(out, view));
        out.blank();
        out.line(format!("}}  // namespace {}", self.header.detail));
        self.own().for_each(|view| self.record(out, view));
        self.own().for_each(|view| self.unions(out, view));
        self.unions_in_lists(out, &lists);
        for view in &lists {
            self.element_getter(out, view);
            self.next_element(out, view);
        }
        self.own().for_each(|view| self.members(out, view));
        for view in &lists {
            self.element_slot(out, view);
            self.element_key(out, view);
        }
        self.readers_of_objects(out);
        self.own().for_each(|view| self.visit_members(out, view));
        self.own().for_each(|view| self.root(out, view));
    }

    /// The functions that the classes call.
    pub fn functions(&self) -> Vec<FuncId> {
        self.file.functions()
    }

    /// The views of the file's own structs.
    fn own(&self) -> impl Iterator<Item = &'m StructView> + '_ {
        self.file.structs()
    }

    fn class(&self) -> &'static str {
        if self.checked { "checked_view" } else { "view" }
    }

    fn title(&self) -> &'static str {
        if self.checked {
            ", of a message that may change during reading: each access is checked"
        } else {
            ", of a message that was validated"
        }
    }

    /// Returns the type that a view is about: the struct, or the tag of a map entry.
    fn subject(&self, id: StructId) -> String {
        let names = self.header.unit.names;
        if names.is_entry(id) {
            return format!("{}::{}::{}", self.namespace, self.header.detail, self.entry_tag(id));
        }
        names.record(id).name.qualified()
    }

    /// Map entries have no class, so a tag identifies each.
    fn entry_tag(&self, id: StructId) -> String {
        let path = &self.header.unit.types.record(id).name;
        let parts: Vec<&str> = path.module.iter().chain(&path.path).map(String::as_str).collect();
        format!("entry_{}_{}", parts.join("_"), id.0)
    }

    /// Prints the type of a value's place.
    fn place(&self, out: &mut Source, vars: &[Var]) {
        out.block("struct place {", "};", |out| {
            for (var, name) in vars.iter().zip(place_names(vars)) {
                let initial = value::initial(&var.ty);
                out.line(format!("{} {name}{initial};", value::cpp_type(&var.ty)));
            }
            if self.checked {
                out.line("::polywire::shared_input* from = nullptr;");
            } else {
                self.place_of_checked(out, vars);
            }
        });
    }
}

/// The names of a struct's accessors.
pub(super) fn member_names(types: &Types, names: &TypeNames, id: StructId) -> Vec<String> {
    class::class_names(types, names, id).fields
}

/// The names of a union's accessors.
pub(super) use class::case_names;

/// Returns the names of the parts of a place; the first one of a list is its `count`.
fn place_names(vars: &[Var]) -> Vec<String> {
    let mut scope = super::reserved::scope();
    scope.reserve("from");
    vars.iter().map(|var| scope.claim(&var.name)).collect()
}
