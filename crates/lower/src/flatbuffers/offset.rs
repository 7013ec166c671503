//! Resolves offsets. An offset is passed as its position and its value, which is relative to that position.

use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// Functions that resolve offsets.
pub(super) struct Offsets {
    /// The bytes of a text: `text(buffer, pos, offset) -> bytes`.
    text: FuncId,
    /// The elements of a vector: `vector(buffer, pos, offset, width) -> first, count`.
    vector: FuncId,
    /// Those of a vector with a count of 64 bits.
    vector64: FuncId,
}

impl Offsets {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder) -> Self {
        Self { text: module.add(text()), vector: module.add(vector(4)), vector64: module.add(vector(8)) }
    }

    /// The bytes of a text.
    pub fn text(&self, b: &mut FunctionBuilder, buffer: VarId, (pos, offset): (VarId, VarId)) -> VarId {
        let args = [buffer, pos, offset].map(|var| Arg::Value(var.into())).to_vec();
        b.call(self.text, args, &[("text", ValueType::Bytes)])[0]
    }

    /// Returns the position of the first element of a vector, and their count; all elements are in the buffer.
    pub fn vector(
        &self,
        b: &mut FunctionBuilder,
        buffer: VarId,
        offset: (VarId, VarId),
        (width, count): (u32, u8),
    ) -> (VarId, VarId) {
        let function = if count == 8 { self.vector64 } else { self.vector };
        let mut args = [buffer, offset.0, offset.1].map(|var| Arg::Value(var.into())).to_vec();
        args.push(Arg::Value(u64::from(width).into()));
        let found = b.call(function, args, &[("first", ValueType::U64), ("count", ValueType::U64)]);
        (found[0], found[1])
    }
}

/// Returns the target of an offset, which must differ from the offset's own position and be a multiple of four. One of
/// 2 GiB or more is out of every buffer.
pub(super) fn target(b: &mut FunctionBuilder, pos: Expr, offset: Expr) -> VarId {
    let target = b.let_("target", pos + offset.clone());
    b.check(offset.is_not(0u64) & (target & 3u64).is(0u64), ErrorCode::BadPointer);
    target
}

/// Returns the target of an element of a vector of tables. One of zero is an empty table, as the official verifier has it.
pub(super) fn element_target(b: &mut FunctionBuilder, pos: VarId, offset: VarId) -> VarId {
    let target = b.let_("target", pos + offset);
    b.check((target & 3u64).is(0u64), ErrorCode::BadPointer);
    target
}

fn params(b: &mut FunctionBuilder) -> (VarId, VarId, VarId) {
    let buffer = b.value_param("buffer", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let offset = b.value_param("offset", ValueType::U64);
    (buffer, pos, offset)
}

/// A text is a 32-bit length, this many bytes and a NUL.
fn text() -> Function {
    let mut b = FunctionBuilder::new("text");
    let (buffer, pos, offset) = params(&mut b);
    let target = target(&mut b, pos.into(), offset.into());
    let bytes = b.at(buffer, target, &[("bytes", ValueType::Bytes)], |b| {
        let len = b.read_int("len", 4, Order::Little);
        b.check(len.below(Expr::Left), ErrorCode::BadLength);
        let bytes = b.read_span("bytes", len);
        b.expect(&[0], ErrorCode::Unterminated);
        vec![bytes.into()]
    });
    b.finish(vec![bytes[0].into()], vec![ValueType::Bytes])
}

/// A vector is a count, of 32 or 64 bits, and the elements.
fn vector(count_width: u8) -> Function {
    let mut b = FunctionBuilder::new(if count_width == 8 { "vector64" } else { "vector" });
    let (buffer, pos, offset) = params(&mut b);
    let width = b.value_param("width", ValueType::U64);
    let target = target(&mut b, pos.into(), offset.into());
    if count_width > 4 {
        b.check((target & 7u64).is(0u64), ErrorCode::BadPointer);
    }
    let count = b.at(buffer, target, &[("count", ValueType::U64)], |b| {
        let count = b.read_int("count", count_width, Order::Little);
        if count_width > 4 {
            b.check(count.at_most(Expr::Left), ErrorCode::BadLength);
        }
        b.check((count * width).at_most(Expr::Left), ErrorCode::BadLength);
        vec![count.into()]
    });
    b.finish(vec![target + u64::from(count_width), count[0].into()], vec![ValueType::U64; 2])
}
