//! Unknown fields, for people: by number, in a form that shows their types only in part. A length-delimited field is
//! written as a message if it can be one, else as a string, as by the original printer.

mod are_fields;

use super::ProtobufText;
use super::style::Style;
use crate::plan::{arm, block};
use crate::protobuf::FORMAT;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Arm, Const, Expr, FuncId, Function, Order, Place, ReadLeaf, Setting, ValueType, WriteLeaf};

/// A length-delimited field is tried as a message up to this many levels deep.
const LEVELS: u64 = 10;

/// Functions that examine and write unknown fields.
#[derive(Clone, Copy)]
pub(super) struct Unknown {
    /// `write_unknown(indentation, levels)`: writes fields up to the end of the window or the end of a group.
    write: FuncId,
}

impl Unknown {
    /// Defines them, if a type keeps unknown fields.
    pub fn define(module: &mut ModuleBuilder, style: Style) -> Option<Self> {
        module.types().structs.iter().find(|record| record.keeps_unknown)?;
        let are_fields = are_fields::define(module);
        let hex = module.add(write_hex());
        let write = module.declare();
        let define = Define { style, write, are_fields, hex };
        module.define(write, define.write_unknown());
        Some(Self { write })
    }
}

impl ProtobufText<'_> {
    /// Writes the unknown fields of a message, if there are any and the caller asks for them.
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
    /// `are_fields(end, levels) -> fits`: tests whether the window consists of fields, or of a group's fields up to its
    /// end tag.
    are_fields: FuncId,
    /// `write_hex(bits, digits)`: writes the highest digits of a U64.
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
                let ends = b.let_("ends", (key.clone() & 7u64).is(4u64));
                b.when(!ends, |b| self.write_field(b, key, &indentation, &levels));
                vec![!ends & Expr::Left.is_not(0u64)]
            },
        );
        b.finish(vec![], vec![])
    }

    fn write_field(&self, b: &mut FunctionBuilder, key: Expr, indentation: &Expr, levels: &Expr) {
        self.style.indent(b, indentation.clone());
        b.write_leaf(WriteLeaf::DecimalUint, vec![key.clone() >> 3u64]);
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
                self.write_bits(b, bits << 32u64, 8);
            }),
        ];
        let span = block(b, |b| self.write_span(b, levels, message));
        b.switch(key & 7u64, arms, span, &[]);
        b.write_bytes(self.style.end.as_bytes());
    }

    fn write_bits(&self, b: &mut FunctionBuilder, bits: Expr, digits: u64) {
        b.write_bytes(b": 0x");
        b.call(self.hex, vec![Arg::Value(bits), Arg::Value(digits.into())], &[]);
    }

    fn write_message(&self, b: &mut FunctionBuilder, indentation: &Expr, levels: &Expr) {
        b.write_bytes(b" {");
        b.write_bytes(self.style.end.as_bytes());
        let inner = indentation.clone() + self.style.indentation;
        b.call(self.write, vec![Arg::Value(inner), Arg::Value(one_less(levels))], &[]);
        self.style.indent(b, indentation.clone());
        b.write_bytes(b"}");
    }

    fn write_span(&self, b: &mut FunctionBuilder, levels: &Expr, message: impl Fn(&mut FunctionBuilder)) {
        let len = b.read_leaf("len", ReadLeaf::Varint);
        let span = b.read_span("span", len);
        let fits = [("fits", ValueType::Bool)];
        let is_message = b.if_yields(
            len.is_not(0u64) & levels.clone().is_not(0u64),
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

fn write_hex() -> Function {
    let mut b = FunctionBuilder::new("write_hex");
    b.rare();
    let bits = b.value_param("bits", ValueType::U64);
    let digits = b.value_param("digits", ValueType::U64);
    b.loop_while(
        vec![("bits", ValueType::U64, bits.into()), ("left", ValueType::U64, digits.into())],
        |carried| carried[1].is_not(0u64),
        |b, carried| {
            let digit = carried[0] >> 60u64;
            let letter = Expr::from(u64::from(b'a') - 10);
            let base = digit.clone().below(10u64).choose(u64::from(b'0'), letter);
            b.write_int(digit + base, 1, Order::Little);
            vec![carried[0] << 4u64, carried[1] - 1u64]
        },
    );
    b.finish(vec![], vec![])
}

fn one_less(levels: &Expr) -> Expr {
    levels.clone().is(0u64).choose(0u64, levels.clone() - 1u64)
}

fn of_wire_type(b: &mut FunctionBuilder, wire_type: u64, body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, vec![Const::U64(wire_type)], body)
}
