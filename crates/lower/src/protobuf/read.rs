use super::Protobuf;
use super::message_set::has_plain_form;
use super::plan::{Member, Rule};
use super::scalar::read_varint;
use super::unknown::{Owner, Unknown, read_key};
use super::value::Value;
use crate::plan::{Keyed, PresenceBits, until_end};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{
    Arg, Block, Const, ErrorCode, Expr, FuncId, Function, KeyedArm, Place, Rest, Separation, ValueType, VarId,
};

impl Protobuf<'_> {
    /// Reads the fields of a message to the end of the window.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        self.reader(id, self.scaffold.nesting("read", id), until_window_ends)
    }

    /// Reads the fields of a message to the end tag of the group with this number.
    pub(super) fn read_group(&self, id: StructId, number: u32) -> Function {
        let mut b = self.scaffold.named(format!("read_{}_group_{number}", &self.scaffold.names[id]));
        if self.scaffold.nests(id) {
            b.nests();
        }
        self.reader(id, b, |b| {
            b.block(|b| {
                let key = read_key(b);
                vec![key.is_not(u64::from(number << 3 | 4)), key.into()]
            })
        })
    }

    fn reader(
        &self,
        id: StructId,
        mut b: FunctionBuilder,
        head: impl FnOnce(&mut FunctionBuilder) -> Block,
    ) -> Function {
        let place = b.build_param("value", Type::Struct(id)).into();
        let owner = Owner { place, unknown: self.unknown_of(id) };
        let presence_bits = self.presence_bits(id);
        let last = Keyed {
            key: ValueType::U64,
            carried: presence_bits.carried(),
            count: None,
            separation: Separation::default(),
        }
        .build(
            &mut b,
            |b, _| head(b),
            |b, carried| self.all_arms(b, id, &owner, (&presence_bits, carried)),
            |b, key, carried| {
                self.skippers.unknown_field(b, &owner, key);
                presence_bits.after(carried, None)
            },
        );
        if presence_bits.is_empty() {
            return b.finish(vec![], vec![]);
        }
        b.finish(vec![presence_bits.complete(&last)], vec![ValueType::Bool])
    }

    /// The treatment of a struct's unknown fields.
    fn unknown_of(&self, id: StructId) -> Unknown {
        match self.projection.is_partial(id) {
            true => Unknown::Dropped,
            false if self.types.record(id).keeps_unknown => Unknown::Kept,
            false => self.unkept(),
        }
    }

    /// The treatment of unknown fields that are not kept.
    fn unkept(&self) -> Unknown {
        if self.report_unknown { Unknown::Reported } else { Unknown::Dropped }
    }

    fn presence_bits(&self, id: StructId) -> PresenceBits {
        PresenceBits::new(self.selected_members(id).filter(|member| self.is_required(member)).count())
    }

    /// Returns true if a message without this member is incomplete. A new value of an entry is complete unless it has
    /// required fields itself.
    fn is_required(&self, member: &Member) -> bool {
        match (member.rule, member.value) {
            (Rule::Required, _) => true,
            (Rule::Always, Value::Message(id)) => !self.presence_bits(id).is_empty(),
            (
                Rule::Always
                | Rule::Implicit
                | Rule::Optional
                | Rule::Repeated { .. }
                | Rule::Array { .. }
                | Rule::Case(_),
                _,
            ) => false,
        }
    }

    /// Calls a message's reader, and makes it check required fields if it reads a new message (Bool).
    pub(super) fn call_reader(
        &self,
        b: &mut FunctionBuilder,
        (reader, id): (FuncId, StructId),
        value: Place,
        created: Expr,
    ) {
        if self.presence_bits(id).is_empty() {
            b.call(reader, vec![Arg::Place(value)], &[]);
            return;
        }
        let complete = b.call(reader, vec![Arg::Place(value)], &[("complete", ValueType::Bool)]);
        b.check(!created | complete[0], ErrorCode::MissingField);
    }

    fn all_arms(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        owner: &Owner,
        (presence_bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<KeyedArm> {
        let mut required = 0..;
        let mut arms = Vec::new();
        for member in self.selected_members(id) {
            let number = if self.is_required(member) { required.next() } else { None };
            if has_plain_form(member) {
                arms.extend(self.arms(b, member, owner, &presence_bits.after(carried, number)));
            }
        }
        if let Some(&read) = self.message_sets.get(&id) {
            arms.push(self.item_arm(b, (id, read), owner, &presence_bits.after(carried, None)));
        }
        arms
    }

    /// Returns the arms of a field: the one for the encoded form, whose tag is predicted; and for a repeated scalar the
    /// one for the other form.
    fn arms(&self, b: &mut FunctionBuilder, member: &Member, owner: &Owner, next: &[Expr]) -> Vec<KeyedArm> {
        let packing = member.rule.packing();
        let written = member.written_as();
        let first = KeyedArm {
            keys: vec![Const::U64(member.key(written))],
            label: member.tag(written),
            repeats: packing == Some(false) && !matches!(member.rule, Rule::Array { .. }),
            body: self.arm_body(b, (member, written), owner, next),
        };
        if packing.is_none() || !member.value.packable() {
            return vec![first];
        }
        let other = if written == 2 { member.value.wire_type() } else { 2 };
        let second = KeyedArm {
            keys: vec![Const::U64(member.key(other))],
            label: vec![],
            repeats: false,
            body: self.arm_body(b, (member, other), owner, next),
        };
        vec![first, second]
    }

    fn arm_body(
        &self,
        b: &mut FunctionBuilder,
        (member, wire_type): (&Member, u32),
        owner: &Owner,
        next: &[Expr],
    ) -> Block {
        b.block(|b| {
            match member.rule {
                Rule::Array { len, .. } => self.read_array(b, (member, len), wire_type, owner),
                Rule::Repeated { .. } if member.value.packable() && wire_type == 2 => {
                    self.read_packed(b, member, owner);
                }
                Rule::Implicit
                | Rule::Always
                | Rule::Optional
                | Rule::Required
                | Rule::Repeated { .. }
                | Rule::Case(_) => self.read_record(b, member, owner),
            }
            next.to_vec()
        })
    }

    fn read_packed(&self, b: &mut FunctionBuilder, member: &Member, owner: &Owner) {
        let len = read_varint(b);
        b.window(len, Rest::Skip, |b| match member.value {
            Value::Scalar(scalar) => self.read_packed_scalars(b, member, owner, scalar),
            Value::Enum(_)
            | Value::Bytes
            | Value::FixedBytes(_)
            | Value::Message(_)
            | Value::Group(_)
            | Value::Mark => {
                until_end(b, |b| self.read_record(b, member, owner));
            }
        });
    }
}

/// Yields a flag for more data in the window, and the key of the next record.
pub(super) fn until_window_ends(b: &mut FunctionBuilder) -> Block {
    b.block(|b| {
        let results = [("more", ValueType::Bool), ("next_key", ValueType::U64)];
        let read = |b: &mut FunctionBuilder| vec![true.into(), read_key(b).into()];
        let head = b.if_yields(Expr::Left.is(0u64), &results, |_| vec![false.into(), 0u64.into()], read);
        head.into_iter().map(Expr::from).collect()
    })
}
