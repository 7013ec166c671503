use polywire_srcgen::join;

/// Reserved words of Erlang, sorted.
const RESERVED: &[&str] = &[
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch", "cond", "div",
    "else", "end", "fun", "if", "let", "maybe", "not", "of", "or", "orelse", "receive", "rem", "try", "when", "xor",
];

/// Returns true if an atom needs no quotes.
pub fn is_plain_atom(name: &str) -> bool {
    name.starts_with(|ch: char| ch.is_ascii_lowercase())
        && name.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_' || ch == '@')
        && RESERVED.binary_search(&name).is_err()
}

/// An atom as source text.
pub fn atom(name: &str) -> String {
    if is_plain_atom(name) { name.to_owned() } else { format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")) }
}

/// Bytes as a binary literal: text where all of it is printable, else numbers.
pub fn quoted_bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "<<>>".to_owned();
    }
    let printable = bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    if printable && bytes.len() > 1 {
        return format!("<<{}>>", quoted_text(bytes));
    }
    format!("<<{}>>", join(bytes, ", "))
}

/// Printable bytes as a string literal.
pub(super) fn quoted_text(bytes: &[u8]) -> String {
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
