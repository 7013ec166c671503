//! The description of a type as a table.

use serde_json::Value as Json;
use std::fmt::Write;

/// Returns the type, its documentation, and a row for each field, member or case with its documentation.
pub(super) fn table(ty: &Json) -> String {
    let mut text = format!("{} {}", word(ty, "kind"), word(ty, "name"));
    text += &notes(ty, &["deprecated", "open", "message_set"]);
    text.push('\n');
    document(&mut text, ty, "  ");
    let rows = ["fields", "members", "cases"].iter().flat_map(|key| rows(&ty[*key], 0)).collect::<Vec<_>>();
    let width = |column: usize| rows.iter().map(|row| row.cells[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..COLUMNS).map(width).collect();
    for row in &rows {
        let cells = row.cells.iter().zip(&widths).enumerate();
        let line = cells.fold(String::new(), |mut line, (column, (cell, width))| {
            // Writing to a string cannot fail.
            let _ = match column {
                0 => write!(line, "  {cell:>width$}"),
                _ if *width == 0 => Ok(()),
                _ => write!(line, "  {cell:<width$}"),
            };
            line
        });
        text += line.trim_end();
        text.push('\n');
        document(&mut text, row.it, &" ".repeat(widths[0] + 4 + row.depth * 2));
    }
    text
}

/// Number or ordinal, name, type, presence, default, notes.
const COLUMNS: usize = 6;

struct Row<'j> {
    it: &'j Json,
    depth: usize,
    cells: [String; COLUMNS],
}

/// Returns the rows of fields, and of the cases of those that are unions.
fn rows(list: &Json, depth: usize) -> Vec<Row<'_>> {
    let each = |it| std::iter::once(row(it, depth)).chain(rows(&it["cases"], depth + 1));
    list.as_array().into_iter().flatten().flat_map(each).collect()
}

fn row(it: &Json, depth: usize) -> Row<'_> {
    let default = if it["default"].is_null() { String::new() } else { format!("= {}", it["default"]) };
    let ordinal = it["ordinal"].as_i64().map(|ordinal| format!("@{ordinal}"));
    let cells = [
        it["number"].as_i64().map(|number| number.to_string()).or(ordinal).unwrap_or_default(),
        "  ".repeat(depth) + word(it, "name"),
        word(it, "type").to_owned(),
        word(it, "presence").replace("implicit", ""),
        default,
        notes(it, &["stands_for", "encoding", "packed", "group", "json_name", "extension", "deprecated"])
            .trim_start()
            .to_owned(),
    ];
    Row { it, depth, cells }
}

fn word<'j>(it: &'j Json, key: &str) -> &'j str {
    it[key].as_str().unwrap_or_default()
}

/// Returns other properties: flags by name, texts with their values.
fn notes(it: &Json, keys: &[&str]) -> String {
    let note = |key: &&str| match &it[*key] {
        Json::Bool(true) => Some((*key).replace('_', " ")),
        Json::String(text) if *key == "encoding" => Some(text.clone()),
        Json::String(text) => Some(format!("{} {text}", key.replace('_', " "))),
        _ => None,
    };
    let notes: Vec<String> = keys.iter().filter_map(note).collect();
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
}

fn document(text: &mut String, it: &Json, margin: &str) {
    for line in word(it, "doc").lines() {
        *text += format!("{margin}{line}").trim_end();
        text.push('\n');
    }
}
