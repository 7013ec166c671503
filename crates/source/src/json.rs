use crate::{Diagnostic, Label, Severity, SourceMap, Span};
use serde_json::{Value, json};

/// Returns a diagnostic as JSON, for programs; docs/command.md describes the members.
pub fn to_json(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let labels: Vec<&Label> = diagnostic.labels.iter().filter(|it| sources.contains(it.span.file)).collect();
    let mut object = message_json(diagnostic.severity.name(), &diagnostic.message);
    object["code"] = diagnostic.code.0.into();
    object["help"] = diagnostic.help.as_deref().into();
    if let Some(first) = labels.first() {
        let place = range(sources, first.span);
        for member in ["file", "start", "end"] {
            object[member] = place[member].clone();
        }
    }
    object["labels"] = labels.into_iter().map(|it| label(sources, it)).collect();
    object
}

/// Returns a message that is about no schema as JSON, with the same members as a diagnostic.
pub fn message_json(severity: &str, message: &str) -> Value {
    json!({
        "severity": severity, "code": null, "message": message, "help": null,
        "file": null, "start": null, "end": null, "labels": [],
    })
}

fn label(sources: &SourceMap, label: &Label) -> Value {
    let mut object = range(sources, label.span);
    object["text"] = label.text.as_str().into();
    object["primary"] = label.primary.into();
    object
}

fn range(sources: &SourceMap, span: Span) -> Value {
    let position = |offset: u32| {
        let position = sources.position(Span { start: offset, end: offset, ..span });
        json!({ "line": position.line, "column": position.column, "offset": offset })
    };
    json!({ "file": sources.name(span.file), "start": position(span.start), "end": position(span.end.max(span.start)) })
}

impl Severity {
    /// Returns the name for people and programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, FileId};

    #[test]
    fn a_diagnostic_has_all_its_parts() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.proto", "é = 1;\nb = 1;\n".into()).unwrap();
        let span = |start, end| Span { file, start, end };
        let clash = Diagnostic::error(Code("duplicate-field-number"), "number 1 is used twice")
            .at(span(12, 13), "used again here")
            .related(span(5, 6), "first used here")
            .related(Span { file: FileId(7), start: 1, end: 2 }, "in a file that is not there")
            .help("give one of them another number");
        let start = json!({ "line": 2, "column": 5, "offset": 12 });
        let end = json!({ "line": 2, "column": 6, "offset": 13 });
        let first = json!({ "line": 1, "column": 5, "offset": 5 });
        let first_end = json!({ "line": 1, "column": 6, "offset": 6 });
        let expected = json!({
            "severity": "error", "code": "duplicate-field-number", "message": "number 1 is used twice",
            "help": "give one of them another number", "file": "a.proto", "start": start, "end": end,
            "labels": [
                { "file": "a.proto", "start": start, "end": end, "text": "used again here", "primary": true },
                { "file": "a.proto", "start": first, "end": first_end, "text": "first used here", "primary": false },
            ],
        });
        assert_eq!(to_json(&sources, &clash), expected);
    }

    #[test]
    fn a_diagnostic_without_a_place_has_no_file() {
        let object = to_json(&SourceMap::default(), &Diagnostic::warning(Code("odd"), "odd"));
        assert_eq!(object["file"], Value::Null);
        assert_eq!(object["severity"], "warning");
    }
}
