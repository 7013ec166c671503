//! Finding names in printed code.

use crate::cpp::wrap::outside_of_texts;

/// Returns true if a text refers to a variable of this name, not as a member and not in a literal.
pub(in crate::cpp) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    let code: String = outside_of_texts(text).map(|(_, ch)| ch).collect();
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(|ch| is_word(ch) || matches!(ch, '.' | ':'))
            && !before.ends_with("->")
            && !after.starts_with(is_word)
    })
}
