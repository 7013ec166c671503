//! Classes of characters, and runs of them.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ByteSet, Const, Datum, ErrorCode, Expr, Function, Order, ValueType};

/// The result of peeking at the end of the input.
pub const END: u64 = 256;

/// Tests whether a byte, or [`END`], is a decimal digit.
pub fn is_digit(byte: Expr) -> Expr {
    (byte - u64::from(b'0')).below(10u64)
}

/// Tests whether it is an octal digit.
pub fn is_octal(byte: Expr) -> Expr {
    (byte - u64::from(b'0')).below(8u64)
}

/// Tests whether it is a hexadecimal digit.
pub fn is_hex(byte: Expr) -> Expr {
    is_digit(byte.clone()) | (lower(byte) - u64::from(b'a')).below(6u64)
}

/// The value of a hexadecimal digit.
pub fn hex_value(byte: Expr) -> Expr {
    let letter = lower(byte.clone()) - (u64::from(b'a') - 10);
    is_digit(byte.clone()).choose(byte - u64::from(b'0'), letter)
}

/// Tests whether it is an ASCII letter.
fn is_letter(byte: Expr) -> Expr {
    (lower(byte) - u64::from(b'a')).below(26u64)
}

/// Tests whether it is an ASCII capital.
pub fn is_capital(byte: Expr) -> Expr {
    (byte - u64::from(b'A')).below(26u64)
}

/// Tests whether it can start an identifier.
pub fn begins_word(byte: Expr) -> Expr {
    is_letter(byte.clone()) | byte.is(u64::from(b'_'))
}

/// Tests whether it can be inside an identifier.
pub fn is_word(byte: Expr) -> Expr {
    begins_word(byte.clone()) | is_digit(byte)
}

/// Tests whether it is one of these.
pub fn is_one_of(byte: &Expr, bytes: &[u8]) -> Expr {
    bytes.iter().fold(Expr::from(false), |any, it| any | byte.clone().is(u64::from(*it)))
}

/// Tests whether it opens a string.
pub fn is_quote(byte: Expr) -> Expr {
    byte.clone().is(u64::from(b'"')) | byte.is(u64::from(b'\''))
}

/// Converts a letter to lower case; other bytes are not mapped to letters and stay in their class.
pub fn lower(byte: Expr) -> Expr {
    byte | 0x20u64
}

/// Refuses a next byte of another class; the end is `truncated`.
pub fn demand(b: &mut FunctionBuilder, class: impl FnOnce(Expr) -> Expr, code: ErrorCode) {
    let next = Expr::from(b.peek("next"));
    b.check(next.clone().is_not(END), ErrorCode::Truncated);
    b.check(class(next), code);
}

/// Skips bytes of a class, which does not include the end.
pub fn skip_while(b: &mut FunctionBuilder, class: impl Fn(Expr) -> Expr) {
    match set_of(&class) {
        Some(set) => b.skip_while(set),
        None => each_while(b, class, |b| b.skip(1u64)),
    }
}

/// Returns the bytes of a class; `None` if variables decide.
fn set_of(class: impl Fn(Expr) -> Expr) -> Option<ByteSet> {
    let is_member = |byte: u64| match class(byte.into()).constant() {
        Some(Const::Bool(is_member)) => Some(is_member),
        _ => None,
    };
    let members: Vec<bool> = (0..END).map(is_member).collect::<Option<_>>()?;
    Some(ByteSet::of(|byte| members[usize::from(byte)]))
}

/// Runs the body, which reads a byte, while the next one is of a class.
pub fn each_while(b: &mut FunctionBuilder, class: impl FnOnce(Expr) -> Expr, body: impl FnOnce(&mut FunctionBuilder)) {
    b.loop_while(
        vec![("more", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            let next = b.peek("next");
            let is_of_class = b.let_("is_of_class", class(next.into()));
            b.when(is_of_class.into(), body);
            vec![is_of_class.into()]
        },
    );
}

/// Returns the position, for [`since`].
pub fn start(b: &mut FunctionBuilder) -> Expr {
    b.let_("start", Expr::Pos).into()
}

/// Returns the bytes from an earlier position on.
pub fn since(start: Expr) -> Expr {
    Expr::Since(Box::new(start))
}

/// `identifier() -> name`.
pub fn read_identifier() -> Function {
    let mut b = FunctionBuilder::new("identifier");
    demand(&mut b, begins_word, ErrorCode::Syntax);
    let start = start(&mut b);
    skip_while(&mut b, is_word);
    b.finish(vec![since(start)], vec![ValueType::Bytes])
}

/// `word() -> name`: an identifier in lower case.
pub fn read_word() -> Function {
    let mut b = FunctionBuilder::new("word");
    b.rare();
    let word = b.scratch("word", |b| {
        each_while(b, is_word, |b| {
            let byte = Expr::from(b.read_int("byte", 1, Order::Little));
            let small = is_letter(byte.clone()).choose(lower(byte.clone()), byte);
            b.write(Datum::Int { value: small, width: 1, order: Order::Little });
        });
    });
    b.finish(vec![word.into()], vec![ValueType::Bytes])
}
