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

/// Returns an access specifier, which is indented one column less than the members around it.
pub(super) fn access(name: &str) -> String {
    format!("{ACCESS}{name}:")
}

/// Marks a label until its indentation is known.
const LABEL: char = '@';

/// The same for access specifiers.
const ACCESS: char = '%';

fn line_of(line: &str) -> Vec<String> {
    wrapped(line, ATTEMPTS)
}

/// Nested breaks for which the ways to break a line are compared; their number grows with it.
const ATTEMPTS: usize = 3;

fn wrapped(line: &str, attempts: usize) -> Vec<String> {
    for (mark, outwards) in [(LABEL, 2), (ACCESS, 1)] {
        if let Some(label) = line.trim_start().strip_prefix(mark) {
            let indent = line.len() - label.len() - mark.len_utf8();
            return vec![format!("{}{label}", " ".repeat(indent.saturating_sub(outwards)))];
        }
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
    let operators = |may_assign| at_operators(line, indent, may_assign, attempts);
    let mut best = operators(false).unwrap_or_else(|| vec![line.to_owned()]);
    // What is broken behind a bracket goes on below its beginning, not where it would have been in one line with the bracket.
    if attempts > 0 && is_aligned_with_nothing(&best) {
        best = behind_brackets(line, indent, attempts - 1).into_iter().next().map_or(best, |(lines, _)| lines);
    }
    // One line cannot hold it, so two that fit are the best.
    if attempts > 0 && cost(&best) > (0, 2) {
        best = operators(true).filter(|lines| cost(lines) < cost(&best)).unwrap_or(best);
        for (lines, bracket) in behind_brackets(line, indent, attempts - 1) {
            let (too_long, count) = cost(&lines);
            if (too_long, count + bracket.lines_to_save()) < cost(&best) {
                best = lines;
            }
        }
    }
    best
}

/// Returns true if the first line ends with a bracket, and others go on farther to the right than what is in it.
fn is_aligned_with_nothing(lines: &[String]) -> bool {
    let column = |line: &String| line.len() - line.trim_start().len();
    match lines {
        [first, inside, others @ ..] => {
            first.ends_with(['(', '{'])
                && others.iter().any(|line| column(line) >= first.len())
                && column(inside) < first.len()
        }
        [] | [_] => false,
    }
}

/// How many lines are too long, and how many there are.
fn cost(lines: &[String]) -> (usize, usize) {
    (lines.iter().filter(|line| width(line) > COLUMNS).count(), lines.len())
}

/// The bracket of a call or cast.
#[derive(Clone, Copy)]
struct Bracket {
    /// The position behind it.
    at: usize,
    /// The column at which a line goes on that is broken there.
    column: usize,
    /// It has several arguments, which are rather aligned behind it.
    is_list: bool,
    /// More follows behind it than brackets and an operator.
    is_followed: bool,
}

impl Bracket {
    /// A line is broken behind it if that saves more lines than these.
    fn lines_to_save(self) -> usize {
        if self.is_list { 2 } else { 0 }
    }
}

/// The line broken behind its first bracket, and behind the last one that leaves no more than a line.
fn behind_brackets(line: &str, indent: usize, attempts: usize) -> Vec<(Vec<String>, Bracket)> {
    let mut brackets = brackets(line, indent);
    brackets.retain(|it| !it.is_followed && width(&line[..it.at]) <= COLUMNS);
    let tail = |it: &Bracket| format!("{}{}", " ".repeat(it.column), &line[it.at..]);
    let last = brackets.iter().rposition(|it| width(&tail(it)) <= COLUMNS).filter(|index| *index > 0);
    let chosen = brackets.first().into_iter().chain(last.map(|index| &brackets[index]));
    chosen.map(|it| ([vec![line[..it.at].to_owned()], wrapped(&tail(it), attempts)].concat(), *it)).collect()
}

/// The brackets of a line's calls and casts.
fn brackets(line: &str, indent: usize) -> Vec<Bracket> {
    // Of each bracket that is open, its place among those found, and the column at which a line goes on that is broken inside.
    let mut open: Vec<(Option<usize>, usize)> = vec![(None, indent + 4)];
    let mut found: Vec<Bracket> = Vec::new();
    for (at, ch) in outside_of_texts(line) {
        let last = open.len() - 1;
        let (current, column) = open[last];
        match ch {
            '(' | '{' => {
                let has_name = line[..at].ends_with(|ch: char| ch.is_alphanumeric() || "_>".contains(ch));
                let is_empty = line[at + 1..].starts_with([')', '}']) || at + 1 == line.len();
                let is_call = has_name && !is_empty;
                open.push((is_call.then_some(found.len()), column));
                if is_call {
                    found.push(Bracket { at: at + 1, column, is_list: false, is_followed: false });
                }
            }
            ')' | '}' if last > 0 => {
                open.pop();
                let is_followed = line[at..].contains(|ch: char| ch.is_alphanumeric() || ch == '"');
                current.into_iter().for_each(|index| found[index].is_followed = is_followed);
            }
            ',' if last > 0 => {
                open[last].1 = at + 6;
                current.into_iter().for_each(|index| found[index].is_list = true);
            }
            _ => {}
        }
    }
    found
}

/// The characters of code that are not in literals of texts and characters.
pub(super) fn outside_of_texts(code: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut escaped) = (None, false);
    code.char_indices().filter(move |(at, ch)| {
        let was_inside = quote.is_some();
        if let Some(end) = quote {
            quote = Some(end).filter(|_| escaped || *ch != end);
            escaped = !escaped && *ch == '\\';
        } else {
            quote = Some(*ch).filter(|ch| *ch == '"' || is_character(&code[*at..]));
        }
        !was_inside
    })
}

/// Returns true if code starts with the literal of a character.
fn is_character(code: &str) -> bool {
    matches!(code.as_bytes(), [b'\'', b'\\', _, b'\'', ..] | [b'\'', _, b'\'', ..])
}

fn width(line: &str) -> usize {
    line.chars().count()
}

/// Splits `if (condition)`, with an attribute, and the statement after it.
fn guarded(line: &str) -> Option<(&str, &str)> {
    if !line.trim_start().starts_with("if (") {
        return None;
    }
    [") return ", ") [[unlikely]] return "].iter().find_map(|mark| {
        let statement = line.find(mark)? + mark.len() - "return ".len();
        Some((&line[..statement - 1], &line[statement..]))
    })
}

/// Breaks a line at the operators that bind loosest, with aligned continuations.
fn at_operators(line: &str, indent: usize, may_assign: bool, attempts: usize) -> Option<Vec<String>> {
    let (start, points) = loosest(line, indent, may_assign)?;
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
            lines.extend(wrapped(&head, attempts.saturating_sub(1)));
            rest = tail;
        }
    }
    if lines.is_empty() {
        return None;
    }
    lines.extend(wrapped(&rest, attempts.saturating_sub(1)));
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
    /// The column at which a line continues that is broken here.
    column: usize,
}

/// Returns the breaks of the loosest group that does not fit on a line, and the column of continuations.
fn loosest(line: &str, indent: usize, may_assign: bool) -> Option<(usize, Vec<usize>)> {
    let mut points = points(line, indent);
    // A break after an assignment operator helps most if the right side then fits on one line.
    let fits = |point: &Point| indent + 4 + line.len() - point.at <= COLUMNS;
    points.retain(|point| point.rank != ASSIGNMENT || may_assign || fits(point));
    let key = points.iter().filter(|point| point.at < line.len()).map(|point| (point.depth, point.rank)).min()?;
    let first = points.iter().find(|point| (point.depth, point.rank) == key)?;
    let column = first.column;
    let same = points.iter().filter(|point| (point.depth, point.rank) == key && point.column == column);
    // A break before the column of continuations would only make the line longer.
    Some((column, same.map(|point| point.at).filter(|at| *at > column).collect()))
}

const ASSIGNMENT: u8 = 2;

fn points(line: &str, indent: usize) -> Vec<Point> {
    const OPERATORS: &[(&str, u8)] = &[
        ("; ", 0),
        (", ", 1),
        (" = ", ASSIGNMENT),
        (" ? ", 3),
        (" : ", 3),
        (" || ", 4),
        (" && ", 5),
        (" | ", 6),
        (" ^ ", 7),
        (" & ", 8),
        (" == ", 9),
        (" != ", 9),
        (" < ", 9),
        (" <= ", 9),
        (" > ", 9),
        (" >= ", 9),
        (" << ", 10),
        (" + ", 11),
        (" - ", 11),
    ];
    let mut open: Vec<usize> = Vec::new();
    // The column at which the line goes on if it is broken outside of all brackets: operands are aligned.
    let mut outer = indent + if line[indent..].starts_with("return ") { "return ".len() } else { 4 };
    let mut found = Vec::new();
    for (at, ch) in outside_of_texts(line) {
        match ch {
            '(' | '{' => open.push(at + 1),
            // What stands in front of it is inside of a bracket of an earlier line.
            ')' | '}' if open.is_empty() => found.iter_mut().for_each(|point: &mut Point| {
                if point.depth == 0 {
                    point.column = indent;
                }
            }),
            ')' | '}' => drop(open.pop()),
            _ => {}
        }
        let operator = OPERATORS.iter().find(|(text, _)| line[at..].starts_with(text));
        if let Some((text, rank)) = operator.filter(|_| at > indent) {
            let column = open.last().copied().unwrap_or(outer);
            if *rank == ASSIGNMENT && open.is_empty() {
                outer = at + text.len();
            }
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
        let outside = |code| outside_of_texts(code).map(|(_, ch)| ch).collect::<String>();
        assert_eq!(outside(r#"f('"', "(", '\'', '{', x)"#), "f(', \", ', ', x)");
        let cast = format!("  value.{} = static_cast<Side>(std::int64_t{{{}}});", "a".repeat(40), "b".repeat(70));
        let expected =
            format!("  value.{} = static_cast<Side>(\n      std::int64_t{{{}}});\n", "a".repeat(40), "b".repeat(70));
        assert_eq!(lines(&cast), expected);
        let unlikely = format!("  if ({} == {}) [[unlikely]] return error;", "a".repeat(40), "b".repeat(40));
        assert_eq!(lines(&unlikely).lines().last(), Some("  }"));
    }
}
