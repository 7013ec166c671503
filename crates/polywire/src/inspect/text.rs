//! Annotated hexadecimal listing.

use super::tree::{Item, Node};
use super::{Inspection, Kind, Section, Span, guess};
use crate::Style;
use polywire_vm::{Path, Refusal};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Bytes per line.
const WIDTH: usize = 8;
/// Lines shown of a long span.
const MOST_LINES: usize = 4;
/// A longer run of similar items is abbreviated.
const LONG_RUN: usize = 100;
/// The number of items shown of such a run.
const SHOWN_OF_RUN: usize = 8;
/// A name that ends further to the right pushes the next column.
const MOST_NAME: usize = 36;

/// How much of a message is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Long runs of similar parts, and long parts, are abbreviated.
    Abbreviated,
    /// All parts and all bytes.
    Whole,
}

/// Returns the message as lines with offset, bytes, member and meaning.
pub fn listing(inspection: &Inspection, style: Style, extent: Extent) -> String {
    let mut text = String::new();
    for (number, section) in inspection.sections.iter().enumerate() {
        if number > 0 {
            text += "\n";
        }
        writeln(&mut text, &paint(style, Colour::Bold, &title(inspection, number, section)));
        // Errors are shown at their position in the message.
        let faults = if number == 0 { inspection.faults.as_slice() } else { &[] };
        Listing::new(section, faults, (style, extent)).print(&mut text);
    }
    text
}

fn title(inspection: &Inspection, number: usize, section: &Section) -> String {
    let what = match (number, &inspection.type_name) {
        (0, Some(name)) => format!("{name} in {}", inspection.format),
        (0, None) => format!("{} {}", inspection.format, guess::note(inspection.format)),
        (_, _) => "unpacked from it".to_owned(),
    };
    let len = section.bytes.len();
    format!("{what}, {len} {}", if len == 1 { "byte" } else { "bytes" })
}

struct Listing<'a> {
    section: &'a Section,
    tree: Node<'a>,
    /// Errors of members that are shown, by path.
    faults_of: HashMap<String, Vec<&'a Refusal>>,
    /// The paths of these members and of the members around them.
    faulty: HashSet<String>,
    /// Other errors, last position first.
    faults: Vec<&'a Refusal>,
    name_width: usize,
    offset_width: usize,
    style: Style,
    extent: Extent,
}

impl<'a> Listing<'a> {
    fn new(section: &'a Section, faults: &'a [Refusal], (style, extent): (Style, Extent)) -> Self {
        let tree = Node::of(&section.spans);
        let name_width = widest(&tree, 0).min(MOST_NAME);
        let offset_width = format!("{:x}", section.bytes.len()).len().max(4);
        let mut shown = HashSet::new();
        if !faults.is_empty() {
            collect_paths(&tree, "", &mut shown);
        }
        let (known, mut others): (Vec<_>, Vec<_>) =
            faults.iter().partition(|fault| shown.contains(&fault.path.to_string()));
        let faulty = known.iter().flat_map(|fault| paths_to(&fault.path)).collect();
        let mut faults_of: HashMap<String, Vec<&Refusal>> = HashMap::new();
        known.into_iter().for_each(|fault| faults_of.entry(fault.path.to_string()).or_default().push(fault));
        others.sort_by_key(|fault| Reverse(fault.failure.offset));
        Self { section, tree, faults_of, faulty, faults: others, name_width, offset_width, style, extent }
    }

    fn print(mut self, text: &mut String) {
        let tree = std::mem::replace(&mut self.tree, Node { label: String::new(), items: Vec::new() });
        self.items(&tree.items, ("", ""), 0, text);
        while let Some(fault) = self.faults.pop() {
            self.fault(fault, text);
        }
    }

    /// Prints the rows of a member; the first one has its name.
    fn items(&mut self, items: &[Item<'_>], (path, name): (&str, &str), level: usize, text: &mut String) {
        let mut name = name;
        let mut skipped = 0;
        for (index, item) in items.iter().enumerate() {
            if index < skipped {
                continue;
            }
            if let Some(end) = self.end_of_run(items, index, path) {
                skipped = end;
                self.row("", "…", "", &format!("{} more like these", end - index), text);
                continue;
            }
            match item {
                Item::Span(span) => {
                    self.span(span, level.saturating_sub(1), name, text);
                    name = "";
                }
                Item::Node(node) => {
                    if !name.is_empty() {
                        self.row("", "", &indented(name, level.saturating_sub(1)), "", text);
                        name = "";
                    }
                    self.items(&node.items, (&node.path_in(path), &node.label), level + 1, text);
                }
            }
        }
        for fault in self.faults_of.remove(path).unwrap_or_default() {
            self.fault(fault, text);
        }
    }

    /// Returns the end of a long run of similar items that starts before this one and is abbreviated from it on. Members
    /// with errors are shown.
    fn end_of_run(&self, items: &[Item<'_>], index: usize, path: &str) -> Option<usize> {
        let start = index.checked_sub(SHOWN_OF_RUN)?;
        let is_in_run = |item: &&Item<'_>| items[start].is_like(item) && !self.is_faulty(item, path);
        if self.extent == Extent::Whole || !items[start..=index].iter().all(|item| is_in_run(&item)) {
            return None;
        }
        let more = items[index..].iter().take_while(is_in_run).count();
        (more + SHOWN_OF_RUN > LONG_RUN).then_some(index + more)
    }

    /// Returns true if there is an error in an item of the member at a path.
    fn is_faulty(&self, item: &Item<'_>, path: &str) -> bool {
        match item {
            Item::Span(_) => false,
            Item::Node(node) => !self.faulty.is_empty() && self.faulty.contains(&node.path_in(path)),
        }
    }

    fn span(&mut self, span: &Span, level: usize, name: &str, text: &mut String) {
        while let Some(fault) = self.faults.pop_if(|fault| fault.failure.offset <= span.offset) {
            self.fault(fault, text);
        }
        let bytes = &self.section.bytes[span.offset..span.offset + span.len];
        let mut name = indented(name, level);
        let mut said = self.said(span);
        for (number, line) in bytes.chunks(WIDTH).enumerate() {
            let offset = span.offset + number * WIDTH;
            if number == MOST_LINES && self.extent == Extent::Abbreviated {
                let left = span.len - number * WIDTH;
                self.row(&self.offset(offset), "…", "", &format!("{left} bytes more"), text);
                return;
            }
            self.row(&self.offset(offset), &hex(line), &name, &said, text);
            (name, said) = (String::new(), String::new());
        }
    }

    fn offset(&self, offset: usize) -> String {
        format!("{offset:0width$x}", width = self.offset_width)
    }

    fn said(&self, span: &Span) -> String {
        let value = span.value.as_deref().unwrap_or_default();
        // The encoding of a key is not shown.
        let encoding =
            Some(&span.encoding).filter(|it| **it != span.element && !["key", "tag"].contains(&&*span.element));
        let encoding = encoding.map(String::as_str).unwrap_or_default();
        let parts = match span.kind {
            Kind::Element if span.element == "value" => vec![(Colour::Green, value), (Colour::Dim, encoding)],
            Kind::Element => {
                vec![(Colour::Plain, span.element.as_str()), (Colour::Plain, value), (Colour::Dim, encoding)]
            }
            Kind::Unknown => vec![
                (Colour::Yellow, "unknown"),
                (Colour::Plain, &span.element),
                (Colour::Plain, value),
                (Colour::Dim, encoding),
            ],
            Kind::Padding => vec![(Colour::Dim, span.element.as_str())],
            Kind::Unread => vec![(Colour::Yellow, span.element.as_str())],
            Kind::Unexplained => vec![(Colour::Red, span.element.as_str())],
        };
        let shown = parts.into_iter().filter(|(_, part)| !part.is_empty());
        let mut said: Vec<String> = shown.map(|(colour, part)| paint(self.style, colour, part)).collect();
        if span.shared > 0 {
            said.push(paint(self.style, Colour::Dim, &shared(span.shared)));
        }
        if !span.others.is_empty() {
            said.push(paint(self.style, Colour::Dim, &format!("or {}", span.others.join(", "))));
        }
        said.join("  ")
    }

    fn row(&self, offset: &str, bytes: &str, name: &str, said: &str, text: &mut String) {
        let (offset_width, name_width) = (self.offset_width, self.name_width);
        let offset = paint(self.style, Colour::Dim, &format!("{offset:offset_width$}"));
        let row = format!("{offset}  {bytes:hex_width$}  {name:name_width$}  {said}", hex_width = WIDTH * 3 - 1);
        writeln(text, row.trim_end());
    }

    fn fault(&self, fault: &Refusal, text: &mut String) {
        writeln(text, &paint(self.style, Colour::Red, &format!("!!! {fault}")));
    }
}

fn shared(others: u32) -> String {
    if others == 1 { "for 1 other as well".to_owned() } else { format!("for {others} others as well") }
}

/// Returns a path and the paths of the members around it.
fn paths_to(path: &Path) -> impl Iterator<Item = String> {
    (1..=path.steps.len()).map(|count| Path { steps: path.steps[..count].to_vec() }.to_string())
}

/// Collects the paths of all members that are shown.
fn collect_paths(node: &Node<'_>, around: &str, paths: &mut HashSet<String>) {
    for item in &node.items {
        if let Item::Node(inner) = item {
            let path = inner.path_in(around);
            collect_paths(inner, &path, paths);
            paths.insert(path);
        }
    }
}

fn widest(node: &Node<'_>, level: usize) -> usize {
    let own = node.label.chars().count() + 2 * level.saturating_sub(1);
    let inside = node.items.iter().map(|item| match item {
        Item::Span(_) => 0,
        Item::Node(node) => widest(node, level + 1),
    });
    inside.max().unwrap_or_default().max(own)
}

fn indented(name: &str, level: usize) -> String {
    if name.is_empty() { String::new() } else { "  ".repeat(level) + name }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn writeln(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}");
}

#[derive(Clone, Copy)]
enum Colour {
    Plain,
    Bold,
    Dim,
    Green,
    Yellow,
    Red,
}

fn paint(style: Style, colour: Colour, text: &str) -> String {
    let code = match (style, colour) {
        (Style::Plain, _) | (_, Colour::Plain) => return text.to_owned(),
        (Style::Coloured, Colour::Bold) => "1",
        (Style::Coloured, Colour::Dim) => "2",
        (Style::Coloured, Colour::Green) => "32",
        (Style::Coloured, Colour::Yellow) => "33",
        (Style::Coloured, Colour::Red) => "1;31",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
