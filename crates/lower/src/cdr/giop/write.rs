//! Writing the header of a message (clause 9.4.1).

use super::super::Cdr;
use super::{MAGIC, MAJOR, Message, message_field, message_type};
use crate::plan::write_case;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Function, Order, Place, Prefix, VarId};

/// What the header tells.
pub(super) struct Header {
    /// The number behind the point of the version.
    pub minor: Expr,
    /// Fragments follow.
    pub more: Expr,
    pub origin: VarId,
}

impl Header {
    /// Returns true from GIOP 1.2 on.
    pub fn is_new(&self) -> Expr {
        self.minor.clone().is(2u64)
    }
}

impl Cdr<'_> {
    pub(in crate::cdr) fn add_giop_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let mut b = self.scaffold.named(format!("encode_{}_message", &self.scaffold.names[id]));
        let value = Place::from(b.read_param("value", Type::Struct(id)));
        let origin = b.let_("origin", Expr::Tail);
        let little = Expr::Get(value.field(message_field::LITTLE_ENDIAN));
        let minor = minor_of(&value);
        let args = vec![Arg::Place(value), Arg::Value(origin.into()), Arg::Value(little)];
        let minor = self.has_versions.then_some(Arg::Value(minor));
        b.call(self.codecs[id].encode, args.into_iter().chain(minor).collect(), &[]);
        let encode = module.add(b.finish(vec![], vec![]));
        let decode = module.add(self.scaffold.decode_entry(id, |b, value| {
            // The message tells where it begins, its order and its version.
            let args = vec![Arg::Place(value.into()), Arg::Value(0u64.into()), Arg::Value(false.into())];
            let args = args.into_iter().chain(self.has_versions.then(|| Arg::Value(0u64.into()))).collect();
            b.call(self.codecs[id].read, args, &[]);
        }));
        module.entry(id, Some(encode), decode, None);
    }

    pub(super) fn write_giop(&self, message: Message) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", message.id);
        let origin = self.writer_params(&mut b);
        let header = write_header(&mut b, &value, origin);
        let body = value.field(message_field::BODY);
        b.measured(Prefix::Int { width: 4, order: self.order }, |b| {
            write_case(b, self.types.union(message.body), body, |b, (index, ty), place| {
                if let Type::Struct(id) = ty {
                    self.write_body(b, (index, *id), &place, &header);
                }
            });
        });
        b.finish(vec![], vec![])
    }
}

/// Returns the number behind the point of the version.
fn minor_of(value: &Place) -> Expr {
    Expr::Get(value.field(message_field::VERSION)).reinterpret()
}

/// Appends the header up to the type of the message.
fn write_header(b: &mut FunctionBuilder, value: &Place, origin: VarId) -> Header {
    b.write_bytes(MAGIC);
    b.write_bytes(&[MAJOR]);
    let minor = Expr::from(b.let_("minor", minor_of(value)));
    b.write_int(minor.clone(), 1, Order::Little);
    let more = Expr::from(b.let_("more", Expr::Get(value.field(message_field::MORE_FRAGMENTS))));
    b.check(!(more.clone() & minor.clone().is(0u64)), ErrorCode::OutOfRange);
    let little = Expr::Get(value.field(message_field::LITTLE_ENDIAN)).as_int();
    b.write_int(little | (more.clone().as_int() << 1u64), 1, Order::Little);
    let held = Expr::Case(value.field(message_field::BODY));
    b.check(held.clone().is_not(0u64), ErrorCode::MissingField);
    let kind = Expr::from(b.let_("message_type", held - 1u64));
    b.check(!(kind.clone().is(u64::from(message_type::FRAGMENT)) & minor.clone().is(0u64)), ErrorCode::UnknownCase);
    b.write_int(kind, 1, Order::Little);
    Header { minor, more, origin }
}
