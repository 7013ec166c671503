//! Optional scalars: unions of a case for absence and one for the value.

use super::Capnp;
use super::bits::BitBytes;
use super::read::Source;
use super::record::{self, Optional};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arm, Const, Expr, Order, Place, ValueType};
use polywire_model::capnp_layout::Slot;

impl Capnp<'_> {
    /// Puts the discriminant, and the bits of the value, which are zero if it is absent.
    pub(super) fn put_optional(
        &self,
        b: &mut FunctionBuilder,
        (optional, ty): (&Optional, &Type),
        place: &Place,
        bits: &mut BitBytes,
    ) {
        let (Slot::Data(bit), Some(scalar)) = (optional.slot, record::scalar(self.types, ty)) else { return };
        let results = [("discriminant", ValueType::U64), ("bits", ValueType::U64)];
        let put = b.if_yields(
            Expr::Present(place.clone()),
            &results,
            |b| {
                let value = self.checked_bits(b, (ty, None), place.some()).map_or(0u64.into(), |(_, bits)| bits.into());
                vec![u64::from(optional.number).into(), value]
            },
            |_| vec![0u64.into(), 0u64.into()],
        );
        b.put_int(optional.tag / 8, put[0], 2, Order::Little);
        match scalar.ty {
            Type::Bool => bits.add(bit, put[1].into()),
            _ => b.put_int(bit / 8, put[1], scalar.width(), Order::Little),
        }
    }

    /// Reads the value if the discriminant says that it is present.
    pub(super) fn read_optional(
        &self,
        b: &mut FunctionBuilder,
        (optional, ty): (&Optional, &Type),
        source: &Source,
        place: &Place,
    ) {
        let Slot::Data(bit) = optional.slot else { return };
        let body = b.block(|b| {
            self.read_scalar(b, (ty, None), source, bit, place.some());
            vec![]
        });
        let present = Arm { keys: vec![Const::U64(optional.number.into())], body };
        let absent = b.block(|b| {
            self.report_unknown_case(b, optional.tag, source, place);
            vec![]
        });
        b.switch(source.bits(optional.tag, &Scalar::UINT16), vec![present], absent, &[]);
    }
}
