//! What a reply brings back, by its status (clauses 9.4.3.2 and 9.4.6.2).

use super::super::Cdr;
use super::super::read::Layout;
use super::write::Header;
use crate::plan::{case_arms, write_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Block, Const, Datum, ErrorCode, Expr, Place};

/// The cases of `GIOP.Results`, each plus one.
mod held {
    pub const NONE: u64 = 0;
    pub const DATA: u64 = 1;
    pub const USER_EXCEPTION: u64 = 2;
    pub const SYSTEM_EXCEPTION: u64 = 3;
    pub const FORWARD: u64 = 4;
    pub const ADDRESSING_MODE: u64 = 5;
    /// What the operation returns, if it is known.
    pub const RESULTS: u64 = 6;
}

/// By the status of a reply.
const OF_REPLY: [u64; 6] =
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
    /// Returns the case by the status of a reply.
    pub(super) fn of_reply(&self, id: UnionId) -> [u64; 6] {
        let [_, others @ ..] = OF_REPLY;
        let returned = if self.returned(id).is_some() { held::RESULTS } else { held::DATA };
        std::array::from_fn(|status| status.checked_sub(1).map_or(returned, |other| others[other]))
    }

    /// Returns the type of what the operation returns.
    fn returned(&self, id: UnionId) -> Option<&Type> {
        self.types.union(id).cases.get(held::RESULTS as usize - 1)?.ty.as_ref()
    }

    /// Tests whether a reply that brings back no octets as such has any.
    pub(super) fn has_results(&self, place: &Place, id: UnionId) -> Expr {
        match self.returned(id) {
            Some(ty) if !self.takes_octets(ty) => Expr::Case(place.clone()).is_not(held::RESULTS),
            Some(_) | None => true.into(),
        }
    }

    pub(super) fn read_results(
        &self,
        b: &mut FunctionBuilder,
        (id, place): (UnionId, Place),
        (status, cases, more): (Expr, [u64; 6], Expr),
        layout: Layout,
    ) {
        let case = b.let_("results", expected(status, cases, more.clone()));
        let key = |index| Const::U64(u64::from(index) + 1);
        let arms = case_arms(b, self.types.union(id), &place, key, |b, (index, ty), place| match ty {
            Type::Bytes => read_rest(b, place),
            Type::Struct(_) if u64::from(index) + 1 == held::USER_EXCEPTION => {
                let id = self.read_selector(b, place.field(0), layout);
                let members = self.giop.as_ref().and_then(|giop| giop.members.as_ref());
                self.read_by_text(b, (members, place.field(1)), (id, false.into()), layout);
            }
            ty => self.read(b, (ty, self.form_of_case(id, index)), place, layout),
        });
        b.switch(case.into(), arms, Block::default(), &[]);
    }

    pub(super) fn write_results(
        &self,
        b: &mut FunctionBuilder,
        (id, place): (UnionId, Place),
        (status, cases): (Expr, [u64; 6]),
        header: &Header,
    ) {
        let held = Expr::Case(place.clone());
        b.check(held.is(expected(status, cases, header.more.clone())), ErrorCode::UnknownCase);
        write_case(b, self.types.union(id), place, |b, (index, ty), place| match ty {
            Type::Bytes => b.write(Datum::Span(Expr::Get(place))),
            Type::Struct(record) if u64::from(index) + 1 == held::USER_EXCEPTION => {
                self.write_field(b, &self.fields[record.0 as usize][0], place.field(0), header.origin);
                let members = self.giop.as_ref().and_then(|giop| giop.members.as_ref());
                let id = Expr::Get(place.field(0));
                self.write_by_text(b, (members, place.field(1)), (id, header), |_, _| {});
            }
            ty => self.write_on_its_own(b, (ty, self.form_of_case(id, index)), place, header.origin),
        });
    }
}

/// Reads octets to the end of the message.
pub(super) fn read_rest(b: &mut FunctionBuilder, place: Place) {
    let rest = b.read_span("rest", Expr::Left);
    b.set(place, rest);
}
