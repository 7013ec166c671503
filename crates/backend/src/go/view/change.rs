//! Scalars that are changed in a message, and elements that are found by their key.

use super::ViewPrinter;
use super::read::Wanted;
use super::value::place_arguments;
use crate::outline::key_path;
use polywire_ir::types::{FieldType, Type};
use polywire_ir::{Access, ListView, Role, Slot, StructView};
use polywire_srcgen::Source;

/// A scalar that can be changed.
struct Scalar<'t> {
    slot: Slot,
    /// The arguments of the function that locates it.
    args: Vec<String>,
    ty: &'t Type,
    /// Reads it; none if it is absent when the message lacks it.
    read: Option<String>,
}

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the method that changes a field, if it can be changed in place.
    pub(super) fn field_setter(&mut self, out: &mut Source, (name, view): (&str, &StructView), index: usize) {
        let field = &self.of.unit.types.record(view.record).fields[index];
        let Access::Value(getter) = &view.fields[index] else { return };
        let Some(slot) = getter.slot else { return };
        let method = self.of.names.member(view.record, index).to_owned();
        let setter = self.of.names.setter(view.record, index);
        let ty = self.go.value_type(&field.ty);
        let read = (!field.optional).then(|| format!("v.{method}()"));
        out.blank();
        out.line(format!(
            "// {setter} changes the value in the message. It reports whether the value is as wanted: a message"
        ));
        out.line("// that lacks it is not changed.");
        let head = format!("func (v {name}) {setter}(to {ty}) {} {{", self.results("bool", false));
        let scalar = Scalar { slot, args: place_arguments(&view.place), ty: &field.ty, read };
        out.block(head, "}", |out| self.change(out, &scalar));
    }

    /// Prints the method that changes an element, if it can be changed in place.
    pub(super) fn element_setter(&mut self, out: &mut Source, name: &str, view: &ListView) {
        let Some(slot) = view.slot else { return };
        let ty = self.go.value_type(&view.element);
        out.blank();
        out.line("// Set changes an element in the message. It reports whether the element is as wanted.");
        let head = format!("func (v {name}) Set(i int, to {ty}) {} {{", self.results("bool", false));
        let args = [place_arguments(&view.place), vec!["uint64(i)".to_owned()]].concat();
        let scalar = Scalar { slot, args, ty: &view.element, read: Some("v.At(i)".to_owned()) };
        out.block(head, "}", |out| {
            self.bound(out, view);
            self.change(out, &scalar);
        });
    }

    fn change(&mut self, out: &mut Source, Scalar { slot, args, ty, read }: &Scalar<'_>) {
        let (get, args) = (slot.locate, args.clone());
        let located = Wanted { get, args, ty: &Type::Bytes, role: Role::Value, optional: false, from: "v.from" };
        let place = self.read(out, &located);
        out.line(format!("place := {place}"));
        out.block("if len(place) == 0 {", "}", |out| match read {
            None => out.line(self.success("false")),
            Some(read) => {
                let found = if self.of.is_checked() { "found" } else { read };
                if self.of.is_checked() {
                    out.line(format!("found, err := {read}"));
                }
                let same = format!("{} == {}", self.bits(ty, found), self.bits(ty, "to"));
                out.line(match self.of.is_checked() {
                    true => format!("return err == nil && {same}, err"),
                    false => format!("return {same}"),
                });
            }
        });
        let bits = self.bits(ty, "to");
        let bits = if slot.mask == 0 { bits } else { format!("{bits}^{:#x}", slot.mask) };
        out.line(format!("{}(place, {bits}, {})", self.runtime("Change"), slot.is_big_endian));
        out.line(self.success("true"));
    }

    /// Returns the bits of a scalar.
    fn bits(&mut self, ty: &Type, value: &str) -> String {
        match ty {
            Type::Bool => format!("{}({value})", self.runtime("Bit")),
            Type::Float { bits } => {
                self.go.imports.standard("math");
                let number = format!("math.Float{bits}bits({value})");
                if *bits == 32 { format!("uint64({number})") } else { number }
            }
            _ => format!("uint64({value})"),
        }
    }

    /// Prints the method that finds an element by its key, if the list is sorted by one.
    pub(super) fn finder(&mut self, out: &mut Source, (name, element): (&str, &str), view: &ListView) {
        let of = self.of;
        let path = key_path(of.unit.types, view, |id, index| of.names.member_of(id, index));
        let Some((_, last)) = path.last() else { return };
        let key = self.go.value_type(&last.ty);
        let checked = self.of.is_checked();
        let end = if checked { ", nil" } else { "" };
        out.blank();
        out.line("// Find returns the first element with a key, by binary search: the elements are in the order of their keys.");
        let results = if checked { ", err error" } else { "" };
        out.block(format!("func (v {name}) Find(key {key}) (result {element}, ok bool{results}) {{"), "}", |out| {
            out.line("first, end := 0, v.Len()");
            out.block("for first < end {", "}", |out| {
                out.line("middle := int(uint(first+end) >> 1)");
                let other = self.key_of(out, "middle", &path);
                let is_less = if last.ty == Type::Bool { format!("!{other} && key") } else { format!("{other} < key") };
                out.line(format!("if {is_less} {{"));
                out.line("\tfirst = middle + 1");
                out.line("} else {");
                out.line("\tend = middle");
                out.line("}");
            });
            out.block("if first == v.Len() {", "}", |out| out.line(format!("return result, false{end}")));
            let other = self.key_of(out, "first", &path);
            out.block(format!("if {other} != key {{"), "}", |out| out.line(format!("return result, false{end}")));
            match checked {
                true => {
                    out.line("result, err = v.At(first)");
                    out.line("return result, err == nil, err");
                }
                false => out.line("return v.At(first), true"),
            }
        });
    }

    /// Prints what reads the key of an element, and returns it.
    fn key_of(&mut self, out: &mut Source, index: &str, path: &[(String, &FieldType)]) -> String {
        let mut read = format!("v.At({index})");
        let names = std::iter::once("element").chain(path.iter().map(|_| "other"));
        for (step, name) in names.enumerate() {
            if self.of.is_checked() {
                // Each name is declared once, so that the linters see each value used.
                let name = if step == 0 { name.to_owned() } else { format!("{name}{step}") };
                out.line(format!("{name}, err := {read}"));
                out.block("if err != nil {", "}", |out| out.line("return result, false, err"));
                read = name;
            }
            if let Some((method, _)) = path.get(step) {
                read = format!("{read}.{method}()");
            }
        }
        match path.last() {
            Some((_, field)) if field.optional => format!("{read}.Or(*new({}))", self.go.value_type(&field.ty)),
            _ => read,
        }
    }
}
