//! Envelopes: their first byte tells what they hold.

use super::call::METHOD;
use super::connect::GET;
use super::end::{HTTP_OK, HTTP_STATUS, STATUS, field, read_number};
use super::header::LINE_END;
use super::item::COMPRESSED;
use super::{Dialect, Ends, Rpc, body_case, envelope_field};
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Order, Place, Rest, VarId};

impl Rpc {
    pub(super) fn read(&self, b: &mut FunctionBuilder, envelope: &Place) {
        let body = envelope.field(envelope_field::BODY);
        let first = b.peek("first");
        let keys = |keys: &[u64]| keys.iter().copied().map(Const::U64).collect::<Vec<_>>();
        let item = match self.dialect {
            Dialect::Grpc | Dialect::GrpcWeb | Dialect::Connect => {
                arm(b, keys(&[0, COMPRESSED]), |b| self.read_frame(b, &body))
            }
            Dialect::ConnectUnary => arm(b, keys(&[u64::from(LINE_END[0])]), |b| {
                self.open(b, &body, body_case::ITEM, |b, item| Self::read_body(b, &item));
            }),
        };
        let mut arms = vec![item, arm(b, keys(&[u64::from(b':')]), |b| self.read_head(b, &body))];
        let other = match self.flag_of_end() {
            Some(flag) => {
                arms.push(arm(b, keys(&[flag]), |b| self.read_flagged_end(b, &body)));
                block(b, |b| b.fail(ErrorCode::Syntax))
            }
            None => block(b, |b| self.open(b, &body, body_case::END, |b, end| self.read_end_alone(b, &end))),
        };
        b.switch(first.into(), arms, other, &[]);
    }

    fn read_frame(&self, b: &mut FunctionBuilder, body: &Place) {
        let flags = b.read_int("flags", 1, Order::Big);
        self.open(b, body, body_case::ITEM, |b, item| self.read_item(b, &item, flags));
    }

    fn read_flagged_end(&self, b: &mut FunctionBuilder, body: &Place) {
        b.skip(1u64);
        let size = b.read_int("size", 4, Order::Big);
        b.window(size, Rest::Fail(ErrorCode::TrailingBytes), |b| {
            self.open(b, body, body_case::END, |b, end| self.read_end_alone(b, &end));
        });
    }

    /// Reads an end that is not the head of an answer.
    fn read_end_alone(&self, b: &mut FunctionBuilder, end: &Place) {
        match (&self.ends, self.dialect) {
            (Ends::Lines(texts), _) => self.read_end(b, (*texts, end), None),
            (Ends::Json(_), Dialect::ConnectUnary) => self.read_trailers(b, end),
            (Ends::Json(connect), _) => self.read_json_end(b, connect, end),
        }
    }

    /// Reads the head of a request or of a response, which is an end if it has the status of one.
    fn read_head(&self, b: &mut FunctionBuilder, body: &Place) {
        let is_call = b.matches("is_call", METHOD);
        b.if_else(
            is_call.into(),
            |b| self.open(b, body, body_case::CALL, |b, call| self.read_call(b, &call)),
            |b| match (&self.ends, self.dialect) {
                (Ends::Json(connect), Dialect::ConnectUnary) => {
                    let is_get = b.matches("is_get", GET);
                    b.if_else(
                        is_get.into(),
                        |b| self.open(b, body, body_case::CALL, |b, call| self.read_get(b, connect, &call)),
                        |b| self.read_head_of_answer(b, body),
                    );
                }
                _ => self.read_head_of_answer(b, body),
            },
        );
    }

    fn read_head_of_answer(&self, b: &mut FunctionBuilder, body: &Place) {
        b.expect(HTTP_STATUS, ErrorCode::Mismatch);
        let number = read_number(b, u64::from(u16::MAX));
        let http = b.let_("http_status", number);
        b.expect(b"\r\n", ErrorCode::Syntax);
        let failed = http.is_not(HTTP_OK);
        let is_end = match self.ends {
            Ends::Lines(_) => self.has_line(b, STATUS) | failed,
            Ends::Json(_) => failed,
        };
        b.if_else(
            is_end,
            |b| self.open(b, body, body_case::END, |b, end| self.read_head_of_end(b, &end, http)),
            |b| self.open(b, body, body_case::START, |b, start| self.read_start(b, &start)),
        );
    }

    fn read_head_of_end(&self, b: &mut FunctionBuilder, end: &Place, http: VarId) {
        match &self.ends {
            Ends::Lines(texts) => self.read_end(b, (*texts, end), Some(http)),
            Ends::Json(connect) => self.read_failed_head(b, connect, (end, http)),
        }
    }

    fn open(&self, b: &mut FunctionBuilder, body: &Place, case: u32, read: impl FnOnce(&mut FunctionBuilder, Place)) {
        self.ids.open(b, body, case, read);
    }

    pub(super) fn write(&self, b: &mut FunctionBuilder, envelope: &Place) {
        let body = envelope.field(envelope_field::BODY);
        // A call has a stream of its own.
        b.check(!Expr::Present(envelope.field(envelope_field::NUMBER)), ErrorCode::InvalidKey);
        let arms = [body_case::CALL, body_case::START, body_case::ITEM, body_case::END]
            .map(|case| self.write_arm(b, case, &body.case(case)))
            .to_vec();
        let none = block(b, |b| b.fail(ErrorCode::MissingField));
        b.switch(Expr::Case(body), arms, none, &[]);
    }

    fn write_arm(&self, b: &mut FunctionBuilder, case: u32, it: &Place) -> Arm {
        arm(b, vec![Const::U64(u64::from(case) + 1)], |b| match case {
            body_case::CALL => self.write_call(b, it),
            body_case::START => self.write_start(b, it),
            body_case::ITEM => self.write_item(b, it),
            _ => self.write_end(b, it),
        })
    }

    fn write_end(&self, b: &mut FunctionBuilder, end: &Place) {
        b.check(!Expr::Present(end.field(field::ITEM)), ErrorCode::InvalidKey);
        let texts = match &self.ends {
            Ends::Json(connect) => return self.write_end_of_connect(b, connect, end),
            Ends::Lines(texts) => *texts,
        };
        self.write_head_of_end(b, end);
        match self.flag_of_end() {
            None => self.write_lines_of_end(b, texts, end),
            Some(flag) => b.if_else(
                Self::is_head(end),
                |b| self.write_lines_of_end(b, texts, end),
                |b| Self::write_flagged(b, flag, |b| self.write_lines_of_end(b, texts, end)),
            ),
        }
    }
}
