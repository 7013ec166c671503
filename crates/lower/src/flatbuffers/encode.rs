use super::Flatbuffers;
use super::table::{Field, Omitted, Shape};
use crate::plan::is_default;
use crate::scalar::{Scalar, check_enums};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Datum, ErrorCode, Expr, Function, Order, Place, ValueType, VarId};
use polywire_model::Presence;

impl Flatbuffers {
    /// `put_Name(value, vtable)`: fills a table, which is its caller's section. `vtable` is the position of the vtable
    /// for a table without absent fields.
    pub(super) fn put_table(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        let vtable = b.value_param("vtable", ValueType::U64);
        self.check_table(&mut b, id, &value);
        let vtable = if self.table(id).varies() { self.choose_vtable(&mut b, id, &value, vtable) } else { vtable };
        b.put_int(0, Expr::Base - vtable, 4, Order::Little);
        for index in &self.table(id).order {
            self.put_field(&mut b, id, &self.table(id).fields[*index as usize], value.field(*index));
        }
        b.finish(vec![], vec![])
    }

    /// Checks that required fields are present and enums fit; optional ones are checked separately.
    fn check_table(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        let fields = || self.table(id).fields.iter().zip(0..);
        for (field, index) in fields() {
            if field.presence == Presence::Required {
                b.check(Expr::Present(value.field(index)), ErrorCode::MissingField);
            }
        }
        let scalars = fields().filter_map(|(field, index)| match (&field.shape, field.presence) {
            (Shape::Scalar(scalar), Presence::Implicit) => Some((scalar, value.field(index))),
            (Shape::Scalar(scalar), Presence::Required) => Some((scalar, value.field(index).some())),
            _ => None,
        });
        check_enums(b, self.types(), &scalars.collect::<Vec<(&Scalar, Place)>>());
    }

    /// Returns the position of the vtable. If fields are absent, it is a special one, which is written once for all
    /// tables that lack the same fields.
    fn choose_vtable(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, vtable: VarId) -> VarId {
        let fields = self.table(id).fields.iter().zip(0..);
        let present = fields
            .filter(|(field, _)| field.can_be_absent())
            .map(|(field, index)| field.is_present(self.types(), value.field(index)));
        let all = present.reduce(|left, right| left & right).unwrap_or_else(|| true.into());
        b.if_yields(
            all,
            &[("vtable", ValueType::U64)],
            |_| vec![vtable.into()],
            |b| {
                let other = b.tail(&[("other", ValueType::U64)], |b| {
                    let key = b.scratch("entries", |b| self.write_entries(b, id, value));
                    vec![self.write_vtable(b, key.into()).into()]
                });
                vec![other[0].into()]
            },
        )[0]
    }

    /// A vtable in which absent fields have no offset.
    fn write_entries(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        let table = self.table(id);
        b.write_bytes(&table.vtable[..4]);
        let mut entries = vec![Expr::from(0u64); (table.vtable.len() - 4) / 2];
        for (field, index) in table.fields.iter().zip(0..) {
            let present = field.can_be_absent().then(|| field.is_present(self.types(), value.field(index)));
            let slots = match &field.shape {
                Shape::Union(id, slot) if !self.schema.tag(*id).is_own => vec![(field.slot, None), (*slot, present)],
                Shape::Union(_, slot) | Shape::Unions(_, slot) => vec![(field.slot, present.clone()), (*slot, present)],
                _ => vec![(field.slot, present)],
            };
            for (slot, present) in slots {
                let offset = Expr::from(u64::from(slot.offset));
                let offset = match present {
                    Some(present) => present.choose(offset, 0u64),
                    None => offset,
                };
                entries[slot.entry as usize] = offset;
            }
        }
        entries.into_iter().for_each(|offset| b.write_int(offset, 2, Order::Little));
    }

    /// Writes a vtable unless it exists already; returns its position.
    pub(super) fn write_vtable(&self, b: &mut FunctionBuilder, vtable: Expr) -> VarId {
        b.memo(vtable.clone(), |b| {
            b.write(Datum::Align { to: 2, from: 0u64.into() });
            let position = b.let_("position", Expr::Tail);
            b.write(Datum::Span(vtable));
            position.into()
        })
    }

    fn put_field(&self, b: &mut FunctionBuilder, id: StructId, field: &Field, place: Place) {
        let value = if field.presence == Presence::Implicit { place.clone() } else { place.some() };
        if let Shape::Union(union, slot) = &field.shape {
            return self.put_union(b, (id, *union), (field.slot, *slot), &value);
        }
        if !field.can_be_absent() {
            return self.put_shape(b, id, field, value);
        }
        b.when(field.is_present(self.types(), place), |b| {
            if let (Shape::Scalar(scalar), Presence::Optional) = (&field.shape, field.presence) {
                check_enums(b, self.types(), &[(scalar, value.clone())]);
            }
            self.put_shape(b, id, field, value);
        });
    }

    fn put_shape(&self, b: &mut FunctionBuilder, id: StructId, field: &Field, place: Place) {
        let at = field.slot.offset;
        match &field.shape {
            Shape::Scalar(scalar) => b.put_int(at, scalar.get(place), scalar.width(), Order::Little),
            Shape::Inline(inner) => b.sub(at, |b| self.call_put_inline(b, *inner, place)),
            Shape::Unions(union, values) => self.put_unions(b, *union, (field.slot, *values), &place),
            shape => self.put_behind(b, id, (shape, field.reach), place, at),
        }
    }
}

impl Field {
    /// The condition that a value is stored; of a union, that of its case.
    fn is_present(&self, types: &Types, place: Place) -> Expr {
        match (&self.omitted, &self.shape) {
            (Omitted::Nothing, _) => true.into(),
            (Omitted::Absent, Shape::Union(..)) => Expr::Case(place).is_not(0u64),
            (Omitted::Absent, _) => Expr::Present(place),
            (Omitted::Empty, _) => Expr::Len(place).is_not(0u64),
            (Omitted::Default(default), Shape::Scalar(scalar)) => {
                !is_default(types, &scalar.ty, default.as_ref(), &place)
            }
            (Omitted::Default(_), _) => true.into(),
        }
    }
}
