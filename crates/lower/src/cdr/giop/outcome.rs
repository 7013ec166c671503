//! What a reply brings back, by its status (clauses 9.4.3.2 and 9.4.6.2).

use super::super::Cdr;
use super::super::read::Layout;
use crate::plan::{case_arms, write_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Block, Const, Datum, ErrorCode, Expr, Place, VarId};

/// The cases of `GIOP.Results`, each plus one.
mod held {
    pub const NONE: u64 = 0;
    pub const DATA: u64 = 1;
    pub const USER_EXCEPTION: u64 = 2;
    pub const SYSTEM_EXCEPTION: u64 = 3;
    pub const FORWARD: u64 = 4;
    pub const ADDRESSING_MODE: u64 = 5;
}

/// By the status of a reply.
pub(super) const OF_REPLY: [u64; 6] =
    [held::DATA, held::USER_EXCEPTION, held::SYSTEM_EXCEPTION, held::FORWARD, held::FORWARD, held::ADDRESSING_MODE];
/// By the status of a reply that locates an object.
pub(super) const OF_LOCATE_REPLY: [u64; 6] =
    [held::NONE, held::NONE, held::FORWARD, held::FORWARD, held::SYSTEM_EXCEPTION, held::ADDRESSING_MODE];

/// Returns the case that a reply holds: if fragments follow, octets, because the rest of it is in them.
fn expected(status: Expr, cases: [u64; 6], more: Expr) -> Expr {
    let by_status = cases.into_iter().zip(0i64..).fold(Expr::from(held::NONE), |others, (case, number)| {
        let is_it = Expr::from(number).is(status.clone());
        is_it.choose(case, others)
    });
    more.choose(held::DATA, by_status)
}

impl Cdr<'_> {
    pub(super) fn read_results(
        &self,
        b: &mut FunctionBuilder,
        (id, place): (UnionId, Place),
        (status, cases, more): (Expr, [u64; 6], Expr),
        layout: Layout,
    ) {
        let case = b.let_("results", expected(status, cases, more));
        let key = |index| Const::U64(u64::from(index) + 1);
        let arms = case_arms(b, self.types.union(id), &place, key, |b, (index, ty), place| match ty {
            Type::Bytes => read_rest(b, place),
            Type::Struct(record) if u64::from(index) + 1 == held::USER_EXCEPTION => {
                self.read_field(b, &self.fields[record.0 as usize][0], place.field(0), layout);
                read_rest(b, place.field(1));
            }
            ty => self.read(b, (ty, self.form_of_case(id, index)), place, layout),
        });
        b.switch(case.into(), arms, Block::default(), &[]);
    }

    pub(super) fn write_results(
        &self,
        b: &mut FunctionBuilder,
        (id, place): (UnionId, Place),
        (status, cases, more): (Expr, [u64; 6], Expr),
        origin: VarId,
    ) {
        let held = Expr::Case(place.clone());
        b.check(held.is(expected(status, cases, more)), ErrorCode::UnknownCase);
        write_case(b, self.types.union(id), place, |b, (index, ty), place| match ty {
            Type::Bytes => b.write(Datum::Span(Expr::Get(place))),
            Type::Struct(record) if u64::from(index) + 1 == held::USER_EXCEPTION => {
                self.write_field(b, &self.fields[record.0 as usize][0], place.field(0), origin);
                b.write(Datum::Span(Expr::Get(place.field(1))));
            }
            ty => self.write(b, (ty, self.form_of_case(id, index)), place, origin),
        });
    }
}

/// Reads octets to the end of the message.
pub(super) fn read_rest(b: &mut FunctionBuilder, place: Place) {
    let rest = b.read_span("rest", Expr::Left);
    b.set(place, rest);
}
