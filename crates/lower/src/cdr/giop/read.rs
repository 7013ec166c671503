//! Reading the header of a message (clause 9.4.1).

use super::super::Cdr;
use super::super::read::Layout;
use super::{MAGIC, MAJOR, Message, message_field, message_type};
use crate::plan::{case_arms, switch_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Const, ErrorCode, Expr, Function, Order, Place, Rest};

/// What the header tells.
pub(super) struct Header {
    /// The number behind the point of the version.
    pub minor: Expr,
    /// Fragments follow.
    pub more: Expr,
    pub layout: Layout<'static>,
}

impl Header {
    /// Returns true from GIOP 1.2 on.
    pub fn is_new(&self) -> Expr {
        self.minor.clone().is(2u64)
    }
}

impl Cdr<'_> {
    pub(super) fn read_giop(&self, message: Message) -> Function {
        let (mut b, value) = self.scaffold.reader("read", message.id);
        // The order is in the message.
        self.reader_params(&mut b);
        let (header, kind) = self.read_header(&mut b, &value);
        let size = header.layout.read(&mut b, "size", 4);
        b.window(size, Rest::Fail(ErrorCode::TrailingBytes), |b| {
            let key = |index: u32| Const::U64(index.into());
            let body = value.field(message_field::BODY);
            let arms = case_arms(b, self.types.union(message.body), &body, key, |b, (index, ty), place| {
                if let Type::Struct(id) = ty {
                    self.read_body(b, (index, *id), &place, &header);
                }
            });
            switch_case(b, kind, arms);
        });
        b.finish(vec![], vec![])
    }

    /// Returns the header and the type of the message.
    fn read_header(&self, b: &mut FunctionBuilder, value: &Place) -> (Header, Expr) {
        let origin = b.let_("message", Expr::Pos);
        b.expect(MAGIC, ErrorCode::Mismatch);
        b.expect(&[MAJOR], ErrorCode::OutOfRange);
        let version = b.read_int("minor", 1, Order::Little);
        let minor = Expr::from(version);
        b.check(minor.clone().at_most(2u64), ErrorCode::OutOfRange);
        b.set(value.field(message_field::VERSION), minor.clone().reinterpret());
        let flags = Expr::from(b.read_int("flags", 1, Order::Little));
        // In GIOP 1.0, the octet is the byte order alone.
        b.check(flags.clone().at_most(minor.clone().is(0u64).choose(1u64, 3u64)), ErrorCode::OutOfRange);
        let little = b.let_("little_endian", (flags.clone() & 1u64).is(1u64));
        b.set(value.field(message_field::LITTLE_ENDIAN), little);
        let more = Expr::from(b.let_("more", (flags >> 1u64).is(1u64)));
        b.set(value.field(message_field::MORE_FRAGMENTS), more.clone());
        let kind = Expr::from(b.read_int("message_type", 1, Order::Little));
        b.check(!(kind.clone().is(u64::from(message_type::FRAGMENT)) & minor.clone().is(0u64)), ErrorCode::UnknownCase);
        let layout = Layout { minor: self.has_versions.then_some(version), ..Layout::new(origin, little) };
        (Header { minor, more, layout }, kind)
    }
}
