//! Resolves pointers to lists.

use super::pointer::{Kind, Pointer, Pointers, fits, section_sizes, start, word_of};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, ValueType, VarId};

/// Functions that resolve pointers to lists.
pub(super) struct Lists {
    /// Any list except one of bits: `elements(message, segment, pos, word) -> segment, first, count, data, pointers`.
    elements: FuncId,
    /// A list of bits: `bits(message, segment, pos, word) -> segment, first, count`.
    bits: FuncId,
    /// The count of a list with elements of any size except a bit, whose contents are not read: `voids(message,
    /// segment, pos, word) -> count`.
    voids: FuncId,
}

/// The elements of a list. Every list except one of bits can be read as a list of structs, so that its writer or its
/// reader may have a newer schema: an element is `data` bytes of data and `pointers` bytes of pointers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    /// The segment: Bytes.
    pub segment: VarId,
    /// Position of the first element: U64.
    pub first: VarId,
    /// The number of elements: U64.
    pub count: VarId,
    /// Bytes of data in each: U64.
    pub data: VarId,
    /// Bytes of pointers in each: U64.
    pub pointers: VarId,
}

pub(super) const ELEMENTS: [(&str, ValueType); 5] = [
    ("segment", ValueType::Bytes),
    ("first", ValueType::U64),
    ("count", ValueType::U64),
    ("data", ValueType::U64),
    ("pointers", ValueType::U64),
];

/// Bits 32 to 34 of a pointer to a list of structs; the target is a tag followed by the elements.
pub(super) const COMPOSITE: u64 = 7;

impl Lists {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder, pointers: &Pointers) -> Self {
        let small = module.add(small_elements());
        let elements = module.add(elements(pointers, small));
        Self { elements, bits: module.add(bits(pointers)), voids: module.add(voids(pointers, elements)) }
    }

    /// Resolves a list that is not one of bits.
    pub fn elements(&self, b: &mut FunctionBuilder, pointer: &Pointer) -> Elements {
        let found = b.call(self.elements, pointer.args(), &ELEMENTS);
        Elements { segment: found[0], first: found[1], count: found[2], data: found[3], pointers: found[4] }
    }

    /// Returns the count of a list whose elements carry no information.
    pub fn voids(&self, b: &mut FunctionBuilder, pointer: &Pointer) -> VarId {
        b.call(self.voids, pointer.args(), &ELEMENTS[2..3])[0]
    }

    /// Like the function for the count of elements without information, but returns the elements, which have no bytes
    /// in a list of kind 0.
    pub fn all_elements(&self, pointers: &Pointers) -> Function {
        let mut b = FunctionBuilder::new("all_elements");
        let pointer = Pointer::params(&mut b);
        let target = pointers.follow(&mut b, &pointer, Kind::LIST);
        let none = || vec![target.segment.into(), 0u64.into(), count(target.word), 0u64.into(), 0u64.into()];
        let found = b.if_yields(
            kind(target.word).is(0u64),
            &ELEMENTS,
            |_| none(),
            |b| b.call(self.elements, pointer.args(), &ELEMENTS).into_iter().map(Expr::from).collect(),
        );
        b.finish(found.into_iter().map(Expr::from).collect(), ELEMENTS.map(|(_, ty)| ty).to_vec())
    }

    /// The segment, first byte and count of a list of bits.
    pub fn bits(&self, b: &mut FunctionBuilder, pointer: &Pointer) -> [VarId; 3] {
        let found = b.call(self.bits, pointer.args(), &ELEMENTS[..3]);
        [found[0], found[1], found[2]]
    }
}

fn elements(pointers: &Pointers, small: FuncId) -> Function {
    let mut b = FunctionBuilder::new("elements");
    let pointer = Pointer::params(&mut b);
    let target = pointers.follow(&mut b, &pointer, Kind::LIST);
    let found = b.if_yields(
        kind(target.word).is(COMPOSITE),
        &ELEMENTS[1..],
        |b| composite_elements(b, target.segment, target.pos, target.word),
        |b| {
            let args = [target.segment, target.pos, target.word].map(|var| Arg::Value(var.into())).to_vec();
            b.call(small, args, &ELEMENTS[1..]).into_iter().map(Expr::from).collect()
        },
    );
    let yields = [target.segment].into_iter().chain(found).map(Expr::from).collect();
    b.finish(yields, ELEMENTS.map(|(_, ty)| ty).to_vec())
}

pub(super) fn kind(word: VarId) -> Expr {
    (word >> 32u64) & 7u64
}

pub(super) fn count(word: VarId) -> Expr {
    word >> 35u64
}

/// The minimum memory of a new struct, independent of its encoded size.
pub(super) const ELEMENT_MEMORY: u64 = 64;

/// Returns the first element of a list of structs, their count, and the bytes of data and pointers in each. The
/// pointer's count is in words; the tag before the elements has the form of a struct pointer, with the number of
/// elements as its offset. Elements of size zero are charged, because otherwise nothing would bound their number.
pub(super) fn composite_elements(b: &mut FunctionBuilder, segment: VarId, pos: VarId, word: VarId) -> Vec<Expr> {
    let size = b.let_("size", count(word) << 3u64);
    b.check(fits(segment, pos, size + 8u64), ErrorCode::BadPointer);
    let tag = b.section("tag_word", (segment.into(), pos.into(), 8u64.into()), vec![0; 8], None);
    let tag = b.let_("tag", word_of(tag, 0));
    b.check(Kind::STRUCT.is_of(tag), ErrorCode::WrongKind);
    let count = b.let_("count", (tag >> 2u64) & 0x3fff_ffffu64);
    let (data, pointers) = section_sizes(b, tag);
    let step = b.let_("step", data + pointers);
    b.check((count * step).at_most(size), ErrorCode::BadLength);
    b.charge(step.is(0u64).choose(count * ELEMENT_MEMORY, size) + 8u64);
    vec![pos + 8u64, count.into(), data.into(), pointers.into()]
}

/// `small_elements(segment, pos, word) -> first, count, data, pointers`: elements of 0, 1, 2, 4 or 8 bytes (kinds 0 and
/// 2 to 5) or pointers (kind 6).
fn small_elements() -> Function {
    let mut b = FunctionBuilder::new("small_elements");
    b.rare();
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let word = b.value_param("word", ValueType::U64);
    let sizes = [(0u64, 0u64, 0u64), (2, 1, 0), (3, 2, 0), (4, 4, 0), (5, 8, 0), (6, 0, 8)];
    let arms = sizes.map(|(kind, data, pointers)| {
        let body = b.block(|_| vec![data.into(), pointers.into()]);
        Arm { keys: vec![Const::U64(kind)], body }
    });
    let bit = b.block(|b| {
        b.fail(ErrorCode::WrongKind);
        vec![0u64.into(), 0u64.into()]
    });
    let sizes = b.switch(kind(word), arms.to_vec(), bit, &ELEMENTS[3..]);
    let count = b.let_("count", count(word));
    let step = sizes[0] + sizes[1];
    let size = b.let_("size", (count * step).round_up(8));
    let first = b.let_("first", start(pos, size));
    b.check(fits(segment, first, size.into()), ErrorCode::BadPointer);
    b.charge(size.is(0u64).choose(count * ELEMENT_MEMORY, size));
    let yields = [first, count, sizes[0], sizes[1]].map(Expr::from).to_vec();
    b.finish(yields, vec![ValueType::U64; 4])
}

/// Elements of one bit have kind 1.
fn bits(pointers: &Pointers) -> Function {
    let mut b = FunctionBuilder::new("bits");
    let pointer = Pointer::params(&mut b);
    let target = pointers.follow(&mut b, &pointer, Kind::list_of(1));
    let count = b.let_("count", count(target.word));
    let size = b.let_("size", Expr::from(count).round_up(64) >> 3u64);
    let first = b.let_("first", start(target.pos, size));
    b.check(fits(target.segment, first, size.into()), ErrorCode::BadPointer);
    b.charge(size);
    let yields = [target.segment, first, count].map(Expr::from).to_vec();
    b.finish(yields, ELEMENTS[..3].iter().map(|(_, ty)| ty.clone()).collect())
}

/// A list of kind 0 consists only of its count, so nothing needs to be charged.
fn voids(pointers: &Pointers, elements: FuncId) -> Function {
    let mut b = FunctionBuilder::new("voids");
    let pointer = Pointer::params(&mut b);
    let target = pointers.follow(&mut b, &pointer, Kind::LIST);
    let found = b.if_yields(
        kind(target.word).is(0u64),
        &ELEMENTS[2..3],
        |_| vec![count(target.word)],
        |b| vec![b.call(elements, pointer.args(), &ELEMENTS)[2].into()],
    );
    b.finish(vec![found[0].into()], vec![ValueType::U64])
}
