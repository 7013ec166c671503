//! Structs as arrays.

use super::head::{ARRAY, NIL};
use super::members::case_number;
use super::{Members, Msgpack};
use crate::plan::{Member, Slot};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, Place};
use polywire_model::Presence;

impl Msgpack<'_> {
    /// Writes all members, or those up to the last one that is not left out. Others in between are nil if they are absent.
    pub(super) fn write_array(&self, b: &mut FunctionBuilder, members: &Members, owner: &Place) {
        let members: Vec<&Member> = members.iter().flatten().collect();
        let last_always = members.iter().rposition(|member| self.is_always_there(std::slice::from_ref(member)));
        let always = match self.dialect.options.omits_defaults {
            true => last_always.map_or(0, |last| last + 1),
            false => members.len(),
        };
        if always == members.len() {
            b.write_bytes(&ARRAY.constant(always as u64));
            return members.iter().for_each(|member| self.write_element(b, member, owner));
        }
        let count = self.count(b, &members, always, owner);
        match members.len() {
            0..16 => b.write_int(count.clone() + 0x90u64, 1, Order::Big),
            _ => self.heads.array(b, count.clone()),
        }
        for (member, index) in members.iter().zip(0u64..) {
            match index < always as u64 {
                true => self.write_element(b, member, owner),
                false => b.when(Expr::from(index).below(count.clone()), |b| self.write_element(b, member, owner)),
            }
        }
    }

    /// Returns the number of members up to the last one that is there; U64. The first `always` are written in any case.
    fn count(&self, b: &mut FunctionBuilder, members: &[&Member], always: usize, owner: &Place) -> Expr {
        let mut count = Expr::from(always as u64);
        for (member, number) in members.iter().zip(1u64..).skip(always) {
            if let Some(there) = self.is_there(std::slice::from_ref(member), owner) {
                count = b.let_("count", there.choose(number, count)).into();
            }
        }
        count
    }

    fn write_element(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        let place = member.place(owner);
        let held = match member.slot {
            Slot::Field(_, Presence::Implicit) => return self.write_held(b, member, owner),
            Slot::Field(_, Presence::Required) => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                return self.write_held(b, member, owner);
            }
            Slot::Field(_, Presence::Optional) => Expr::Present(place),
            Slot::Case { .. } => Expr::Case(place).is(case_number(member)),
        };
        b.if_else(held, |b| self.write_held(b, member, owner), |b| b.write_bytes(&NIL));
    }
}
