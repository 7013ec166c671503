//! Copies of the values that views show.

use super::super::native::{are_meant, value_type};
use super::union::case_value;
use super::{Used, ViewPrinter};
use crate::outline::are_read;
use polywire_ir::types::{FieldType, Named, Type, UnionId};
use polywire_ir::{Access, Getter, ListView, StructView};
use polywire_srcgen::Source;

const NATIVE: &str = "::polywire_runtime::native";

impl ViewPrinter<'_, '_> {
    /// Prints conversions to the plain types, if all members can be read in place.
    pub(super) fn conversion_to_owned(&self, out: &mut Source, view: &StructView) {
        if !self.complete.contains(&view.record) {
            return;
        }
        let record = self.unit.types.record(view.record);
        self.conversion(out, &self.view_path(view.record), true, Named::Struct(view.record), |out, target| {
            let names = self.unit.scope.names.record(view.record);
            out.block(format!("{}{target} {{", if self.checked { "Ok(" } else { "" }), self.closing("}"), |out| {
                for (index, (field, name)) in record.fields.iter().zip(&names.fields).enumerate() {
                    let read = format!("self.{}(){}", self.names.member(view.record, index), self.propagated());
                    out.line(format!("{name}: {},", self.owned_field(&read, field)));
                }
                if record.keeps_unknown {
                    out.line(format!("{}: ::core::default::Default::default(),", names.unknown));
                }
            });
        });
        for (index, (field, access)) in record.fields.iter().zip(&view.fields).enumerate() {
            if let (Type::Union(id), Access::Union { cases, .. }) = (&field.ty, access) {
                self.owned_union(out, self.names.union(view.record, index), (*id, cases));
            }
        }
    }

    /// Returns the end of a value that may be in a `Result`.
    fn closing(&self, end: &str) -> String {
        format!("{end}{}", if self.checked { ")" } else { "" })
    }

    fn conversion(
        &self,
        out: &mut Source,
        name: &str,
        borrows: bool,
        named: Named,
        body: impl FnOnce(&mut Source, &str),
    ) {
        let (target, lifetime) = (self.unit.scope.path(named), if borrows { "<'_>" } else { "" });
        out.blank();
        out.block(format!("impl {name}{lifetime} {{"), "}", |out| {
            out.line("/// Copies the value.");
            let result = self.result_of(&target);
            out.block(format!("pub fn into_owned(self) -> {result} {{"), "}", |out| body(out, &target));
        });
        if self.checked {
            return;
        }
        out.blank();
        out.block(format!("impl {} for {name}{lifetime} {{", self.name_of(Used::IntoOwned)), "}", |out| {
            out.line(format!("type Owned = {target};"));
            out.blank();
            out.block("fn into_owned(self) -> Self::Owned {", "}", |out| out.line("self.into_owned()"));
        });
    }

    /// Prints the conversion of elements that are unions, if all of their cases can be read in place.
    pub(super) fn owned_elements(&self, out: &mut Source, view: &ListView) {
        if let Type::Union(id) = view.element
            && are_read((self.unit.types, self.views), (id, &view.cases), &self.complete)
        {
            self.owned_union(out, self.names.held(view.get), (id, &view.cases));
        }
    }

    fn owned_union(&self, out: &mut Source, name: &str, (id, getters): (UnionId, &[Option<Getter>])) {
        let (it, variants) = (self.unit.types.union(id), &self.unit.scope.names.union(id).cases);
        let borrows = self.union_borrows(id, getters);
        self.conversion(out, name, borrows, Named::Union(id), |out, target| {
            out.block("match self {", "}", |out| {
                out.line(format!("Self::None => {},", self.success(&format!("{target}::None"))));
                for ((case, variant), getter) in it.cases.iter().zip(variants).zip(getters) {
                    let Some((ty, _)) = case_value(case.ty.as_ref(), *getter) else {
                        let value = self.success(&format!("{target}::{variant}"));
                        out.line(format!("Self::{variant} => {value},"));
                        continue;
                    };
                    let held = boxed(self.owned("value", ty), case.boxed);
                    let value = self.success(&format!("{target}::{variant}({held})"));
                    out.line(format!("Self::{variant}(value) => {value},"));
                }
            });
        });
    }

    fn owned_field(&self, read: &str, field: &FieldType) -> String {
        if !field.optional {
            return boxed(self.owned(read, &field.ty), field.boxed);
        }
        if let Type::Union(_) = field.ty {
            return format!("Some({})", boxed(self.owned(read, &field.ty), field.boxed));
        }
        let value = boxed(self.owned("value", &field.ty), field.boxed);
        format!("match {read} {{ Some(value) => Some({value}), None => None }}")
    }

    /// Returns a copy of a value.
    fn owned(&self, value: &str, ty: &Type) -> String {
        let again = self.propagated();
        match ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => value.to_owned(),
            Type::Text { verified: true } => format!("{NATIVE}::String::from({value})"),
            Type::Text { .. } | Type::Bytes => format!("{NATIVE}::Vec::from({value})"),
            Type::FixedBytes(..) if are_meant(ty) => format!("{}(*{value})", value_type(ty, self.unit.scope)),
            Type::FixedBytes(..) => format!("*{value}"),
            Type::Struct(_) | Type::Union(_) => format!("{value}.into_owned(){again}"),
            Type::List(element) => self.collected(value, element),
            Type::Array(element, _) if self.checked => {
                format!("::polywire_runtime::view::array({})?", self.collected(value, element))
            }
            Type::Array(element, _) => format!("{value}.to_array(|value| {})", self.owned("value", element)),
            Type::Map(id) => {
                let (key, held) = self.unit.types.entry(*id);
                let (key, held) = (self.owned("key", key), self.owned("value", held));
                self.mapped(value, "(key, value)", &format!("({key}, {held})"))
            }
        }
    }

    fn collected(&self, value: &str, element: &Type) -> String {
        self.mapped(value, "value", &self.owned("value", element))
    }

    /// Returns the collection of a list's elements, each converted.
    fn mapped(&self, list: &str, pattern: &str, converted: &str) -> String {
        if !self.checked {
            let map = if pattern == converted { String::new() } else { format!(".map(|{pattern}| {converted})") };
            return format!("{list}.iter(){map}.collect()");
        }
        format!("::polywire_runtime::view::collect({list}, |{pattern}| Ok({converted}))?")
    }
}

fn boxed(value: String, boxed: bool) -> String {
    if boxed { format!("{NATIVE}::Box::new({value})") } else { value }
}
