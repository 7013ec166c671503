use crate::command::args::{Diff, FramingArg, Global, ReportFormat};
use crate::command::failure::Failure;
use crate::command::terminal::{self, Colour};
use polywire::diff::{Change, Difference, UnknownText};
use polywire::{Format, Style};
use polywire_vm::{Path, Unknown};
use serde_json::{Value, json};

/// Prints differences.
pub(super) struct Report<'a> {
    args: &'a Diff,
    formats: [&'a Format; 2],
    is_stream: bool,
    is_quiet: bool,
    style: Style,
    unknown: UnknownText,
    differ: bool,
}

impl<'a> Report<'a> {
    pub fn new(args: &'a Diff, formats: [&'a Format; 2], global: Global) -> Self {
        let style = terminal::style_of_output(global);
        let is_stream = args.messages.framing_of(&args.wire) != FramingArg::None;
        let (is_quiet, unknown) = (global.quiet, UnknownText::default());
        Self { args, formats, is_stream, is_quiet, style, unknown, differ: false }
    }

    /// Names messages by their numbers.
    pub fn of_stream(self) -> Self {
        Self { is_stream: true, ..self }
    }

    /// Fails if there were differences.
    pub fn finish(self) -> Result<(), Failure> {
        if self.differ { Err(Failure::Different) } else { Ok(()) }
    }

    /// Reports the differences of the messages with this number.
    pub fn message(&mut self, number: u64, found: &[Difference]) -> Result<(), Failure> {
        if found.is_empty() {
            return Ok(());
        }
        let is_first = !std::mem::replace(&mut self.differ, true);
        if self.is_quiet {
            return Ok(());
        }
        let lines: Vec<String> = match self.args.format {
            ReportFormat::Json => found.iter().map(|it| self.json(number, it).to_string()).collect(),
            ReportFormat::Text => {
                let heads = if is_first { self.head() } else { Vec::new() };
                let number = self.is_stream.then(|| self.painted(Colour::Cyan, &format!("@@ message {number} @@")));
                heads.into_iter().chain(number).chain(found.iter().map(|it| self.line(it))).collect()
            }
        };
        terminal::print_lines(&lines)
    }

    fn head(&self) -> Vec<String> {
        let [one, other] = self.formats.map(|format| format.name);
        let (a, b) = (self.args.input.display(), self.args.other.display());
        vec![
            self.painted(Colour::Red, &format!("--- {a} ({one})")),
            self.painted(Colour::Green, &format!("+++ {b} ({other})")),
        ]
    }

    fn line(&self, it: &Difference) -> String {
        let path = match (shown(&it.path), shown(&it.other_path)) {
            (one, other) if one == other => one,
            (one, other) => format!("{one} (now {other})"),
        };
        let unknown = |it: &Option<Unknown>| it.as_ref().map(|it| self.unknown.of(it));
        let (colour, line) = match &it.change {
            Change::Changed(a, b) => (Colour::Yellow, format!("~ {path}: {a} -> {b}")),
            Change::Added(b) => (Colour::Green, format!("+ {path}: {b}")),
            Change::Removed(a) => (Colour::Red, format!("- {path}: {a}")),
            Change::Set(b) => (Colour::Yellow, format!("~ {path}: absent -> {b} (as if absent)")),
            Change::Unset(a) => (Colour::Yellow, format!("~ {path}: {a} (as if absent) -> absent")),
            Change::Unknown(a, b) => match (unknown(a), unknown(b)) {
                (Some(a), Some(b)) => (Colour::Yellow, format!("~ {path}: unknown fields {a} -> {b}")),
                (None, Some(b)) => (Colour::Green, format!("+ {path}: unknown fields {b}")),
                (a, None) => (Colour::Red, format!("- {path}: unknown fields {}", a.unwrap_or_default())),
            },
        };
        self.painted(colour, &line)
    }

    fn json(&self, number: u64, it: &Difference) -> Value {
        // The texts are valid JSON.
        let value = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()));
        let unknown = |it: &Option<Unknown>| it.as_ref().map_or(Value::Null, |it| self.unknown.of(it).into());
        let (kind, a, b) = match &it.change {
            Change::Changed(a, b) => ("changed", value(a), value(b)),
            Change::Added(b) => ("added", Value::Null, value(b)),
            Change::Removed(a) => ("removed", value(a), Value::Null),
            Change::Set(b) => ("set", Value::Null, value(b)),
            Change::Unset(a) => ("unset", value(a), Value::Null),
            Change::Unknown(a, b) => ("unknown", unknown(a), unknown(b)),
        };
        let (path, other_path) = (it.path.to_string(), it.other_path.to_string());
        json!({ "message": number, "kind": kind, "path": path, "other_path": other_path, "a": a, "b": b })
    }

    fn painted(&self, colour: Colour, text: &str) -> String {
        terminal::painted(self.style, colour, text)
    }
}

fn shown(path: &Path) -> String {
    if path.steps.is_empty() { "(message)".to_owned() } else { path.to_string() }
}
