//! Unknown fields, for people: by their numbers, in a form that tells their types but in part. What has a length is written as a
//! message where it can be one, else as a string, as by the original printer.

use super::ProtobufText;
use super::style::Style;
use crate::plan::{arm, block};
use crate::protobuf::FORMAT;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Arm, Const, Expr, FuncId, Function, Order, Place, ReadLeaf, Setting, ValueType, WriteLeaf};

/// What has a length is taken for a message in so many levels of them.
const LEVELS: u64 = 10;

/// Functions that look at and write unknown fields.
#[derive(Clone, Copy)]
pub(super) struct Unknown {
    /// `write_unknown(indentation, levels)`: writes fields up to the end of the window or behind the end of a group.
    write: FuncId,
}

impl Unknown {
    /// Defines them, if a type keeps any.
    pub fn define(module: &mut ModuleBuilder, style: Style) -> Option<Self> {
        module.types().structs.iter().find(|record| record.keeps_unknown)?;
        let varint = module.add(try_varint());
        let are_fields = module.declare();
        module.define(are_fields, define_are_fields(are_fields, varint));
        let hex = module.add(write_hex());
        let write = module.declare();
        let define = Define { style, write, are_fields, hex };
        module.define(write, define.write_unknown());
        Some(Self { write })
    }
}

impl ProtobufText<'_> {
    /// Writes what a message keeps, if it does and the caller wants it.
    pub(super) fn write_unknown(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, indentation: Expr) {
        let Some(unknown) = self.unknown.filter(|_| self.types.record(id).keeps_unknown) else { return };
        b.when(Expr::Setting(Setting::WriteUnknown), |b| {
            let kept = Expr::Unknown { place: value.clone(), format: FORMAT.to_owned() };
            b.at(kept, 0u64, &[], |b| {
                b.call(unknown.write, vec![Arg::Value(indentation), Arg::Value(LEVELS.into())], &[]);
                vec![]
            });
        });
    }
}

struct Define {
    style: Style,
    write: FuncId,
    /// `are_fields(end, levels) -> fits`: whether the window holds fields up to its end, or a group's fields up to its end tag.
    are_fields: FuncId,
    /// `write_hex(bits, digits)`: the uppermost digits of a U64.
    hex: FuncId,
}

impl Define {
    fn write_unknown(&self) -> Function {
        let mut b = FunctionBuilder::new("write_unknown");
        b.rare();
        b.nests();
        let indentation = Expr::from(b.value_param("indentation", ValueType::U64));
        let levels = Expr::from(b.value_param("levels", ValueType::U64));
        b.loop_while(
            vec![("more", ValueType::Bool, Expr::Left.is_not(0u64))],
            |carried| carried[0].into(),
            |b, _| {
                let key = Expr::from(b.read_leaf("key", ReadLeaf::Varint));
                let ends = b.let_("ends", ValueType::Bool, key.clone().and(7u64).is(4u64));
                b.when(Expr::from(ends).negated(), |b| self.write_field(b, key, &indentation, &levels));
                vec![Expr::from(ends).negated().and(Expr::Left.is_not(0u64))]
            },
        );
        b.finish(vec![], vec![])
    }

    fn write_field(&self, b: &mut FunctionBuilder, key: Expr, indentation: &Expr, levels: &Expr) {
        self.style.indent(b, indentation.clone());
        b.write_leaf(WriteLeaf::DecimalUint, vec![key.clone().right_by(3u64)]);
        let message = |b: &mut FunctionBuilder| self.write_message(b, indentation, levels);
        let arms = vec![
            of_wire_type(b, 0, |b| {
                b.write_bytes(b": ");
                let value = b.read_leaf("varint", ReadLeaf::Varint);
                b.write_leaf(WriteLeaf::DecimalUint, vec![value.into()]);
            }),
            of_wire_type(b, 1, |b| {
                let bits = b.read_int("bits", 8, Order::Little);
                self.write_bits(b, bits.into(), 16);
            }),
            of_wire_type(b, 3, message),
            of_wire_type(b, 5, |b| {
                let bits = Expr::from(b.read_int("bits", 4, Order::Little));
                self.write_bits(b, bits.left_by(32u64), 8);
            }),
        ];
        let span = block(b, |b| self.write_span(b, levels, message));
        b.switch(key.and(7u64), arms, span, &[]);
        b.write_bytes(self.style.end.as_bytes());
    }

    fn write_bits(&self, b: &mut FunctionBuilder, bits: Expr, digits: u64) {
        b.write_bytes(b": 0x");
        b.call(self.hex, vec![Arg::Value(bits), Arg::Value(digits.into())], &[]);
    }

    fn write_message(&self, b: &mut FunctionBuilder, indentation: &Expr, levels: &Expr) {
        b.write_bytes(b" {");
        b.write_bytes(self.style.end.as_bytes());
        let inner = indentation.clone().plus(self.style.indentation);
        b.call(self.write, vec![Arg::Value(inner), Arg::Value(one_less(levels))], &[]);
        self.style.indent(b, indentation.clone());
        b.write_bytes(b"}");
    }

    fn write_span(&self, b: &mut FunctionBuilder, levels: &Expr, message: impl Fn(&mut FunctionBuilder)) {
        let len = b.read_leaf("len", ReadLeaf::Varint);
        let span = b.read_span("span", len);
        let fits = [("fits", ValueType::Bool)];
        let is_message = b.if_yields(
            Expr::from(len).is_not(0u64).and(levels.clone().is_not(0u64)),
            &fits,
            |b| {
                let found = b.at(span, 0u64, &fits, |b| {
                    let args = vec![Arg::Value(0u64.into()), Arg::Value(levels.clone())];
                    vec![b.call(self.are_fields, args, &fits)[0].into()]
                });
                vec![found[0].into()]
            },
            |_| vec![false.into()],
        )[0];
        b.if_else(
            is_message.into(),
            |b| {
                b.at(span, 0u64, &[], |b| {
                    message(b);
                    vec![]
                });
            },
            |b| {
                b.write_bytes(b": ");
                b.write_leaf(WriteLeaf::CString, vec![span.into()]);
            },
        );
    }
}

/// `are_fields(end, levels) -> fits`. Groups nest in so many levels; the end tag is 0 outside of them.
fn define_are_fields(itself: FuncId, varint: FuncId) -> Function {
    let mut b = FunctionBuilder::new("are_fields");
    b.rare();
    let end = Expr::from(b.value_param("end", ValueType::U64));
    let levels = Expr::from(b.value_param("levels", ValueType::U64));
    let state = [("more", ValueType::Bool), ("fits", ValueType::Bool)];
    let last = b.loop_while(
        vec![("more", ValueType::Bool, true.into()), ("fits", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            let next = b.if_yields(
                Expr::Left.is(0u64),
                &state,
                |_| vec![false.into(), end.clone().is(0u64)],
                |b| {
                    let before = b.let_("before", ValueType::U64, Expr::Left);
                    let key = b.call(varint, vec![], &VARINT);
                    let is_short = Expr::from(before).minus(Expr::Left).at_most(5u64);
                    let key_fits = b.let_("key_fits", ValueType::Bool, Expr::from(key[0]).and(is_short));
                    let ends = Expr::from(key[1]).is(end.clone()).and(end.clone().is_not(0u64));
                    let ends = b.let_("ends", ValueType::Bool, ends);
                    let fits = b.if_yields(
                        ends.into(),
                        &state[1..],
                        |_| vec![true.into()],
                        |b| vec![skips_field(b, (itself, varint), key[1].into(), &levels)],
                    );
                    let fits = b.let_("fits", ValueType::Bool, Expr::from(key_fits).and(fits[0]));
                    vec![Expr::from(fits).and(Expr::from(ends).negated()), fits.into()]
                },
            );
            next.into_iter().map(Expr::from).collect()
        },
    );
    b.finish(vec![last[1].into()], vec![ValueType::Bool])
}

/// Skips what follows a key, if it is there; Bool.
fn skips_field(b: &mut FunctionBuilder, (are_fields, varint): (FuncId, FuncId), key: Expr, levels: &Expr) -> Expr {
    let fits = [("fits", ValueType::Bool)];
    let arms = vec![
        yielding(b, 0, |b| b.call(varint, vec![], &VARINT)[0].into()),
        yielding(b, 1, |b| skips(b, 8u64.into())),
        yielding(b, 2, |b| {
            let len = b.call(varint, vec![], &VARINT);
            // A length that is none is longer than what is left.
            skips(b, Expr::from(len[0]).choose(len[1], u64::MAX))
        }),
        yielding(b, 3, |b| {
            let group = |b: &mut FunctionBuilder| {
                let args = vec![Arg::Value(key.clone().plus(1u64)), Arg::Value(one_less(levels))];
                vec![b.call(are_fields, args, &fits)[0].into()]
            };
            b.if_yields(levels.clone().is_not(0u64), &fits, group, |_| vec![false.into()])[0].into()
        }),
        yielding(b, 5, |b| skips(b, 4u64.into())),
    ];
    let other = b.block(|_| vec![false.into()]);
    let found = b.switch(key.clone().and(7u64), arms, other, &fits)[0];
    key.clone().at_most(u64::from(u32::MAX)).and(Expr::from(8u64).at_most(key)).and(found)
}

/// Skips so many bytes if they are there; Bool.
fn skips(b: &mut FunctionBuilder, len: Expr) -> Expr {
    let is_there = b.let_("is_there", ValueType::Bool, len.clone().at_most(Expr::Left));
    b.when(is_there.into(), |b| b.skip(len));
    is_there.into()
}

const VARINT: [(&str, ValueType); 2] = [("is_varint", ValueType::Bool), ("value", ValueType::U64)];

/// `try_varint() -> (is_varint, value)`: a varint of at most 10 bytes, if one is there.
fn try_varint() -> Function {
    let mut b = FunctionBuilder::new("try_varint");
    b.rare();
    let carried = vec![
        ("value", ValueType::U64, 0u64.into()),
        ("unit", ValueType::U64, 1u64.into()),
        ("fits", ValueType::Bool, true.into()),
        ("more", ValueType::Bool, true.into()),
    ];
    let last = b.loop_while(
        carried,
        |carried| carried[3].into(),
        |b, carried| {
            let next = Expr::from(b.peek("next"));
            let (value, unit) = (Expr::from(carried[0]), Expr::from(carried[1]));
            // One of 64 bits is left for the tenth byte.
            let is_tenth = unit.clone().is(1u64 << 63);
            let fits = next.clone().is_not(256u64).and(is_tenth.negated().or(next.clone().at_most(1u64)));
            let fits = b.let_("fits", ValueType::Bool, fits);
            b.when(fits.into(), |b| b.skip(1u64));
            let value = value.plus(next.clone().and(0x7fu64).times(unit.clone()));
            let more = Expr::from(fits).and(Expr::from(0x80u64).at_most(next));
            vec![value, unit.left_by(7u64), fits.into(), more]
        },
    );
    b.finish(vec![last[2].into(), last[0].into()], vec![ValueType::Bool, ValueType::U64])
}

fn write_hex() -> Function {
    let mut b = FunctionBuilder::new("write_hex");
    b.rare();
    let bits = b.value_param("bits", ValueType::U64);
    let digits = b.value_param("digits", ValueType::U64);
    b.loop_while(
        vec![("bits", ValueType::U64, bits.into()), ("left", ValueType::U64, digits.into())],
        |carried| Expr::from(carried[1]).is_not(0u64),
        |b, carried| {
            let digit = Expr::from(carried[0]).right_by(60u64);
            let letter = Expr::from(u64::from(b'a') - 10);
            let base = digit.clone().below(10u64).choose(u64::from(b'0'), letter);
            b.write_int(digit.plus(base), 1, Order::Little);
            vec![Expr::from(carried[0]).left_by(4u64), Expr::from(carried[1]).minus(1u64)]
        },
    );
    b.finish(vec![], vec![])
}

fn one_less(levels: &Expr) -> Expr {
    levels.clone().is(0u64).choose(0u64, levels.clone().minus(1u64))
}

fn of_wire_type(b: &mut FunctionBuilder, wire_type: u64, body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, vec![Const::U64(wire_type)], body)
}

fn yielding(b: &mut FunctionBuilder, wire_type: u64, body: impl FnOnce(&mut FunctionBuilder) -> Expr) -> Arm {
    Arm { keys: vec![Const::U64(wire_type)], body: b.block(|b| vec![body(b)]) }
}
