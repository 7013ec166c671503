//! Resolves pointers. A pointer is passed as its segment, its position there, and its word.
//!
//! The functions charge the data that they make accessible to the budget, because a message may point to the same bytes
//! many times.

use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// Functions that resolve pointers.
pub(super) struct Pointers {
    /// The target of a far pointer: `far(message, word) -> segment, target, word`.
    far: FuncId,
    /// The sections of a struct: `struct_target(message, segment, pos, word) -> segment, target, data, pointers` (bytes).
    pub struct_target: FuncId,
    /// The bytes of a list of bytes: `blob(message, segment, pos, word) -> bytes`.
    pub blob: FuncId,
    /// The bytes of a text: `text(message, segment, pos, word) -> bytes`.
    pub text: FuncId,
    /// A capability: `capability(message, segment, pos, word) -> number`, its index in a table plus one.
    pub capability: FuncId,
}

/// A pointer that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    /// The whole message: Bytes.
    pub message: VarId,
    /// The segment of the pointer: Bytes.
    pub segment: VarId,
    /// Its position there: U64.
    pub pos: VarId,
    /// The pointer itself: U64.
    pub word: VarId,
}

impl Pointer {
    /// Declares the parameters of a function that takes a pointer.
    pub fn params(b: &mut FunctionBuilder) -> Self {
        Self {
            message: b.value_param("message", ValueType::Bytes),
            segment: b.value_param("segment", ValueType::Bytes),
            pos: b.value_param("pos", ValueType::U64),
            word: b.value_param("word", ValueType::U64),
        }
    }

    /// The arguments for such a function.
    pub fn args(&self) -> Vec<Arg> {
        [self.message, self.segment, self.pos, self.word].map(|var| Arg::Value(var.into())).to_vec()
    }
}

impl Pointer {
    /// The same pointer, or if it is null, the root of a constant message of one segment.
    pub fn or_default(self, b: &mut FunctionBuilder, message: Option<&[u8]>) -> Self {
        let Some(message) = message else { return self };
        let (bytes, integer) = (ValueType::Bytes, ValueType::U64);
        let results = [("message", bytes.clone()), ("segment", bytes), ("pos", integer.clone()), ("word", integer)];
        let segment = &message[message.len().min(SEGMENT)..];
        let word = segment.iter().take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let vars = b.if_yields(
            self.word.is_not(0u64),
            &results,
            |_| [self.message, self.segment, self.pos, self.word].map(Expr::from).to_vec(),
            |_| vec![message.into(), segment.into(), 0u64.into(), word.into()],
        );
        Self { message: vars[0], segment: vars[1], pos: vars[2], word: vars[3] }
    }
}

/// The start of the segment in a message with a single one.
const SEGMENT: usize = 8;

/// The target of a pointer: the segment, the position in it, and the word that describes the object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Bytes.
    pub segment: VarId,
    /// U64.
    pub pos: VarId,
    /// U64.
    pub word: VarId,
}

impl Pointers {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder) -> Self {
        let segment = module.add(segment());
        let far = module.add(far(segment));
        Self {
            far,
            struct_target: module.add(struct_target(far)),
            blob: module.add(blob(far)),
            text: module.add(text(far)),
            capability: module.add(capability(far)),
        }
    }

    /// Returns the target of a pointer of this kind; others are `wrong_kind`.
    pub fn follow(&self, b: &mut FunctionBuilder, pointer: &Pointer, kind: Kind) -> Target {
        follow(b, self.far, pointer, kind)
    }

    /// Returns the target of a pointer; the word describes the object, and may be of an invalid kind.
    pub fn resolve(&self, b: &mut FunctionBuilder, pointer: &Pointer) -> Target {
        let word = || Expr::from(pointer.word);
        let found = b.if_yields(
            (word() & 3u64).is_not(FAR),
            &TARGET,
            |_| vec![pointer.segment.into(), near(pointer.pos.into(), word()), word()],
            |b| {
                let args = [pointer.message, pointer.word].map(|var| Arg::Value(var.into())).to_vec();
                exprs(&b.call(self.far, args, &TARGET))
            },
        );
        Target { segment: found[0], pos: found[1], word: found[2] }
    }
}

/// A condition on a pointer: some bits of its word have this value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    bits: u64,
    /// The value of the bits.
    pub value: u64,
}

impl Kind {
    /// Bits 0 and 1 of a pointer to a struct, and of the tag of a list's elements.
    pub const STRUCT: Self = Self { bits: 3, value: 0 };
    /// Bits 0 and 1 of a pointer to a list.
    pub const LIST: Self = Self { bits: 3, value: 1 };
    /// Bits 0 to 31 of a capability.
    pub const CAPABILITY: Self = Self { bits: 0xffff_ffff, value: OTHER };

    /// A list of elements of this kind, which is in bits 32 to 34.
    pub const fn list_of(elements: u64) -> Self {
        Self { bits: 7 << 32 | 3, value: elements << 32 | 1 }
    }

    /// Tests whether a word is of this kind.
    pub fn is_of(self, word: VarId) -> Expr {
        (word & self.bits).is(self.value)
    }

    /// Like `near` for a word of this kind, whose bits 0 and 1 are known.
    fn near(self, pos: Expr, word: Expr) -> Expr {
        pos + (8 - 2 * (self.value & 3)) + (word.sign_extended(32).reinterpret() << 1u64)
    }
}

/// Bits 0 and 1 of pointers that are neither to structs nor to lists.
pub(super) const FAR: u64 = 2;
/// The other pointers, of which only capabilities exist.
pub(super) const OTHER: u64 = 3;

const TARGET: [(&str, ValueType); 3] =
    [("segment", ValueType::Bytes), ("target", ValueType::U64), ("word", ValueType::U64)];

/// Resolves a pointer inline, except for the rare far pointer.
fn follow(b: &mut FunctionBuilder, far: FuncId, pointer: &Pointer, kind: Kind) -> Target {
    let word = || Expr::from(pointer.word);
    let found = b.if_yields(
        kind.is_of(pointer.word),
        &TARGET,
        |_| vec![pointer.segment.into(), kind.near(pointer.pos.into(), word()), word()],
        |b| {
            b.check((word() & 3u64).is(FAR), ErrorCode::WrongKind);
            let args = [pointer.message, pointer.word].map(|var| Arg::Value(var.into())).to_vec();
            let target = b.call(far, args, &TARGET);
            b.check(kind.is_of(target[2]), ErrorCode::WrongKind);
            exprs(&target)
        },
    );
    Target { segment: found[0], pos: found[1], word: found[2] }
}

fn exprs(vars: &[VarId]) -> Vec<Expr> {
    vars.iter().map(|var| Expr::from(*var)).collect()
}

/// The target of a near pointer: bits 2 to 31 are the signed distance in words from the pointer's end.
fn near(pos: Expr, word: Expr) -> Expr {
    pos + 8u64 + ((word.sign_extended(32) & -4i64).reinterpret() << 1u64)
}

/// `segment(message, number) -> segment`. The segment table is the number of segments less one and their sizes in
/// words, each 32 bits, padded to whole words; the segments follow.
fn segment() -> Function {
    let mut b = FunctionBuilder::new("segment");
    b.rare();
    let message = b.value_param("message", ValueType::Bytes);
    let number = b.value_param("number", ValueType::U64);
    let found = b.at(message, 0u64, &[("start", ValueType::U64), ("size", ValueType::U64)], |b| {
        let others = b.read_int("others", 4, Order::Little);
        b.check(number.at_most(others), ErrorCode::BadPointer);
        b.charge(number << 2u64);
        let table = ((others << 2u64) + 8u64).round_up(8);
        let carried = vec![("index", ValueType::U64, 0u64.into()), ("start", ValueType::U64, table)];
        let summed = b.loop_while(
            carried,
            |vars| vars[0].below(number),
            |b, vars| {
                let size = b.read_int("size", 4, Order::Little);
                vec![vars[0] + 1u64, vars[1] + (size << 3u64)]
            },
        );
        let size = b.read_int("size", 4, Order::Little);
        vec![summed[1].into(), size << 3u64]
    });
    let segment = b.at(message, found[0], &[("segment", ValueType::Bytes)], |b| {
        let segment = b.read_span("segment", found[1]);
        vec![segment.into()]
    });
    b.finish(exprs(&segment), vec![ValueType::Bytes])
}

/// A far pointer: bit 2 is set if it is double, bits 3 to 31 are the position of its landing pad in words, the upper
/// half is the number of the pad's segment. A simple pad is an ordinary pointer; a double one is a far pointer to the
/// target and a word that describes the object.
fn far(segment: FuncId) -> Function {
    let mut b = FunctionBuilder::new("far");
    b.rare();
    let message = b.value_param("message", ValueType::Bytes);
    let word = b.value_param("word", ValueType::U64);
    let found = find_segment(&mut b, segment, message, word);
    let pad = b.let_("pad", far_position(word.into()));
    let target = b.if_yields(
        (word & 4u64).is(0u64),
        &TARGET,
        |b| {
            let landing = read_words(b, found, pad.into(), 1);
            vec![found.into(), near(pad.into(), word_of(landing, 0)), word_of(landing, 0)]
        },
        |b| {
            let landing = read_words(b, found, pad.into(), 2);
            let there = b.let_("there", word_of(landing, 0));
            b.check((there & 7u64).is(FAR), ErrorCode::BadPointer);
            let found = find_segment(b, segment, message, there);
            vec![found.into(), far_position(there.into()), word_of(landing, 8)]
        },
    );
    b.finish(exprs(&target), TARGET.map(|(_, ty)| ty).to_vec())
}

fn find_segment(b: &mut FunctionBuilder, segment: FuncId, message: VarId, word: VarId) -> VarId {
    let args = vec![Arg::Value(message.into()), Arg::Value(word >> 32u64)];
    b.call(segment, args, &[("segment", ValueType::Bytes)])[0]
}

fn far_position(word: Expr) -> Expr {
    word & 0xffff_fff8u64
}

/// Returns a section of this many words, which are charged.
fn read_words(b: &mut FunctionBuilder, segment: VarId, pos: Expr, words: usize) -> VarId {
    let len = 8 * words;
    b.charge(len as u64);
    b.section("words", (segment.into(), pos, (len as u64).into()), vec![0; len], ErrorCode::BadPointer)
}

/// The little-endian word at an offset of a section.
pub(super) fn word_of(section: VarId, offset: u32) -> Expr {
    Expr::Load { section, offset, width: 8, order: Order::Little }
}

/// A word of a region.
pub(super) fn word_at(b: &mut FunctionBuilder, region: VarId, pos: Expr) -> VarId {
    let section = b.section("section", (region.into(), pos, 8u64.into()), vec![0; 8], ErrorCode::BadPointer);
    b.let_("word", word_of(section, 0))
}

fn struct_target(far: FuncId) -> Function {
    let mut b = FunctionBuilder::new("struct_target");
    let pointer = Pointer::params(&mut b);
    let target = follow(&mut b, far, &pointer, Kind::STRUCT);
    let (data, pointers) = section_sizes(&mut b, target.word);
    let size = b.let_("size", data + pointers);
    let pos = b.let_("start", start(target.pos, size));
    b.check(fits(target.segment, pos, size.into()), ErrorCode::BadPointer);
    b.charge(size);
    let results = [target.segment, pos, data, pointers];
    b.finish(exprs(&results), vec![ValueType::Bytes, ValueType::U64, ValueType::U64, ValueType::U64])
}

/// Returns the sizes in bytes of the data and pointer sections in a struct pointer or list tag: bits 32 to 47 and 48 to
/// 63 are in words.
pub(super) fn section_sizes(b: &mut FunctionBuilder, word: VarId) -> (VarId, VarId) {
    let data = b.let_("data", (word >> 29u64) & 0x7_fff8u64);
    let pointers = b.let_("pointers", (word >> 45u64) & 0x7_fff8u64);
    (data, pointers)
}

/// Returns the start of an object of this size in bits. An object of size zero may be anywhere.
pub(super) fn start(pos: VarId, size: VarId) -> Expr {
    size.is(0u64).choose(0u64, pos)
}

/// True if a region has this many bytes at a position.
pub(super) fn fits(region: VarId, pos: VarId, size: Expr) -> Expr {
    let len = || Expr::from(region).bytes_len();
    pos.at_most(len()) & size.at_most(len() - pos)
}

fn blob(far: FuncId) -> Function {
    let mut b = FunctionBuilder::new("blob");
    let (target, count) = follow_bytes(&mut b, far);
    let bytes = b.at(target.segment, start(target.pos, count), &[("bytes", ValueType::Bytes)], |b| {
        charge_bytes(b, count);
        vec![b.read_span("bytes", count).into()]
    });
    b.finish(exprs(&bytes), vec![ValueType::Bytes])
}

/// A text is a list of bytes whose last one is NUL.
fn text(far: FuncId) -> Function {
    let mut b = FunctionBuilder::new("text");
    let (target, count) = follow_bytes(&mut b, far);
    let bytes = b.at(target.segment, target.pos, &[("bytes", ValueType::Bytes)], |b| {
        charge_bytes(b, count);
        b.check(count.is_not(0u64), ErrorCode::Unterminated);
        let bytes = b.read_span("bytes", count - 1u64);
        b.expect(&[0], ErrorCode::Unterminated);
        vec![bytes.into()]
    });
    b.finish(exprs(&bytes), vec![ValueType::Bytes])
}

fn capability(far: FuncId) -> Function {
    let mut b = FunctionBuilder::new("capability");
    b.rare();
    let pointer = Pointer::params(&mut b);
    let target = follow(&mut b, far, &pointer, Kind::CAPABILITY);
    let number = b.let_("number", (target.word >> 32u64) + 1u64);
    b.check(number.at_most(u64::from(u32::MAX)), ErrorCode::OutOfRange);
    b.finish(vec![number.into()], vec![ValueType::U64])
}

/// Bits 32 to 34 of a list pointer are the kind of its elements (2: bytes), 35 to 63 their count.
fn follow_bytes(b: &mut FunctionBuilder, far: FuncId) -> (Target, VarId) {
    let pointer = Pointer::params(b);
    let target = follow(b, far, &pointer, Kind::list_of(2));
    let count = b.let_("count", target.word >> 35u64);
    (target, count)
}

/// At least as many as the words that they occupy.
fn charge_bytes(b: &mut FunctionBuilder, count: VarId) {
    b.check(count.at_most(Expr::Left), ErrorCode::BadPointer);
    b.charge(count + 7u64);
}
