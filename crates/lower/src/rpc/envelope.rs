//! Envelopes: their first byte tells what they hold.

use super::call::METHOD;
use super::end::{HTTP_OK, HTTP_STATUS, STATUS, read_number};
use super::item::{COMPRESSED, TRAILERS};
use super::{Dialect, Rpc, body_case};
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Order, Place, Rest};

impl Rpc {
    pub(super) fn read(&self, b: &mut FunctionBuilder, envelope: &Place) {
        let body = envelope.field(0);
        let first = b.peek("first");
        let keys = |keys: &[u64]| keys.iter().copied().map(Const::U64).collect::<Vec<_>>();
        let mut arms = vec![
            arm(b, keys(&[0, COMPRESSED]), |b| self.read_frame(b, &body)),
            arm(b, keys(&[u64::from(b':')]), |b| self.read_head(b, &body)),
        ];
        let other = match self.dialect {
            Dialect::Grpc => block(b, |b| self.open(b, &body, body_case::END, |b, end| self.read_end(b, &end, None))),
            Dialect::GrpcWeb => {
                arms.push(arm(b, keys(&[TRAILERS]), |b| self.read_trailers(b, &body)));
                block(b, |b| b.fail(ErrorCode::Syntax))
            }
        };
        b.switch(first.into(), arms, other, &[]);
    }

    fn read_frame(&self, b: &mut FunctionBuilder, body: &Place) {
        let flags = b.read_int("flags", 1, Order::Big);
        self.open(b, body, body_case::ITEM, |b, item| self.read_item(b, &item, flags));
    }

    fn read_trailers(&self, b: &mut FunctionBuilder, body: &Place) {
        b.skip(1u64);
        let size = b.read_int("size", 4, Order::Big);
        b.window(size, Rest::Fail(ErrorCode::TrailingBytes), |b| {
            self.open(b, body, body_case::END, |b, end| self.read_end(b, &end, None));
        });
    }

    /// Reads the head of a request or of a response, which is an end if it has the status of one.
    fn read_head(&self, b: &mut FunctionBuilder, body: &Place) {
        let is_call = b.matches("is_call", METHOD);
        b.if_else(
            is_call.into(),
            |b| self.open(b, body, body_case::CALL, |b, call| self.read_call(b, &call)),
            |b| {
                b.expect(HTTP_STATUS, ErrorCode::Mismatch);
                let number = read_number(b, u64::from(u16::MAX));
                let http = b.let_("http_status", number);
                b.expect(b"\r\n", ErrorCode::Syntax);
                let has_status = self.has_line(b, STATUS);
                b.if_else(
                    has_status | http.is_not(HTTP_OK),
                    |b| self.open(b, body, body_case::END, |b, end| self.read_end(b, &end, Some(http))),
                    |b| self.open(b, body, body_case::START, |b, start| self.read_start(b, &start)),
                );
            },
        );
    }

    fn open(&self, b: &mut FunctionBuilder, body: &Place, case: u32, read: impl FnOnce(&mut FunctionBuilder, Place)) {
        let ty = self.ids.cases[case as usize].clone();
        b.open(body.clone(), Some(case), ("case", ty), |b, it, _| read(b, it.into()));
    }

    pub(super) fn write(&self, b: &mut FunctionBuilder, envelope: &Place) {
        let body = envelope.field(0);
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
        self.write_head_of_end(b, end);
        match self.dialect {
            Dialect::Grpc => self.write_lines_of_end(b, end),
            Dialect::GrpcWeb => b.if_else(
                Self::is_head(end),
                |b| self.write_lines_of_end(b, end),
                |b| Self::write_trailers(b, |b| self.write_lines_of_end(b, end)),
            ),
        }
    }
}
