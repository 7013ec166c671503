//! The codes of errors, and the statuses of HTTP that go with them.

use super::super::end::read_number;
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, ValueType, WriteLeaf};
use polywire_model::rpc::STATUSES;

/// In front of the number of a code that has no name.
const NUMBERED: &[u8] = b"code_";
const STATUS: [(&str, ValueType); 1] = [("status", ValueType::U64)];

/// The statuses of HTTP by codes, from `CANCELLED` on.
const HTTP: [u64; 16] = [499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401];
/// That of other codes.
const HTTP_UNKNOWN: u64 = 500;

/// Returns the codes with their names.
fn codes() -> impl Iterator<Item = (u64, Vec<u8>)> {
    // Connect writes it as Americans do.
    let name = |status: &str| status.replace("CANCELLED", "CANCELED").to_lowercase().into_bytes();
    (0..).zip(STATUSES).skip(1).map(move |(number, status)| (number, name(status)))
}

/// `code(text) -> status`: 0 if it has no meaning.
pub(super) fn read_code() -> Function {
    let mut b = FunctionBuilder::new("code");
    let text = b.value_param("text", ValueType::Bytes);
    let arm = |(number, name): (u64, Vec<u8>)| Arm {
        keys: vec![Const::Bytes(name)],
        body: polywire_ir::Block { yields: vec![number.into()], ..polywire_ir::Block::default() },
    };
    let arms = codes().map(arm).collect();
    let other = b.block(|b| vec![read_numbered(b, text.into())]);
    let status = b.switch(text.into(), arms, other, &STATUS);
    b.finish(vec![status[0].into()], vec![ValueType::U64])
}

fn read_numbered(b: &mut FunctionBuilder, text: Expr) -> Expr {
    let number = b.at(text, 0u64, &STATUS, |b| {
        let is_numbered = b.matches("is_numbered", NUMBERED);
        let read = |b: &mut FunctionBuilder| {
            let number = read_number(b, u64::from(u32::MAX));
            b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
            vec![number]
        };
        vec![b.if_yields(is_numbered.into(), &STATUS, read, |_| vec![0u64.into()])[0].into()]
    });
    number[0].into()
}

/// Appends the code of a status that is not OK.
pub(super) fn write_code(b: &mut FunctionBuilder, status: Expr) {
    let arms = codes().map(|(number, name)| arm(b, vec![Const::U64(number)], |b| b.write_bytes(&name))).collect();
    let other = block(b, |b| {
        b.write_bytes(NUMBERED);
        b.write_leaf(WriteLeaf::DecimalUint, vec![status.clone()]);
    });
    b.switch(status.clone(), arms, other, &[]);
}

/// Returns the status of HTTP that goes with a status.
pub(super) fn http_status(status: &Expr) -> Expr {
    let pick = |other: Expr, (number, http): (u64, u64)| status.clone().is(number).choose(http, other);
    (1..).zip(HTTP).fold(HTTP_UNKNOWN.into(), pick)
}

/// Returns the status that a code means, or else another one.
pub(super) fn meant(code: Expr, other: Expr) -> Expr {
    code.clone().is(0u64).choose(other, code)
}
