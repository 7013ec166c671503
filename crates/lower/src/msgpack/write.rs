use super::dialect::Keys;
use super::head::{MAP, NIL};
use super::members::{case_number, key};
use super::shape::Shape;
use super::{Members, Msgpack};
use crate::plan::{Member, Slot, arm, is_default};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Block, Const, ErrorCode, Expr, Function, Place};
use polywire_model::Presence;
use polywire_model::attr::MsgpackForm;

impl Msgpack<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let shape = &self.structs[id.0 as usize];
        match (self.forms[id.0 as usize], self.dialect.has_arrays) {
            (MsgpackForm::Extension(code), _) => self.write_extension(&mut b, (id, code), &value),
            (MsgpackForm::Any, _) => self.write_any(&mut b, &value),
            (MsgpackForm::Array, _) | (MsgpackForm::Map, true) => self.write_array(&mut b, &shape.members, &value),
            (MsgpackForm::Map, false) => self.write_map(&mut b, shape, &value),
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        self.write_map(&mut b, &self.unions[id.0 as usize], &value);
        b.finish(vec![], vec![])
    }

    fn write_map(&self, b: &mut FunctionBuilder, shape: &Shape, owner: &Place) {
        self.write_map_head(b, shape, owner);
        self.written_name(shape).iter().for_each(|name| b.write_bytes(&name.entry()));
        for group in &shape.members {
            match group.as_slice() {
                [member] if matches!(member.slot, Slot::Field(..)) => self.write_field(b, (member, shape.keys), owner),
                cases => self.write_cases(b, (cases, shape.keys), owner),
            }
        }
    }

    /// Writes the head with the count of present members.
    fn write_map_head(&self, b: &mut FunctionBuilder, shape: &Shape, owner: &Place) {
        let members: &Members = &shape.members;
        let name = self.written_name(shape).iter().count();
        let always = (name + members.iter().filter(|group| self.is_always_there(group)).count()) as u64;
        let sometimes = members.iter().filter(|group| !self.is_always_there(group));
        let sometimes: Vec<Expr> =
            sometimes.filter_map(|group| self.is_there(group, owner)).map(Expr::as_int).collect();
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

    fn write_field(&self, b: &mut FunctionBuilder, (member, keys): (&Member, Keys), owner: &Place) {
        if let Slot::Field(_, Presence::Required) = member.slot {
            b.check(Expr::Present(member.place(owner)), ErrorCode::MissingField);
        }
        let group = std::slice::from_ref(member);
        let sometimes = Some(group).filter(|group| !self.is_always_there(group));
        match sometimes.and_then(|group| self.is_there(group, owner)) {
            Some(there) => b.when(there, |b| self.write_member(b, (member, keys), owner)),
            None => self.write_member(b, (member, keys), owner),
        }
    }

    fn write_cases(&self, b: &mut FunctionBuilder, (cases, keys): (&[Member], Keys), owner: &Place) {
        let Some(first) = cases.first() else { return };
        let arms = cases.iter().map(|member| {
            arm(b, vec![Const::U64(case_number(member))], |b| self.write_member(b, (member, keys), owner))
        });
        let arms = arms.collect();
        b.switch(Expr::Case(first.place(owner)), arms, Block::default(), &[]);
    }

    fn write_member(&self, b: &mut FunctionBuilder, (member, keys): (&Member, Keys), owner: &Place) {
        b.write_bytes(&key(&self.heads, keys, member));
        match member.slot {
            Slot::Field(_, Presence::Optional) if self.is_nil_if_absent(member) => {
                let held = Expr::Present(member.place(owner));
                b.if_else(held, |b| self.write_held(b, member, owner), |b| b.write_bytes(&NIL));
            }
            Slot::Field(..) | Slot::Case { .. } => self.write_held(b, member, owner),
        }
    }

    /// Writes the value of a member that is there.
    pub(super) fn write_held(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        if member.mark {
            return b.write_bytes(&[0xc3]);
        }
        self.write_value(b, &member.ty, member.value_place(owner));
    }

    /// Returns true if a field is written in every message.
    pub(super) fn is_always_there(&self, group: &[Member]) -> bool {
        match group {
            [Member { slot: Slot::Field(_, Presence::Required), .. }] => true,
            [member @ Member { slot: Slot::Field(_, Presence::Implicit), .. }] => !self.can_be_omitted(member),
            [member @ Member { slot: Slot::Field(_, Presence::Optional), .. }] => self.is_nil_if_absent(member),
            _ => false,
        }
    }

    /// Returns true if an optional field of a map is written also if it is absent.
    fn is_nil_if_absent(&self, member: &Member) -> bool {
        self.dialect.options.writes_absent && !member.msgpack.omits_empty
    }

    fn can_be_omitted(&self, member: &Member) -> bool {
        if self.dialect.keys == Keys::Zids {
            return self.is_left_out_if_empty(member);
        }
        (self.dialect.options.omits_defaults || member.msgpack.omits_empty)
            && match member.ty {
                Type::Struct(_) | Type::Array(..) => false,
                // A missing list has the default elements.
                Type::List(_) => member.default_elements.is_empty(),
                _ => true,
            }
    }

    /// Tests whether a member that can be left out is present, has another value than its default, or is the case of a union;
    /// Bool. A union without cases never has one.
    pub(super) fn is_there(&self, group: &[Member], owner: &Place) -> Option<Expr> {
        let first = group.first()?;
        let place = first.place(owner);
        Some(match (first.slot, &first.ty) {
            (Slot::Field(_, Presence::Optional | Presence::Required), _) => Expr::Present(place),
            (Slot::Case { .. }, _) if group.len() == 1 => Expr::Case(place).is(case_number(first)),
            (Slot::Case { .. }, _) | (Slot::Field(..), Type::Union(_)) => Expr::Case(place).is_not(0u64),
            (Slot::Field(..), Type::List(_) | Type::Map(_)) => Expr::Len(place).is_not(0u64),
            (Slot::Field(..), Type::Struct(id)) => !self.is_new(*id, &place),
            (Slot::Field(..), Type::Array(..)) => true.into(),
            (Slot::Field(..), ty) => !is_default(self.types, ty, first.default.as_ref(), &place),
        })
    }
}
