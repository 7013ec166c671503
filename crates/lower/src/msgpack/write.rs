use super::head::{MAP, TEXT};
use super::{Members, Msgpack};
use crate::plan::{Member, Slot, arm};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, UnionId};
use polywire_ir::{Block, Const, ErrorCode, Expr, Function, Place};
use polywire_model::Presence;

impl Msgpack<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        self.write_map(&mut b, &self.structs[id.0 as usize], &value);
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        self.write_map(&mut b, &self.unions[id.0 as usize], &value);
        b.finish(vec![], vec![])
    }

    fn write_map(&self, b: &mut FunctionBuilder, members: &Members, owner: &Place) {
        self.write_map_head(b, members, owner);
        for group in members {
            match group.as_slice() {
                [member] if matches!(member.slot, Slot::Field(..)) => self.write_field(b, member, owner),
                cases => self.write_cases(b, cases, owner),
            }
        }
    }

    /// Writes the head with the count of present members.
    fn write_map_head(&self, b: &mut FunctionBuilder, members: &Members, owner: &Place) {
        let always = members.iter().filter(|group| is_always_there(group)).count() as u64;
        let sometimes = members.iter().filter(|group| !is_always_there(group));
        let sometimes: Vec<Expr> = sometimes.filter_map(|group| is_there(group, owner)).map(Expr::as_int).collect();
        if sometimes.is_empty() {
            return b.write_bytes(&MAP.constant(always));
        }
        let most = always + sometimes.len() as u64;
        let count = sometimes.into_iter().fold(Expr::from(always), |sum, size| sum + size);
        if most < 16 {
            return b.write_int(count + 0x80u64, 1, polywire_ir::Order::Big);
        }
        self.heads.map(b, count);
    }

    fn write_field(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        let place = member.place(owner);
        match member.slot {
            Slot::Field(_, Presence::Required) => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                self.write_member(b, member, owner);
            }
            Slot::Field(_, Presence::Optional) => {
                b.when(Expr::Present(place), |b| self.write_member(b, member, owner));
            }
            Slot::Field(_, Presence::Implicit) | Slot::Case { .. } => self.write_member(b, member, owner),
        }
    }

    fn write_cases(&self, b: &mut FunctionBuilder, cases: &[Member], owner: &Place) {
        let Some(first) = cases.first() else { return };
        let arms = cases.iter().zip(1u64..);
        let arms =
            arms.map(|(member, number)| arm(b, vec![Const::U64(number)], |b| self.write_member(b, member, owner)));
        let arms = arms.collect();
        b.switch(Expr::Case(first.place(owner)), arms, Block::default(), &[]);
    }

    fn write_member(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        b.write_bytes(&[TEXT.constant(member.name.len() as u64), member.name.clone().into()].concat());
        if member.mark {
            return b.write_bytes(&[0xc3]);
        }
        self.write_value(b, &member.ty, member.value_place(owner));
    }
}

fn is_always_there(group: &[Member]) -> bool {
    matches!(group, [Member { slot: Slot::Field(_, Presence::Implicit | Presence::Required), .. }])
}

/// Tests whether an optional is present or a union has a case; Bool. A union without cases never has.
fn is_there(group: &[Member], owner: &Place) -> Option<Expr> {
    let first = group.first()?;
    let place = first.place(owner);
    Some(match first.slot {
        Slot::Field(..) => Expr::Present(place),
        Slot::Case { .. } => Expr::Case(place).is_not(0u64),
    })
}
