//! What Go demands of a finished body: no unused labels and variables, labels one level further left.

use super::locals::Locals;
use super::spacing::spaced;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Returns the body of a function with the declarations of its locals.
pub(super) fn finished(body: &str, locals: &Locals) -> String {
    let mut lines: Vec<&str> = body.lines().collect();
    let unused = without_dead(&mut lines, locals);
    let (declared, names) = locals.shared(&unused);
    let lines: Vec<String> = lines.iter().map(|line| renamed(line, &names)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut by_type: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    declared.into_iter().for_each(|(name, ty)| by_type.entry(ty).or_default().push(name));
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
    let jumps: HashSet<&str> = all.iter().filter_map(|line| line.trim().strip_prefix("goto ")).collect();
    for line in lines {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        if let Some(label) = label_in(rest) {
            if jumps.contains(label) {
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

/// Drops lines that only assign to unused variables, until nothing changes: what is only used for an unused variable is
/// unused too. Returns the variables that nothing uses.
fn without_dead<'n>(lines: &mut Vec<&str>, locals: &'n Locals) -> HashSet<&'n str> {
    let filled: HashSet<&str> = lines.iter().flat_map(|line| filled(line.trim_start())).collect();
    let mut reads: HashMap<&str, usize> = locals.names().map(|name| (name, 0)).collect();
    lines.iter().for_each(|line| count_reads(line, &mut reads, |count| count + 1));
    loop {
        let unused: HashSet<&str> = reads.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
        let before = lines.len();
        let mut dropped: Vec<&str> =
            lines.extract_if(.., |line| is_dead(line.trim_start(), &unused, &filled)).collect();
        drop_empty(lines, &mut dropped);
        dropped.iter().for_each(|line| count_reads(line, &mut reads, |count| count - 1));
        if lines.len() == before {
            return unused;
        }
    }
}

/// Changes the counts of the variables that a line reads.
fn count_reads(line: &str, reads: &mut HashMap<&str, usize>, change: fn(usize) -> usize) {
    let code = outside_literals(line.trim_start());
    let value = parts(&code).2;
    let mut before = ' ';
    for word in value.split_inclusive(|ch: char| !is_word(ch)) {
        let name = word.trim_end_matches(|ch: char| !is_word(ch));
        if let Some(count) = reads.get_mut(name).filter(|_| before != '.') {
            *count = change(*count);
        }
        before = word.chars().next_back().unwrap_or(' ');
    }
}

/// Moves branches in which nothing is left from the lines to those that were dropped.
fn drop_empty<'l>(lines: &mut Vec<&'l str>, dropped: &mut Vec<&'l str>) {
    let all = std::mem::take(lines);
    for line in all {
        let mut ends = line.trim_start() == "}";
        lines.push(line);
        while ends && let [.., first, _] = lines.as_slice() {
            let opened = first.trim_start();
            let is_else = opened == "} else {";
            let is_pure = !opened.contains("; ") && !calls(opened);
            ends = is_else || opened.starts_with("if ") && is_pure;
            if ends {
                dropped.push(lines.swap_remove(lines.len() - 2));
                ends = is_else;
                if !is_else {
                    lines.pop();
                }
            }
        }
    }
}

/// Returns true if a line calls a function with effects.
fn calls(line: &str) -> bool {
    ["(b,", "c.", "polywire."].iter().any(|call| line.contains(call))
}

/// Returns true if a line only assigns to unused variables what needs no call.
fn is_dead(line: &str, unused: &HashSet<&str>, filled: &HashSet<&str>) -> bool {
    let (open, targets, value) = parts(line);
    let is_kept = written_part(value).is_some_and(|buffer| filled.contains(buffer));
    open.is_empty()
        && !is_kept
        && !targets.is_empty()
        && targets.iter().all(|target| unused.contains(target))
        && !calls(value)
}

/// Returns the buffers that a call in a line is given and returns. Linters want their contents to be read, even if only the errors
/// of the call matter.
fn filled(line: &str) -> Vec<&str> {
    let (_, mut targets, value) = parts(line);
    targets.retain(|target| value.contains('(') && mentions(value, target));
    targets
}

/// Returns the buffer of an expression for what is written to it, `buffer[:len:len]`.
fn written_part(value: &str) -> Option<&str> {
    let (buffer, rest) = value.strip_suffix(']')?.split_once("[:")?;
    let (len, capacity) = rest.split_once(':')?;
    (len == capacity && is_name(buffer) && is_name(len)).then_some(buffer)
}

/// Returns the name of the label that a line consists of.
fn label_in(line: &str) -> Option<&str> {
    let label = line.strip_suffix(':')?;
    (is_name(label) && label != "default").then_some(label)
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
    !text.is_empty() && text.chars().all(is_word)
}

fn is_word(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || ch == '_'
}

/// Returns true if a text contains a variable.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(|ch| is_word(ch) || ch == '.') && !after.starts_with(is_word)
    })
}

/// Returns a line with other names of variables.
fn renamed(line: &str, names: &HashMap<&str, &str>) -> String {
    let code = line.trim_start();
    if code.starts_with("goto ") || label_in(code).is_some() {
        return line.to_owned();
    }
    let mut text = String::new();
    let mut is_outside = true;
    for part in line.split_inclusive(|ch: char| !is_word(ch)) {
        let word = part.trim_end_matches(|ch: char| !is_word(ch));
        let name = names.get(word).filter(|_| is_outside && !text.ends_with('.'));
        text.push_str(name.unwrap_or(&word));
        text.push_str(&part[word.len()..]);
        if part.ends_with('"') && (is_outside || !ends_escaped(&text)) {
            is_outside = !is_outside;
        }
    }
    text
}

/// Returns true if the last character of a text is escaped.
fn ends_escaped(text: &str) -> bool {
    let before = &text[..text.len() - 1];
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
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
