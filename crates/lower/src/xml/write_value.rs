use super::Xml;
use super::kinds::is_leaf;
use super::level::Level;
use super::texts::Simple;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Expr, FuncId, Place};
use polywire_model::NumberRange;
use polywire_model::attr::XmlText;

impl Xml<'_> {
    /// Writes an element with a value; `mark` if it has none.
    pub(super) fn write_element(
        &self,
        b: &mut FunctionBuilder,
        name: &str,
        (ty, mark): (&Type, bool),
        place: Place,
        level: &Level,
    ) {
        self.write_around(b, name, level, |b| match mark {
            true => b.write_bytes(b">"),
            false => self.write_value(b, ty, place, &level.inner()),
        });
    }

    /// Writes the rest of a tag and the value in it; the level is that of elements in it.
    pub(super) fn write_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, level: &Level) {
        match ty {
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => {
                    let (ty, is_present) = (&value.ty, Expr::Present(place.field(0)));
                    let name = self.names.element(&self.names.added("value"));
                    b.write_bytes(b">");
                    b.when(is_present.clone(), |b| {
                        self.write_element(b, &name, (ty, false), place.field(0).some(), level);
                    });
                    level.start_last_line(b, is_present);
                }
                None => self.call_encoder(b, self.codecs[*id].encode, place, level),
            },
            Type::Union(id) => self.call_encoder(b, self.codecs[*id].encode, place, level),
            Type::List(_) | Type::Array(..) | Type::Map(_) => {
                b.write_bytes(b">");
                let name = self.names.element(&self.names.added("item"));
                self.write_items(b, &name, ty, place.clone(), level);
                level.start_last_line(b, Expr::Len(place).is_not(0u64));
            }
            ty => {
                debug_assert!(is_leaf(ty));
                b.write_bytes(b">");
                let (facts, range) = (XmlText::default(), NumberRange::default());
                self.texts.write(b, self.types, Simple { ty, facts: &facts, range: &range, fixed: None }, place, false);
            }
        }
    }

    fn call_encoder(&self, b: &mut FunctionBuilder, encode: FuncId, place: Place, level: &Level) {
        let args = [Arg::Place(place)].into_iter().chain(level.arg()).collect();
        b.call(encode, args, &[]);
    }

    /// Writes an element of this name for each element or entry.
    pub(super) fn write_items(&self, b: &mut FunctionBuilder, name: &str, ty: &Type, place: Place, level: &Level) {
        let Some(element) = ty.element() else { return };
        b.each(place, ("element", element.clone()), None, |b, item, _| match ty {
            Type::Map(entry) => {
                self.write_around(b, name, level, |b| self.write_entry(b, *entry, item.into(), &level.inner()));
            }
            _ => self.write_element(b, name, (&element, false), item.into(), level),
        });
    }

    fn write_entry(&self, b: &mut FunctionBuilder, entry: StructId, place: Place, level: &Level) {
        let (key, value) = self.types.entry(entry);
        b.write_bytes(b">");
        for (local, ty, index) in [("key", key, 0), ("value", value, 1)] {
            let name = self.names.element(&self.names.added(local));
            self.write_element(b, &name, (ty, false), place.field(index), level);
        }
        level.start_last_line(b, true.into());
    }
}
