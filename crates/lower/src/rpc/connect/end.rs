//! The end of an answer: in the form for streams, JSON in the place of the last message; in that for one message, headers of the answer if
//! the call succeeded, and else a head with an error as its body.

use super::super::content_type::CONTENT_TYPE;
use super::super::end::{HTTP_OK, HTTP_STATUS, UNKNOWN, field, http_meaning, set_http_meaning};
use super::super::header::{LINE_END, Line, each_line, keys_of, write_line_with};
use super::super::{Dialect, Rpc};
use super::Connect;
use super::code::http_status;
use super::error::each_member;
use crate::plan::{arm, block};
use crate::text::class::END;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Const, ErrorCode, Expr, Place, ReadLeaf, ValueType, VarId, WriteLeaf};

/// The type of content of errors.
const JSON: &[u8] = b"application/json";
const LINE: [(&str, ValueType); 2] = [("name", ValueType::Bytes), ("value", ValueType::Bytes)];

impl Rpc {
    /// Reads the object at the end of a stream.
    pub(in super::super) fn read_json_end(&self, b: &mut FunctionBuilder, connect: &Connect, end: &Place) {
        b.skip_leaf(ReadLeaf::JsonSpace);
        each_member(b, |b, name| {
            let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
            let arms = vec![
                arm(b, key(b"error"), |b| unless_null(b, |b| connect.read_error(b, end, UNKNOWN.into()))),
                arm(b, key(b"metadata"), |b| {
                    unless_null(b, |b| self.read_json_metadata(b, connect, &end.field(field::METADATA)));
                }),
            ];
            let other = block(b, |b| connect.values.value(b));
            b.switch(name.into(), arms, other, &[]);
        });
        b.skip_leaf(ReadLeaf::JsonSpace);
    }

    /// Reads the headers that are the end of a call that succeeded.
    pub(in super::super) fn read_trailers(&self, b: &mut FunctionBuilder, end: &Place) {
        each_line(b, self.functions.header_line, |b, line| {
            self.push_trailer(b, (&end.field(field::METADATA), line), |b| b.fail(ErrorCode::InvalidKey));
        });
    }

    /// Reads what is behind a status of HTTP that is not that of success. If an error is the body, it tells more.
    pub(in super::super) fn read_failed_head(
        &self,
        b: &mut FunctionBuilder,
        connect: &Connect,
        (end, http): (&Place, VarId),
    ) {
        b.set(end.field(field::HTTP_STATUS).some(), http);
        set_http_meaning(b, end, http);
        if self.dialect == Dialect::Connect {
            return each_line(b, self.functions.header_line, |b, line| drop(self.read_line_of_error(b, end, line)));
        }
        let first = vec![("is_json", ValueType::Bool, false.into()), ("more", ValueType::Bool, has_line(b))];
        let is_json = b.loop_while(
            first,
            |carried| carried[1].into(),
            |b, carried| {
                let line = b.call(self.functions.header_line, vec![], &LINE);
                let is_json = self.read_line_of_error(b, end, Line { name: line[0], value: line[1] });
                vec![is_json | carried[0], has_line(b)]
            },
        )[0];
        let has_body = b.matches("has_body", LINE_END);
        b.when(has_body.into(), |b| {
            b.if_else(
                is_json.into(),
                |b| {
                    b.skip_leaf(ReadLeaf::JsonSpace);
                    connect.read_error(b, end, http_meaning(http));
                    b.skip_leaf(ReadLeaf::JsonSpace);
                },
                |b| b.skip(Expr::Left),
            );
        });
    }

    /// Reads a header of an error; returns whether it tells that the body is JSON.
    fn read_line_of_error(&self, b: &mut FunctionBuilder, end: &Place, line: Line) -> Expr {
        let yes = [("is_json", ValueType::Bool)];
        let headers = self.headers();
        let list = end.field(field::METADATA);
        let content_type = polywire_ir::Arm {
            keys: vec![Const::Bytes(CONTENT_TYPE.to_vec())],
            body: b
                .block(|b| vec![b.at(line.value, 0u64, &yes, |b| vec![b.matches("is_json", JSON).into()])[0].into()]),
        };
        let names = [headers.ignored_in_answers, &[headers.compression, headers.accepts]].concat();
        let ignored = polywire_ir::Arm { keys: keys_of(&names), body: b.block(|_| vec![false.into()]) };
        let other = b.block(|b| {
            match self.dialect {
                Dialect::ConnectUnary => self.push_trailer(b, (&list, line), |b| self.push_metadata(b, &list, line)),
                Dialect::Grpc | Dialect::GrpcWeb | Dialect::Connect => self.push_metadata(b, &list, line),
            }
            vec![false.into()]
        });
        b.switch(line.name.into(), vec![content_type, ignored], other, &yes)[0].into()
    }

    pub(in super::super) fn write_end_of_connect(&self, b: &mut FunctionBuilder, connect: &Connect, end: &Place) {
        let has_http_status = Expr::Present(end.field(field::HTTP_STATUS));
        let is_ok = Expr::Get(end.field(field::STATUS)).reinterpret().is(0u64);
        match self.flag_of_end() {
            None => b.if_else(
                is_ok,
                |b| {
                    b.check(!has_http_status, ErrorCode::InvalidKey);
                    self.write_trailers(b, end.field(field::METADATA));
                },
                |b| self.write_failed_head(b, connect, end),
            ),
            Some(flag) => b.if_else(
                has_http_status,
                |b| self.write_http_failure(b, end),
                |b| Self::write_flagged(b, flag, |b| self.write_json_end(b, connect, end)),
            ),
        }
    }

    /// Appends the object at the end of a stream.
    fn write_json_end(&self, b: &mut FunctionBuilder, connect: &Connect, end: &Place) {
        let metadata = end.field(field::METADATA);
        let has_error = Expr::Get(end.field(field::STATUS)).reinterpret().is_not(0u64);
        let has_metadata = Expr::Len(metadata.clone()).is_not(0u64);
        b.write_bytes(b"{");
        b.when(has_error.clone(), |b| {
            b.write_bytes(b"\"error\":");
            self.write_error(b, connect, end);
        });
        b.when(has_error & has_metadata.clone(), |b| b.write_bytes(b","));
        b.when(has_metadata, |b| {
            b.write_bytes(b"\"metadata\":");
            self.write_json_metadata(b, connect, &metadata);
        });
        b.write_bytes(b"}");
    }

    /// Appends a head with an error as its body.
    fn write_failed_head(&self, b: &mut FunctionBuilder, connect: &Connect, end: &Place) {
        let given = end.field(field::HTTP_STATUS);
        let status = Expr::Get(end.field(field::STATUS)).reinterpret();
        let own = b.if_yields(
            Expr::Present(given.clone()),
            &[("given", ValueType::U64)],
            |_| vec![Expr::Get(given.some())],
            |_| vec![HTTP_OK.into()],
        )[0];
        // A head with the status of success would be the start of an answer.
        write_status(b, own.is(HTTP_OK).choose(http_status(&status), own));
        write_line_with(b, CONTENT_TYPE, |b| b.write_bytes(JSON));
        self.write_trailers(b, end.field(field::METADATA));
        b.write_bytes(LINE_END);
        self.write_error(b, connect, end);
    }

    /// Appends the head of an answer that is not of the protocol, such as one of a proxy.
    fn write_http_failure(&self, b: &mut FunctionBuilder, end: &Place) {
        let http = Expr::Get(end.field(field::HTTP_STATUS).some());
        b.check(http.clone().is_not(HTTP_OK), ErrorCode::InvalidKey);
        write_status(b, http);
        self.write_metadata(b, end.field(field::METADATA));
    }
}

fn write_status(b: &mut FunctionBuilder, http: Expr) {
    b.write_bytes(HTTP_STATUS);
    b.write_leaf(WriteLeaf::DecimalUint, vec![http]);
    b.write_bytes(LINE_END);
}

/// Tests whether a line follows that is not empty.
fn has_line(b: &mut FunctionBuilder) -> Expr {
    let next = Expr::from(b.peek("next"));
    next.clone().is_not(END) & next.is_not(u64::from(LINE_END[0]))
}

/// Reads a value that may be `null`.
fn unless_null(b: &mut FunctionBuilder, read: impl FnOnce(&mut FunctionBuilder)) {
    let is_null = b.matches("is_null", b"null");
    b.when(!is_null, read);
}
