//! Whole buffers: an optional size prefix, an offset to the root table, and the tables.

use super::Flatbuffers;
use super::offset::target;
use super::read::UNKNOWN;
use super::source::load;
use super::table::OFFSET;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Order, Place, VarId};

/// The largest buffer.
const LARGEST: u64 = 0x7fff_ffff;

/// The prefix of a buffer, before the root's offset.
#[derive(Clone, Copy)]
pub(super) enum Prefix {
    None,
    /// The number of bytes after it. It is part of the buffer: positions and alignments are relative to its start.
    Size,
}

impl Prefix {
    fn len(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Size => 4,
        }
    }
}

impl Flatbuffers<'_> {
    /// Adds the entry of a struct.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, prefix: Prefix) {
        let write = |b: &mut FunctionBuilder, value: VarId| self.write_prefixed(b, id, value.into(), prefix);
        let encode = module.add(self.scaffold.encode_message(id, write));
        let decode = module.add(self.scaffold.decode_message(id, |b, value| {
            let buffer = b.let_("buffer", Expr::Input);
            self.read_prefixed(b, id, buffer, value.into(), prefix);
        }));
        module.entry(id, Some(encode), decode, None);
    }

    /// Writes a buffer without a prefix.
    pub(super) fn write_buffer(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        self.write_prefixed(b, id, value, Prefix::None);
    }

    /// Writes a buffer, which is the whole stream: the root's offset and vtable are at constant positions. The limit on
    /// the size also bounds every offset and length.
    fn write_prefixed(&self, b: &mut FunctionBuilder, id: StructId, value: Place, prefix: Prefix) {
        let table = self.table(id);
        let vtable = prefix.len() + OFFSET;
        let root = (vtable + table.vtable_len()).next_multiple_of(table.align);
        b.section_block(u64::from(root + table.size), |b| {
            b.put_int(prefix.len(), u64::from(root - prefix.len()), 4, Order::Little);
            b.put(vtable, Datum::Bytes(table.vtable.clone()));
            b.sub(root, |b| {
                let vtable = Arg::Value(u64::from(vtable).into());
                b.call(self.functions(id).put, vec![Arg::Place(value), vtable], &[]);
            });
            if let Prefix::Size = prefix {
                b.tail(&[], |b| {
                    b.write(Datum::Align { to: OFFSET, from: 0u64.into() });
                    vec![]
                });
                b.put_int(0, Expr::Tail - u64::from(prefix.len()), 4, Order::Little);
            }
        });
        b.write(Datum::Align { to: OFFSET, from: 0u64.into() });
        b.check(Expr::Tail.at_most(LARGEST), ErrorCode::TooLarge);
    }

    /// Reads a whole buffer without a prefix.
    pub(super) fn read_buffer(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, value: Place) {
        self.read_prefixed(b, id, buffer, value, Prefix::None);
    }

    fn read_prefixed(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, value: Place, prefix: Prefix) {
        b.check(Expr::from(buffer).bytes_len().at_most(LARGEST), ErrorCode::TooLarge);
        let head = u64::from(prefix.len() + OFFSET);
        let at = (buffer.into(), 0u64.into(), head.into());
        let root = b.section("root", at, vec![0; head as usize], ErrorCode::Truncated);
        if let Prefix::Size = prefix {
            let behind = Expr::from(buffer).bytes_len() - u64::from(prefix.len());
            b.check(load(root, 0, 4).is(behind), ErrorCode::BadLength);
        }
        let table = target(b, u64::from(prefix.len()).into(), load(root, prefix.len(), 4));
        self.call_read(b, id, (buffer, table, UNKNOWN.into()), value);
    }
}
