//! The packed encoding: a byte transform of whole messages. For each word, a tag byte marks which of its eight bytes
//! are not zero, and these follow. A word of zeros is followed by the count of further such words; a word without a
//! zero, by the count of further words that are copied verbatim.

use super::pointer::word_at;
use crate::memory::PAID_BY_BYTE;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, Datum, Expr, FuncId, Function, Order, ValueType, VarId};

/// Counts of words are one byte.
const MAX_RUN: u64 = 255;

/// Each packed byte pays for this many unpacked bytes, which is more than ordinary messages have. It pays for the values
/// only after unpacking, because a few packed bytes can become very many.
const UNPACKED_BY_BYTE: u64 = 4;

/// The byte transform.
#[derive(Clone, Copy)]
pub(super) struct Packing {
    /// Writes bytes packed: `pack(bytes)`. Their length is a multiple of eight.
    pack: FuncId,
    /// Writes the window's contents unpacked: `unpack()`.
    unpack: FuncId,
}

impl Packing {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder) -> Self {
        let (zeros, mixed) = (module.add(zero_words()), module.add(mixed_words()));
        Self { pack: module.add(pack(zeros, mixed)), unpack: module.add(unpack()) }
    }

    /// Writes a message packed.
    pub fn write(self, b: &mut FunctionBuilder, message: impl FnOnce(&mut FunctionBuilder)) {
        let message = b.scratch("message", message);
        b.call(self.pack, vec![Arg::Value(message.into())], &[]);
    }

    /// Reads a packed message that fills the window.
    pub fn read(self, b: &mut FunctionBuilder, message: impl FnOnce(&mut FunctionBuilder)) {
        let len = b.let_("packed_len", Expr::Left);
        b.credit(len * UNPACKED_BY_BYTE);
        let unpacked = b.scratch("unpacked", |b| drop(b.call(self.unpack, vec![], &[])));
        b.credit(len * (PAID_BY_BYTE - UNPACKED_BY_BYTE));
        b.at(unpacked, 0u64, &[], |b| {
            message(b);
            vec![]
        });
    }
}

/// Returns the eight bytes of a word, lowest first.
fn bytes_of(word: VarId) -> [Expr; 8] {
    std::array::from_fn(|index| match index as u64 {
        0 => Expr::from(word).low_bits(8),
        index => (word >> (8 * index)).low_bits(8),
    })
}

fn pack(zeros: FuncId, mixed: FuncId) -> Function {
    let mut b = FunctionBuilder::new("pack");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    b.loop_while(
        vec![("pos", ValueType::U64, 0u64.into())],
        |vars| vars[0].below(Expr::from(bytes).bytes_len()),
        |b, vars| {
            let word = word_at(b, bytes, vars[0].into());
            let tag = pack_word(b, word);
            let next = b.let_("next", vars[0] + 8u64);
            let arms = [(0u64, zeros), (0xff, mixed)].map(|(key, run)| {
                let args = [bytes, next].map(|var| Arg::Value(var.into())).to_vec();
                let body = b.block(|b| vec![b.call(run, args, &[("next", ValueType::U64)])[0].into()]);
                Arm { keys: vec![Const::U64(key)], body }
            });
            let alone = b.block(|_| vec![next.into()]);
            let next = b.switch(tag.into(), arms.to_vec(), alone, &[("next", ValueType::U64)]);
            vec![next[0].into()]
        },
    );
    b.finish(vec![], vec![])
}

/// Writes a word's tag and its nonzero bytes; yields the tag.
fn pack_word(b: &mut FunctionBuilder, word: VarId) -> VarId {
    let bits = bytes_of(word).into_iter().zip(0u64..).map(|(byte, index)| byte.is_not(0u64).as_int() << index);
    let tag = bits.reduce(|left, right| left | right).unwrap_or_else(|| 0u64.into());
    let tag = b.let_("tag", tag);
    b.write_int(tag, 1, Order::Little);
    for byte in bytes_of(word) {
        b.when(byte.clone().is_not(0u64), |b| b.write_int(byte, 1, Order::Little));
    }
    tag
}

/// `zero_words(bytes, start) -> end`: counts words of zeros.
fn zero_words() -> Function {
    let mut b = FunctionBuilder::new("zero_words");
    let (bytes, start) = (b.value_param("bytes", ValueType::Bytes), b.value_param("start", ValueType::U64));
    let end = run_end(&mut b, bytes, start, |word| word.is(0u64));
    b.write_int((end - start) >> 3u64, 1, Order::Little);
    b.finish(vec![end.into()], vec![ValueType::U64])
}

/// `mixed_words(bytes, start) -> end`: counts and copies words with fewer than two zeros, which packing would not
/// shorten.
fn mixed_words() -> Function {
    let mut b = FunctionBuilder::new("mixed_words");
    let (bytes, start) = (b.value_param("bytes", ValueType::Bytes), b.value_param("start", ValueType::U64));
    let end = run_end(&mut b, bytes, start, |word| {
        let zeros = bytes_of(word).into_iter().map(|byte| byte.is(0u64).as_int()).reduce(|left, right| left + right);
        zeros.unwrap_or_else(|| 0u64.into()).at_most(1u64)
    });
    let len = b.let_("len", end - start);
    b.write_int(len >> 3u64, 1, Order::Little);
    let run = b.at(bytes, start, &[("run", ValueType::Bytes)], |b| vec![b.read_span("run", len).into()]);
    b.write(Datum::Span(run[0].into()));
    b.finish(vec![end.into()], vec![ValueType::U64])
}

/// Returns the end of the words from `start` on that satisfy a condition, up to the maximum count.
fn run_end(b: &mut FunctionBuilder, bytes: VarId, start: VarId, holds: impl FnOnce(VarId) -> Expr) -> VarId {
    let longest = b.let_("longest", start + 8 * MAX_RUN);
    let len = || Expr::from(bytes).bytes_len();
    let limit = b.let_("limit", len().below(longest).choose(len(), longest));
    let carried = vec![("end", ValueType::U64, start.into()), ("go_on", ValueType::Bool, true.into())];
    let ends = b.loop_while(
        carried,
        |vars| vars[1] & vars[0].below(limit),
        |b, vars| {
            let word = word_at(b, bytes, vars[0].into());
            let more = b.let_("more", holds(word));
            let next = Expr::from(more).choose(vars[0] + 8u64, vars[0]);
            vec![next, more.into()]
        },
    );
    ends[0]
}

/// Unpacked bytes are charged, because two bytes can become 2,048.
fn unpack() -> Function {
    let mut b = FunctionBuilder::new("unpack");
    b.loop_while(
        vec![],
        |_| Expr::Left.is_not(0u64),
        |b, _| {
            let tag = b.read_int("tag", 1, Order::Little);
            b.charge(8u64);
            (0..8).for_each(|bit| unpack_byte(b, tag, bit));
            b.when(tag.is(0u64), |b| {
                let len = read_run_len(b);
                b.write(Datum::Zeros(len.into()));
            });
            b.when(tag.is(0xffu64), |b| {
                let len = read_run_len(b);
                let run = b.read_span("run", len);
                b.write(Datum::Span(run.into()));
            });
            vec![]
        },
    );
    b.finish(vec![], vec![])
}

fn unpack_byte(b: &mut FunctionBuilder, tag: VarId, bit: u64) {
    let byte = b.if_yields(
        (tag & (1u64 << bit)).is_not(0u64),
        &[("byte", ValueType::U64)],
        |b| vec![b.read_int("byte", 1, Order::Little).into()],
        |_| vec![0u64.into()],
    );
    b.write_int(byte[0], 1, Order::Little);
}

fn read_run_len(b: &mut FunctionBuilder) -> VarId {
    let count = b.read_int("count", 1, Order::Little);
    let len = b.let_("len", count << 3u64);
    b.charge(len);
    len
}
