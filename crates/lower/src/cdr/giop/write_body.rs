//! Writing what is behind the header of a message (clauses 9.4.2 to 9.4.9).

use super::super::Cdr;
use super::super::form::Form;
use super::super::write::write_aligned;
use super::outcome::OF_LOCATE_REPLY;
use super::write::Header;
use super::{BODY_ALIGNMENT, message_type, reply_field, request_field};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place};

impl Cdr<'_> {
    pub(super) fn write_body(
        &self,
        b: &mut FunctionBuilder,
        (kind, id): (u32, StructId),
        place: &Place,
        header: &Header,
    ) {
        match kind {
            message_type::REQUEST => b.if_else(
                header.is_new(),
                |b| self.write_request(b, id, place, header),
                |b| self.write_old_request(b, id, place, header),
            ),
            message_type::REPLY => self.write_reply(b, id, place, header),
            message_type::LOCATE_REQUEST => self.write_locate_request(b, id, place, header),
            message_type::LOCATE_REPLY => self.write_locate_reply(b, id, place, header),
            message_type::FRAGMENT => self.write_fragment(b, place, header),
            _ => self.write_fields(b, (id, &[0]), place, header),
        }
    }

    fn write_fields(&self, b: &mut FunctionBuilder, (id, fields): (StructId, &[u32]), place: &Place, header: &Header) {
        for index in fields {
            let field = &self.fields[id.0 as usize][*index as usize];
            self.write_field(b, field, place.field(*index), header.origin);
        }
    }

    fn write_request(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        b.check(!Expr::Present(place.field(request_field::PRINCIPAL)), ErrorCode::OutOfRange);
        self.write_fields(b, (id, &[request_field::REQUEST_ID, request_field::RESPONSE_FLAGS]), place, header);
        b.write_bytes(&[0; 3]);
        let fields = [request_field::TARGET, request_field::OPERATION, request_field::SERVICE_CONTEXTS];
        self.write_fields(b, (id, &fields), place, header);
        self.write_arguments(b, place, header, |b, follows| align_body(b, follows, header));
    }

    fn write_arguments(
        &self,
        b: &mut FunctionBuilder,
        place: &Place,
        header: &Header,
        pad: impl Fn(&mut FunctionBuilder, Expr),
    ) {
        let arguments = self.giop.as_ref().and_then(|giop| giop.arguments.as_ref());
        let operation = Expr::Get(place.field(request_field::OPERATION));
        self.write_by_text(b, (arguments, place.field(request_field::BODY)), (operation, header), pad);
    }

    fn write_old_request(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.write_fields(b, (id, &[request_field::SERVICE_CONTEXTS, request_field::REQUEST_ID]), place, header);
        let flags = Expr::Get(place.field(request_field::RESPONSE_FLAGS));
        b.check(flags.clone().at_most(1u64), ErrorCode::OutOfRange);
        b.write_int(flags, 1, Order::Little);
        b.when(header.minor.clone().is(1u64), |b| b.write_bytes(&[0; 3]));
        self.write_key(b, place.field(request_field::TARGET), header);
        self.write_fields(b, (id, &[request_field::OPERATION]), place, header);
        let principal = place.field(request_field::PRINCIPAL);
        b.if_else(
            Expr::Present(principal.clone()),
            |b| self.write(b, (&Type::Bytes, Form::PLAIN), principal.some(), header.origin),
            |b| write_aligned(b, 0u64.into(), 4, (header.origin, self.order)),
        );
        self.write_arguments(b, place, header, |_, _| {});
    }

    /// Appends the key of the object, which has to be the first case of the target.
    fn write_key(&self, b: &mut FunctionBuilder, target: Place, header: &Header) {
        b.check(Expr::Case(target.clone()).is(1u64), ErrorCode::UnknownCase);
        self.write(b, (&Type::Bytes, Form::PLAIN), target.case(0), header.origin);
    }

    fn write_reply(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        let body = place.field(reply_field::BODY);
        let Type::Union(results) = self.types.record(id).fields[reply_field::BODY as usize].ty else { return };
        let old = [reply_field::SERVICE_CONTEXTS, reply_field::REQUEST_ID, reply_field::STATUS];
        let new = [reply_field::REQUEST_ID, reply_field::STATUS, reply_field::SERVICE_CONTEXTS];
        let write_new = |b: &mut FunctionBuilder| {
            self.write_fields(b, (id, &new), place, header);
            // Only octets can be none.
            let holds_octets = Expr::Case(body.clone()).is(1u64);
            b.if_else(
                holds_octets,
                |b| align_body(b, Expr::Len(body.case(0)).is_not(0u64), header),
                |b| align_body(b, self.has_results(&body, results), header),
            );
        };
        b.if_else(header.is_new(), write_new, |b| self.write_fields(b, (id, &old), place, header));
        let outcome = (Expr::Get(place.field(reply_field::STATUS)), self.of_reply(results));
        self.write_results(b, (results, body), outcome, header);
    }

    fn write_locate_request(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.write_fields(b, (id, &[0]), place, header);
        let write_new = |b: &mut FunctionBuilder| self.write_fields(b, (id, &[1]), place, header);
        b.if_else(header.is_new(), write_new, |b| self.write_key(b, place.field(1), header));
    }

    fn write_locate_reply(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.write_fields(b, (id, &[0, 1]), place, header);
        let Type::Union(results) = self.types.record(id).fields[2].ty else { return };
        let outcome = (Expr::Get(place.field(1)), OF_LOCATE_REPLY);
        self.write_results(b, (results, place.field(2)), outcome, header);
    }

    fn write_fragment(&self, b: &mut FunctionBuilder, place: &Place, header: &Header) {
        let request_id = place.field(0);
        b.check(Expr::Present(request_id.clone()).is(header.is_new()), ErrorCode::MissingField);
        let number = Type::int(32, false);
        b.when(Expr::Present(request_id.clone()), |b| {
            self.write(b, (&number, Form::PLAIN), request_id.some(), header.origin);
        });
        b.write(Datum::Span(Expr::Get(place.field(1))));
    }
}

/// Pads the header of a request or reply if something follows.
fn align_body(b: &mut FunctionBuilder, follows: Expr, header: &Header) {
    let origin = header.origin;
    b.when(follows, |b| b.write(Datum::Align { to: BODY_ALIGNMENT, from: origin.into() }));
}
