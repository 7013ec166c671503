//! References to characters and to the five entities (XML 1.0, sections 4.1 and 4.6).

use super::Tokens;
use crate::text::class::{demand, is_digit, is_hex};
use crate::text::number::digits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, ValueType};

/// The entities without a declaration.
const ENTITIES: [(&[u8], u8); 5] = [(b"amp", b'&'), (b"lt", b'<'), (b"gt", b'>'), (b"quot", b'"'), (b"apos", b'\'')];

impl Tokens {
    /// Reads a reference; yields the number of its character.
    pub fn reference(&self, b: &mut FunctionBuilder) -> Expr {
        b.call(self.reference, vec![], &[("code", ValueType::U64)])[0].into()
    }
}

/// `reference() -> code`.
pub(super) fn reference(ncname: FuncId) -> Function {
    let mut b = FunctionBuilder::new("reference");
    b.rare();
    b.expect(b"&", ErrorCode::Syntax);
    let code = [("code", ValueType::U64)];
    let is_number = b.matches("is_number", b"#");
    let read = b.if_yields(
        is_number.into(),
        &code,
        |b| vec![read_number(b)],
        |b| {
            let name = b.call(ncname, vec![], &[("name", ValueType::Bytes)])[0];
            let arm = |(name, ch): (&[u8], u8)| Arm {
                keys: vec![Const::Bytes(name.to_vec())],
                body: b.block(|_| vec![u64::from(ch).into()]),
            };
            let arms = ENTITIES.map(arm).into();
            let unknown = b.block(|b| {
                b.fail(ErrorCode::BadEscape);
                vec![0u64.into()]
            });
            vec![b.switch(name.into(), arms, unknown, &code)[0].into()]
        },
    );
    b.expect(b";", ErrorCode::Syntax);
    b.finish(vec![read[0].into()], vec![ValueType::U64])
}

fn read_number(b: &mut FunctionBuilder) -> Expr {
    let hex = b.matches("hex", b"x");
    let code = b.if_yields(
        hex.into(),
        &[("code", ValueType::U64)],
        |b| {
            demand(b, is_hex, ErrorCode::Syntax);
            vec![digits(b, 16, is_hex)]
        },
        |b| {
            demand(b, is_digit, ErrorCode::Syntax);
            vec![digits(b, 10, is_digit)]
        },
    );
    b.check(is_character(code[0].into()), ErrorCode::BadEscape);
    code[0].into()
}

/// Tests whether a number is that of a character of XML.
fn is_character(code: Expr) -> Expr {
    let is = |byte: u8| code.clone().is(u64::from(byte));
    let within = |first: u64, last: u64| (code.clone() - first).below(last - first + 1);
    let blank = is(b'\t') | is(b'\n') | is(b'\r');
    blank | within(0x20, 0xd7ff) | within(0xe000, 0xfffd) | within(0x1_0000, 0x10_ffff)
}
