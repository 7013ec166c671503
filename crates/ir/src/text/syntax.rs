//! Spellings shared by the printer and the parser.

use crate::{BinaryOp, Expr, Order};

/// Binary operators from loosest to tightest; those in a row have the same precedence.
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

/// Returns the symbol of an operator and its row.
pub(super) fn operator(op: BinaryOp) -> (&'static str, usize) {
    let rows = OPERATORS.iter().zip(0..);
    let mut all = rows.flat_map(|(row, level)| row.iter().map(move |(symbol, op)| (*symbol, *op, level)));
    all.find(|(_, found, _)| *found == op).map_or(("?", PREFIX), |(symbol, _, level)| (symbol, level))
}

/// Expressions that consist of one word.
pub(super) const POSITIONS: &[(&str, Expr)] =
    &[("pos", Expr::Pos), ("left", Expr::Left), ("input", Expr::Input), ("base", Expr::Base), ("tail", Expr::Tail)];

/// Built-in type names; a declared type with such a name is quoted.
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

/// Returns the suffix of a scalar's byte order if that is constant.
pub(super) fn order_suffix(order: Order) -> Option<&'static str> {
    match order {
        Order::Little => Some("le"),
        Order::Big => Some("be"),
        Order::LittleIf(_) => None,
    }
}

/// Returns a name as an identifier, in backquotes if necessary.
pub(super) fn ident(name: &str) -> String {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|ch| ch.is_ascii_alphabetic() || ch == '_');
    if starts && chars.all(|ch| ch.is_ascii_alphanumeric() || ch == '_') && !matches!(name, "true" | "false") {
        return name.to_owned();
    }
    quoted(name)
}

/// Returns a field's or case's name for its declaration, quoted if it could be mistaken for a keyword that may follow
/// the previous member.
pub(super) fn member(name: &str) -> String {
    if matches!(name, "optional" | "boxed" | "deprecated") { quoted(name) } else { ident(name) }
}

/// Returns a name in backquotes.
pub(super) fn quoted(name: &str) -> String {
    let escaped = name.replace('\\', "\\\\").replace('`', "\\`").replace('\n', "\\n");
    format!("`{escaped}`")
}

/// Prints bytes as text if all are printable ASCII, otherwise in hexadecimal.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let printable = |byte: &u8| matches!(byte, b' '..=b'~');
    if !bytes.is_empty() && bytes.iter().all(printable) {
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        return format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("x\"{digits}\"")
}

/// Prints a number, in hexadecimal if it is large.
pub(super) fn number(value: u64) -> String {
    if value < 1 << 20 { value.to_string() } else { format!("{value:#x}") }
}
