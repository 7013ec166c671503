//! Objects, with members in any order.

use super::SbeJson;
use super::plan::{Kind, Member, Value};
use super::read_value::Field;
use crate::json::name::quoted;
use crate::json::read::{between_members, read_name};
use crate::json::skip::each_item;
use crate::plan::{Keyed, PresenceBits};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, KeyedArm, Place, ReadLeaf, Setting, ValueType, VarId};

impl SbeJson<'_> {
    /// `read_Name(value) -> null`: also yields whether all members are null, as those of an absent composite are.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let object = self.object(id);
        let presence = PresenceBits::new(object.fields().count());
        b.expect(b"{", ErrorCode::WrongKind);
        let mut carried = presence.carried();
        carried.push(("null", ValueType::Bool, true.into()));
        let keyed = Keyed { key: ValueType::Bytes, carried, count: None, separation: between_members() };
        let last = keyed.build(
            &mut b,
            |b, index| b.block(|b| read_name(b, index)),
            |b, carried| self.arms(b, (id, &value), (&presence, carried)),
            |b, _, carried| {
                b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                self.skippers.value(b);
                carried.iter().map(|it| Expr::from(*it)).collect()
            },
        );
        let null = last.last().map_or(false.into(), |null| Expr::from(*null));
        b.finish(vec![null], vec![ValueType::Bool])
    }

    fn arms(
        &self,
        b: &mut FunctionBuilder,
        (id, owner): (StructId, &Place),
        (presence, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<KeyedArm> {
        let Some((null, bits)) = carried.split_last() else { return Vec::new() };
        let object = self.object(id);
        let mut number = 0;
        let arm = |member: &Member| {
            let body = b.block(|b| match &member.kind {
                // It has one value only.
                Kind::Constant(_) => {
                    self.skippers.value(b);
                    carried.iter().map(|it| Expr::from(*it)).collect()
                }
                Kind::Field(index, optional, value) => {
                    b.check(presence.lacks(bits, number), ErrorCode::DuplicateField);
                    b.skip_leaf(ReadLeaf::JsonSpace);
                    let place = owner.field(*index);
                    let ty = &self.types.record(id).fields[*index as usize].ty;
                    let is_null = self.read_member(b, (place, ty, *optional), value);
                    let mut next = presence.after(bits, Some(number));
                    next.push(Expr::from(*null) & is_null);
                    number += 1;
                    next
                }
            });
            let label = format!("{}:", quoted(&member.name)).into();
            KeyedArm { keys: vec![Const::Bytes(member.name.clone().into())], label, repeats: false, body }
        };
        object.members.iter().map(arm).collect()
    }

    /// Reads a member; yields whether it is null.
    fn read_member(&self, b: &mut FunctionBuilder, field: Field, value: &Value) -> Expr {
        let absent = b.matches("absent", b"null");
        let read = |b: &mut FunctionBuilder| vec![self.read_present(b, field, value)];
        b.if_yields(absent.into(), &[("null", ValueType::Bool)], |_| vec![true.into()], read)[0].into()
    }

    /// Yields false: groups are in no composite.
    pub(super) fn read_group(&self, b: &mut FunctionBuilder, entry: StructId, place: Place) -> Expr {
        b.expect(b"[", ErrorCode::WrongKind);
        each_item(b, b"]", |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.push(place, ("entry", Type::Struct(entry)), |b, bind| {
                b.call(self.codecs[entry].read, vec![Arg::Place(bind.into())], &[("null", ValueType::Bool)]);
            });
        });
        false.into()
    }
}
