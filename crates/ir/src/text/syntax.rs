//! Spellings that printer and parser share.

use crate::{BinaryOp, Expr, Order};

/// Binary operators from loosest to tightest; those in a row bind alike.
pub(super) const OPERATORS: &[&[(&str, BinaryOp)]] = &[
    &[("==", BinaryOp::Eq), ("!=", BinaryOp::Ne), ("<", BinaryOp::Lt), ("<=", BinaryOp::Le)],
    &[("|", BinaryOp::Or)],
    &[("^", BinaryOp::Xor)],
    &[("&", BinaryOp::And)],
    &[("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
    &[("*", BinaryOp::Mul), ("/", BinaryOp::Div), ("%", BinaryOp::Rem)],
];

/// Binds tighter than every binary operator.
pub(super) const PREFIX: usize = OPERATORS.len();

/// Comparisons do not associate: `a < b < c` needs parentheses.
pub(super) const COMPARISON: usize = 0;

/// The rows of `|`, `^`, `&` and the shifts.
pub(super) const BITWISE: std::ops::RangeInclusive<usize> = 1..=4;

/// The symbol of an operator and its row.
pub(super) fn operator(op: BinaryOp) -> (&'static str, usize) {
    let rows = OPERATORS.iter().zip(0..);
    let mut all = rows.flat_map(|(row, level)| row.iter().map(move |(symbol, op)| (*symbol, *op, level)));
    all.find(|(_, found, _)| *found == op).map_or(("?", PREFIX), |(symbol, _, level)| (symbol, level))
}

/// Expressions that are a mere word.
pub(super) const POSITIONS: &[(&str, Expr)] =
    &[("pos", Expr::Pos), ("left", Expr::Left), ("input", Expr::Input), ("base", Expr::Base), ("tail", Expr::Tail)];

/// Type names that a declared type of that name must be quoted against.
pub(super) const BUILTIN_TYPES: &[&str] = &[
    "bool",
    "u8",
    "u16",
    "u32",
    "u64",
    "i8",
    "i16",
    "i32",
    "i64",
    "f32",
    "f64",
    "text",
    "text_unverified",
    "bytes",
    "list",
    "array",
    "map",
];

/// The suffix of a scalar's byte order where that is a constant.
pub(super) fn order_suffix(order: Order) -> Option<&'static str> {
    match order {
        Order::Little => Some("le"),
        Order::Big => Some("be"),
        Order::LittleIf(_) => None,
    }
}

/// A name as an identifier, in back quotes where it is none.
pub(super) fn ident(name: &str) -> String {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|ch| ch.is_ascii_alphabetic() || ch == '_');
    if starts && chars.all(|ch| ch.is_ascii_alphanumeric() || ch == '_') && !matches!(name, "true" | "false") {
        return name.to_owned();
    }
    quoted(name)
}

/// A field's or case's name at its declaration, distinguishable from the words that may follow the one before.
pub(super) fn member(name: &str) -> String {
    if matches!(name, "optional" | "boxed" | "deprecated") { quoted(name) } else { ident(name) }
}

/// A name in back quotes.
pub(super) fn quoted(name: &str) -> String {
    let escaped = name.replace('\\', "\\\\").replace('`', "\\`").replace('\n', "\\n");
    format!("`{escaped}`")
}

/// Bytes as a text where all are printable ASCII, else in hexadecimal.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let printable = |byte: &u8| matches!(byte, b' '..=b'~');
    if !bytes.is_empty() && bytes.iter().all(printable) {
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        return format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("x\"{digits}\"")
}

/// A number, in hexadecimal where it is large.
pub(super) fn number(value: u64) -> String {
    if value < 1 << 20 { value.to_string() } else { format!("{value:#x}") }
}
