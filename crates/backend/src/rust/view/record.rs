//! The view of a struct.

use super::names::place_names;
use super::read::Wanted;
use super::value::variable;
use super::{Used, ViewPrinter};
use crate::rust::docs;
use crate::rust::entry::marker;
use polywire_ir::types::{Named, Type};
use polywire_ir::{Access, FuncId, Role, StructView, Var};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Prints the view of a struct that is a type of its own.
    pub(super) fn record(&self, out: &mut Source, view: &StructView) {
        let record = self.unit.types.record(view.record);
        let local = &self.unit.scope.names.record(view.record).name.declared;
        out.blank();
        match record.name.doc.trim() {
            "" => out.line(format!("/// A `{}` in a message.", record.name.dotted())),
            _ => docs::print(out, &record.name.doc),
        }
        self.declare(out, local, ("pub(super)", &view.place));
        self.members(out, view);
    }

    /// Prints the struct that holds a place.
    pub(super) fn declare(&self, out: &mut Source, name: &str, (visibility, place): (&str, &[Var])) {
        out.line("#[derive(Clone, Copy)]");
        out.block(format!("pub struct {name}<'a> {{"), "}", |out| {
            for (var, name) in place.iter().zip(place_names(place)) {
                out.line(format!("{visibility} {name}: {},", variable(&var.ty).0));
            }
            if self.checked {
                let input = self.name_of(Used::CheckedInput);
                out.line(format!("{visibility} from: &'a {input}<'a>,"));
            }
        });
    }

    /// Prints the struct of a map's entries, in the module of parts.
    pub(super) fn declare_entry(&self, out: &mut Source, view: &StructView) {
        out.blank();
        self.declare(out, self.names.entry(view.record), ("pub(super)", &view.place));
    }

    /// Prints the methods of a view.
    pub(super) fn members(&self, out: &mut Source, view: &StructView) {
        let record = self.unit.types.record(view.record);
        let fields: Vec<_> =
            record.fields.iter().zip(&view.fields).enumerate().filter(|(_, it)| it.1.shows_value()).collect();
        let root = view.root.filter(|_| !record.is_entry);
        if root.is_none() && fields.is_empty() {
            return;
        }
        out.blank();
        out.block(format!("impl<'a> {}<'a> {{", self.view_path(view.record)), "}", |out| {
            let mut is_first = true;
            let mut separated = |out: &mut Source| {
                if !std::mem::take(&mut is_first) {
                    out.blank();
                }
            };
            if let Some(root) = root {
                separated(out);
                self.root(out, view, root);
            }
            for (index, (field, access)) in fields {
                separated(out);
                docs::print(out, &field.doc);
                let ty = self.result_of(&self.field_type(view, index));
                out.line("#[inline]");
                let head = format!("pub fn {}(&self) -> {ty} {{", self.names.member(view.record, index));
                out.block(head, "}", |out| match (access, &field.ty) {
                    (Access::Union { held, cases }, Type::Union(id)) => {
                        let name = self.names.union(view.record, index);
                        self.held(out, (name, &self.place_arguments(&view.place)), *id, (*held, cases));
                    }
                    _ => {
                        let Access::Value(getter) = access else { return };
                        let (get, role, optional) = (getter.get, access.role(), field.optional);
                        let args = self.place_arguments(&view.place);
                        let wanted = Wanted { get, args, ty: &field.ty, role, optional, from: "self.from" };
                        let value = self.read(out, &wanted);
                        out.line(self.success(&value));
                    }
                });
                if let (Access::Value(getter), false) = (access, record.is_entry) {
                    self.field_slot(out, view, (index, field, getter));
                }
            }
        });
    }

    /// Prints the function that locates the value of a message.
    fn root(&self, out: &mut Source, view: &StructView, root: FuncId) {
        let (result, error) = (self.name_of(Used::Result), self.name_of(Used::Error));
        let ty = Type::Struct(view.record);
        let (args, from) = if self.checked {
            out.line("/// Reads a message in place. Each access checks what it reads.");
            (vec!["u64::from(from.levels())".to_owned()], format!("from: &'a {}<'a>", self.name_of(Used::CheckedInput)))
        } else {
            out.line("/// Reads a message in place, if it is valid.");
            (
                vec!["u64::from(limits.depth)".to_owned()],
                format!("input: &'a [u8], limits: &{}", self.name_of(Used::Limits)),
            )
        };
        out.block(format!("pub fn new({from}) -> {result}<Self, {error}> {{"), "}", |out| {
            if self.checked {
                out.line("let input = from.input();");
            } else {
                let owned = self.unit.scope.path(Named::Struct(view.record));
                let format = format!("super::{}::{}", self.unit.scope.names.formats, marker(&self.unit.module.format));
                let decode = self.name_of(Used::Decode);
                out.line(format!("<{owned} as {decode}<{format}>>::validate(input, limits)?;"));
            }
            let wanted = Wanted { get: root, args, ty: &ty, role: Role::Value, optional: false, from: "from" };
            let value = self.read(out, &wanted);
            out.line(format!("Ok({value})"));
        });
    }
}
