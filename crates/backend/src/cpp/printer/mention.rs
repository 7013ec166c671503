//! Finding names in printed code.

/// Returns true if a text refers to a variable of this name, not as a member and not in a literal.
pub(in crate::cpp) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    let code = outside_literals(text);
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(|ch| is_word(ch) || matches!(ch, '.' | ':'))
            && !before.ends_with("->")
            && !after.starts_with(is_word)
    })
}

/// Returns the text without the contents of string literals.
fn outside_literals(text: &str) -> String {
    let (mut code, mut inside, mut escaped) = (String::new(), false, false);
    for ch in text.chars() {
        if inside {
            inside = escaped || ch != '"';
            escaped = !escaped && ch == '\\';
        } else {
            inside = ch == '"';
            code.push(ch);
        }
    }
    code
}
