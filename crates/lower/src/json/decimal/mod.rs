//! Decimal numbers of 128 bits as their text, which keeps the scale: `1.50` has two digits behind the point.
//!
//! Design: docs/decisions/0101-fbe-json-and-speed.md

mod read;
mod write;

use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{BytesMeaning, Type, Types};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Order, Place, ReadLeaf, ValueType, WriteLeaf};

/// The most digits behind the point.
const MOST_SCALE: u64 = 28;

/// Where the scale and the sign are in the upper half of the bytes, whose low bits are those of the magnitude.
const SCALE_BIT: u64 = 48;
const SIGN_BIT: u64 = 63;

/// The functions for a schema with decimal numbers.
pub(crate) struct DecimalCodec {
    /// Writes the number of 16 bytes.
    write: FuncId,
    /// Yields the halves of the number that a text is.
    read: FuncId,
}

impl DecimalCodec {
    /// Defines them for types with decimal numbers.
    pub fn of(types: &Types, module: &mut ModuleBuilder) -> Option<Self> {
        let fields = types.structs.iter().flat_map(|it| &it.fields).map(|field| &field.ty);
        let cases = types.unions.iter().flat_map(|it| &it.cases).filter_map(|case| case.ty.as_ref());
        fields
            .chain(cases)
            .any(holds_decimal)
            .then(|| Self { write: module.add(write::write_decimal()), read: module.add(read::read_decimal()) })
    }

    /// Writes a number as text; bytes that are none, as base64.
    pub fn write(&self, b: &mut FunctionBuilder, decimal: Place) {
        let halves = [("low", ValueType::U64), ("high", ValueType::U64)];
        let halves = b.at(Expr::Get(decimal.clone()), 0u64, &halves, |b| {
            let low = b.read_int("low", 8, Order::Little);
            let high = b.read_int("high", 8, Order::Little);
            vec![low.into(), high.into()]
        });
        let (low, high) = (Expr::from(halves[0]), Expr::from(halves[1]));
        let is_number = (high.clone() & UNUSED).is(0u64) & scale(&high).below(MOST_SCALE + 1);
        let text = |b: &mut FunctionBuilder| {
            b.call(self.write, vec![Arg::Value(low), Arg::Value(high)], &[]);
        };
        b.if_else(is_number, text, |b| b.write_leaf(WriteLeaf::JsonBase64, vec![Expr::Get(decimal)]));
    }

    /// Reads a number, its text, or base64, which ends with a padding.
    pub fn read(&self, b: &mut FunctionBuilder, decimal: Place) {
        let start = b.let_("start", Expr::Pos);
        let quoted = Expr::from(b.peek("next")).is(u64::from(b'"'));
        let quoted = b.let_("quoted", quoted);
        let text = b.if_yields(
            quoted.into(),
            &[("text", ValueType::Bytes)],
            |b| vec![b.read_leaf("string", ReadLeaf::JsonString).into()],
            |b| {
                b.skip_leaf(ReadLeaf::JsonSkipNumber);
                vec![Expr::Since(Box::new(start.into()))]
            },
        );
        let text = Expr::from(text[0]);
        let len = text.clone().bytes_len();
        b.check(len.clone().is_not(0u64), ErrorCode::Syntax);
        let is_base64 = b.at(text.clone(), len - 1u64, &[("is_base64", ValueType::Bool)], |b| {
            let last = b.read_int("last", 1, Order::Little);
            vec![last.is(u64::from(b'='))]
        });
        let bytes = b.if_yields(
            Expr::from(is_base64[0]) & quoted,
            &[("bytes", ValueType::Bytes)],
            |b| {
                let bytes = b.at(Expr::Input, start, &[("bytes", ValueType::Bytes)], |b| {
                    vec![b.read_leaf("bytes", ReadLeaf::JsonBase64).into()]
                });
                b.check(Expr::from(bytes[0]).bytes_len().is(16u64), ErrorCode::BadLength);
                vec![bytes[0].into()]
            },
            |b| {
                let halves = [("low", ValueType::U64), ("high", ValueType::U64)];
                let halves = b.call(self.read, vec![Arg::Value(text)], &halves);
                let bytes =
                    b.scratch("number", |b| halves.iter().for_each(|half| b.write_int(*half, 8, Order::Little)));
                vec![bytes.into()]
            },
        );
        b.set(decimal, bytes[0]);
    }
}

/// Bits of the upper half that are zero in every number.
const UNUSED: u64 = 0x7f00_ffff_0000_0000;

/// Returns the number of digits behind the point.
fn scale(high: &Expr) -> Expr {
    high.clone() >> SCALE_BIT & 0xffu64
}

fn holds_decimal(ty: &Type) -> bool {
    match ty {
        Type::FixedBytes(_, meaning) => *meaning == BytesMeaning::Decimal,
        Type::List(element) | Type::Array(element, _) => holds_decimal(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Union(_)
        | Type::Map(_) => false,
    }
}
