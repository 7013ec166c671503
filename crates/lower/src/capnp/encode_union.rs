use super::Capnp;
use super::encode::BitBytes;
use super::layout::Slot;
use super::record::Union;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, Type};
use polywire_ir::{Arm, Const, Expr, Order, Place, ValueType, VarId};

impl Capnp<'_> {
    /// The discriminant, and the case's value in the space that all cases share. Where that is a single bit of a byte
    /// that others use too, each arm yields it.
    pub(super) fn put_union(
        &self,
        b: &mut FunctionBuilder,
        (union, ty): (&Union, &Type),
        place: &Place,
        pointers: u32,
        bits: &mut BitBytes,
    ) {
        let Type::Union(id) = ty else { return };
        let shared = |bit: Option<VarId>| -> Vec<Expr> {
            union.single_bit.map(|_| bit.map_or_else(|| 0u64.into(), Expr::from)).into_iter().collect()
        };
        let cases = self.types.union(*id).cases.iter().zip(0..);
        let arms = cases.map(|(case, index)| {
            let body = b.block(|b| shared(self.put_case(b, union, (case, index), place.case(index), pointers)));
            Arm { keys: vec![Const::U64(u64::from(index) + 1)], body }
        });
        let arms = arms.collect();
        let none = b.block(|_| shared(None));
        let results: &[_] = if union.single_bit.is_some() { &[("bit", ValueType::U64)] } else { &[] };
        let yielded = b.switch(Expr::Case(place.clone()), arms, none, results);
        if let Some(bit) = union.single_bit {
            bits.add(bit, yielded[0].into());
        }
    }

    /// Puts a case; yields its bit if that is in a byte with others' bits.
    fn put_case(
        &self,
        b: &mut FunctionBuilder,
        union: &Union,
        (case, index): (&CaseType, u32),
        place: Place,
        pointers: u32,
    ) -> Option<VarId> {
        let placed = union.cases[index as usize];
        if let (Some(tag), 1..) = (union.tag, placed.number) {
            b.put_int(tag / 8, u64::from(placed.number), 2, Order::Little);
        }
        let member = (case.ty.as_ref()?, case.default.as_ref());
        match placed.slot {
            Slot::Nothing => {}
            Slot::Data(bit) => {
                let (scalar, value) = self.checked_bits(b, member, place)?;
                if union.single_bit == Some(bit) {
                    return Some(value);
                }
                b.put_int(bit / 8, value, scalar.width(), Order::Little);
            }
            Slot::Pointer(index) => self.put_unless_empty(b, member, place, pointers + 8 * index),
        }
        None
    }
}
