//! Copies adjacent structs: their words in order, followed by the targets of the pointers in them.

use super::Parts;
use crate::capnp::pointer::{Pointer, word_at};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Datum, Expr, Function, Order, ValueType, VarId};

/// The layout of adjacent structs, and the part of their sections that is kept (all in bytes).
#[derive(Clone, Copy)]
pub(super) struct Structs {
    pub segment: VarId,
    pub pos: VarId,
    pub count: VarId,
    pub data: VarId,
    pub pointers: VarId,
    pub kept_data: VarId,
    pub kept_pointers: VarId,
}

impl Parts {
    /// Copies adjacent structs; the canonical form keeps the part that any of them uses.
    pub(super) fn structs(
        self,
        b: &mut FunctionBuilder,
        segment: VarId,
        pos: VarId,
        (count, data, pointers): (VarId, VarId, VarId),
        canonical: VarId,
    ) -> Structs {
        let kept = b.if_yields(
            canonical.into(),
            &SECTIONS,
            |b| {
                let args = [segment, pos, count, data, pointers].map(|var| Arg::Value(var.into())).to_vec();
                b.call(self.used, args, &SECTIONS).into_iter().map(Expr::from).collect()
            },
            |_| vec![data.into(), pointers.into()],
        );
        Structs { segment, pos, count, data, pointers, kept_data: kept[0], kept_pointers: kept[1] }
    }

    pub(super) fn call_sections(self, b: &mut FunctionBuilder, message: VarId, structs: Structs, canonical: VarId) {
        let Structs { segment, pos, count, data, pointers, kept_data, kept_pointers } = structs;
        let args = [message, segment, pos, count, data, pointers, kept_data, kept_pointers, canonical];
        b.call(self.sections, args.map(|var| Arg::Value(var.into())).to_vec(), &[]);
    }

    pub(super) fn copy_sections(self) -> Function {
        let mut b = FunctionBuilder::new("copy_sections");
        let message = b.value_param("message", ValueType::Bytes);
        let structs = Structs {
            segment: b.value_param("segment", ValueType::Bytes),
            pos: b.value_param("pos", ValueType::U64),
            count: b.value_param("count", ValueType::U64),
            data: b.value_param("data", ValueType::U64),
            pointers: b.value_param("pointers", ValueType::U64),
            kept_data: b.value_param("kept_data", ValueType::U64),
            kept_pointers: b.value_param("kept_pointers", ValueType::U64),
        };
        let canonical = b.value_param("canonical", ValueType::Bool);
        let is_one_piece = structs.kept_data.is(structs.step());
        b.if_else(
            is_one_piece,
            |b| structs.copy_bytes(b),
            |b| {
                let words = structs.words(b);
                self.copy_words(b, message, structs, words, canonical);
            },
        );
        b.finish(vec![], vec![])
    }

    /// Puts the words contiguously; the targets of pointers among them follow.
    fn copy_words(self, b: &mut FunctionBuilder, message: VarId, structs: Structs, words: VarId, canonical: VarId) {
        let size = structs.count * structs.kept();
        b.section_block(size, |b| {
            b.each_carry(words.into(), ("element", WORD), Some(8), structs.start(), |b, word, _, vars| {
                let word = b.let_("word", Expr::Get(word.into()));
                b.if_else(
                    vars[1].below(structs.kept_data),
                    |b| b.put_int(0, word, 8, Order::Little),
                    |b| {
                        let pos = b.let_("pos", structs.source(vars));
                        let pointer = Pointer { message, segment: structs.segment, pos, word };
                        let args = [pointer.args(), vec![Arg::Value(canonical.into())]].concat();
                        b.call(self.copy, args, &[]);
                    },
                );
                structs.next(b, vars)
            });
        });
    }
}

const SECTIONS: [(&str, ValueType); 2] = [("kept_data", ValueType::U64), ("kept_pointers", ValueType::U64)];

/// A word that is being copied.
const WORD: Type = Type::int(64, false);

impl Structs {
    pub fn step(self) -> Expr {
        self.data + self.pointers
    }

    pub fn kept(self) -> Expr {
        self.kept_data + self.kept_pointers
    }

    /// Returns the sizes of the kept sections as the upper half of a struct pointer.
    pub fn sizes(self) -> Expr {
        (self.kept_data << 29u64) | (self.kept_pointers << 45u64)
    }

    fn copy_bytes(self, b: &mut FunctionBuilder) {
        let len = b.let_("len", self.count * self.step());
        let bytes =
            b.at(self.segment, self.pos, &[("bytes", ValueType::Bytes)], |b| vec![b.read_span("bytes", len).into()]);
        b.write(Datum::Span(bytes[0].into()));
    }

    /// Returns the number of words that are kept.
    fn words(self, b: &mut FunctionBuilder) -> VarId {
        let count = b.let_("words", (self.count * self.kept()) >> 3u64);
        b.make(("words", Type::List(Box::new(WORD))), |b, words| {
            b.fill_carry(words.into(), count, ("element", WORD), self.start(), |b, word, _, vars| {
                let value = word_at(b, self.segment, self.source(vars));
                b.set(word.into(), value);
                self.next(b, vars)
            });
        })
    }

    /// Returns the initial state of a loop over the kept words: the position of a struct, and the offset in its kept
    /// part.
    fn start(self) -> Vec<(&'static str, ValueType, Expr)> {
        vec![("base", ValueType::U64, self.pos.into()), ("offset", ValueType::U64, 0u64.into())]
    }

    /// Returns the position of the word.
    fn source(self, vars: &[VarId]) -> Expr {
        let dropped = self.data - self.kept_data;
        let in_data = vars[1].below(self.kept_data);
        vars[0] + vars[1] + in_data.choose(0u64, dropped)
    }

    fn next(self, b: &mut FunctionBuilder, vars: &[VarId]) -> Vec<Expr> {
        let next = b.let_("next", vars[1] + 8u64);
        let is_last = b.let_("is_last", next.is(self.kept()));
        let base = vars[0] + Expr::from(is_last).choose(self.step(), 0u64);
        vec![base, Expr::from(is_last).choose(0u64, next)]
    }
}
