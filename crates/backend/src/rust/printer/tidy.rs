//! The last step of printing a function: labels that nothing leaves are removed, variables that do not change are
//! declared as such, and unused ones get an underscore. Each name is declared once in a function.

use std::collections::HashSet;

/// Tidies a function's text.
pub(in crate::rust) fn tidy(text: &str) -> String {
    let tokens = tokens(text);
    let (mut left, mut changed) = (HashSet::new(), HashSet::new());
    let (mut declared, mut used) = (HashSet::new(), HashSet::new());
    for (at, token) in tokens.iter().enumerate() {
        let before = |steps: usize| at.checked_sub(steps).map_or("", |at| tokens[at]);
        let after = |steps: usize| tokens.get(at + steps).copied().unwrap_or_default();
        if token.starts_with('\'') {
            if matches!(before(1), "break" | "continue") {
                left.insert(*token);
            }
        } else if is_name(token) && is_declared(&tokens, at) {
            declared.insert(*token);
        } else if is_name(token) {
            if is_member(&tokens, at) {
                continue;
            }
            if !matches!(after(1), "=" | "+=") {
                used.insert(*token);
            }
            let is_assigned = after(1) == "=" || after(1) == "+=" || before(1) == "mut" && before(2) == "&";
            // What is built by its fields, or by a method.
            let is_built = matches!(after(1), "." | "[");
            if is_assigned || is_built {
                changed.insert((*token, is_assigned));
            }
        } else if *token == "(" && after(1) != ")" && matches!(before(1), ";" | "{" | "}") {
            let names = tokens[at + 1..].iter().take_while(|token| **token != ")").filter(|token| is_name(token));
            let names: Vec<&&str> = names.collect();
            changed.extend(names.into_iter().map(|name| (*name, true)));
        }
    }
    let mut out = String::with_capacity(text.len());
    let (mut at, mut skipped) = (0, 0);
    for (index, token) in tokens.iter().enumerate() {
        let start = token.as_ptr().addr() - text.as_ptr().addr();
        if start < skipped {
            continue;
        }
        out.push_str(&text[at..start]);
        at = start;
        let next = tokens.get(index + 1).copied().unwrap_or_default();
        let is_label = token.starts_with('\'') && next == ":" && matches!(tokens.get(index + 2), Some(&("loop" | "{")));
        if is_label && !left.contains(token) {
            let behind = tokens[index + 2].as_ptr().addr() - text.as_ptr().addr();
            (at, skipped) = (behind, behind);
        } else if *token == "mut" && tokens[index - 1] != "&" && is_name(next) {
            let line = text[start..].lines().next().unwrap_or_default();
            let is_built =
                ["::default()", "OldEntries", "OldElements", ".take()"].iter().any(|first| line.contains(first));
            let changes = changed.contains(&(next, true)) || is_built && changed.contains(&(next, false));
            if !changes {
                let behind = next.as_ptr().addr() - text.as_ptr().addr();
                at = behind;
            }
        } else if declared.contains(token) && !used.contains(token) && !is_member(&tokens, index) {
            out.push('_');
        }
    }
    out.push_str(&text[at..]);
    out
}

/// Returns true for the name of a field, a method or a function.
fn is_member(tokens: &[&str], at: usize) -> bool {
    at > 0 && matches!(tokens[at - 1], "." | "::")
}

/// Returns true for a variable in its declaration.
fn is_declared(tokens: &[&str], at: usize) -> bool {
    let before = |steps: usize| at.checked_sub(steps).map_or("", |at| tokens[at]);
    let previous = if before(1) == "mut" && before(2) != "&" { before(2) } else { before(1) };
    let is_parameter = tokens.get(at + 1) == Some(&":") && matches!(previous, "(" | ",");
    let is_paired = matches!(previous, "(" | ",") && {
        let open = tokens[..at].iter().rposition(|token| *token == "(");
        let pattern = open.map(|open| &tokens[..open]).unwrap_or_default();
        matches!(pattern, [.., "let"] | [.., "let", "Some"])
    };
    is_parameter || is_paired || previous == "let" || previous == "for" && tokens.get(at + 1) == Some(&"in")
}

fn is_name(token: &str) -> bool {
    const WORDS: &[&str] =
        &["as", "else", "false", "fn", "for", "if", "in", "let", "loop", "match", "mut", "return", "true", "while"];
    token.starts_with(|ch: char| ch.is_ascii_lowercase()) && !WORDS.contains(&token)
}

/// Splits a text into words, labels and lifetimes, literals and other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
        let len = match first {
            ' ' | '\n' => {
                rest = &rest[1..];
                continue;
            }
            '"' => literal(rest),
            '\'' => 1 + rest[1..].find(|ch| !is_word(ch)).unwrap_or(rest.len() - 1),
            '+' | '=' | '<' | '>' | '!' if rest[1..].starts_with('=') => 2,
            '=' if rest[1..].starts_with('>') => 2,
            ':' if rest[1..].starts_with(':') => 2,
            '.' if rest[1..].starts_with('.') => 2,
            'r' if rest[1..].starts_with('#') => 2 + rest[2..].find(|ch| !is_word(ch)).unwrap_or(rest.len() - 2),
            _ if is_word(first) => rest.find(|ch| !is_word(ch)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(len);
        found.push(token);
        rest = behind;
    }
    found
}

/// Returns the length of a literal in quotes.
fn literal(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn declarations_say_what_happens() {
        let text = "fn f(mut a: &[u8], mut b: u64, c: u64) {\n    let mut d = \"let mut \\\" x\";\n    'one: loop {\n        'two: {\n            break 'two;\n        }\n        b = d;\n    }\n    let mut e = 1;\n    g(&mut e, x.c, a, b);\n    let mut o = 0;\n    o = 1;\n    let Some(p) = q::p(0..e);\n}\n";
        let expected = "fn f(a: &[u8], mut b: u64, _c: u64) {\n    let d = \"let mut \\\" x\";\n    loop {\n        'two: {\n            break 'two;\n        }\n        b = d;\n    }\n    let mut e = 1;\n    g(&mut e, x.c, a, b);\n    let mut _o = 0;\n    _o = 1;\n    let Some(_p) = q::p(0..e);\n}\n";
        assert_eq!(tidy(text), expected);
        let text = "{\n    let mut a = 0;\n    let mut b = 0;\n    (a, b) = (1, 2);\n    let mut m = <(u8, u8)>::default();\n    m.0 = b;\n    let (mut w, r) = s(a);\n    w = r;\n    h(w);\n    for i in 0..9 {}\n}\n";
        let expected = text.replace("for i", "for _i");
        assert_eq!(tidy(text), expected);
    }
}
