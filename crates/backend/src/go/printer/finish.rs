//! What Go demands of a finished body: no unused labels and variables, labels one level further left.

use super::spacing::spaced;
use std::collections::BTreeMap;

/// Returns the body of a function with the declarations of its locals.
pub(super) fn finished(body: &str, locals: &[(String, String)]) -> String {
    let mut lines: Vec<&str> = body.lines().collect();
    // What is only used for an unused variable is unused too.
    let unused = loop {
        let is_used = |name: &str| lines.iter().any(|line| uses(line, name));
        let unused: Vec<&str> = locals.iter().map(|(name, _)| name.as_str()).filter(|name| !is_used(name)).collect();
        let before = lines.len();
        lines.retain(|line| !is_dead(line.trim_start(), &unused));
        drop_empty(&mut lines);
        if lines.len() == before {
            break unused;
        }
    };
    let mut by_type: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, ty) in locals.iter().filter(|(name, _)| !unused.contains(&name.as_str())) {
        by_type.entry(ty).or_default().push(name);
    }
    let mut declarations: Vec<(String, &str)> = by_type.iter().map(|(ty, names)| (names.join(", "), *ty)).collect();
    let all = lines;
    let mut lines = all.as_slice();
    // A single variable gets its first value where it is declared.
    let first = lines.first().and_then(|line| line.split_once(" = "));
    let merged = declarations.iter().position(|(names, _)| first.is_some_and(|(target, _)| target == names));
    let merged = merged.map(|at| declarations.remove(at));
    let mut text: String = declarations.iter().map(|(names, ty)| format!("\tvar {names} {ty}\n")).collect();
    if let (Some((name, ty)), Some((_, value))) = (merged, first) {
        text.push_str(&format!("\t{}\n", spaced(&format!("var {name} {ty} = {value}"))));
        lines = &lines[1..];
    }
    // The end of a function without results returns.
    let lines = lines.strip_suffix(&["return"]).unwrap_or(lines);
    for line in lines {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        if let Some(label) = label_in(rest) {
            if all.iter().any(|line| line.trim() == format!("goto {label}")) {
                text.push_str(&format!("{indent}{rest}\n"));
            }
            continue;
        }
        let (open, targets, value) = parts(rest);
        if targets.iter().any(|target| unused.contains(target)) {
            let targets: Vec<&str> = targets.iter().map(|it| if unused.contains(it) { "_" } else { it }).collect();
            let line = spaced(&format!("{open}{} = {value}", targets.join(", ")));
            text.push_str(&format!("\t{indent}{line}\n"));
        } else {
            text.push_str(&format!("\t{indent}{}\n", spaced(rest)));
        }
    }
    text
}

/// Drops branches in which nothing is left.
fn drop_empty(lines: &mut Vec<&str>) {
    let mut at = 0;
    while at + 1 < lines.len() {
        let [first, second] = [lines[at].trim_start(), lines[at + 1].trim_start()];
        let is_pure = !first.contains("; ") && !calls(first);
        if second == "}" && (first == "} else {" || first.starts_with("if ") && is_pure) {
            let count = if first == "} else {" { 1 } else { 2 };
            lines.drain(at..at + count);
            at = at.saturating_sub(1);
        } else {
            at += 1;
        }
    }
}

/// Returns true if a line calls a function with effects.
fn calls(line: &str) -> bool {
    ["(b,", "c.", "polywire."].iter().any(|call| line.contains(call))
}

/// Returns true if a line only assigns to unused variables what needs no call.
fn is_dead(line: &str, unused: &[&str]) -> bool {
    let (open, targets, value) = parts(line);
    open.is_empty() && !targets.is_empty() && targets.iter().all(|target| unused.contains(target)) && !calls(value)
}

/// Returns the name of the label that a line consists of.
fn label_in(line: &str) -> Option<&str> {
    let label = line.strip_suffix(':')?;
    let is_name = label.chars().all(|ch| ch.is_ascii_alphanumeric());
    (is_name && label != "default").then_some(label)
}

/// Returns what precedes an assignment in its line, the names it assigns to, and its value.
fn parts(line: &str) -> (&str, Vec<&str>, &str) {
    let open = ["} else if ", "if "].into_iter().find(|open| line.starts_with(open)).unwrap_or("");
    let rest = &line[open.len()..];
    match rest.split_once(" = ") {
        Some((targets, value)) if targets.split(", ").all(is_name) => (open, targets.split(", ").collect(), value),
        _ => (open, Vec::new(), rest),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
}

/// Returns true if a line reads a variable.
fn uses(line: &str, name: &str) -> bool {
    let code = outside_literals(line.trim_start());
    mentions(parts(&code).2, name)
}

/// Returns true if a text contains a variable.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(|ch| is_word(ch) || ch == '.') && !after.starts_with(is_word)
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
