//! The layout is declared once, in Rust; what other languages and the documentation say is printed from it.

use polywire_channel::layout::{ALL, Constant};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn cpp_and_go_and_docs_have_the_same_layout() {
    check("runtime/cpp/polywire/channel/layout.hpp", &cpp());
    check("runtime/go/channel/layout.go", &go());
    check("docs/channels.md", &docs(&read("docs/channels.md")));
}

fn cpp() -> String {
    let mut text = "\
// Where everything is in a channel; printed from runtime/rust/channel/src/layout.rs.
#pragma once

#include <cstdint>

namespace polywire::channels::layout {

"
    .to_owned();
    for it in ALL {
        for line in wrapped(it.doc, 96) {
            let _ = writeln!(text, "/// {line}");
        }
        let _ = writeln!(text, "inline constexpr std::uint64_t {} = {};", it.name.to_lowercase(), number(it));
    }
    text.push_str("\n}  // namespace polywire::channels::layout\n");
    text
}

fn go() -> String {
    let mut text = "\
//go:build linux && (amd64 || arm64)

package channel

// Where everything is in a channel; printed from runtime/rust/channel/src/layout.rs.
const (
"
    .to_owned();
    for it in ALL {
        let _ = writeln!(text, "\t// {}\n\t{} = {}", it.doc.trim(), camel(it.name), number(it));
    }
    text.push_str(")\n");
    text
}

fn docs(page: &str) -> String {
    const START: &str = "<!-- layout: begin -->\n";
    const END: &str = "<!-- layout: end -->\n";
    let (before, rest) = page.split_once(START).expect("the page marks the table");
    let (_, after) = rest.split_once(END).expect("the page marks the end of the table");
    let mut table = "| name | value | meaning |\n| --- | --- | --- |\n".to_owned();
    for it in ALL {
        let _ = writeln!(table, "| `{}` | {} | {} |", it.name, number(it), it.doc.trim());
    }
    format!("{before}{START}{table}{END}{after}")
}

fn number(it: &Constant) -> String {
    if it.name == "MAGIC" { format!("{:#x}", it.value) } else { it.value.to_string() }
}

fn camel(name: &str) -> String {
    let mut words = name.split('_').map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
}

fn wrapped(doc: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in doc.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            lines.push(word.to_owned());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines
}

fn check(path: &str, expected: &str) {
    let file = repository().join(path);
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&file, expected).expect("the file can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{path} differs from the declaration; POLYWIRE_BLESS=1 rewrites it");
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).expect("the file can be read")
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}
