//! Elements in their order.

use super::Xml;
use super::level::Level;
use super::sequence::{Part, What};
use crate::plan::{Slot, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place};
use polywire_model::Presence;

impl Xml<'_> {
    /// Writes the elements of a part of a value.
    pub(super) fn write_part(&self, b: &mut FunctionBuilder, part: &Part, owner: &Place, level: &Level) {
        let member = &part.item.member;
        if matches!(part.what, What::Element | What::Any) {
            return self.write_if(b, &part.item, owner, |b| self.write_nillable(b, &part.item, owner, level));
        }
        let place = member.place(owner);
        match (&member.ty, member.slot) {
            (Type::List(element), _) => b.each(place, ("group", (**element).clone()), None, |b, it, _| {
                self.write_group_of(b, part, &it.into(), level);
            }),
            (_, Slot::Field(_, Presence::Optional)) => b.when(Expr::Present(place.clone()), |b| {
                self.write_group_of(b, part, &place.some(), level);
            }),
            (_, Slot::Field(_, Presence::Required)) => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write_group_of(b, part, &place.some(), level);
            }
            _ => self.write_group_of(b, part, &member.value_place(owner), level),
        }
    }

    /// Writes the elements of a group or a choice.
    fn write_group_of(&self, b: &mut FunctionBuilder, part: &Part, value: &Place, level: &Level) {
        match &part.what {
            What::Element | What::Any => {}
            What::Group(parts) => parts.iter().for_each(|it| self.write_part(b, it, value, level)),
            What::Choice(parts) => {
                let arms = parts.iter().filter_map(|it| {
                    let Slot::Case { case, .. } = it.item.member.slot else { return None };
                    let body = block(b, |b| match it.what {
                        What::Element | What::Any => self.write_item(b, &it.item, value, level),
                        What::Group(_) | What::Choice(_) => self.write_part(b, it, value, level),
                    });
                    Some(Arm { keys: vec![Const::U64(u64::from(case) + 1)], body })
                });
                let arms = arms.collect();
                b.switch(Expr::Case(value.clone()), arms, Block::default(), &[]);
            }
        }
    }

    /// Tests whether a part has elements.
    pub(super) fn is_part_written(&self, part: &Part, owner: &Place) -> Expr {
        let member = &part.item.member;
        match (&part.what, member.slot) {
            (What::Element | What::Any, _) => self.is_written(&part.item, owner),
            (_, Slot::Field(_, Presence::Optional)) => Expr::Present(member.place(owner)),
            _ if part.is_repeated() => Expr::Len(member.place(owner)).is_not(0u64),
            _ => true.into(),
        }
    }
}
