//! Whole messages.

use super::Fbe;
use super::plan::HEADER;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, ErrorCode, Expr, Order, Prefix, Rest, VarId};

/// The largest message: sizes and pointers have 32 bits.
const LARGEST: u64 = u32::MAX as u64;

impl Fbe<'_> {
    /// Adds the entry of a struct in the standard model.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let encode = module.add(self.scaffold.encode_message(id, |b, value| self.write_message(b, id, value)));
        let decode = module.add(self.scaffold.decode_message(id, |b, value| self.read_message(b, id, value)));
        module.entry(id, Some(encode), decode, None);
    }

    /// Writes the size of the message, the pointer to the struct, and the struct.
    fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        b.section_block(u64::from(HEADER + self.record(id).size), |b| {
            b.put_int(4, u64::from(HEADER), 4, Order::Little);
            b.sub(HEADER, |b| {
                b.call(self.codecs[id].encode, vec![Arg::Place(value.into())], &[]);
            });
            b.put_int(0, Expr::Tail, 4, Order::Little);
        });
        b.check(Expr::Tail.at_most(LARGEST), ErrorCode::TooLarge);
    }

    fn read_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        let buffer = b.let_("buffer", Expr::Input);
        let size = b.read_int("size", 4, Order::Little);
        b.check(size.at_most(Expr::from(buffer).bytes_len()), ErrorCode::Truncated);
        b.check(size.is(Expr::from(buffer).bytes_len()), ErrorCode::TrailingBytes);
        let pointer = b.read_int("pointer", 4, Order::Little);
        self.call_read(b, id, (buffer, pointer, 0u64.into()), value.into());
    }

    /// Adds the entry of a struct in the final model.
    pub(super) fn add_final_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let type_id = self.record(id).type_id;
        let encode = module.add(self.scaffold.encode_message(id, |b, value| {
            let own = 4;
            b.measured_as(Prefix::Int { width: 4, order: Order::Little }, 1, own, |b| {
                b.write_int(u64::from(type_id), 4, Order::Little);
                b.call(self.codecs[id].encode, vec![Arg::Place(value.into())], &[]);
            });
        }));
        let decode = module.add(self.scaffold.decode_entry(id, |b, value| {
            let size = b.read_int("size", 4, Order::Little);
            b.check(Expr::from(u64::from(HEADER)).at_most(size), ErrorCode::BadLength);
            b.window(size - 4u64, Rest::Fail(ErrorCode::TrailingBytes), |b| self.read_final_body(b, id, value));
        }));
        module.entry(id, Some(encode), decode, None);
    }

    fn read_final_body(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        let type_id = b.read_int("type", 4, Order::Little);
        b.check(type_id.is(u64::from(self.record(id).type_id)), ErrorCode::Mismatch);
        b.call(self.codecs[id].read, vec![Arg::Place(value.into())], &[]);
    }
}
