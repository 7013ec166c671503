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

/// Bytes of a file identifier.
const IDENTIFIER: u32 = 4;

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

impl Flatbuffers {
    /// Returns true if buffers can be larger than offsets of 32 bits reach.
    fn is_wide(&self) -> bool {
        self.tables.iter().flat_map(|table| &table.fields).any(|field| u32::from(field.reach.offset) > OFFSET)
    }

    /// Adds the entry of a struct.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, prefix: Prefix) {
        let write = |b: &mut FunctionBuilder, value: VarId| self.write_prefixed(b, id, value.into(), (prefix, false));
        let encode = module.add(self.scaffold.encode_message(id, write));
        let decode = module.add(self.scaffold.decode_message(id, |b, value| {
            let buffer = b.let_("buffer", Expr::Input);
            self.read_prefixed(b, id, buffer, value.into(), (prefix, false));
        }));
        module.entry(id, Some(encode), decode, None);
    }

    /// Writes a buffer inside of another one, without a prefix and an identifier.
    pub(super) fn write_buffer(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        self.write_prefixed(b, id, value, (Prefix::None, true));
    }

    /// Writes a buffer, which is the whole stream: the root's offset and vtable are at constant positions. The limit on
    /// the size also bounds every offset and length.
    fn write_prefixed(&self, b: &mut FunctionBuilder, id: StructId, value: Place, (prefix, is_nested): (Prefix, bool)) {
        let table = self.table(id);
        let identifier = self.schema.identifier(id).filter(|_| !is_nested);
        let vtable = prefix.len() + OFFSET + if identifier.is_some() { IDENTIFIER } else { 0 };
        let root = (vtable + table.vtable_len()).next_multiple_of(table.align);
        b.section_block(u64::from(root + table.size), |b| {
            b.put_int(prefix.len(), u64::from(root - prefix.len()), 4, Order::Little);
            if let Some(identifier) = identifier {
                b.put(prefix.len() + OFFSET, Datum::Bytes(identifier.bytes.to_vec()));
            }
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
        if !self.is_wide() {
            b.check(Expr::Tail.at_most(LARGEST), ErrorCode::TooLarge);
        }
    }

    /// Reads a buffer inside of another one, whose identifier does not matter.
    pub(super) fn read_buffer(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, value: Place) {
        self.read_prefixed(b, id, buffer, value, (Prefix::None, true));
    }

    fn read_prefixed(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, value: Place, form: (Prefix, bool)) {
        let table = self.root_table(b, id, buffer, form);
        self.call_read(b, id, (buffer, table, UNKNOWN.into()), value);
    }

    /// Returns the position of a buffer's root.
    pub(super) fn root_table(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        buffer: VarId,
        (prefix, is_nested): (Prefix, bool),
    ) -> VarId {
        if !self.is_wide() {
            b.check(Expr::from(buffer).bytes_len().at_most(LARGEST), ErrorCode::TooLarge);
        }
        let head = u64::from(prefix.len() + OFFSET);
        let at = (buffer.into(), 0u64.into(), head.into());
        let root = b.section("root", at, vec![0; head as usize], ErrorCode::Truncated);
        if let Prefix::Size = prefix {
            let behind = Expr::from(buffer).bytes_len() - u64::from(prefix.len());
            b.check(load(root, 0, 4).is(behind), ErrorCode::BadLength);
        }
        let identifier = self.schema.identifier(id).filter(|it| it.is_checked && !is_nested);
        if let Some(identifier) = identifier {
            let at = (buffer.into(), head.into(), u64::from(IDENTIFIER).into());
            let found = b.section("identifier", at, vec![0; IDENTIFIER as usize], ErrorCode::Truncated);
            b.check(found.is(identifier.bytes.as_slice()), ErrorCode::Mismatch);
        }
        target(b, u64::from(prefix.len()).into(), load(root, prefix.len(), 4))
    }
}
