//! Places of scalars in a message, and keys of lists.

use super::ViewPrinter;
use super::class::ClassNames;
use crate::outline::key_path;
use polywire_ir::types::{FieldType, Type};
use polywire_ir::{Getter, ListView, Role, Slot, StructView};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Returns the result of an access to the place of a scalar.
    pub(super) fn slot_type(&self, (ty, role): (&Type, Role)) -> String {
        let slot = self.slot_class((ty, role));
        if self.checked { format!("::polywire::result<{slot}>") } else { slot }
    }

    fn slot_class(&self, (ty, role): (&Type, Role)) -> String {
        format!("::polywire::slot<{}>", self.value_type(ty, role))
    }

    pub(super) fn element_slot_head(&self, view: &ListView, scope: &str) -> String {
        let ty = self.slot_type((&view.element, view.role));
        format!("{ty} {scope}slot_at(const place& at, ::std::uint64_t index){}", self.noexcept())
    }

    /// Prints the accessor of a field's place in a message.
    pub(super) fn field_slot(
        &self,
        out: &mut Source,
        view: &StructView,
        (field, getter): (&FieldType, &Getter),
        (names, index): (&ClassNames, usize),
    ) {
        let Some(slot) = getter.slot else { return };
        let class = format!("{}<{}>", self.class(), self.subject(view.record));
        let (ty, name) = (self.slot_type((&field.ty, getter.role)), &names.slots[index]);
        let read = (!field.optional).then(|| format!("{}()", names.fields[index]));
        out.blank();
        out.block(format!("inline {ty} {class}::{name}() const{} {{", self.noexcept()), "}", |out| {
            let args = self.place_arguments(&view.place, "at_");
            self.slot_body(out, (&slot, &field.ty, getter.role), (args, "at_"), read);
        });
    }

    /// Prints the accessor of an element's place in a message.
    pub(super) fn element_slot(&self, out: &mut Source, view: &ListView) {
        let Some(slot) = view.slot else { return };
        let head = self.element_slot_head(view, &format!("{}::", self.local_elements(view)));
        out.blank();
        out.block(format!("inline {head} {{"), "}", |out| {
            let args = [self.place_arguments(&view.place, "at"), vec!["index".to_owned()]].concat();
            let read = Some("get(at, index)".to_owned());
            self.slot_body(out, (&slot, &view.element, view.role), (args, "at"), read);
        });
    }

    /// Prints the statements that locate a scalar. `read` reads it, unless it is then absent.
    fn slot_body(
        &self,
        out: &mut Source,
        (slot, ty, role): (&Slot, &Type, Role),
        (args, at): (Vec<String>, &str),
        read: Option<String>,
    ) {
        out.line("::polywire::bytes found;");
        self.call(out, slot.locate, (args, &format!("{at}.from->")), &["found".to_owned()]);
        let otherwise = match read {
            None => format!("::std::optional<{}>()", self.value_type(ty, role)),
            Some(read) if self.checked => {
                out.line(format!("const auto value = {read};"));
                out.line("if (!value) return value.error();");
                "*value".to_owned()
            }
            Some(read) => read,
        };
        let Slot { is_big_endian, mask, .. } = slot;
        let class = self.slot_class((ty, role));
        out.line(format!(
            "return ::polywire::view_access::make<{class}>(found, {mask}u, {is_big_endian}, {otherwise});"
        ));
    }

    /// The type of the key by which a list is sorted.
    pub(super) fn key_type(&self, view: &ListView) -> Option<Type> {
        self.key_path(view).last().map(|(_, field)| field.ty.clone())
    }

    /// Returns the fields that lead to the key, with the names of their accessors.
    fn key_path<'v>(&'v self, view: &'v ListView) -> Vec<(String, &'v FieldType)> {
        key_path(self.header.unit.types, view, |id, index| self.class_names(id).fields.swap_remove(index))
    }

    pub(super) fn key_head(&self, (_, ty): (&ListView, &Type), scope: &str) -> String {
        let ty = self.result_type((ty, Role::Value), false);
        format!("{ty} {scope}key_at(const place& at, ::std::uint64_t index){}", self.noexcept())
    }

    /// Prints the function that reads the key of an element.
    pub(super) fn element_key(&self, out: &mut Source, view: &ListView) {
        let path = self.key_path(view);
        let Some((_, last)) = path.last() else { return };
        let head = self.key_head((view, &last.ty), &format!("{}::", self.local_elements(view)));
        out.blank();
        out.block(format!("inline {head} {{"), "}", |out| {
            let otherwise = if last.optional { ".value_or(key{})" } else { "" };
            if !self.checked {
                let calls: String = path.iter().map(|(name, _)| format!(".{name}()")).collect();
                return out.line(format!("return get(at, index){calls}{otherwise};"));
            }
            let mut from = "element".to_owned();
            out.line("const auto element = get(at, index);");
            out.line("if (!element) return element.error();");
            for ((name, _), number) in path.iter().zip(1..) {
                let part = format!("part{number}");
                out.line(format!("const auto {part} = {from}->{name}();"));
                out.line(format!("if (!{part}) return {part}.error();"));
                from = part;
            }
            out.line(if last.optional {
                format!("return {from}->value_or(key{{}});")
            } else {
                format!("return *{from};")
            });
        });
    }
}
