//! Unknown fields: checked, skipped, kept.

use super::FORMAT;
use super::scalar::read_varint;
use crate::plan::{arm, block, report_unknown};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{
    Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Op, Place, PureLeaf, ReadLeaf, UnknownKind, ValueType, VarId,
    WriteLeaf,
};

/// The message to which unknown fields belong.
pub(super) struct Owner {
    /// Its place.
    pub place: Place,
    /// Their treatment.
    pub unknown: Unknown,
}

/// The treatment of unknown fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// Kept in the message.
    Kept,
    /// Dropped and reported.
    Reported,
    /// Dropped.
    Dropped,
}

impl Owner {
    /// Keeps a record: the re-encoded key, and the bytes read after it; or reports that it is dropped.
    pub fn take(&self, b: &mut FunctionBuilder, key: Expr, rest: Expr) {
        match self.unknown {
            Unknown::Kept => {
                self.retain(b, key);
                self.retain(b, rest);
            }
            Unknown::Reported => report_unknown(b, rest, UnknownKind::Member, &self.place),
            Unknown::Dropped => {}
        }
    }

    /// Keeps a part of a record.
    pub fn retain(&self, b: &mut FunctionBuilder, part: Expr) {
        b.op(Op::Retain { place: self.place.clone(), format: FORMAT.to_owned(), value: part });
    }
}

/// Functions that skip.
pub(crate) struct Skippers {
    /// A record whose key has been read and is its parameter.
    field: FuncId,
    /// The records of a group up to its end tag, which is the parameter.
    group: FuncId,
}

impl Skippers {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let skippers = Self { field: module.declare(), group: module.declare() };
        module.define(skippers.field, skippers.skip_field());
        module.define(skippers.group, skippers.skip_group());
        skippers
    }

    /// Skips a record whose key has been read.
    pub fn field(&self, b: &mut FunctionBuilder, key: VarId) {
        b.call(self.field, vec![Arg::Value(key.into())], &[]);
    }

    /// Skips a record whose key has been read, and keeps it if the message keeps unknown fields.
    pub(super) fn unknown_field(&self, b: &mut FunctionBuilder, owner: &Owner, key: VarId) {
        if owner.unknown == Unknown::Dropped {
            return self.field(b, key);
        }
        let start = b.let_("start", Expr::Pos);
        self.field(b, key);
        match owner.unknown {
            Unknown::Kept => {
                let tag = b.scratch("tag", |b| b.write_leaf(WriteLeaf::Varint, vec![key.into()]));
                owner.retain(b, tag.into());
                owner.retain(b, Expr::Since(Box::new(start.into())));
            }
            Unknown::Reported | Unknown::Dropped => {
                // A key that is longer than necessary starts earlier.
                let key = Expr::Leaf(PureLeaf::VarintSize, vec![key.into()]);
                let record = Expr::Since(Box::new(start - key));
                report_unknown(b, record, UnknownKind::Member, &owner.place);
            }
        }
    }

    /// Field numbers are 1 to 2^29 − 1, and wire types 4 (outside of its group), 6 and 7 are invalid.
    fn skip_field(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_field");
        b.rare();
        let key = Expr::from(b.value_param("key", ValueType::U64));
        b.check(Expr::from(8u64).at_most(key.clone()), ErrorCode::InvalidKey);
        b.check(key.clone().at_most(u64::from(u32::MAX)), ErrorCode::InvalidKey);
        let arms = vec![
            of_wire_type(&mut b, 0, |b| drop(read_varint(b))),
            of_wire_type(&mut b, 1, |b| b.skip(8u64)),
            of_wire_type(&mut b, 2, |b| {
                let len = read_varint(b);
                b.skip(len);
            }),
            of_wire_type(&mut b, 3, |b| drop(b.call(self.group, vec![Arg::Value(key.clone() + 1u64)], &[]))),
            of_wire_type(&mut b, 5, |b| b.skip(4u64)),
        ];
        let other = block(&mut b, |b| b.fail(ErrorCode::InvalidKey));
        b.switch(key.clone() & 7u64, arms, other, &[]);
        b.finish(vec![], vec![])
    }

    fn skip_group(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_group");
        b.rare();
        b.nests();
        let end = b.value_param("end", ValueType::U64);
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                let key = read_key(b);
                let more = b.let_("is_field", key.is_not(end));
                b.when(more.into(), |b| drop(b.call(self.field, vec![Arg::Value(key.into())], &[])));
                vec![more.into()]
            },
        );
        b.finish(vec![], vec![])
    }
}

/// Reads a key. One of more than five bytes is refused even if its value is small, as by the official decoders.
pub(crate) fn read_key(b: &mut FunctionBuilder) -> VarId {
    let before = b.let_("before", Expr::Left);
    let key = b.read_leaf("key", ReadLeaf::Varint);
    b.check((before - Expr::Left).at_most(5u64), ErrorCode::Overlong);
    key
}

fn of_wire_type(b: &mut FunctionBuilder, wire_type: u64, body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, vec![Const::U64(wire_type)], body)
}
