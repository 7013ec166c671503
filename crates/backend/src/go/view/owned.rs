//! Copies of the values that views show.

use super::ViewPrinter;
use super::value::encoded_text;
use crate::go::native::{Held, held};
use polywire_ir::types::{FieldType, Named, Type};
use polywire_ir::{Role, StructView};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the method that copies a struct, if all members can be read in place.
    pub(super) fn owned(&mut self, out: &mut Source, view: &StructView) {
        let record = self.of.unit.types.record(view.record);
        if record.is_entry || !self.of.complete.contains(&view.record) {
            return;
        }
        let (name, target) = (self.view_type(view.record), self.go.named(Named::Struct(view.record)));
        let members = self.go.names.record(view.record).fields.clone();
        out.blank();
        out.line("// Owned copies the value.");
        out.block(format!("func (v {name}) Owned() {} {{", self.results(&target, true)), "}", |out| {
            let fields = record.fields.iter().zip(&view.fields).zip(&members);
            for (index, ((field, access), member)) in fields.enumerate() {
                let method = self.of.names.member(view.record, index).to_owned();
                self.copied_field(out, (field, access.role()), (&format!("v.{method}()"), &format!("result.{member}")));
            }
            out.line(self.success("result"));
        });
    }

    fn copied_field(&mut self, out: &mut Source, (field, role): (&FieldType, Role), (read, member): (&str, &str)) {
        let is_union = matches!(field.ty, Type::Union(_));
        let is_pointer = held(field) == Held::Pointer;
        if !self.of.is_checked() && !field.optional && !is_pointer && is_copied_by_expression(&field.ty) {
            let copy = self.copied(out, read, (&field.ty, role), 0);
            return out.line(format!("{member} = {copy}"));
        }
        out.line("{");
        out.indented(|out| {
            // The view of a union is found without an access.
            let value = if is_union { read.to_owned() } else { self.got(out, "value", read) };
            if is_union || !field.optional {
                let copy = self.copied(out, &value, (&field.ty, role), 0);
                return assign(out, member, &copy, is_pointer);
            }
            out.block(format!("if value, ok := {value}.Get(); ok {{"), "}", |out| {
                let copy = self.copied(out, "value", (&field.ty, role), 0);
                match is_pointer {
                    true => assign(out, member, &copy, true),
                    false => out.line(format!("{member}.Set({copy})")),
                }
            });
        });
        out.line("}");
    }

    /// Returns the value of a call of a view's method, which is printed if it can fail.
    pub(super) fn got(&self, out: &mut Source, name: &str, call: &str) -> String {
        if !self.of.is_checked() {
            return call.to_owned();
        }
        out.line(format!("{name}, err := {call}"));
        out.block("if err != nil {", "}", |out| out.line("return result, err"));
        name.to_owned()
    }

    /// Prints the statements that copy a value inside of `depth` lists, and returns the copy.
    pub(super) fn copied(&mut self, out: &mut Source, value: &str, (ty, role): (&Type, Role), depth: usize) -> String {
        match ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::FixedBytes(..) => {
                value.to_owned()
            }
            Type::Text { .. } if encoded_text(role).is_some() => format!("{value}.String()"),
            Type::Text { .. } => {
                self.go.imports.standard("strings");
                format!("strings.Clone({value})")
            }
            Type::Bytes => {
                self.go.imports.standard("bytes");
                format!("bytes.Clone({value})")
            }
            Type::Struct(_) | Type::Union(_) => self.got(out, &named("copied", depth), &format!("{value}.Owned()")),
            Type::List(element) => {
                let made = format!("make({}, {}.Len())", self.go.value_type(ty), named("list", depth));
                self.copied_list(out, (value, (element, role), depth), &format!(":= {made}"))
            }
            Type::Array(element, _) => {
                let made = format!(":= {}{{}}", self.go.value_type(ty));
                self.copied_list(out, (value, (element, role), depth), &made)
            }
            Type::Map(id) => {
                let (_, held) = self.of.unit.types.entry(*id);
                let [list, made, i, entry] = ["list", "made", "i", "entry"].map(|name| named(name, depth));
                out.line(format!("{list} := {value}"));
                out.line(format!("{made} := make({}, {list}.Len())", self.go.value_type(ty)));
                out.block(format!("for {i} := range {list}.Len() {{"), "}", |out| {
                    let read = self.got(out, &entry, &format!("{list}.At({i})"));
                    if read != entry {
                        out.line(format!("{entry} := {read}"));
                    }
                    let key = self.got(out, &named("key", depth), &format!("{entry}.Key()"));
                    let key = self.copied(out, &key, (self.of.unit.types.entry(*id).0, role), depth + 1);
                    let of_key = self.got(out, &named("value", depth + 1), &format!("{entry}.Value()"));
                    let of_key = self.copied(out, &of_key, (held, role), depth + 1);
                    out.line(format!("{made}[{key}] = {of_key}"));
                });
                made
            }
        }
    }

    fn copied_list(
        &mut self,
        out: &mut Source,
        (value, element, depth): (&str, (&Type, Role), usize),
        begin: &str,
    ) -> String {
        let [list, made, i] = ["list", "made", "i"].map(|name| named(name, depth));
        out.line(format!("{list} := {value}"));
        out.line(format!("{made} {begin}"));
        out.block(format!("for {i} := range min(len({made}), {list}.Len()) {{"), "}", |out| {
            let read = self.got(out, &named("value", depth + 1), &format!("{list}.At({i})"));
            let copy = self.copied(out, &read, element, depth + 1);
            out.line(format!("{made}[{i}] = {copy}"));
        });
        made
    }
}

/// Returns a name of a variable inside of `depth` lists.
fn named(name: &str, depth: usize) -> String {
    if depth == 0 { name.to_owned() } else { format!("{name}{}", depth + 1) }
}

/// Prints an assignment of a copy, or of a pointer to it.
fn assign(out: &mut Source, member: &str, copy: &str, is_pointer: bool) {
    if is_pointer {
        out.line(format!("owned := {copy}"));
        return out.line(format!("{member} = &owned"));
    }
    out.line(format!("{member} = {copy}"));
}

/// Returns true if a value of a trusting view is copied by an expression.
fn is_copied_by_expression(ty: &Type) -> bool {
    !matches!(ty, Type::List(_) | Type::Array(..) | Type::Map(_))
}
