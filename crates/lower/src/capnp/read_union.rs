use super::Capnp;
use super::pointee::Pointee;
use super::read::Source;
use super::record::{CasePlace, Union};
use crate::plan::block;
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, Type};
use polywire_ir::{Arm, Const, ErrorCode, Place};
use polywire_model::capnp_layout::Slot;

impl Capnp<'_> {
    /// Reads the case named by the discriminant, or the only case. A case added by a newer schema becomes no case,
    /// unless one is required.
    pub(super) fn read_union(
        &self,
        b: &mut FunctionBuilder,
        (union, ty, required): (&Union, &Type, bool),
        source: &Source,
        place: &Place,
    ) {
        let Type::Union(id) = ty else { return };
        let cases = self.types.union(*id).cases.iter().zip(0..);
        let Some(tag) = union.tag else {
            return cases.for_each(|(case, index)| self.read_case(b, union, (case, index), source, place));
        };
        let arms = cases.map(|(case, index)| {
            let body = b.block(|b| {
                self.read_case(b, union, (case, index), source, place);
                vec![]
            });
            Arm { keys: vec![Const::U64(u64::from(union.cases[index as usize].number))], body }
        });
        let arms = arms.collect();
        let unknown = block(b, |b| {
            if required {
                b.fail(ErrorCode::UnknownCase);
            } else {
                self.report_unknown_case(b, tag, source, place);
            }
        });
        let discriminant = b.let_("discriminant", source.bits(tag, &Scalar::UINT16));
        b.switch(discriminant.into(), arms, unknown, &[]);
    }

    fn read_case(
        &self,
        b: &mut FunctionBuilder,
        union: &Union,
        (case, index): (&CaseType, u32),
        source: &Source,
        place: &Place,
    ) {
        let placed = &union.cases[index as usize];
        let slot = match placed.place {
            CasePlace::Slot(slot) => slot,
            CasePlace::Group(group) => {
                b.open(place.clone(), Some(index), ("case", case.value_type()), |b, bind, _| {
                    self.read_members(b, group, source, &bind.into());
                });
                return;
            }
        };
        match (slot, &case.ty) {
            (Slot::Data(bit), Some(ty)) => {
                self.read_scalar(b, (ty, case.default.as_ref()), source, bit, place.case(index));
            }
            (Slot::Pointer(pointer), Some(ty)) => {
                b.open(place.clone(), Some(index), ("case", ty.clone()), |b, bind, _| {
                    let Some(pointer) = source.pointer(b, pointer) else { return };
                    let pointer = pointer.or_default(b, placed.default.as_deref());
                    self.read_or_new(b, Pointee { ty, opaque: placed.opaque }, &pointer, bind.into());
                });
            }
            (Slot::Nothing, _) | (_, None) => {
                b.open(place.clone(), Some(index), ("case", case.value_type()), |_, _, _| {});
            }
        }
    }
}
