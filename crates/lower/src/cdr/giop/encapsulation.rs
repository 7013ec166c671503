//! Encapsulations that keep their byte order: the first field of their structs.

use super::super::Cdr;
use super::super::read::{Layout, read_bool};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Order, Place, Prefix, Rest, VarId};

/// The field of the byte order.
const ORDER: u32 = 0;

impl Cdr<'_> {
    /// Returns true for the field that tells the order: who calls the functions of the struct reads and writes it.
    pub(in crate::cdr) fn is_own_order(&self, id: StructId, field: u32) -> bool {
        field == ORDER && self.is_encapsulation(id)
    }

    /// Reads a sequence of octets that contains an encapsulation.
    pub(in crate::cdr) fn read_encapsulated(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        place: Place,
        layout: Layout,
    ) {
        let len = layout.read(b, "octets", 4);
        b.window(len, Rest::Fail(ErrorCode::TrailingBytes), |b| self.read_in_own_order(b, id, place));
    }

    /// Reads an encapsulation.
    pub(super) fn read_in_own_order(&self, b: &mut FunctionBuilder, id: StructId, place: Place) {
        let origin = b.let_("origin", Expr::Pos);
        let flag = read_bool(b);
        let little = b.let_("little", flag);
        b.set(place.field(ORDER), little);
        Layout::new(origin, little).call(b, self.codecs[id].read, place);
    }

    /// Appends a sequence of octets that contains an encapsulation.
    pub(in crate::cdr) fn write_encapsulated(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        place: Place,
        origin: VarId,
    ) {
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.measured(Prefix::Int { width: 4, order: self.order }, |b| self.write_in_own_order(b, id, place));
    }

    pub(super) fn write_in_own_order(&self, b: &mut FunctionBuilder, id: StructId, place: Place) {
        let origin = b.let_("origin", Expr::Tail);
        let little = Expr::Get(place.field(ORDER));
        b.write_int(little.clone().as_int(), 1, Order::Little);
        let args = vec![Arg::Place(place), Arg::Value(origin.into()), Arg::Value(little)];
        b.call(self.codecs[id].encode, args, &[]);
    }
}
