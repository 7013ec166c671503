use super::Cdr;
use super::fixed::read_fixed;
use super::float128::read_float128;
use super::form::Form;
use super::length::limit_read;
use super::min_size::{min_size, min_size_of_any_form};
use super::read::{Layout, read_bool};
use crate::plan::{bound_elements, check_enum};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, EnumId, Type};
use polywire_ir::{Expr, Place};

impl Cdr<'_> {
    pub(super) fn read(&self, b: &mut FunctionBuilder, (ty, form): (&Type, Form<'_>), place: Place, layout: Layout) {
        match ty {
            Type::Bool => {
                layout.enter_chunk(b, 1);
                let flag = read_bool(b);
                b.set(place, flag);
            }
            Type::Int { .. } if self.is_wide_char(ty) => {
                let character = self.read_wide_char(b, layout);
                b.set(place, character);
            }
            Type::Int { bits, signed, .. } => match form.fixed {
                Some(fixed) => {
                    layout.enter_chunk(b, 1);
                    read_fixed(b, fixed.digits, place);
                }
                None => {
                    let number = layout.read(b, "number", bits / 8);
                    b.set(place, if *signed { number.reinterpret() } else { number });
                }
            },
            Type::Float { bits } => {
                let float = layout.read(b, "float", bits / 8);
                b.set(place, float);
            }
            Type::Enum(id) => self.read_enum(b, *id, place, layout),
            Type::Text { .. } => {
                let text = match (form.fixed, self.decimals) {
                    (Some(fixed), Some(decimals)) => {
                        layout.enter_chunk(b, 1);
                        decimals.read(b, u64::from(fixed.digits).into(), u64::from(fixed.scale).into())
                    }
                    _ => self.read_text(b, form, layout),
                };
                b.set(place, text);
            }
            Type::Bytes => {
                let len = layout.read(b, "len", 4);
                limit_read(b, len.clone(), form.bound());
                layout.enter_chunk_for(b, len.clone());
                let bytes = b.read_span("bytes", len);
                b.set(place, bytes);
            }
            Type::FixedBytes(_, BytesMeaning::Float128) if self.is_corba => read_float128(b, place, layout),
            Type::FixedBytes(len, _) => {
                layout.enter_chunk_for(b, u64::from(*len).into());
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Type::Struct(id) if self.is_encapsulation(*id) => self.read_encapsulated(b, *id, place, layout),
            Type::Struct(id) => self.call_reader(b, (*id).into(), place, layout),
            Type::Union(id) => self.call_reader(b, (*id).into(), place, layout),
            Type::List(element) => self.read_list(b, (element, form), place, layout),
            Type::Map(entry) => self.read_list(b, (&Type::Struct(*entry), form), place, layout),
            Type::Array(element, len) => {
                self.read_elements(b, (element, form), u64::from(*len).into(), place, layout);
            }
        }
    }

    fn read_list(&self, b: &mut FunctionBuilder, (element, form): (&Type, Form<'_>), place: Place, layout: Layout) {
        let count = layout.read(b, "count", 4);
        limit_read(b, count.clone(), form.bound());
        bound_elements(b, count.clone(), self.min_size(element));
        self.read_elements(b, (element, form.of_elements()), count, place, layout);
    }

    /// Returns the minimum size of an element. Labels that the schema does not state have 32 bits.
    fn min_size(&self, element: &Type) -> u64 {
        match element {
            Type::Union(id) if self.labels[id.0 as usize].is_none() => 4,
            element if self.is_corba => min_size_of_any_form(self.types, element),
            element => min_size(self.types, element),
        }
    }

    fn read_elements(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        count: Expr,
        place: Place,
        layout: Layout,
    ) {
        layout.fill(b, (place, count), ("element", element.clone()), |b, item| {
            self.read(b, (element, form), item, layout);
        });
    }

    fn read_enum(&self, b: &mut FunctionBuilder, id: EnumId, place: Place, layout: Layout) {
        let width = self.enum_width(id);
        let bits = layout.read(b, "number", width);
        let number = if self.types.enumeration(id).signed { bits.sign_extended(8 * width) } else { bits.reinterpret() };
        check_enum(b, self.types, id, &number);
        b.set(place, number);
    }
}
