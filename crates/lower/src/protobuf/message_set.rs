//! MessageSets: fields are encoded as items, groups (field 1) of a type id (field 2) and a message (field 3); the type
//! id is the field number (`WireFormat` of the official C++ implementation, "MessageSet").

use super::Protobuf;
use super::plan::{FIELD_NUMBERS, Member, Rule, varint};
use super::scalar::read_varint;
use super::unknown::{Owner, Skippers, read_key};
use super::value::Value;
use crate::plan::arm;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arm, Block, Const, Expr, FuncId, Function, KeyedArm, Place, Prefix, ValueType, VarId};
use std::collections::BTreeMap;

/// Keys of an item: its start and end, its type id, its message.
const START: u8 = 0x0b;
const END: u8 = 0x0c;
const TYPE_ID: u8 = 0x10;
const MESSAGE: u8 = 0x1a;

/// Defines, for structs that are MessageSets, the function that reads an item after its start: it yields a flag for
/// both parts, the first type id and the message.
pub(super) fn define(
    module: &mut ModuleBuilder,
    skippers: &Skippers,
    sets: Vec<StructId>,
) -> BTreeMap<StructId, FuncId> {
    let item = (!sets.is_empty()).then(|| module.add(read_item(skippers)));
    sets.into_iter().zip(item.into_iter().cycle()).collect()
}

impl Protobuf<'_> {
    /// Appends a field as an item, if present.
    pub(super) fn write_item(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        let Some(id) = item_of(member) else { return };
        b.when(Expr::Present(member.place(owner)), |b| {
            b.write_bytes(&[&[START, TYPE_ID], varint(member.number.into()).as_slice(), &[MESSAGE]].concat());
            b.measured(Prefix::Varint, |b| self.write_message(b, id, member.value_place(owner)));
            b.write_bytes(&[END]);
        });
    }

    /// Returns the arm for items. An item of an unknown type is kept verbatim; an incomplete one is dropped.
    pub(super) fn item_arm(
        &self,
        b: &mut FunctionBuilder,
        (id, read): (StructId, FuncId),
        owner: &Owner,
        next: &[Expr],
    ) -> KeyedArm {
        let body = b.block(|b| {
            let start = b.let_("start", Expr::Pos);
            let item = b.call(read, vec![], &PARTS);
            b.when(item[0].into(), |b| {
                let items = self.selected_members(id).filter_map(|member| Some((member, item_of(member)?)));
                let arms = items.map(|it| self.type_arm(b, it, owner, item[2].into())).collect();
                let unknown = keep(b, owner, Expr::Since(Box::new(start.into())));
                b.switch(item[1].into(), arms, unknown, &[]);
            });
            next.to_vec()
        });
        KeyedArm { keys: vec![Const::U64(START.into())], label: vec![], repeats: false, body }
    }

    fn type_arm(
        &self,
        b: &mut FunctionBuilder,
        (member, id): (&Member, StructId),
        owner: &Owner,
        message: Expr,
    ) -> Arm {
        arm(b, vec![Const::U64(member.number.into())], |b| {
            b.at(message, 0u64, &[], |b| {
                self.merge_message(b, member, owner, id);
                vec![]
            });
        })
    }
}

/// Returns the message of a field that can be an item.
pub(super) fn item_of(member: &Member) -> Option<StructId> {
    match (member.rule, member.value) {
        (Rule::Optional, Value::Message(id)) => Some(id),
        _ => None,
    }
}

/// Returns true if a field can also be length-delimited, for which its type id must be a valid field number.
pub(super) fn has_plain_form(member: &Member) -> bool {
    member.number < FIELD_NUMBERS
}

const PARTS: [(&str, ValueType); 3] =
    [("complete", ValueType::Bool), ("type_id", ValueType::U64), ("message", ValueType::Bytes)];

fn keep(b: &mut FunctionBuilder, owner: &Owner, rest: Expr) -> Block {
    crate::plan::block(b, |b| {
        owner.take(b, [START].as_slice().into(), rest);
    })
}

fn read_item(skippers: &Skippers) -> Function {
    let mut b = FunctionBuilder::new("read_item");
    b.rare();
    let carried = vec![
        ("more", ValueType::Bool, true.into()),
        ("has_type", ValueType::Bool, false.into()),
        ("type_id", ValueType::U64, 0u64.into()),
        ("has_message", ValueType::Bool, false.into()),
        ("message", ValueType::Bytes, b"".as_slice().into()),
    ];
    let last = b.loop_while(carried, |carried| carried[0].into(), |b, carried| read_part(b, skippers, carried));
    let complete = last[1] & last[3];
    let types = PARTS.map(|(_, ty)| ty);
    b.finish(vec![complete, last[2].into(), last[4].into()], types.into())
}

/// Reads a key and its data; yields a flag to continue, and each part with its presence.
fn read_part(b: &mut FunctionBuilder, skippers: &Skippers, carried: &[VarId]) -> Vec<Expr> {
    let key = read_key(b);
    let known = |more: bool| [vec![more.into()], carried[1..].iter().map(|var| Expr::from(*var)).collect()].concat();
    let with = |changed: [(usize, Expr); 2]| {
        changed.into_iter().fold(known(true), |mut parts: Vec<Expr>, (index, part)| {
            parts[index] = part;
            parts
        })
    };
    let end = Arm { keys: vec![Const::U64(END.into())], body: b.block(|_| known(false)) };
    let type_id = b.block(|b| {
        let read = read_varint(b).low_bits(32);
        with([(1, true.into()), (2, Expr::from(carried[1]).choose(carried[2], read))])
    });
    let message = b.block(|b| {
        let len = read_varint(b);
        let read = b.read_span("read", len);
        with([(3, true.into()), (4, Expr::from(carried[3]).choose(carried[4], read))])
    });
    let arms = vec![
        end,
        Arm { keys: vec![Const::U64(TYPE_ID.into())], body: type_id },
        Arm { keys: vec![Const::U64(MESSAGE.into())], body: message },
    ];
    let other = b.block(|b| {
        skippers.field(b, key);
        known(true)
    });
    let results = [
        ("more", ValueType::Bool),
        ("has_type", ValueType::Bool),
        ("type_id", ValueType::U64),
        ("has_message", ValueType::Bool),
        ("message", ValueType::Bytes),
    ];
    b.switch(key.into(), arms, other, &results).into_iter().map(Expr::from).collect()
}
