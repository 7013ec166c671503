//! Whole messages: the segment table and the root pointer.

use super::Capnp;
use super::copy::{Copies, Form};
use super::packed::Packing;
use super::pointer::{Pointer, Pointers, word_of};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, Place, Prefix, ValueType, VarId};

/// The maximum size of an encoded message. Every distance and count in a smaller one fits its pointer, so that one
/// check is enough for all of them (except for lists whose elements are smaller than a byte).
const LARGEST: u64 = 1 << 29;

/// Functions of whole messages.
pub(super) struct Message {
    /// Reads the rest of a segment table with several segments, and all segments: `first_segment(others) -> segment`.
    pub first_segment: FuncId,
    /// Functions that copy a message's contents.
    pub copies: Copies,
    outside: Outside,
}

/// The framing of segments.
#[derive(Clone, Copy)]
pub(super) enum Outside {
    /// A segment table.
    Table,
    /// A segment table, packed.
    Packed(Packing),
    /// None: a single segment in canonical form.
    Canonical,
}

impl Message {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder, pointers: &Pointers, outside: fn(&mut ModuleBuilder) -> Outside) -> Self {
        let (first_segment, copies) = (module.add(first_segment()), Copies::add(module, pointers));
        Self { first_segment, copies, outside: outside(module) }
    }
}

impl Capnp<'_> {
    /// Adds the entry of a struct.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let encode = module.add(self.scaffold.encode_message(id, |b, value| match self.message.outside {
            Outside::Table => self.write_message(b, id, value.into()),
            Outside::Packed(packing) => packing.write(b, |b| self.write_message(b, id, value.into())),
            Outside::Canonical => self.write_canonical(b, id, value.into()),
        }));
        let decode = module.add(self.scaffold.decode_message(id, |b, value| match self.message.outside {
            Outside::Table => self.read_message(b, id, value.into()),
            Outside::Packed(packing) => packing.read(b, |b| self.read_message(b, id, value.into())),
            Outside::Canonical => self.read_canonical(b, id, value.into()),
        }));
        module.entry(id, Some(encode), decode, None);
    }

    /// Refuses messages that do not fit into a segment.
    fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        write_segment(b, |b| self.put_struct_pointer(b, id, value, 0));
        b.check(Expr::Tail.at_most(LARGEST), ErrorCode::TooLarge);
    }

    /// In canonical form, the size of a list's structs is known only when all of them are written, so the output is
    /// copied.
    fn write_canonical(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let segment = b.scratch("segment", |b| {
            b.section_block(8u64, |b| self.put_struct_pointer(b, id, value, 0));
            b.check(Expr::Tail.at_most(LARGEST), ErrorCode::TooLarge);
        });
        let pointer = read_root_pointer(b, segment, segment);
        b.section_block(8u64, |b| self.message.copies.copy(b, &pointer, Form::Canonical));
    }

    /// Refuses messages that are not canonical.
    fn read_canonical(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let segment = b.let_("segment", Expr::Input);
        let pointer = read_root_pointer(b, segment, segment);
        let canonical = b.scratch("canonical", |b| {
            b.section_block(8u64, |b| self.message.copies.copy(b, &pointer, Form::Canonical));
        });
        b.check(canonical.is(segment), ErrorCode::Mismatch);
        self.read_root(b, id, &pointer, value);
    }

    /// Reads the region under the cursor, all of it.
    fn read_message(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let (message, segment) = self.find_segment(b);
        let pointer = read_root_pointer(b, message, segment);
        self.read_root(b, id, &pointer, value);
    }

    /// Returns the region under the cursor, which is a message, and its first segment.
    pub(super) fn find_segment(&self, b: &mut FunctionBuilder) -> (VarId, VarId) {
        let message = b.let_("message", Expr::Input);
        let segment = read_segments(b, self.message.first_segment);
        (message, segment)
    }
}

/// Writes one segment, preceded by the number of further segments and its size in words.
pub(super) fn write_segment(b: &mut FunctionBuilder, put_root: impl FnOnce(&mut FunctionBuilder)) {
    b.write_int(0u64, 4, Order::Little);
    b.measured_as(Prefix::Int { width: 4, order: Order::Little }, 8, 0, |b| b.section_block(8u64, put_root));
}

/// Reads a segment table and segments up to the end of the window; returns the first segment.
pub(super) fn read_segments(b: &mut FunctionBuilder, first_segment: FuncId) -> VarId {
    let others = b.read_int("others", 4, Order::Little);
    let segment = b.if_yields(
        others.is(0u64),
        &[("segment", ValueType::Bytes)],
        |b| {
            let size = b.read_int("size", 4, Order::Little);
            vec![b.read_span("segment", size << 3u64).into()]
        },
        |b| {
            let args = vec![Arg::Value(others.into())];
            vec![b.call(first_segment, args, &[("segment", ValueType::Bytes)])[0].into()]
        },
    )[0];
    b.check(Expr::Left.is(0u64), ErrorCode::TrailingBytes);
    segment
}

/// The first word of the first segment points to the message's struct; null means a struct of defaults.
pub(super) fn read_root_pointer(b: &mut FunctionBuilder, message: VarId, segment: VarId) -> Pointer {
    let pos = b.let_("pos", 0u64);
    let root = b.section("root", (segment.into(), pos.into(), 8u64.into()), vec![0; 8], ErrorCode::Truncated);
    let word = b.let_("word", word_of(root, 0));
    Pointer { message, segment, pos, word }
}

fn first_segment() -> Function {
    let mut b = FunctionBuilder::new("first_segment");
    b.rare();
    let others = b.value_param("others", ValueType::U64);
    let first = b.read_int("first", 4, Order::Little);
    let carried = vec![("index", ValueType::U64, 0u64.into()), ("rest", ValueType::U64, 0u64.into())];
    let rest = b.loop_while(
        carried,
        |vars| vars[0].below(others),
        |b, vars| {
            let size = b.read_int("size", 4, Order::Little);
            vec![vars[0] + 1u64, vars[1] + size]
        },
    )[1];
    // The count and the sizes fill whole words.
    b.skip((others & 1u64) << 2u64);
    let segment = b.read_span("segment", first << 3u64);
    b.skip(rest << 3u64);
    b.finish(vec![segment.into()], vec![ValueType::Bytes])
}
