//! References to objects as texts: `IOR:` and the hexadecimal digits of an encapsulation (clause 7.6.9).

use super::super::Cdr;
use crate::plan::until_end;
use crate::text::class::is_hex;
use crate::text::hex::{read_byte, write_byte};
use crate::text::space::skip_to_end;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, Expr, Function, Order, ValueType, VarId};

const PREFIX: &[u8] = b"IOR:";

impl Cdr<'_> {
    pub(in crate::cdr) fn add_ior_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let encode = self.scaffold.named(format!("encode_{}_text", &self.scaffold.names[id]));
        let encode = module.add(self.encode_ior(encode, id));
        let decode = module.add(self.scaffold.decode_entry(id, |b, value| {
            b.expect(PREFIX, ErrorCode::Mismatch);
            let octets = read_digits(b);
            skip_to_end(b);
            b.at(octets, 0u64, &[], |b| {
                self.read_in_own_order(b, (id, None), value.into());
                b.check(Expr::Left.is(0u64), ErrorCode::TrailingBytes);
                vec![]
            });
        }));
        module.entry(id, Some(encode), decode, None);
    }

    fn encode_ior(&self, mut b: FunctionBuilder, id: StructId) -> Function {
        let value = b.read_param("value", Type::Struct(id));
        let octets = b.scratch("octets", |b| self.write_in_own_order(b, id, value.into()));
        b.write_bytes(PREFIX);
        b.at(octets, 0u64, &[], |b| {
            until_end(b, |b| {
                let byte = b.read_int("byte", 1, Order::Little);
                write_byte(b, byte);
            });
            vec![]
        });
        b.finish(vec![], vec![])
    }
}

/// Reads bytes up to what is no digit.
fn read_digits(b: &mut FunctionBuilder) -> VarId {
    b.scratch("octets", |b| {
        let first = b.peek("first");
        let more = vec![("more", ValueType::Bool, is_hex(first.into()))];
        b.loop_while(
            more,
            |carried| carried[0].into(),
            |b, _| {
                let byte = read_byte(b);
                b.write_int(byte, 1, Order::Little);
                let next = b.peek("next");
                vec![is_hex(next.into())]
            },
        );
    })
}
