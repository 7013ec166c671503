//! Names (XML 1.0, 5th edition, productions 4 and 5) without colons (Namespaces in XML 1.0, production 4).

use super::Tokens;
use crate::text::class::{END, begins_word, demand, is_word, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, FuncId, Function, ValueType};

/// Characters beyond ASCII that begin a name.
const BEGINNING: [(u64, u64); 12] = [
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0x2ff),
    (0x370, 0x37d),
    (0x37f, 0x1fff),
    (0x200c, 0x200d),
    (0x2070, 0x218f),
    (0x2c00, 0x2fef),
    (0x3001, 0xd7ff),
    (0xf900, 0xfdcf),
    (0xfdf0, 0xfffd),
    (0x1_0000, 0xe_ffff),
];

/// Those that are only inside of one.
const INSIDE: [(u64, u64); 3] = [(0xb7, 0xb7), (0x300, 0x36f), (0x203f, 0x2040)];

impl Tokens {
    /// Reads a name without a colon.
    pub fn ncname(&self, b: &mut FunctionBuilder) -> Expr {
        b.call(self.ncname, vec![], &[("name", ValueType::Bytes)])[0].into()
    }

    /// Reads a name that may have a prefix; yields it and the local part.
    pub fn qname(&self, b: &mut FunctionBuilder) -> [Expr; 2] {
        let first = self.ncname(b);
        let colon = b.matches("colon", b":");
        let parts = [("prefix", ValueType::Bytes), ("local", ValueType::Bytes)];
        let parts = b.if_yields(
            colon.into(),
            &parts,
            |b| vec![first.clone(), self.ncname(b)],
            |_| vec![b"".as_slice().into(), first.clone()],
        );
        [parts[0].into(), parts[1].into()]
    }
}

/// `ncname() -> name`.
pub(super) fn ncname(code_point: FuncId) -> Function {
    let mut b = FunctionBuilder::new("ncname");
    demand(&mut b, |byte| begins_word(byte.clone()) | is_wide(byte), ErrorCode::Syntax);
    let start = start(&mut b);
    let wide = Expr::from(b.peek("first"));
    b.when(is_wide(wide), |b| demand_wide(b, code_point, &BEGINNING));
    b.loop_while(
        vec![("more", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            skip_while(b, is_inside);
            let wide = is_wide(b.peek("next").into());
            let wide = b.let_("is_wide", wide);
            let all = [BEGINNING.as_slice(), &INSIDE].concat();
            b.when(wide.into(), |b| demand_wide(b, code_point, &all));
            vec![wide.into()]
        },
    );
    b.finish(vec![since(start)], vec![ValueType::Bytes])
}

/// Reads a character beyond ASCII that is in one of these ranges.
fn demand_wide(b: &mut FunctionBuilder, code_point: FuncId, ranges: &[(u64, u64)]) {
    let code = b.call(code_point, vec![], &[("code", ValueType::U64)])[0];
    let within = |(first, last): &(u64, u64)| (code - *first).below(last - first + 1);
    let known = ranges.iter().map(within).fold(Expr::from(false), |any, it| any | it);
    b.check(known, ErrorCode::Syntax);
}

fn is_inside(byte: Expr) -> Expr {
    is_word(byte.clone()) | byte.clone().is(u64::from(b'-')) | byte.is(u64::from(b'.'))
}

fn is_wide(byte: Expr) -> Expr {
    (byte - 0x80u64).below(END - 0x80)
}

/// Tests whether a text is a name without a colon.
pub(in crate::xml) fn is_ncname(text: &str) -> bool {
    let within = |ch: char, ranges: &[(u64, u64)]| {
        ranges.iter().any(|(first, last)| (*first..=*last).contains(&u64::from(u32::from(ch))))
    };
    let begins = |ch: char| ch.is_ascii_alphabetic() || ch == '_' || within(ch, &BEGINNING);
    let inside = |ch: char| begins(ch) || ch.is_ascii_digit() || "-.".contains(ch) || within(ch, &INSIDE);
    text.starts_with(begins) && text.chars().all(inside)
}
