//! Statuses in front of messages: `NOT_FOUND: there is no order 5`. A text without one is the message of `UNKNOWN`.

use crate::rpc::end::UNKNOWN;
use crate::text::class::{since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Block, Const, Datum, ErrorCode, Expr, FuncId, Function, ValueType, VarId};
use polywire_model::rpc::STATUSES;

const BEHIND_NAME: &[u8] = b": ";
const FOUND: [(&str, ValueType); 2] = [("status", ValueType::U64), ("message", ValueType::Bytes)];
const NAMED: [(&str, ValueType); 1] = [("status", ValueType::U64)];

/// Returns the numbers and names of statuses of calls that failed.
fn names() -> impl Iterator<Item = (u64, &'static [u8])> {
    (0..).zip(STATUSES).skip(1).map(|(number, name)| (number, name.as_bytes()))
}

/// `status(text) -> (status, message)`: the status is 0 if the text does not begin with one.
pub(super) fn read_status() -> Function {
    let mut b = FunctionBuilder::new("status");
    let text = b.value_param("text", ValueType::Bytes);
    let found = b.at(text, 0u64, &FOUND, |b| {
        let before = start(b);
        skip_while(b, |byte| (byte.clone() - u64::from(b'A')).below(26u64) | byte.is(u64::from(b'_')));
        let name = b.let_("name", since(before));
        let is_behind = b.matches("is_behind", BEHIND_NAME);
        let arm = |(number, name): (u64, &[u8])| Arm {
            keys: vec![Const::Bytes(name.to_vec())],
            body: Block { yields: vec![number.into()], ..Block::default() },
        };
        let none = b.block(|_| vec![0u64.into()]);
        let number = b.switch(name.into(), names().map(arm).collect(), none, &NAMED)[0];
        let status = b.let_("status", Expr::from(is_behind).choose(number, 0u64));
        let message = |b: &mut FunctionBuilder| vec![b.read_span("message", Expr::Left).into()];
        let message = b.if_yields(status.is_not(0u64), &FOUND[1..], message, |_| vec![text.into()])[0];
        vec![status.into(), message.into()]
    });
    b.finish(vec![found[0].into(), found[1].into()], vec![ValueType::U64, ValueType::Bytes])
}

/// Returns the status and the message in a text.
pub(super) fn status_of(b: &mut FunctionBuilder, function: FuncId, text: Expr) -> (Expr, VarId) {
    let found = b.call(function, vec![Arg::Value(text)], &FOUND);
    let status = found[0].is(0u64).choose(UNKNOWN, found[0]);
    (b.let_("status", status).into(), found[1])
}

/// Returns a text with a status and a message.
pub(super) fn text_of(b: &mut FunctionBuilder, function: FuncId, (status, message): (Expr, Expr)) -> Expr {
    let begins_with_status = b.call(function, vec![Arg::Value(message.clone())], &FOUND)[0].is_not(0u64);
    let is_plain = b.let_("is_plain", status.clone().is(UNKNOWN) & !begins_with_status);
    let text = b.scratch("text", |b| {
        b.when(!Expr::from(is_plain), |b| {
            let arm = |b: &mut FunctionBuilder, (number, name): (u64, &[u8])| {
                crate::plan::arm(b, vec![Const::U64(number)], |b| b.write_bytes(&[name, BEHIND_NAME].concat()))
            };
            let arms = names().map(|it| arm(b, it)).collect();
            let other = crate::plan::block(b, |b| b.fail(ErrorCode::UnknownEnumerator));
            b.switch(status, arms, other, &[]);
        });
        b.write(Datum::Span(message));
    });
    text.into()
}
