use super::Capnp;
use super::bits::BitBytes;
use super::pointee::Pointee;
use super::record::{Case, CasePlace, Union};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, Type};
use polywire_ir::{Arm, Const, Expr, Order, Place, ValueType};
use polywire_model::capnp_layout::Slot;

/// A case to put.
struct Put<'c> {
    case: &'c CaseType,
    placed: &'c Case,
    place: Place,
    /// Offset of the pointer section.
    pointers: u32,
}

impl Capnp<'_> {
    /// Puts the discriminant, and the case's value in the space that all cases share. Each arm yields the bytes that
    /// also contain bits of other members.
    pub(super) fn put_union(
        &self,
        b: &mut FunctionBuilder,
        (union, ty): (&Union, &Type),
        place: &Place,
        pointers: u32,
        bits: &mut BitBytes,
    ) {
        let Type::Union(id) = ty else { return };
        let shared = self.shared_bytes(union, *id);
        let cases = self.types.union(*id).cases.iter().zip(0..);
        let arms = cases.map(|(case, index)| {
            let body = b.block(|b| {
                let mut inside = BitBytes::default();
                let placed = &union.cases[index as usize];
                if let (Some(tag), 1..) = (union.tag, placed.number) {
                    b.put_int(tag / 8, u64::from(placed.number), 2, Order::Little);
                }
                self.put_case(b, Put { case, placed, place: place.case(index), pointers }, &mut inside);
                inside.put(b, &shared)
            });
            Arm { keys: vec![Const::U64(u64::from(index) + 1)], body }
        });
        let arms = arms.collect();
        let none = b.block(|b| BitBytes::default().put(b, &shared));
        let results: Vec<_> = shared.iter().map(|_| ("bits", ValueType::U64)).collect();
        let yielded = b.switch(Expr::Case(place.clone()), arms, none, &results);
        for (byte, value) in shared.iter().zip(yielded) {
            bits.add_byte(*byte, value.into());
        }
    }

    fn put_case(&self, b: &mut FunctionBuilder, it: Put, bits: &mut BitBytes) {
        let Put { case, placed, place, pointers } = it;
        let Some(ty) = &case.ty else { return };
        let member = (ty, case.default.as_ref());
        match placed.place {
            CasePlace::Group(group) => self.put_members(b, group, &place, bits),
            CasePlace::Slot(Slot::Nothing) => {}
            CasePlace::Slot(Slot::Data(bit)) => {
                let Some((scalar, value)) = self.checked_bits(b, member, place) else { return };
                match scalar.ty {
                    Type::Bool => bits.add(bit, value.into()),
                    _ => b.put_int(bit / 8, value, scalar.width(), Order::Little),
                }
            }
            CasePlace::Slot(Slot::Pointer(index)) => {
                let null_is_empty = case.default.is_none() && placed.default.is_none();
                let pointee = Pointee { ty, opaque: placed.opaque };
                self.put_unless_empty(b, (pointee, null_is_empty), place, pointers + 8 * index);
            }
        }
    }
}
