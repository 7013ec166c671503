//! ISO 8859-1 and UTF-16, to and from UTF-8.
//!
//! Design: docs/decisions/0112-text-encodings.md

use super::code_point::write_code_point;
use crate::plan::byte_order;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, PureLeaf, ValueType, VarId};
use polywire_model::attr::{ByteOrder, TextEncoding};

/// The functions for the encodings that a schema uses.
pub(crate) struct Transcoders(Vec<(TextEncoding, Transcoder)>);

/// The functions for an encoding. They read to the end of the window, and write to the stream.
#[derive(Clone, Copy)]
struct Transcoder {
    /// `ENCODING_to_utf8()`.
    decode: FuncId,
    /// `utf8_to_ENCODING()`.
    encode: FuncId,
}

impl Transcoders {
    /// Defines the functions for these encodings.
    pub fn define(module: &mut ModuleBuilder, encodings: impl Iterator<Item = TextEncoding>) -> Self {
        let mut found: Vec<TextEncoding> = Vec::new();
        for encoding in encodings.filter(|it| *it != TextEncoding::Ascii) {
            if !found.contains(&encoding) {
                found.push(encoding);
            }
        }
        if found.is_empty() {
            return Self(Vec::new());
        }
        let put = module.add(write_code_point());
        let take = module.add(read_code_point());
        let transcoder = |encoding: TextEncoding| {
            let [decode, encode] = match encoding {
                TextEncoding::Ascii | TextEncoding::Latin1 => [latin1_to_utf8(put), utf8_to_latin1(take)],
                TextEncoding::Utf16(order) => [utf16_to_utf8(order, put), utf8_to_utf16(order, take)],
            };
            (encoding, Transcoder { decode: module.add(decode), encode: module.add(encode) })
        };
        Self(found.into_iter().map(transcoder).collect())
    }

    /// Returns the UTF-8 of a text in an encoding. A text of fixed length ends at its first NUL.
    pub fn decode(&self, b: &mut FunctionBuilder, encoding: TextEncoding, bytes: Expr, is_fixed: bool) -> VarId {
        let args = match encoding {
            TextEncoding::Ascii | TextEncoding::Latin1 => Vec::new(),
            TextEncoding::Utf16(_) => vec![Arg::Value(is_fixed.into())],
        };
        let decode = self.of(encoding).map(|it| it.decode);
        apply(b, ("text", bytes), decode.map(|it| (it, args)))
    }

    /// Returns a text (UTF-8) in an encoding.
    pub fn encode(&self, b: &mut FunctionBuilder, encoding: TextEncoding, text: Expr) -> VarId {
        b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![text.clone()]), ErrorCode::InvalidUtf8);
        let encode = self.of(encoding).map(|it| it.encode);
        apply(b, ("encoded", text), encode.map(|it| (it, Vec::new())))
    }

    fn of(&self, encoding: TextEncoding) -> Option<Transcoder> {
        self.0.iter().find(|(it, _)| *it == encoding).map(|(_, it)| *it)
    }
}

/// Returns what a function writes that reads these bytes.
fn apply(b: &mut FunctionBuilder, (name, bytes): (&str, Expr), function: Option<(FuncId, Vec<Arg>)>) -> VarId {
    b.scratch(name, |b| {
        b.at(bytes, 0u64, &[], |b| {
            if let Some((function, args)) = function {
                b.call(function, args, &[]);
            }
            vec![]
        });
    })
}

/// Runs the body up to the end of the window; it yields whether it goes on before that.
fn until_end(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder) -> Expr) {
    b.loop_while(
        vec![("more", ValueType::Bool, Expr::Left.is_not(0u64))],
        |carried| carried[0].into(),
        |b, _| {
            let goes_on = body(b);
            vec![goes_on & Expr::Left.is_not(0u64)]
        },
    );
}

fn latin1_to_utf8(put: FuncId) -> Function {
    let mut b = FunctionBuilder::new("latin1_to_utf8");
    until_end(&mut b, |b| {
        let byte = b.read_int("byte", 1, Order::Little);
        b.call(put, vec![Arg::Value(byte.into())], &[]);
        true.into()
    });
    b.finish(vec![], vec![])
}

fn utf8_to_latin1(take: FuncId) -> Function {
    let mut b = FunctionBuilder::new("utf8_to_latin1");
    until_end(&mut b, |b| {
        let code = b.call(take, vec![], &[("code", ValueType::U64)])[0];
        b.check(code.at_most(0xffu64), ErrorCode::OutOfRange);
        b.write_int(code, 1, Order::Little);
        true.into()
    });
    b.finish(vec![], vec![])
}

/// The bits of a surrogate that are the same in all of its kind.
const SURROGATE_BITS: u64 = 0xfc00;
const HIGH_SURROGATE: u64 = 0xd800;
const LOW_SURROGATE: u64 = 0xdc00;
/// The code points in two code units start here.
const FIRST_OF_TWO: u64 = 0x1_0000;

fn utf16_to_utf8(order: ByteOrder, put: FuncId) -> Function {
    let mut b = FunctionBuilder::new(format!("{}_to_utf8", name(order)));
    let is_fixed = Expr::from(b.value_param("is_fixed", ValueType::Bool));
    until_end(&mut b, |b| {
        let unit = read_unit(b, order);
        let ends = Expr::from(b.let_("ends", is_fixed & unit.is(0u64)));
        b.when(!ends.clone(), |b| {
            b.check(!is_surrogate(unit, LOW_SURROGATE), ErrorCode::InvalidUtf8);
            let pair = |b: &mut FunctionBuilder| {
                let low = read_unit(b, order);
                b.check(is_surrogate(low, LOW_SURROGATE), ErrorCode::InvalidUtf8);
                vec![((unit - HIGH_SURROGATE) << 10u64) + (low - LOW_SURROGATE) + FIRST_OF_TWO]
            };
            let code = b.if_yields(is_surrogate(unit, HIGH_SURROGATE), &[("code", ValueType::U64)], pair, |_| {
                vec![unit.into()]
            });
            b.call(put, vec![Arg::Value(code[0].into())], &[]);
        });
        !ends
    });
    b.finish(vec![], vec![])
}

/// `measure_utf16le(is_fixed) -> len`: reads a text of UTF-16 up to the end of the window and yields the number of its bytes; one of
/// fixed length ends at its first NUL.
pub(crate) fn measure_utf16(order: ByteOrder) -> Function {
    let mut b = FunctionBuilder::new(format!("measure_{}", name(order)));
    let is_fixed = Expr::from(b.value_param("is_fixed", ValueType::Bool));
    let measured = b.loop_while(
        vec![("more", ValueType::Bool, Expr::Left.is_not(0u64)), ("len", ValueType::U64, 0u64.into())],
        |carried| carried[0].into(),
        |b, carried| {
            let unit = read_unit(b, order);
            let ends = Expr::from(b.let_("ends", is_fixed & unit.is(0u64)));
            b.check(!is_surrogate(unit, LOW_SURROGATE), ErrorCode::InvalidUtf8);
            let two = |b: &mut FunctionBuilder| {
                let low = read_unit(b, order);
                b.check(is_surrogate(low, LOW_SURROGATE), ErrorCode::InvalidUtf8);
                vec![4u64.into()]
            };
            let one = |b: &mut FunctionBuilder| {
                let size = [("size", ValueType::U64)];
                vec![b.if_yields(ends.clone(), &size, |_| vec![0u64.into()], |_| vec![2u64.into()])[0].into()]
            };
            let size = b.if_yields(is_surrogate(unit, HIGH_SURROGATE), &[("size", ValueType::U64)], two, one);
            vec![!ends & Expr::Left.is_not(0u64), carried[1] + size[0]]
        },
    );
    b.finish(vec![measured[1].into()], vec![ValueType::U64])
}

fn utf8_to_utf16(order: ByteOrder, take: FuncId) -> Function {
    let mut b = FunctionBuilder::new(format!("utf8_to_{}", name(order)));
    let write = |b: &mut FunctionBuilder, unit: Expr| b.write_int(unit, 2, byte_order(order));
    until_end(&mut b, |b| {
        let code = b.call(take, vec![], &[("code", ValueType::U64)])[0];
        b.if_else(
            code.below(FIRST_OF_TWO),
            |b| write(b, code.into()),
            |b| {
                let bits = Expr::from(b.let_("bits", code - FIRST_OF_TWO));
                write(b, (bits.clone() >> 10u64) + HIGH_SURROGATE);
                write(b, (bits & 0x3ffu64) + LOW_SURROGATE);
            },
        );
        true.into()
    });
    b.finish(vec![], vec![])
}

fn name(order: ByteOrder) -> &'static str {
    match order {
        ByteOrder::Little => "utf16le",
        ByteOrder::Big => "utf16be",
    }
}

fn read_unit(b: &mut FunctionBuilder, order: ByteOrder) -> VarId {
    b.check(Expr::from(2u64).at_most(Expr::Left), ErrorCode::InvalidUtf8);
    b.read_int("unit", 2, byte_order(order))
}

fn is_surrogate(unit: VarId, kind: u64) -> Expr {
    (unit & SURROGATE_BITS).is(kind)
}

/// `read_code_point() -> code`: reads a character of well-formed UTF-8.
pub(crate) fn read_code_point() -> Function {
    let mut b = FunctionBuilder::new("read_code_point");
    let first = Expr::from(b.read_int("first", 1, Order::Little));
    let result = [("code", ValueType::U64)];
    let code = b.if_yields(
        first.clone().below(0x80u64),
        &result,
        |_| vec![first.clone()],
        |b| {
            // The bits of the first byte and of the second one, without those that say how many bytes there are.
            let next = continuation(b);
            let two = b.let_("two", (first.clone() & 0x3fu64) << 6u64 | next);
            let of_three = |b: &mut FunctionBuilder| {
                let next = continuation(b);
                let three = b.let_("three", two << 6u64 | next);
                let four = |b: &mut FunctionBuilder| vec![(three << 6u64 | continuation(b)) & 0x1f_ffffu64];
                let is_four = Expr::from(0xf0u64).at_most(first.clone());
                let code = b.if_yields(is_four, &result, four, |_| vec![three & 0xffffu64]);
                vec![code[0].into()]
            };
            let is_longer = Expr::from(0xe0u64).at_most(first.clone());
            let code = b.if_yields(is_longer, &result, of_three, |_| vec![two & 0x7ffu64]);
            vec![code[0].into()]
        },
    );
    b.finish(vec![code[0].into()], vec![ValueType::U64])
}

fn continuation(b: &mut FunctionBuilder) -> Expr {
    b.read_int("next", 1, Order::Little) & 0x3fu64
}
