use super::array::{in_fixed, write_fixed};
use super::enumeration::index_of;
use super::facts::FieldFacts;
use super::number::{write_int, write_long};
use super::{Avro, duration, form};
use crate::plan::{arm, block, write_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type, UnionId};
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, Function, Order, Place, WriteLeaf};
use polywire_model::Presence;
use polywire_model::attr::{AvroForm, AvroKind};

impl Avro<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        match self.facts.record(id).kind {
            AvroKind::Duration => duration::write(&mut b, self.orders.fields(id), &value),
            AvroKind::Record | AvroKind::Error | AvroKind::Value => {
                for index in self.orders.fields(id) {
                    let field = &self.types.record(id).fields[index as usize];
                    self.write_field(&mut b, field, self.facts.field(id, index), value.field(index));
                }
            }
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let facts = self.facts.union(id);
        if facts.null == Some(0) {
            let branch = self.orders.case_of(&mut b, id, value.clone());
            write_long(&mut b, branch.reinterpret());
        } else {
            self.write_branch(&mut b, id, &value);
        }
        write_case(&mut b, self.types.union(id), value, |b, (index, ty), place| {
            self.write(b, (ty, &facts.forms[index as usize]), place);
        });
        b.finish(vec![], vec![])
    }

    /// Appends the branch of a union whose first branch is not null. Without null, it must have a case.
    fn write_branch(&self, b: &mut FunctionBuilder, id: UnionId, value: &Place) {
        let facts = self.facts.union(id);
        let cases = 0..self.types.union(id).cases.len() as u32;
        let arms = cases.map(|index| {
            let branch = facts.branch(self.orders.case(id, index) - 1);
            arm(b, vec![Const::U64(u64::from(index) + 1)], |b| write_long(b, (branch as i64).into()))
        });
        let arms = arms.collect();
        let none = block(b, |b| match facts.null {
            Some(null) => write_long(b, (null as i64).into()),
            None => b.fail(ErrorCode::MissingField),
        });
        b.switch(Expr::Case(value.clone()), arms, none, &[]);
    }

    fn write_field(&self, b: &mut FunctionBuilder, field: &FieldType, facts: &FieldFacts, place: Place) {
        let ty = (&field.ty, &facts.form);
        match facts.presence {
            Presence::Implicit => self.write(b, ty, place),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write(b, ty, place.some());
            }
            Presence::Optional => {
                let [null, value] = [facts.null, 1 - facts.null].map(|branch| [2 * branch as u8]);
                let present = |b: &mut FunctionBuilder| {
                    b.write_bytes(&value);
                    self.write(b, ty, place.some());
                };
                b.if_else(Expr::Present(place.clone()), present, |b| b.write_bytes(&null));
            }
        }
    }

    fn write(&self, b: &mut FunctionBuilder, (ty, form): (&Type, &AvroForm), place: Place) {
        if form::write(b, self.decimals, (ty, form), &place) {
            return;
        }
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
            Type::List(element) => self.write_list(b, (element, form), place),
            Type::Array(element, len) => self.write_array(b, (element, *len, form), place),
            Type::Map(entry) => self.write_list(b, (&Type::Struct(*entry), form), place),
        }
    }

    fn write_array(&self, b: &mut FunctionBuilder, (element, len, form): (&Type, u32, &AvroForm), place: Place) {
        if in_fixed(element).is_some() {
            return write_fixed(b, element, place);
        }
        if len != 0 {
            self.write_block(b, u64::from(len).into(), |b| self.write_elements(b, (element, form), place));
        }
        b.write_bytes(&[0]);
    }

    /// Appends one block with all elements, and the empty block that ends the array.
    fn write_list(&self, b: &mut FunctionBuilder, (element, form): (&Type, &AvroForm), place: Place) {
        let count = Expr::Len(place.clone());
        b.when(count.clone().is_not(0u64), |b| {
            self.write_block(b, count, |b| self.write_elements(b, (element, form), place));
        });
        b.write_bytes(&[0]);
    }

    /// Appends the number of elements and the elements. If the number is negative, the size of the elements is behind it.
    fn write_block(&self, b: &mut FunctionBuilder, count: Expr, elements: impl FnOnce(&mut FunctionBuilder)) {
        if !self.options.writes_block_sizes {
            b.write_leaf(WriteLeaf::Varint, vec![count << 1u64]);
            return elements(b);
        }
        write_long(b, Expr::from(0i64) - count.reinterpret());
        let elements = b.scratch("elements", elements);
        b.write_leaf(WriteLeaf::Varint, vec![Expr::from(elements).bytes_len() << 1u64]);
        b.write(Datum::Span(elements.into()));
    }

    fn write_elements(&self, b: &mut FunctionBuilder, (element, form): (&Type, &AvroForm), place: Place) {
        b.each(place, ("element", element.clone()), None, |b, item, _| self.write(b, (element, form), item.into()));
    }
}
