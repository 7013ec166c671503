//! Breaks long lines like clang-format.

/// The line width of generated code.
const COLUMNS: usize = 100;

/// Breaks long lines.
pub(super) fn lines(text: &str) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        for part in line_of(line) {
            wrapped.push_str(&part);
            wrapped.push('\n');
        }
    }
    wrapped
}

/// Returns a label, which is indented one level less than the statements around it.
pub(super) fn label(name: &str) -> String {
    format!("{LABEL}{name}:")
}

/// Marks a label until its indentation is known.
const LABEL: char = '@';

fn line_of(line: &str) -> Vec<String> {
    if let Some(label) = line.trim_start().strip_prefix(LABEL) {
        let indent = line.len() - label.len() - LABEL.len_utf8();
        return vec![format!("{}{label}", " ".repeat(indent.saturating_sub(2)))];
    }
    if width(line) <= COLUMNS || line.trim_start().starts_with("//") {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start().len();
    if let Some((condition, statement)) = guarded(line) {
        let inside = format!("{}{statement}", " ".repeat(indent + 2));
        let open = line_of(&format!("{condition} {{"));
        return open.into_iter().chain(line_of(&inside)).chain([format!("{}}}", " ".repeat(indent))]).collect();
    }
    broken(line, indent).unwrap_or_else(|| vec![line.to_owned()])
}

fn width(line: &str) -> usize {
    line.chars().count()
}

/// Splits `if (condition)` and the statement after it.
fn guarded(line: &str) -> Option<(&str, &str)> {
    const MARK: &str = ") return ";
    let at = line.find(MARK).filter(|_| line.trim_start().starts_with("if ("))?;
    Some((&line[..=at], &line[at + 2..]))
}

/// Breaks a line at the operators that bind loosest, with aligned continuations.
fn broken(line: &str, indent: usize) -> Option<Vec<String>> {
    let (start, points) = loosest(line, indent)?;
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    let mut consumed = 0;
    for window in 0..points.len() {
        let point = points[window] - consumed;
        let next = points.get(window + 1).map_or(width_to_end(line, consumed), |next| next - consumed);
        // Break here if the next piece would not fit.
        if next > COLUMNS {
            let head = rest[..point].trim_end().to_owned();
            let tail = format!("{}{}", " ".repeat(start), rest[point..].trim_start());
            consumed += rest.len() - tail.len();
            lines.extend(if width(&head) > COLUMNS { line_of(&head) } else { vec![head] });
            rest = tail;
        }
    }
    if lines.is_empty() {
        return None;
    }
    lines.extend(line_of(&rest));
    Some(lines)
}

fn width_to_end(line: &str, consumed: usize) -> usize {
    line.len() - consumed
}

/// A possible break: its position, and how tightly it binds (the depth of brackets, then the operator).
struct Point {
    at: usize,
    depth: usize,
    rank: u8,
    /// The column after the enclosing bracket.
    column: usize,
}

/// Returns the breaks of the loosest group that does not fit on a line, and the column of continuations.
fn loosest(line: &str, indent: usize) -> Option<(usize, Vec<usize>)> {
    let points = points(line, indent);
    let key = points.iter().filter(|point| point.at < line.len()).map(|point| (point.depth, point.rank)).min()?;
    let first = points.iter().find(|point| (point.depth, point.rank) == key)?;
    let (column, depth) = (first.column, first.depth);
    let same = points.iter().filter(|point| (point.depth, point.rank) == key && point.column == column);
    let column = if depth == 0 { indent + 4 } else { column };
    Some((column, same.map(|point| point.at).collect()))
}

fn points(line: &str, indent: usize) -> Vec<Point> {
    const OPERATORS: &[(&str, u8)] = &[
        ("; ", 0),
        (", ", 1),
        (" = ", 2),
        (" ? ", 3),
        (" : ", 3),
        (" || ", 4),
        (" && ", 5),
        (" | ", 6),
        (" == ", 7),
        (" != ", 7),
        (" < ", 7),
        (" <= ", 7),
        (" > ", 7),
        (" >= ", 7),
        (" << ", 8),
        (" + ", 9),
        (" - ", 9),
    ];
    let mut open: Vec<usize> = Vec::new();
    let (mut found, mut inside, mut escaped) = (Vec::new(), false, false);
    for (at, ch) in line.char_indices() {
        if inside {
            inside = escaped || ch != '"';
            escaped = !escaped && ch == '\\';
            continue;
        }
        match ch {
            '"' => inside = true,
            '(' => open.push(at + 1),
            ')' => drop(open.pop()),
            _ => {}
        }
        let operator = OPERATORS.iter().find(|(text, _)| line[at..].starts_with(text));
        if let Some((text, rank)) = operator.filter(|_| at > indent) {
            let column = open.last().copied().unwrap_or(indent + 4);
            // Only the parts of a conditional expression start with their operator.
            let at = if *rank == 3 { at } else { at + text.trim_end().len() };
            found.push(Point { at, depth: open.len(), rank: *rank, column });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken() {
        let guard = format!("  if ({}) return message.fail(error_code::truncated, 1);", "a".repeat(60));
        assert_eq!(lines(&guard).lines().count(), 3);
        let call = format!("  call({}, {}, {});", "a".repeat(40), "b".repeat(40), "c".repeat(40));
        let expected = format!("  call({}, {},\n       {});\n", "a".repeat(40), "b".repeat(40), "c".repeat(40));
        assert_eq!(lines(&call), expected);
        assert_eq!(lines("short"), "short\n");
    }
}
