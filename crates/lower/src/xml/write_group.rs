//! Elements that may stand in any order.

use super::Xml;
use super::level::Level;
use super::plan::{Elements, Holder};
use crate::plan::Slot;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place};
use polywire_model::Presence;

impl Xml<'_> {
    /// Writes the elements of a member, or of the case of its union.
    pub(super) fn write_group(&self, b: &mut FunctionBuilder, group: &Elements, owner: &Place, level: &Level) {
        match (&group.holder, group.items.as_slice()) {
            (Holder::Owner, [item]) if matches!(item.member.slot, Slot::Field(..)) => {
                self.write_if(b, item, owner, |b| self.write_nillable(b, item, owner, level));
            }
            (Holder::Owner, _) => self.write_cases(b, group, owner, level),
            (Holder::Union(index, _, Presence::Implicit), _) => self.write_cases(b, group, &owner.field(*index), level),
            (Holder::Union(index, _, presence), _) => {
                let place = owner.field(*index);
                if *presence == Presence::Required {
                    b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                }
                b.when(Expr::Present(place.clone()), |b| self.write_cases(b, group, &place.some(), level));
            }
            (Holder::List(index, id), _) => {
                b.each(owner.field(*index), ("choice", Type::Union(*id)), None, |b, it, _| {
                    self.write_cases(b, group, &it.into(), level);
                });
            }
        }
    }

    pub(super) fn is_group_written(&self, group: &Elements, owner: &Place) -> Expr {
        match group.holder {
            Holder::Owner => group.items.first().map_or(false.into(), |item| self.is_written(item, owner)),
            Holder::Union(index, _, Presence::Implicit) => Expr::Case(owner.field(index)).is_not(0u64),
            Holder::Union(index, ..) => Expr::Present(owner.field(index)),
            Holder::List(index, _) => Expr::Len(owner.field(index)).is_not(0u64),
        }
    }

    /// Writes the case that the union at a place, or in a field of it, holds.
    fn write_cases(&self, b: &mut FunctionBuilder, group: &Elements, owner: &Place, level: &Level) {
        let Some(first) = group.all().next() else { return };
        let held = Expr::Case(first.member.place(owner));
        let arms = group.items.iter().map(|item| (item, false)).chain(group.text.iter().map(|item| (item, true)));
        let arms = arms.filter_map(|(item, is_text)| {
            let Slot::Case { case, .. } = item.member.slot else { return None };
            let body = crate::plan::block(b, |b| match is_text {
                true => self.write_text(b, item, owner, false),
                false => self.write_item(b, item, owner, level),
            });
            Some(Arm { keys: vec![Const::U64(u64::from(case) + 1)], body })
        });
        let arms = arms.collect();
        b.switch(held, arms, Block::default(), &[]);
    }
}
