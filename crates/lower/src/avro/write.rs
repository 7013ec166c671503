use super::Avro;
use super::array::{in_fixed, write_fixed};
use super::enumeration::index_of;
use super::number::{write_int, write_long};
use crate::plan::write_case;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type, UnionId};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Order, Place, WriteLeaf};
use polywire_model::Presence;

impl Avro<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        for index in self.orders.fields(id) {
            let field = &self.types.record(id).fields[index as usize];
            self.write_field(&mut b, field, self.presence[id.0 as usize][index as usize], value.field(index));
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let branch = self.orders.case_of(&mut b, id, value.clone());
        write_long(&mut b, branch.reinterpret());
        write_case(&mut b, self.types.union(id), value, |b, ty, place| self.write(b, ty, place));
        b.finish(vec![], vec![])
    }

    fn write_field(&self, b: &mut FunctionBuilder, field: &FieldType, presence: Presence, place: Place) {
        match presence {
            Presence::Implicit => self.write(b, &field.ty, place),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write(b, &field.ty, place.some());
            }
            Presence::Optional => {
                let present = |b: &mut FunctionBuilder| {
                    b.write_bytes(&[2]);
                    self.write(b, &field.ty, place.some());
                };
                b.if_else(Expr::Present(place.clone()), present, |b| b.write_bytes(&[0]));
            }
        }
    }

    fn write(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Bool => b.write_int(Expr::Get(place).as_int(), 1, Order::Little),
            Type::Int { bits, signed, .. } => write_int(b, Expr::Get(place), *bits, *signed),
            Type::Float { bits } => b.write_int(Expr::Get(place), bits / 8, Order::Little),
            Type::Text { .. } | Type::Bytes => {
                b.write_leaf(WriteLeaf::Varint, vec![Expr::Len(place.clone()) << 1u64]);
                b.write(Datum::Span(Expr::Get(place)));
            }
            Type::FixedBytes(..) => b.write(Datum::Span(Expr::Get(place))),
            Type::Enum(id) => {
                let index = index_of(b, self.orders.numbers(*id), Expr::Get(place));
                write_long(b, index);
            }
            Type::Struct(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::Union(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.write_list(b, element, place),
            Type::Array(element, len) => self.write_array(b, (element, *len), place),
            Type::Map(entry) => self.write_list(b, &Type::Struct(*entry), place),
        }
    }

    fn write_array(&self, b: &mut FunctionBuilder, (element, len): (&Type, u32), place: Place) {
        if in_fixed(element).is_some() {
            return write_fixed(b, element, place);
        }
        if len != 0 {
            b.write_leaf(WriteLeaf::Varint, vec![(u64::from(len) << 1).into()]);
            b.each(place, ("element", element.clone()), None, |b, item, _| self.write(b, element, item.into()));
        }
        b.write_bytes(&[0]);
    }

    /// Appends one block with all elements, and the empty block that ends the array.
    fn write_list(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        let count = Expr::Len(place.clone());
        b.when(count.clone().is_not(0u64), |b| {
            b.write_leaf(WriteLeaf::Varint, vec![count << 1u64]);
            b.each(place, ("element", element.clone()), None, |b, item, _| self.write(b, element, item.into()));
        });
        b.write_bytes(&[0]);
    }
}
