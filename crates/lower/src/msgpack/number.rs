//! Integers and floats.
//!
//! Design: docs/decisions/0119-rare-heads.md

use super::usual::{Found, behind_nil, find, found};
use crate::plan::{Floats, check_range};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::EnumType;
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// Functions that write and read numbers.
pub(crate) struct Numbers {
    write_uint: FuncId,
    write_int: FuncId,
    /// Reads an integer; yields a flag for a negative one, and its 64 bits in two's complement.
    read_integer: FuncId,
    read_f64: FuncId,
    read_f32: FuncId,
    /// Read an integer of 8, 16, 32 or 64 bits, or nil.
    find_signed: [FuncId; 4],
    find_unsigned: [FuncId; 4],
    /// The same for floats.
    find_f64: FuncId,
    find_f32: FuncId,
    keeps_sign: bool,
}

impl Numbers {
    /// Defines the functions.
    pub fn define(module: &mut ModuleBuilder, floats: Floats, keeps_sign: bool) -> Self {
        let write_uint = module.add(write_uint());
        let read_integer = module.declare();
        let behind_head = module.add(read_behind_head());
        module.define(read_integer, read_any_integer(behind_head));
        let other_f64 = module.add(read_other(&F64, floats, behind_head));
        let other_f32 = module.add(read_other(&F32, floats, behind_head));
        Self {
            write_uint,
            write_int: module.add(if keeps_sign { write_signed() } else { write_int(write_uint) }),
            read_integer,
            read_f64: module.add(read_float(&F64, other_f64)),
            read_f32: module.add(read_float(&F32, other_f32)),
            find_signed: WIDTHS.map(|bits| add_find_int(module, behind_head, (bits, true))),
            find_unsigned: WIDTHS.map(|bits| add_find_int(module, behind_head, (bits, false))),
            find_f64: add_find_float(module, &F64, other_f64),
            find_f32: add_find_float(module, &F32, other_f32),
            keeps_sign,
        }
    }

    /// Appends an integer, U64.
    pub fn uint(&self, b: &mut FunctionBuilder, value: Expr) {
        b.call(self.write_uint, vec![Arg::Value(value)], &[]);
    }

    /// Appends an integer, I64.
    pub fn int(&self, b: &mut FunctionBuilder, value: Expr) {
        b.call(self.write_int, vec![Arg::Value(value)], &[]);
    }

    /// Reads an integer as U64.
    pub fn read_uint(&self, b: &mut FunctionBuilder) -> Expr {
        let (negative, bits) = self.read(b);
        b.check(!negative, ErrorCode::OutOfRange);
        bits
    }

    /// Reads an integer as I64.
    pub fn read_int(&self, b: &mut FunctionBuilder) -> Expr {
        let (negative, bits) = self.read(b);
        b.check(negative | bits.clone().at_most(i64::MAX as u64), ErrorCode::OutOfRange);
        bits.reinterpret()
    }

    /// Appends the number of an enum (I64), which is the integer of its type.
    pub fn enumerator(&self, b: &mut FunctionBuilder, it: &EnumType, number: Expr) {
        match it.is_wide_unsigned() || self.keeps_sign && !it.signed {
            true => self.uint(b, number.reinterpret()),
            false => self.int(b, number),
        }
    }

    /// Reads the number of an enum; I64. Negative numbers of unsigned enums were written by earlier versions.
    pub fn read_enumerator(&self, b: &mut FunctionBuilder, it: &EnumType) -> Expr {
        match it.is_wide_unsigned() {
            true => self.read(b).1.reinterpret(),
            false => self.read_int(b),
        }
    }

    /// Reads an integer as U64; `negative` stands for all negative ones.
    pub fn read_key(&self, b: &mut FunctionBuilder, negative: u64) -> Expr {
        let (is_negative, bits) = self.read(b);
        is_negative.choose(negative, bits)
    }

    /// Reads an integer of this many bits and this signedness, or nil.
    pub fn find_int(&self, b: &mut FunctionBuilder, (bits, signed): (u8, bool)) -> Found {
        let funcs = if signed { &self.find_signed } else { &self.find_unsigned };
        find(b, funcs[WIDTHS.partition_point(|width| *width < bits)], ("number", number_type(signed)))
    }

    /// Reads a float of this many bits, as these bits, or nil.
    pub fn find_float(&self, b: &mut FunctionBuilder, bits: u8) -> Found {
        find(b, if bits == 32 { self.find_f32 } else { self.find_f64 }, ("bits", ValueType::U64))
    }

    fn read(&self, b: &mut FunctionBuilder) -> (Expr, Expr) {
        let read = b.call(self.read_integer, vec![], &INTEGER);
        (read[0].into(), read[1].into())
    }

    /// Reads a float of this many bits; yields its bits.
    pub fn read_float(&self, b: &mut FunctionBuilder, bits: u8) -> Expr {
        let func = if bits == 32 { self.read_f32 } else { self.read_f64 };
        b.call(func, vec![], &[("bits", ValueType::U64)])[0].into()
    }
}

const INTEGER: [(&str, ValueType); 2] = [("negative", ValueType::Bool), ("bits", ValueType::U64)];

fn write_uint() -> Function {
    let mut b = FunctionBuilder::new("write_uint");
    let value = Expr::from(b.value_param("value", ValueType::U64));
    let one_byte = value.clone().below(0x80u64);
    b.if_else(
        one_byte,
        |b| b.write_int(value.clone(), 1, Order::Big),
        |b| write_behind(b, &value, &[(0xcc, 1, 1 << 8), (0xcd, 2, 1 << 16), (0xce, 4, 1 << 32), (0xcf, 8, 0)]),
    );
    b.finish(vec![], vec![])
}

/// Appends the first tag that can hold the value; each is given with its width and the first value that it cannot hold.
fn write_behind(b: &mut FunctionBuilder, value: &Expr, tags: &[(u8, u8, u64)]) {
    let Some((&(tag, width, end), wider)) = tags.split_first() else { return };
    let write = |b: &mut FunctionBuilder| {
        b.write_bytes(&[tag]);
        b.write_int(value.clone(), width, Order::Big);
    };
    if wider.is_empty() {
        return write(b);
    }
    b.if_else(value.clone().below(end), write, |b| write_behind(b, value, wider));
}

fn write_int(write_uint: FuncId) -> Function {
    let mut b = FunctionBuilder::new("write_int");
    let value = Expr::from(b.value_param("value", ValueType::I64));
    let positive =
        |b: &mut FunctionBuilder| drop(b.call(write_uint, vec![Arg::Value(value.clone().reinterpret())], &[]));
    b.if_else(Expr::from(0i64).at_most(value.clone()), positive, |b| {
        let one_byte = Expr::from(-32i64).at_most(value.clone());
        b.if_else(
            one_byte,
            |b| b.write_int(value.clone(), 1, Order::Big),
            |b| {
                // The distance below −1, so that a single comparison determines the width.
                let depth = (Expr::from(-1i64) - value.clone()).reinterpret();
                write_negative(b, &value, &depth, &[(0xd0, 1), (0xd1, 2), (0xd2, 4), (0xd3, 8)]);
            },
        );
    });
    b.finish(vec![], vec![])
}

/// Appends an integer in a signed form, whatever its sign is.
fn write_signed() -> Function {
    let mut b = FunctionBuilder::new("write_int");
    let value = Expr::from(b.value_param("value", ValueType::I64));
    let one_byte = Expr::from(-32i64).at_most(value.clone()) & value.clone().at_most(127i64);
    b.if_else(
        one_byte,
        |b| b.write_int(value.clone(), 1, Order::Big),
        |b| {
            // The distance from 0 or -1.
            let depth = ((value.clone() >> 63u64) ^ value.clone()).reinterpret();
            write_negative(b, &value, &depth, &[(0xd0, 1), (0xd1, 2), (0xd2, 4), (0xd3, 8)]);
        },
    );
    b.finish(vec![], vec![])
}

fn write_negative(b: &mut FunctionBuilder, value: &Expr, depth: &Expr, tags: &[(u8, u8)]) {
    let Some((&(tag, width), wider)) = tags.split_first() else { return };
    let write = |b: &mut FunctionBuilder| {
        b.write_bytes(&[tag]);
        b.write_int(value.clone(), width, Order::Big);
    };
    if wider.is_empty() {
        return write(b);
    }
    b.if_else(depth.clone().below(1u64 << (8 * width - 1)), write, |b| write_negative(b, value, depth, wider));
}

fn read_any_integer(behind_head: FuncId) -> Function {
    let mut b = FunctionBuilder::new("read_integer");
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    // Most numbers are small, and need no call.
    let small = |_: &mut FunctionBuilder| vec![false.into(), head.clone()];
    let other = |b: &mut FunctionBuilder| {
        b.call(behind_head, vec![Arg::Value(head.clone())], &INTEGER).into_iter().map(Expr::from).collect()
    };
    let read = b.if_yields(head.clone().below(0x80u64), &INTEGER, small, other);
    b.finish(read.into_iter().map(Expr::from).collect(), vec![ValueType::Bool, ValueType::U64])
}

/// Reads the integer in a head or after it.
fn read_behind_head() -> Function {
    let mut b = FunctionBuilder::new("read_integer_behind");
    let head = Expr::from(b.value_param("head", ValueType::U64));
    let unsigned = [(0xcc, 1), (0xcd, 2), (0xce, 4), (0xcf, 8)].map(|(tag, width)| Arm {
        keys: vec![Const::U64(tag)],
        body: b.block(|b| vec![false.into(), b.read_int("bits", width, Order::Big).into()]),
    });
    let signed = [(0xd0, 1), (0xd1, 2), (0xd2, 4), (0xd3, 8)].map(|(tag, width)| Arm {
        keys: vec![Const::U64(tag)],
        body: b.block(|b| {
            let value = Expr::from(b.read_int("bits", width, Order::Big)).sign_extended(8 * width);
            vec![value.clone().below(0i64), value.reinterpret()]
        }),
    });
    let fixed = b.block(|b| {
        let negative = Expr::from(0xe0u64).at_most(head.clone());
        b.check(head.clone().below(0x80u64) | negative.clone(), ErrorCode::WrongKind);
        vec![negative, head.clone().sign_extended(8).reinterpret()]
    });
    let arms = [unsigned, signed].concat();
    let read = b.switch(head.clone(), arms, fixed, &INTEGER);
    b.rare();
    b.finish(read.into_iter().map(Expr::from).collect(), vec![ValueType::Bool, ValueType::U64])
}

/// The widths of integers.
const WIDTHS: [u8; 4] = [8, 16, 32, 64];

fn number_type(signed: bool) -> ValueType {
    if signed { ValueType::I64 } else { ValueType::U64 }
}

/// Adds functions that read an integer of this many bits, or nil: small ones, and others.
fn add_find_int(module: &mut ModuleBuilder, behind_head: FuncId, (bits, signed): (u8, bool)) -> FuncId {
    let name = format!("find_{}{bits}", if signed { 'i' } else { 'u' });
    let behind = module.add(find_int_behind(format!("{name}_behind"), behind_head, (bits, signed)));
    let mut b = FunctionBuilder::new(name);
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    let small = |_: &mut FunctionBuilder| if signed { head.clone().reinterpret() } else { head.clone() };
    let results = found(&mut b, &head, head.clone().below(0x80u64), small, (behind, number_type(signed)));
    module.add(b.finish(results, vec![ValueType::Bool, number_type(signed)]))
}

fn find_int_behind(name: String, behind_head: FuncId, (bits, signed): (u8, bool)) -> Function {
    behind_nil(name, number_type(signed), |b, head| {
        let read = b.call(behind_head, vec![Arg::Value(head)], &INTEGER);
        let (negative, number) = (Expr::from(read[0]), Expr::from(read[1]));
        let number = if signed {
            b.check(negative | number.clone().at_most(i64::MAX as u64), ErrorCode::OutOfRange);
            number.reinterpret()
        } else {
            b.check(!negative, ErrorCode::OutOfRange);
            number
        };
        check_range(b, &number, bits, signed);
        number
    })
}

/// Adds functions that read a float of this width, or nil: one of the same width, and others.
fn add_find_float(module: &mut ModuleBuilder, float: &Float, other: FuncId) -> FuncId {
    let behind = module.add(behind_nil(format!("{}_behind", float.find_name), ValueType::U64, |b, head| {
        b.call(other, vec![Arg::Value(head)], &[("bits", ValueType::U64)])[0].into()
    }));
    let mut b = FunctionBuilder::new(float.find_name);
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    let own = |b: &mut FunctionBuilder| b.read_int("bits", float.own.1, Order::Big).into();
    let results = found(&mut b, &head, head.clone().is(u64::from(float.own.0)), own, (behind, ValueType::U64));
    module.add(b.finish(results, vec![ValueType::Bool, ValueType::U64]))
}

/// A width of floats.
struct Float {
    name: &'static str,
    find_name: &'static str,
    other_name: &'static str,
    sign: u64,
    /// The tag of this width, and its bytes.
    own: (u8, u8),
    /// The tag of the other width, and its bytes.
    other: (u64, u8),
    of_other: fn(Floats) -> FuncId,
    of_uint: fn(Floats) -> FuncId,
}

const F64: Float = Float {
    name: "read_f64",
    find_name: "find_f64",
    other_name: "read_other_f64",
    sign: 1 << 63,
    own: (0xcb, 8),
    other: (0xca, 4),
    of_other: |floats| floats.f64_of_f32,
    of_uint: |floats| floats.f64_of_uint,
};

const F32: Float = Float {
    name: "read_f32",
    find_name: "find_f32",
    other_name: "read_other_f32",
    sign: 1 << 31,
    own: (0xca, 4),
    other: (0xcb, 8),
    of_other: |floats| floats.f32_of_f64,
    of_uint: |floats| floats.f32_of_uint,
};

fn read_float(float: &Float, other: FuncId) -> Function {
    let mut b = FunctionBuilder::new(float.name);
    let result = [("bits", ValueType::U64)];
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    let bits = b.if_yields(
        head.clone().is(u64::from(float.own.0)),
        &result,
        |b| vec![b.read_int("bits", float.own.1, Order::Big).into()],
        |b| vec![b.call(other, vec![Arg::Value(head.clone())], &result)[0].into()],
    );
    b.finish(vec![bits[0].into()], vec![ValueType::U64])
}

/// Reads a float of the other width, or an integer, because some writers store integral floats as integers. Its head has
/// been read.
fn read_other(float: &Float, floats: Floats, behind_head: FuncId) -> Function {
    let mut b = FunctionBuilder::new(float.other_name);
    let head = Expr::from(b.value_param("head", ValueType::U64));
    let other = Arm {
        keys: vec![Const::U64(float.other.0)],
        body: b.block(|b| {
            let bits = b.read_int("bits", float.other.1, Order::Big);
            vec![Floats::call(b, (float.of_other)(floats), bits)]
        }),
    };
    let integer = b.block(|b| {
        let read = b.call(behind_head, vec![Arg::Value(head.clone())], &INTEGER);
        let (negative, bits) = (Expr::from(read[0]), Expr::from(read[1]));
        let magnitude = negative.clone().choose(Expr::from(0u64) - bits.clone(), bits);
        vec![Floats::call_signed(b, (float.of_uint)(floats), negative, magnitude, float.sign)]
    });
    let bits = b.switch(head, vec![other], integer, &[("float", ValueType::U64)]);
    b.rare();
    b.finish(vec![bits[0].into()], vec![ValueType::U64])
}
