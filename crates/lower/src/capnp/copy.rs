//! Copies what a pointer leads to, in one segment and in the order of the pointers: as it is, or in canonical form, in which
//! zeros at the end of sections are left out (Cap'n Proto Encoding, "Canonicalization").

use super::encode_pointer::{distance, pad, put_list_pointer};
use super::list::{COMPOSITE, count, kind};
use super::pointer::{FAR, Kind, OTHER, Pointer, Pointers, Target, fits, section_sizes, start, word_at};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::Type;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// Functions that copy objects.
#[derive(Clone, Copy)]
pub(super) struct Copies {
    /// Puts a pointer to the copy into the caller's section, nothing for null: `copy(message, segment, pos, word, canonical)`.
    copy: FuncId,
}

/// How much of a struct is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// All of it.
    AsItIs,
    /// Sections without zeros at their ends, of what is in one segment already.
    Canonical,
}

/// What the functions of copying call.
#[derive(Clone, Copy)]
struct Parts {
    /// [`Copies::copy`].
    copy: FuncId,
    /// Copies structs side by side: `copy_sections(message, segment, pos, count, data, pointers, kept_data, kept_pointers,
    /// canonical)`.
    sections: FuncId,
    /// Copies a list of what is no pointer: `copy_scalars(segment, pos, word)`.
    scalars: FuncId,
    /// The sections of structs without the words at their ends that are zero in all of them: `used_sections(segment, pos,
    /// count, data, pointers) -> kept_data, kept_pointers`.
    used: FuncId,
}

/// What structs side by side look like, and how much of their sections is kept (all bytes).
#[derive(Clone, Copy)]
struct Structs {
    segment: VarId,
    pos: VarId,
    count: VarId,
    data: VarId,
    pointers: VarId,
    kept_data: VarId,
    kept_pointers: VarId,
}

impl Copies {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder, pointers: &Pointers) -> Self {
        let used_words = module.add(used_words());
        let (copy, sections) = (module.declare(), module.declare());
        let used = module.add(used_sections(used_words));
        let parts = Parts { copy, sections, scalars: module.add(copy_scalars()), used };
        module.define(copy, parts.copy(pointers));
        module.define(sections, parts.copy_sections());
        Self { copy }
    }

    /// Puts a pointer to a copy into the section.
    pub fn copy(self, b: &mut FunctionBuilder, pointer: &Pointer, form: Form) {
        let canonical = Arg::Value((form == Form::Canonical).into());
        b.call(self.copy, [pointer.args(), vec![canonical]].concat(), &[]);
    }
}

const SECTIONS: [(&str, ValueType); 2] = [("kept_data", ValueType::U64), ("kept_pointers", ValueType::U64)];

impl Parts {
    fn copy(self, pointers: &Pointers) -> Function {
        let mut b = FunctionBuilder::new("copy");
        b.nests();
        let pointer = Pointer::params(&mut b);
        let canonical = b.value_param("canonical", ValueType::Bool);
        b.when(Expr::from(pointer.word).is_not(0u64), |b| {
            let is_near = Expr::from(pointer.word).and(3u64).is_not(FAR);
            b.check(Expr::from(canonical).is(false).or(is_near), ErrorCode::Mismatch);
            let target = pointers.resolve(b, &pointer);
            let arm = |key: u64, body| Arm { keys: vec![Const::U64(key)], body };
            let structs = b.block(|b| {
                self.copy_struct(b, pointer.message, target, canonical);
                vec![]
            });
            let list = b.block(|b| {
                self.copy_list(b, pointer.message, target, canonical);
                vec![]
            });
            let other = b.block(|b| {
                copy_capability(b, target, canonical);
                vec![]
            });
            let far = b.block(|b| {
                b.fail(ErrorCode::WrongKind);
                vec![]
            });
            let arms = vec![arm(Kind::STRUCT.value, structs), arm(Kind::LIST.value, list), arm(OTHER, other)];
            b.switch(Expr::from(target.word).and(3u64), arms, far, &[]);
        });
        b.finish(vec![], vec![])
    }

    /// A struct of no size has itself no place: its pointer leads to itself.
    fn copy_struct(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let (data, pointers) = section_sizes(b, target.word);
        let size = b.let_("size", ValueType::U64, Expr::from(data).plus(pointers));
        let pos = charged(b, target.segment, target.pos, size);
        let count = b.let_("count", ValueType::U64, 1u64);
        let structs = self.structs(b, target.segment, pos, (count, data, pointers), canonical);
        b.if_else(
            structs.kept().is(0u64),
            |b| b.put_int(0, 0xffff_fffcu64, 8, Order::Little),
            |b| {
                b.put_int(0, distance(0).or(structs.sizes()), 8, Order::Little);
                b.tail(&[], |b| {
                    self.call_sections(b, message, structs, canonical);
                    vec![]
                });
            },
        );
    }

    fn copy_list(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let arm = |key: u64, body| Arm { keys: vec![Const::U64(key)], body };
        let structs = b.block(|b| {
            self.copy_structs(b, message, target, canonical);
            vec![]
        });
        let pointers = b.block(|b| {
            self.copy_pointers(b, message, target, canonical);
            vec![]
        });
        let scalars = b.block(|b| {
            let args = [target.segment, target.pos, target.word].map(|var| Arg::Value(var.into())).to_vec();
            b.call(self.scalars, args, &[]);
            vec![]
        });
        b.switch(kind(target.word), vec![arm(COMPOSITE, structs), arm(POINTERS, pointers)], scalars, &[]);
    }

    fn copy_structs(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let (segment, pos) = (target.segment, target.pos);
        let size = b.let_("size", ValueType::U64, count(target.word).left_by(3u64));
        b.check(fits(segment, pos, Expr::from(size).plus(8u64)), ErrorCode::BadPointer);
        let tag = word_at(b, segment, pos.into());
        b.check(Kind::STRUCT.is_of(tag), ErrorCode::WrongKind);
        b.charge(Expr::from(size).plus(8u64));
        let count = b.let_("count", ValueType::U64, Expr::from(tag).right_by(2u64).and(0x3fff_ffffu64));
        let (data, pointers) = section_sizes(b, tag);
        let step = Expr::from(data).plus(pointers);
        b.check(Expr::from(count).times(step).at_most(size), ErrorCode::BadLength);
        let first = b.let_("first", ValueType::U64, Expr::from(pos).plus(8u64));
        let structs = self.structs(b, segment, first, (count, data, pointers), canonical);
        put_list_pointer(b, 0, COMPOSITE, Expr::from(count).times(structs.kept()).right_by(3u64));
        b.tail(&[], |b| {
            b.write_int(Expr::from(count).left_by(2u64).or(structs.sizes()), 8, Order::Little);
            self.call_sections(b, message, structs, canonical);
            vec![]
        });
    }

    fn copy_pointers(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let count = b.let_("count", ValueType::U64, count(target.word));
        let size = b.let_("size", ValueType::U64, Expr::from(count).left_by(3u64));
        let pos = charged(b, target.segment, target.pos, size);
        put_list_pointer(b, 0, POINTERS, count.into());
        let [none, eight] = [0u64, 8].map(|len| b.let_("len", ValueType::U64, len));
        let structs = Structs {
            segment: target.segment,
            pos,
            count,
            data: none,
            pointers: eight,
            kept_data: none,
            kept_pointers: eight,
        };
        b.tail(&[], |b| {
            self.call_sections(b, message, structs, canonical);
            vec![]
        });
    }

    /// Structs side by side, of which the canonical form keeps what one of them uses.
    fn structs(
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

    fn call_sections(self, b: &mut FunctionBuilder, message: VarId, structs: Structs, canonical: VarId) {
        let Structs { segment, pos, count, data, pointers, kept_data, kept_pointers } = structs;
        let args = [message, segment, pos, count, data, pointers, kept_data, kept_pointers, canonical];
        b.call(self.sections, args.map(|var| Arg::Value(var.into())).to_vec(), &[]);
    }

    fn copy_sections(self) -> Function {
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
        let is_one_piece = Expr::from(structs.kept_data).is(structs.step());
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

    /// Puts the words side by side; what pointers among them lead to follows.
    fn copy_words(self, b: &mut FunctionBuilder, message: VarId, structs: Structs, words: VarId, canonical: VarId) {
        let size = Expr::from(structs.count).times(structs.kept());
        b.section_block(size, |b| {
            b.each_carry(words.into(), ("element", WORD), Some(8), structs.start(), |b, word, _, vars| {
                let word = b.let_("word", ValueType::U64, Expr::Get(word.into()));
                b.if_else(
                    Expr::from(vars[1]).below(structs.kept_data),
                    |b| b.put_int(0, word, 8, Order::Little),
                    |b| {
                        let pos = b.let_("pos", ValueType::U64, structs.source(vars));
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

/// A word that is being copied.
const WORD: Type = Type::Int { bits: 64, signed: false };

/// Bits 32 to 34 of a pointer to a list of pointers.
const POINTERS: u64 = 6;

impl Structs {
    fn step(self) -> Expr {
        Expr::from(self.data).plus(self.pointers)
    }

    fn kept(self) -> Expr {
        Expr::from(self.kept_data).plus(self.kept_pointers)
    }

    /// The kept sections' sizes as the upper half of a struct pointer.
    fn sizes(self) -> Expr {
        Expr::from(self.kept_data).left_by(29u64).or(Expr::from(self.kept_pointers).left_by(45u64))
    }

    fn copy_bytes(self, b: &mut FunctionBuilder) {
        let len = b.let_("len", ValueType::U64, Expr::from(self.count).times(self.step()));
        let bytes =
            b.at(self.segment, self.pos, &[("bytes", ValueType::Bytes)], |b| vec![b.read_span("bytes", len).into()]);
        b.write(Datum::Span(bytes[0].into()));
    }

    /// The words that are kept.
    fn words(self, b: &mut FunctionBuilder) -> VarId {
        let count = b.let_("words", ValueType::U64, Expr::from(self.count).times(self.kept()).right_by(3u64));
        b.make(("words", Type::List(Box::new(WORD))), |b, words| {
            b.fill_carry(words.into(), count, ("element", WORD), self.start(), |b, word, _, vars| {
                let value = word_at(b, self.segment, self.source(vars));
                b.set(word.into(), value);
                self.next(b, vars)
            });
        })
    }

    /// Where a walk over the kept words begins: the position of a struct, and the offset in what is kept of it.
    fn start(self) -> Vec<(&'static str, ValueType, Expr)> {
        vec![("base", ValueType::U64, self.pos.into()), ("offset", ValueType::U64, 0u64.into())]
    }

    /// The position of the word.
    fn source(self, vars: &[VarId]) -> Expr {
        let dropped = Expr::from(self.data).minus(self.kept_data);
        let in_data = Expr::from(vars[1]).below(self.kept_data);
        Expr::from(vars[0]).plus(vars[1]).plus(in_data.choose(0u64, dropped))
    }

    fn next(self, b: &mut FunctionBuilder, vars: &[VarId]) -> Vec<Expr> {
        let next = b.let_("next", ValueType::U64, Expr::from(vars[1]).plus(8u64));
        let is_last = b.let_("is_last", ValueType::Bool, Expr::from(next).is(self.kept()));
        let base = Expr::from(vars[0]).plus(Expr::from(is_last).choose(self.step(), 0u64));
        vec![base, Expr::from(is_last).choose(0u64, next)]
    }
}

/// Charges an object of so many bytes, which must be in its segment; where it begins.
fn charged(b: &mut FunctionBuilder, segment: VarId, pos: VarId, size: VarId) -> VarId {
    let first = b.let_("first", ValueType::U64, start(pos, size));
    b.check(fits(segment, first, size.into()), ErrorCode::BadPointer);
    b.charge(size);
    first
}

/// A reference to an object is a number; a canonical message has none.
fn copy_capability(b: &mut FunctionBuilder, target: Target, canonical: VarId) {
    b.check(Kind::CAPABILITY.is_of(target.word), ErrorCode::WrongKind);
    b.check(Expr::from(canonical).is(false), ErrorCode::Unsupported);
    b.put_int(0, target.word, 8, Order::Little);
}

/// `copy_scalars(segment, pos, word)`: kinds 0 to 5 are elements of 0, 1, 8, 16, 32 and 64 bits.
fn copy_scalars() -> Function {
    let mut b = FunctionBuilder::new("copy_scalars");
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let word = b.value_param("word", ValueType::U64);
    let sizes = [(0u64, 0u64), (1, 1), (2, 8), (3, 16), (4, 32)];
    let arms = sizes.map(|(kind, bits)| {
        let body = b.block(|_| vec![bits.into()]);
        Arm { keys: vec![Const::U64(kind)], body }
    });
    let widest = b.block(|_| vec![64u64.into()]);
    let element = b.switch(kind(word), arms.to_vec(), widest, &[("element", ValueType::U64)])[0];
    let count = b.let_("count", ValueType::U64, count(word));
    let bits = b.let_("bits", ValueType::U64, Expr::from(count).times(element));
    let padded = b.let_("padded", ValueType::U64, Expr::from(bits).round_up(64).right_by(3u64));
    let pos = charged(&mut b, segment, pos, padded);
    let kind_and_count = Expr::from(word).and(0xffff_ffff_0000_0000u64);
    b.put_int(0, distance(0).or(Kind::LIST.value).or(kind_and_count), 8, Order::Little);
    b.tail(&[], |b| {
        write_bits(b, segment, pos, bits);
        vec![]
    });
    b.finish(vec![], vec![])
}

/// Writes so many bits, and zeros up to a whole word.
fn write_bits(b: &mut FunctionBuilder, segment: VarId, pos: VarId, bits: VarId) {
    let whole = b.let_("whole", ValueType::U64, Expr::from(bits).right_by(3u64));
    let rest = b.let_("rest", ValueType::U64, Expr::from(bits).and(7u64));
    b.at(segment, pos, &[], |b| {
        let bytes = b.read_span("bytes", whole);
        b.write(Datum::Span(bytes.into()));
        b.when(Expr::from(rest).is_not(0u64), |b| {
            let last = b.read_int("last", 1, Order::Little);
            let masks = (1u64..7).map(|bits| {
                let body = b.block(|_| vec![((1u64 << bits) - 1).into()]);
                Arm { keys: vec![Const::U64(bits)], body }
            });
            let masks = masks.collect();
            let seven = b.block(|_| vec![0x7fu64.into()]);
            let mask = b.switch(rest.into(), masks, seven, &[("mask", ValueType::U64)])[0];
            b.write_int(Expr::from(last).and(mask), 1, Order::Little);
        });
        vec![]
    });
    pad(b, Expr::from(bits).plus(7u64).right_by(3u64));
}

/// `used_words(segment, pos, least, len) -> used`: the bytes of a section that are left without the words at its end that are
/// zero, `least` of them at least.
fn used_words() -> Function {
    let mut b = FunctionBuilder::new("used_words");
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let least = b.value_param("least", ValueType::U64);
    let len = b.value_param("len", ValueType::U64);
    let carried = vec![("used", ValueType::U64, len.into()), ("go_on", ValueType::Bool, true.into())];
    let used = b.loop_while(
        carried,
        |vars| Expr::from(vars[1]).and(Expr::from(least).below(vars[0])),
        |b, vars| {
            let before = b.let_("before", ValueType::U64, Expr::from(vars[0]).minus(8u64));
            let word = word_at(b, segment, Expr::from(pos).plus(before));
            let is_zero = b.let_("is_zero", ValueType::Bool, Expr::from(word).is(0u64));
            vec![Expr::from(is_zero).choose(before, vars[0]), is_zero.into()]
        },
    );
    b.finish(vec![used[0].into()], vec![ValueType::U64])
}

fn used_sections(used_words: FuncId) -> Function {
    let mut b = FunctionBuilder::new("used_sections");
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let count = b.value_param("count", ValueType::U64);
    let data = b.value_param("data", ValueType::U64);
    let pointers = b.value_param("pointers", ValueType::U64);
    let step = b.let_("step", ValueType::U64, Expr::from(data).plus(pointers));
    // Of elements of no size there may be very many.
    let end = b.let_("end", ValueType::U64, Expr::from(pos).plus(Expr::from(count).times(step)));
    let carried = vec![
        ("base", ValueType::U64, pos.into()),
        ("kept_data", ValueType::U64, 0u64.into()),
        ("kept_pointers", ValueType::U64, 0u64.into()),
    ];
    let found = b.loop_while(
        carried,
        |vars| Expr::from(vars[0]).below(end),
        |b, vars| {
            let mut used = |name: &str, pos: Expr, least: VarId, len: VarId| {
                let args = vec![segment.into(), pos, least.into(), len.into()].into_iter().map(Arg::Value).collect();
                b.call(used_words, args, &[(name, ValueType::U64)])[0]
            };
            let kept_data = used("kept_data", vars[0].into(), vars[1], data);
            let kept_pointers = used("kept_pointers", Expr::from(vars[0]).plus(data), vars[2], pointers);
            vec![Expr::from(vars[0]).plus(step), kept_data.into(), kept_pointers.into()]
        },
    );
    b.finish(vec![found[1].into(), found[2].into()], vec![ValueType::U64; 2])
}
