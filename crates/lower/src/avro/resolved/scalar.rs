//! Floats, which may have been written as other numbers; and skipping.

use super::skip;
use super::writer::{Navigator, Writer, kind};
use crate::avro::number::read_number;
use crate::avro::resolution::float_of_long;
use crate::plan::{Floats, block};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, Order, ValueType};
use polywire_model::attr::AvroStrictness;

/// Functions that follow the writer's schema, independent of the reader's types.
pub(super) struct Scalars {
    read_f32: FuncId,
    read_f64: FuncId,
    /// Skips a value.
    pub skip: FuncId,
}

impl Scalars {
    /// Defines the functions.
    pub fn define(
        module: &mut ModuleBuilder,
        navigator: &Navigator,
        floats: Floats,
        strictness: AvroStrictness,
    ) -> Self {
        Self {
            read_f32: module.add(read_f32(navigator.schema, floats, strictness)),
            read_f64: module.add(read_f64(navigator.schema, floats, strictness)),
            skip: skip::define(module, navigator.schema),
        }
    }

    /// Reads a float of this many bits; yields its bits.
    pub fn read_float(&self, b: &mut FunctionBuilder, bits: u8, writer: &Writer) -> Expr {
        let func = if bits == 32 { self.read_f32 } else { self.read_f64 };
        b.call(func, writer.args(), &[("float", ValueType::U64)])[0].into()
    }
}

fn read_f32(schema: StructId, floats: Floats, strictness: AvroStrictness) -> Function {
    let mut b = FunctionBuilder::new("read_f32");
    let writer = Writer::params(&mut b, schema);
    let arms = vec![
        integer_arm(&mut b, (kind::INT, strictness), floats.f32_of_uint, 1 << 31),
        integer_arm(&mut b, (kind::LONG, strictness), floats.f32_of_uint, 1 << 31),
        bits_arm(&mut b, kind::FLOAT, 4),
    ];
    finish(b, &writer, arms)
}

fn read_f64(schema: StructId, floats: Floats, strictness: AvroStrictness) -> Function {
    let mut b = FunctionBuilder::new("read_f64");
    let writer = Writer::params(&mut b, schema);
    let widened = b.block(|b| {
        let bits = b.read_int("float", 4, Order::Little);
        vec![Floats::call(b, floats.f64_of_f32, bits)]
    });
    let arms = vec![
        integer_arm(&mut b, (kind::INT, strictness), floats.f64_of_uint, 1 << 63),
        integer_arm(&mut b, (kind::LONG, strictness), floats.f64_of_uint, 1 << 63),
        Arm { keys: vec![Const::I64(kind::FLOAT)], body: widened },
        bits_arm(&mut b, kind::DOUBLE, 8),
    ];
    finish(b, &writer, arms)
}

fn integer_arm(b: &mut FunctionBuilder, (kind, strictness): (i64, AvroStrictness), of_uint: FuncId, sign: u64) -> Arm {
    let body = b.block(|b| {
        let number = read_number(b, kind == kind::LONG, strictness);
        vec![float_of_long(b, number, of_uint, sign)]
    });
    Arm { keys: vec![Const::I64(kind)], body }
}

fn bits_arm(b: &mut FunctionBuilder, kind: i64, width: u8) -> Arm {
    let body = b.block(|b| vec![b.read_int("float", width, Order::Little).into()]);
    Arm { keys: vec![Const::I64(kind)], body }
}

fn finish(mut b: FunctionBuilder, writer: &Writer, arms: Vec<Arm>) -> Function {
    let mut other = block(&mut b, |b| b.fail(ErrorCode::WrongKind));
    other.yields = vec![0u64.into()];
    let float = b.switch(writer.kind(), arms, other, &[("float", ValueType::U64)]);
    b.finish(vec![float[0].into()], vec![ValueType::U64])
}
