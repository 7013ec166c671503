//! Diagnostics in the form of the protocol.

use super::document::Document;
use super::position;
use lsp_types::{
    Diagnostic as LspDiagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, Url,
};
use polywire_source::{Diagnostic, Label, Severity, SourceMap};

/// Returns the compiler's problems.
pub(super) fn of_compiler(found: &[Diagnostic], at: (&Document, &SourceMap)) -> Vec<LspDiagnostic> {
    let severity = |it: &Diagnostic| match it.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    found.iter().map(|it| converted(it, severity(it), at)).collect()
}

/// Returns what lint found: the compiler's warnings, and hints.
pub(super) fn of_lints(found: &[Diagnostic], at: (&Document, &SourceMap)) -> Vec<LspDiagnostic> {
    let severity = |it: &Diagnostic| match at.0.language().warnings.contains(&it.code.0) {
        true => DiagnosticSeverity::WARNING,
        false => DiagnosticSeverity::HINT,
    };
    found.iter().map(|it| converted(it, severity(it), at)).collect()
}

/// Returns a problem of the whole document.
pub(super) fn without_place(message: String) -> LspDiagnostic {
    LspDiagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("polywire".to_owned()),
        message,
        ..LspDiagnostic::default()
    }
}

/// A problem in an imported file is shown at the beginning of the document, with its place.
fn converted(
    it: &Diagnostic,
    severity: DiagnosticSeverity,
    (document, sources): (&Document, &SourceMap),
) -> LspDiagnostic {
    let labels: Vec<&Label> = it.labels.iter().filter(|label| sources.contains(label.span.file)).collect();
    let is_here = |label: &Label| document.path.as_os_str() == sources.name(label.span.file);
    let first = labels.first().filter(|label| is_here(label));
    let mut message = it.message.clone();
    if let Some(elsewhere) = labels.first().filter(|label| !is_here(label)) {
        let position = sources.position(elsewhere.span);
        let name = sources.name(elsewhere.span.file);
        message = format!("{name}:{}:{}: {message}", position.line, position.column);
    }
    if let Some(help) = &it.help {
        message = format!("{message}\nhelp: {help}");
    }
    let related: Vec<_> =
        labels.iter().skip(usize::from(first.is_some())).filter_map(|label| related(label, sources)).collect();
    LspDiagnostic {
        range: first.map(|label| range(label, sources)).unwrap_or_default(),
        severity: Some(severity),
        code: Some(NumberOrString::String(it.code.0.to_owned())),
        source: Some("polywire".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..LspDiagnostic::default()
    }
}

fn related(label: &Label, sources: &SourceMap) -> Option<DiagnosticRelatedInformation> {
    let uri = Url::from_file_path(sources.name(label.span.file)).ok()?;
    Some(DiagnosticRelatedInformation {
        location: Location { uri, range: range(label, sources) },
        message: label.text.clone(),
    })
}

fn range(label: &Label, sources: &SourceMap) -> Range {
    let (start, end) = (label.span.start as usize, label.span.end as usize);
    position::range(sources.bytes(label.span.file), start..end.max(start))
}
