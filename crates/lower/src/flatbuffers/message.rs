//! Whole buffers: an offset to the root table, and the tables.

use super::Flatbuffers;
use super::offset::target;
use super::read::UNKNOWN;
use super::source::load;
use super::table::OFFSET;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Order, Place, ValueType, VarId};

/// The largest buffer.
const LARGEST: u64 = 0x7fff_ffff;

impl Flatbuffers<'_> {
    /// Adds the entry of a struct.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let mut b = FunctionBuilder::new(format!("encode_{}", &self.names[id]));
        let value = b.read_param("value", Type::Struct(id));
        self.write_buffer(&mut b, id, value.into());
        let encode = module.add(b.finish(vec![], vec![]));
        let mut b = FunctionBuilder::new(format!("decode_{}", &self.names[id]));
        let value = b.build_param("value", Type::Struct(id));
        b.reset(value);
        let buffer = b.let_("buffer", ValueType::Bytes, Expr::Input);
        self.read_buffer(&mut b, id, buffer, value.into());
        let decode = module.add(b.finish(vec![], vec![]));
        module.entry(id, Some(encode), decode, None);
    }

    /// Writes a buffer, which is the whole stream: the root's offset and vtable are at constant positions. As its size
    /// is limited, every offset and length in it is too.
    pub(super) fn write_buffer(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let table = self.table(id);
        let root = (OFFSET + table.vtable_len()).next_multiple_of(table.align);
        b.section_block(u64::from(root + table.size), |b| {
            b.put_int(0, u64::from(root), 4, Order::Little);
            b.put(OFFSET, Datum::Bytes(table.vtable.clone()));
            b.sub(root, |b| {
                let vtable = Arg::Value(u64::from(OFFSET).into());
                b.call(self.functions(id).put, vec![Arg::Place(value), vtable], &[]);
            });
        });
        b.write(Datum::Align { to: OFFSET, from: 0u64.into() });
        b.check(Expr::Tail.at_most(LARGEST), ErrorCode::TooLarge);
    }

    /// Reads a whole buffer.
    pub(super) fn read_buffer(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, value: Place) {
        b.check(Expr::from(buffer).bytes_len().at_most(LARGEST), ErrorCode::TooLarge);
        let at = (buffer.into(), 0u64.into(), 4u64.into());
        let root = b.section("root", at, vec![0; 4], ErrorCode::Truncated);
        let table = target(b, 0u64.into(), load(root, 0, 4));
        self.call_read(b, id, (buffer, table, UNKNOWN.into()), value);
    }
}
