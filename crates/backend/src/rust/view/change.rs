//! Places of scalars in a message, and keys of lists.

use super::super::names::is_number;
use super::super::native;
use super::read::Wanted;
use super::{PARTS, Used, ViewPrinter};
use crate::outline::key_path;
use polywire_ir::types::{FieldType, Type};
use polywire_ir::{Getter, ListView, Role, Slot, StructView};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Prints the method that returns a field's place in a message.
    pub(super) fn field_slot(
        &self,
        out: &mut Source,
        view: &StructView,
        (index, field, getter): (usize, &FieldType, &Getter),
    ) {
        let Some(slot) = getter.slot else { return };
        let (name, member) = (self.names.slot(view.record, index), self.names.member(view.record, index));
        let read = (!field.optional).then(|| format!("self.{member}(){}", self.propagated()));
        out.blank();
        out.line(format!("/// Where the message holds `{}`.", field.name));
        out.line("#[inline]");
        out.block(format!("pub fn {name}(&self) -> {} {{", self.slot_type(&field.ty)), "}", |out| {
            self.slot_body(out, (&slot, &field.ty), self.place_arguments(&view.place), read);
        });
    }

    /// Prints how elements are located, if they are scalars that can be changed.
    pub(super) fn element_slot(&self, out: &mut Source, view: &ListView) {
        let Some(slot) = view.slot else { return };
        let (changeable, name) = (self.name_of(Used::Changeable), self.names.elements(view.get));
        out.blank();
        out.block(format!("impl {changeable} for {PARTS}::{name}<'_> {{"), "}", |out| {
            out.line(format!("type Slot = {};", self.slot_type(&view.element)));
            out.blank();
            out.line("#[inline]");
            out.block("fn slot(&self, index: u64) -> Self::Slot {", "}", |out| {
                let args = [self.place_arguments(&view.place), vec!["index".to_owned()]].concat();
                let read = Some(format!("self.element(index){}", self.propagated()));
                self.slot_body(out, (&slot, &view.element), args, read);
            });
        });
    }

    fn slot_type(&self, ty: &Type) -> String {
        let slot = format!("{}<{}>", self.name_of(Used::Slot), self.value_type((ty, Role::Value)));
        self.result_of(&slot)
    }

    /// Prints the statements that locate a scalar. `read` reads it, unless it is then absent.
    fn slot_body(&self, out: &mut Source, (slot, ty): (&Slot, &Type), args: Vec<String>, read: Option<String>) {
        let wanted =
            Wanted { get: slot.locate, args, ty: &Type::Bytes, role: Role::Value, optional: false, from: "self.from" };
        let found = self.read(out, &wanted);
        let Slot { is_big_endian, mask, .. } = slot;
        let otherwise = read.map_or_else(|| "None".to_owned(), |read| format!("Some({read})"));
        let bits = self.bits(ty, "value");
        let name = self.name_of(Used::Slot);
        let ty = self.value_type((ty, Role::Value));
        let value = format!("{name}::new({found}, ({mask}, {is_big_endian}), |value: {ty}| {bits}, {otherwise})");
        out.line(self.success(&value));
    }

    /// Returns the bits of a scalar.
    fn bits(&self, ty: &Type, value: &str) -> String {
        match ty {
            Type::Bool => format!("u64::from({value})"),
            Type::Float { bits: 32 } => format!("u64::from({value}.to_bits())"),
            Type::Float { .. } => format!("{value}.to_bits()"),
            Type::Int { bits: 64, signed: false, .. } if !native::is_meant(ty) => value.to_owned(),
            Type::Int { .. } if native::is_meant(ty) => format!("{value}.number() as u64"),
            Type::Enum(_) => format!("{} as u64", self.number(ty, value)),
            _ => format!("{value} as u64"),
        }
    }

    /// Returns what a key is compared by.
    fn number(&self, ty: &Type, value: &str) -> String {
        match ty {
            Type::Enum(id) if is_number(self.unit.types.enumeration(*id)) => format!("{value}.0"),
            Type::Enum(_) => format!("{value}.number()"),
            _ => value.to_owned(),
        }
    }

    /// Returns the fields that lead to a list's key, with the names of their methods.
    fn key_path<'v>(&'v self, view: &'v ListView) -> Vec<(String, &'v FieldType)> {
        key_path(self.unit.types, view, |id, index| super::names::member_of(self.unit, id, index))
    }

    /// Prints the search for an element with a key, if the list is sorted by one.
    pub(super) fn element_key(&self, out: &mut Source, view: &ListView) {
        let path = self.key_path(view);
        let Some((_, last)) = path.last() else { return };
        let (keyed, name) = (self.name_of(Used::Keyed), self.names.elements(view.get));
        let (option, again) = (self.name_of(Used::Option), self.propagated());
        out.blank();
        out.block(format!("impl<'a> {keyed} for {PARTS}::{name}<'a> {{"), "}", |out| {
            out.line(format!("type Key = {};", self.key_type(&last.ty)));
            let item = self.value_type((&view.element, view.role));
            out.line(format!("type Found = {};", self.result_of(&format!("{option}<{item}>"))));
            out.blank();
            out.block("fn find(&self, key: &Self::Key) -> Self::Found {", "}", |out| {
                out.block("let found = ::polywire_runtime::view::search(self.count(), |index| {", "});", |out| {
                    let calls: String = path.iter().map(|(name, _)| format!(".{name}(){again}")).collect();
                    let otherwise = if last.optional { ".unwrap_or_default()" } else { "" };
                    out.line(format!("let other = self.element(index){again}{calls}{otherwise};"));
                    let failure =
                        if self.checked { self.name_of(Used::Error) } else { "::core::convert::Infallible".to_owned() };
                    out.line(format!("Ok::<_, {failure}>({})", self.compared(&last.ty)));
                });
                if self.checked {
                    out.line("found?.map(|index| self.element(index)).transpose()");
                } else {
                    out.line("found.unwrap_or_default().map(|index| self.element(index))");
                }
            });
        });
    }

    fn key_type(&self, ty: &Type) -> String {
        match ty {
            Type::Text { verified: true } => "str".to_owned(),
            Type::Text { .. } => "[u8]".to_owned(),
            ty => self.value_type((ty, Role::Value)),
        }
    }

    /// Returns the comparison of another element's key with the wanted one.
    fn compared(&self, ty: &Type) -> String {
        match ty {
            Type::Text { .. } => "other.cmp(key)".to_owned(),
            Type::Float { .. } => "other.partial_cmp(key).unwrap_or(::core::cmp::Ordering::Greater)".to_owned(),
            ty => format!(
                "{}.cmp(&{})",
                self.number(ty, "other"),
                self.number(ty, if matches!(ty, Type::Enum(_)) { "key" } else { "*key" })
            ),
        }
    }
}
