//! Reading what is behind the header of a message (clauses 9.4.2 to 9.4.9).

use super::super::Cdr;
use super::super::form::Form;
use super::super::read::read_bool;
use super::outcome::{OF_LOCATE_REPLY, read_rest};
use super::read::Header;
use super::{BODY_ALIGNMENT, message_type, reply_field, request_field};
use crate::plan::check_enum;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Expr, Place, ValueType};

impl Cdr<'_> {
    pub(super) fn read_body(
        &self,
        b: &mut FunctionBuilder,
        (kind, id): (u32, StructId),
        place: &Place,
        header: &Header,
    ) {
        match kind {
            message_type::REQUEST => b.if_else(
                header.is_new(),
                |b| self.read_request(b, id, place, header),
                |b| self.read_old_request(b, id, place, header),
            ),
            message_type::REPLY => self.read_reply(b, id, place, header),
            message_type::LOCATE_REQUEST => self.read_locate_request(b, id, place, header),
            message_type::LOCATE_REPLY => self.read_locate_reply(b, id, place, header),
            message_type::FRAGMENT => self.read_fragment(b, place, header),
            _ => self.read_fields(b, (id, &[0]), place, header),
        }
    }

    fn read_fields(&self, b: &mut FunctionBuilder, (id, fields): (StructId, &[u32]), place: &Place, header: &Header) {
        for index in fields {
            let field = &self.fields[id.0 as usize][*index as usize];
            self.read_field(b, field, place.field(*index), header.layout);
        }
    }

    fn read_request(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.read_fields(b, (id, &[request_field::REQUEST_ID, request_field::RESPONSE_FLAGS]), place, header);
        b.skip(3u64);
        self.read_fields(b, (id, &[request_field::TARGET]), place, header);
        let operation = self.read_operation(b, place, header);
        self.read_fields(b, (id, &[request_field::SERVICE_CONTEXTS]), place, header);
        align_body(b, header);
        self.read_arguments(b, operation, place, header);
    }

    fn read_operation(&self, b: &mut FunctionBuilder, place: &Place, header: &Header) -> Expr {
        self.read_selector(b, place.field(request_field::OPERATION), header.layout)
    }

    fn read_arguments(&self, b: &mut FunctionBuilder, operation: Expr, place: &Place, header: &Header) {
        let arguments = self.giop.as_ref().and_then(|giop| giop.arguments.as_ref());
        let body = place.field(request_field::BODY);
        self.read_by_text(b, (arguments, body), (operation, header.more.clone()), header.layout);
    }

    fn read_old_request(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.read_fields(b, (id, &[request_field::SERVICE_CONTEXTS, request_field::REQUEST_ID]), place, header);
        let is_expected = read_bool(b);
        b.set(place.field(request_field::RESPONSE_FLAGS), is_expected.as_int());
        b.when(header.minor.clone().is(1u64), |b| b.skip(3u64));
        self.read_key(b, place.field(request_field::TARGET), header);
        let operation = self.read_operation(b, place, header);
        let principal = place.field(request_field::PRINCIPAL);
        b.open(principal, None, ("principal", Type::Bytes), |b, bind, _| {
            self.read(b, (&Type::Bytes, Form::PLAIN), bind.into(), header.layout);
        });
        self.read_arguments(b, operation, place, header);
    }

    /// Reads the key of the object into the first case of the target.
    fn read_key(&self, b: &mut FunctionBuilder, target: Place, header: &Header) {
        b.open(target, Some(0), ("key", Type::Bytes), |b, bind, _| {
            self.read(b, (&Type::Bytes, Form::PLAIN), bind.into(), header.layout);
        });
    }

    fn read_reply(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        let number = [("status", ValueType::I64)];
        let read_new = |b: &mut FunctionBuilder| {
            self.read_fields(b, (id, &[reply_field::REQUEST_ID]), place, header);
            let status = self.read_status(b, (id, reply_field::STATUS), place, header);
            self.read_fields(b, (id, &[reply_field::SERVICE_CONTEXTS]), place, header);
            align_body(b, header);
            vec![status]
        };
        let read_old = |b: &mut FunctionBuilder| {
            self.read_fields(b, (id, &[reply_field::SERVICE_CONTEXTS, reply_field::REQUEST_ID]), place, header);
            vec![self.read_status(b, (id, reply_field::STATUS), place, header)]
        };
        let status = b.if_yields(header.is_new(), &number, read_new, read_old)[0].into();
        let Type::Union(results) = self.types.record(id).fields[reply_field::BODY as usize].ty else { return };
        let at = (results, place.field(reply_field::BODY));
        self.read_results(b, at, (status, self.of_reply(results), header.more.clone()), header.layout);
    }

    /// Reads a field that is an enum.
    fn read_status(
        &self,
        b: &mut FunctionBuilder,
        (id, field): (StructId, u32),
        place: &Place,
        header: &Header,
    ) -> Expr {
        let number = header.layout.read(b, "status", 4).reinterpret();
        if let Type::Enum(status) = self.types.record(id).fields[field as usize].ty {
            check_enum(b, self.types, status, &number);
        }
        b.set(place.field(field), number.clone());
        number
    }

    fn read_locate_request(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.read_fields(b, (id, &[0]), place, header);
        let read_new = |b: &mut FunctionBuilder| self.read_fields(b, (id, &[1]), place, header);
        b.if_else(header.is_new(), read_new, |b| self.read_key(b, place.field(1), header));
    }

    fn read_locate_reply(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, header: &Header) {
        self.read_fields(b, (id, &[0]), place, header);
        let status = self.read_status(b, (id, 1), place, header);
        let Type::Union(results) = self.types.record(id).fields[2].ty else { return };
        let outcome = (status, OF_LOCATE_REPLY, header.more.clone());
        self.read_results(b, (results, place.field(2)), outcome, header.layout);
    }

    fn read_fragment(&self, b: &mut FunctionBuilder, place: &Place, header: &Header) {
        b.when(header.is_new(), |b| {
            let number = Type::int(32, false);
            b.open(place.field(0), None, ("request_id", number.clone()), |b, bind, _| {
                self.read(b, (&number, Form::PLAIN), bind.into(), header.layout);
            });
        });
        read_rest(b, place.field(1));
    }
}

/// Moves to the body of a request or reply, if there is one.
fn align_body(b: &mut FunctionBuilder, header: &Header) {
    let origin = header.layout.origin;
    b.when(Expr::Left.is_not(0u64), |b| b.read_align(u64::from(BODY_ALIGNMENT), origin));
}
