//! The spaces of gofmt in expressions: operators stand closer together the deeper they are nested.

use super::tree::{expression, literal};

/// Returns a line of a function with gofmt's spaces.
pub(super) fn spaced(line: &str) -> String {
    if line.contains("func(") {
        return line.to_owned();
    }
    let (head, rest) = split_prefix(line, &["} else if ", "if ", "switch ", "case ", "return ", "for "]);
    let (rest, tail) =
        [" {", ":"].iter().find_map(|tail| Some((rest.strip_suffix(tail)?, *tail))).unwrap_or((rest, ""));
    if !head.is_empty() || tail.is_empty() {
        let parts: Vec<String> = split(rest, "; ").into_iter().map(statement).collect();
        return format!("{head}{}{tail}", parts.join("; "));
    }
    line.to_owned()
}

fn split_prefix<'t>(text: &'t str, prefixes: &[&'static str]) -> (&'static str, &'t str) {
    let found = prefixes.iter().find_map(|prefix| Some((*prefix, text.strip_prefix(prefix)?)));
    found.unwrap_or(("", text))
}

/// Splits a text at a separator outside of brackets and literals.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut start, mut level) = (Vec::new(), 0, 0);
    let mut at = 0;
    while at < text.len() {
        if level == 0 && text[at..].starts_with(separator) {
            parts.push(&text[start..at]);
            at += separator.len();
            start = at;
            continue;
        }
        match text.as_bytes()[at] {
            b'"' => at += literal(&text[at..]) - 1,
            b'(' | b'[' | b'{' => level += 1,
            b')' | b']' | b'}' => level -= 1,
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[start..]);
    parts
}

fn statement(text: &str) -> String {
    for operator in [" = ", " := ", " += ", " -= ", " /= ", " *= "] {
        if let [left, right] = split(text, operator)[..] {
            if left.starts_with("var ") {
                return format!("{left}{operator}{}", expression(right, 1));
            }
            let (left, right) = (split(left, ", "), split(right, ", "));
            let depth = if left.len() > 1 && right.len() > 1 { 2 } else { 1 };
            return format!("{}{operator}{}", expressions(&left, depth), expressions(&right, depth));
        }
    }
    match split_prefix(text, &["goto ", "range "]) {
        ("", _) if ["--", "++"].iter().any(|end| text.ends_with(end)) => text.to_owned(),
        ("", _) => expressions(&split(text, ", "), 1),
        _ => text.to_owned(),
    }
}

fn expressions(texts: &[&str], depth: usize) -> String {
    let spaced = |text: &&str| match text.strip_prefix("range ") {
        Some(list) => format!("range {}", expression(list, 1)),
        None => expression(text, depth),
    };
    texts.iter().map(spaced).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::spaced;

    /// The expectations are gofmt's.
    #[test]
    fn operators_stand_as_in_gofmt() {
        for line in [
            "v = b[p : p+8]",
            "v = f(b[p:p+8], 1)",
            "if len(b)-p < 8 {",
            "if len(b)-p < 6 || string(b[p:p+6]) != \"a b+c\" {",
            "v = uint64(len(b) - p)",
            "if varint > uint64(len(b)-p) {",
            "v = a<<3 | b",
            "v, w = a+1, 0",
            "b = append(b[:0], text...)",
            "v = int64(a) << 3 >> 3",
            "v = a * (b + 1)",
            "if _, p = f(b, p); p < 0 {",
            "v = a & ^b",
            "v = a - -1",
            "case \"a\", \"b\":",
            "default:",
            "for i = 0; i < uint64(n); i++ {",
            "for _, key := range polywire.SortedKeys(m, make([]string, 0, 16)) {",
            "for {",
            "clear(b[section+1 : section+2])",
            "clear(b[section : section+2])",
            "return c.Fail(polywire.Truncated, 1, b, p)",
        ] {
            assert_eq!(spaced(line), line);
            assert_eq!(spaced(&line.replace("p+8", "p + 8").replace(" : p", ":p").replace("a+1", "a + 1")), line);
        }
    }
}
