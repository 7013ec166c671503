//! Findings as text and as JSON.

use crate::command::args::Global;
use crate::command::terminal::{self, Colour};
use polywire::breaking::{Break, Direction, Finding, Witness};
use polywire::{Diagnostic, Format, Severity, SourceMap, Style, render};
use polywire_source::{Code, FileId, Span};
use serde_json::{Value, json};
use std::path::Path;

/// Prints findings about two versions of a schema.
pub(super) struct Report<'a> {
    /// The texts of both versions, those of the old one first.
    sources: SourceMap,
    old_files: u32,
    formats: &'a [&'static Format],
    /// The old version, if there are several.
    against: Option<&'a Path>,
    style: Style,
}

/// Bytes of a message that are printed for people.
const MOST_BYTES: usize = 64;

impl<'a> Report<'a> {
    pub fn new(
        (old, new): (&SourceMap, &SourceMap),
        formats: &'a [&'static Format],
        against: Option<&'a Path>,
        global: Global,
    ) -> Self {
        let mut sources = SourceMap::default();
        for map in [old, new] {
            for file in files(map) {
                // Its length was checked when it was read.
                let _ = sources.add(map.name(file), map.bytes(file).to_vec());
            }
        }
        let old_files = files(old).count() as u32;
        Self { sources, old_files, formats, against, style: terminal::style_of_output(global) }
    }

    /// Returns a table of the findings, and each with its messages.
    pub fn text(&self, findings: &[Finding]) -> Vec<String> {
        let mut lines: Vec<String> = self.against.iter().map(|path| format!("against {}:", path.display())).collect();
        lines.extend(self.table(findings));
        for finding in findings {
            lines.push(String::new());
            lines.push(render(&self.sources, &self.diagnostic(finding), self.style));
            lines.extend(finding.breaks.iter().flat_map(|it| self.witness(it)));
        }
        lines
    }

    fn table(&self, findings: &[Finding]) -> Vec<String> {
        let header = ["rule", "type or member"].into_iter().chain(self.formats.iter().map(|format| format.name));
        let header: Vec<String> = header.map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = findings.iter().map(|finding| self.row(finding)).collect();
        let width = |column: usize| {
            let cells = std::iter::once(&header).chain(&rows).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect::<Vec<_>>();
            cells.join("  ").trim_end().to_owned()
        };
        std::iter::once(terminal::painted(self.style, Colour::Cyan, &line(&header)))
            .chain(rows.iter().map(line))
            .collect()
    }

    fn row(&self, finding: &Finding) -> Vec<String> {
        let cell = |format: &&'static Format| {
            let has = |direction| finding.breaks.iter().any(|it| it.format == format.name && it.direction == direction);
            match (has(Direction::Backward), has(Direction::Forward)) {
                (true, true) => "<->",
                (true, false) => "->",
                (false, true) => "<-",
                (false, false) => ".",
            }
        };
        let cells = self.formats.iter().map(|format| cell(format).to_owned());
        [finding.rule.name().to_owned(), subject(finding)].into_iter().chain(cells).collect()
    }

    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let code = Code(finding.rule.name());
        let new = match finding.severity {
            Severity::Error => Diagnostic::error(code, finding.message.as_str()),
            Severity::Warning => Diagnostic::warning(code, finding.message.as_str()),
        };
        match (finding.old, finding.new.map(|span| self.of_new(span))) {
            (Some(old), Some(new_span)) => new.at(new_span, "").related(old, "before"),
            (Some(old), None) => new.at(old, "before"),
            (None, Some(new_span)) => new.at(new_span, ""),
            (None, None) => new,
        }
    }

    /// Returns the position of a place of the new version among all texts.
    fn of_new(&self, span: Span) -> Span {
        match span == Span::default() {
            true => span,
            false => Span { file: FileId(span.file.0 + self.old_files), ..span },
        }
    }

    fn witness(&self, it: &Break) -> Vec<String> {
        let (writer, reader) = it.direction.of("old", "new");
        let head = terminal::painted(self.style, Colour::Yellow, it.format);
        let Some(Witness { ty, bytes, written, read }) = &it.witness else {
            return vec![format!("  {head}: {}", it.reason)];
        };
        let mut hex: Vec<String> = bytes.iter().take(MOST_BYTES).map(|byte| format!("{byte:02x}")).collect();
        if bytes.len() > MOST_BYTES {
            hex.push(format!("... ({} bytes)", bytes.len()));
        }
        let read = match read {
            Some(read) => format!("reads:  {}", shortened(read)),
            None => "refuses it".to_owned(),
        };
        vec![
            format!("  {head}, {writer} -> {reader}: {}", shortened(&it.reason)),
            format!("    {writer} writes: {ty} {}", shortened(written)),
            format!("    bytes:      {}", hex.join(" ")),
            format!("    {reader} {read}"),
        ]
    }

    /// Returns a line for each format and direction of a finding, or one for a finding without messages.
    pub fn json(&self, findings: &[Finding]) -> Vec<String> {
        let lines = findings.iter().flat_map(|finding| match finding.breaks.as_slice() {
            [] => vec![self.line(finding, None)],
            breaks => breaks.iter().map(|it| self.line(finding, Some(it))).collect(),
        });
        lines.map(|line| line.to_string()).collect()
    }

    fn line(&self, finding: &Finding, it: Option<&Break>) -> Value {
        let mut line = self.line_of(finding, it);
        if let (Some(path), Some(members)) = (self.against, line.as_object_mut()) {
            members.insert("against".to_owned(), path.to_string_lossy().into());
        }
        line
    }

    fn line_of(&self, finding: &Finding, it: Option<&Break>) -> Value {
        let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
        json!({
            "rule": finding.rule.name(),
            "severity": severity,
            "type": finding.owner,
            "member": finding.member,
            "message": finding.message,
            "format": it.map(|it| it.format),
            "direction": it.map(|it| it.direction.name()),
            "effect": it.map(|it| it.effect.name()),
            "reason": it.map(|it| it.reason.as_str()),
            "old": finding.old.and_then(|span| self.place(span)),
            "new": finding.new.and_then(|span| self.place(self.of_new(span))),
            "witness": it.and_then(|it| it.witness.as_ref()).map(witness_json),
        })
    }

    fn place(&self, span: Span) -> Option<Value> {
        if span == Span::default() || !self.sources.contains(span.file) {
            return None;
        }
        let position = self.sources.position(span);
        Some(json!({ "file": self.sources.name(span.file), "line": position.line, "column": position.column }))
    }
}

fn witness_json(it: &Witness) -> Value {
    // The texts are valid JSON.
    let value = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()));
    let bytes: String = it.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    json!({ "type": it.ty, "bytes": bytes, "written": value(&it.written), "read": it.read.as_ref().map(value) })
}

fn subject(finding: &Finding) -> String {
    match &finding.member {
        Some(member) => format!("{}.{member}", finding.owner),
        None => finding.owner.clone(),
    }
}

/// Shortens a long value.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn files(map: &SourceMap) -> impl Iterator<Item = FileId> + '_ {
    (0..).map(FileId).take_while(|file| map.contains(*file))
}
