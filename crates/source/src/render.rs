use crate::{Diagnostic, FileId, Label, Severity, SourceMap, Span};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// The appearance of a diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    #[default]
    Plain,
    /// Terminal colours.
    Coloured,
}

/// Renders a diagnostic: the message, `file:line:column`, the source lines with carets, and the remedy.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.0);
    let mut group = Group::with_title(title);
    for file in files_in_order(sources, &diagnostic.labels) {
        group = match wide_label(sources, file, &diagnostic.labels) {
            Some(label) => group.element(origin(sources, label)),
            None => group.element(snippet(sources, file, &diagnostic.labels)),
        };
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    renderer.render(&[group])
}

/// Labels in files that the map does not contain are omitted.
fn files_in_order(sources: &SourceMap, labels: &[Label]) -> Vec<FileId> {
    let mut files = Vec::new();
    for label in labels.iter().filter(|label| sources.contains(label.span.file)) {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// A longer line is not shown: generated or hostile files may consist of a single line.
const WIDEST: u32 = 4_000;

/// Returns the first label of a file if any of its labels is in a line too long to show.
fn wide_label<'a>(sources: &SourceMap, file: FileId, labels: &'a [Label]) -> Option<&'a Label> {
    let mut here = labels.iter().filter(|label| label.span.file == file);
    let is_wide = |label: &Label| {
        let (line, _) = sources.whole_lines(Span { end: label.span.start, ..label.span });
        line.end - line.start > WIDEST
    };
    here.clone().any(is_wide).then(|| here.next()).flatten()
}

/// Prints the position of a label without its line.
fn origin<'a>(sources: &'a SourceMap, label: &Label) -> Origin<'a> {
    let position = sources.position(label.span);
    let origin = Origin::path(sources.name(label.span.file));
    origin.line(position.line as usize).char_column(position.column as usize)
}

/// Shows the lines from the first to the last label of one file; the library folds lines in between.
fn snippet<'a>(sources: &'a SourceMap, file: FileId, labels: &'a [Label]) -> Snippet<'a, Annotation<'a>> {
    let here = || labels.iter().filter(move |label| label.span.file == file);
    let start = here().map(|label| label.span.start).min().unwrap_or_default();
    let end = here().map(|label| label.span.end).max().unwrap_or_default();
    let (shown, first_line) = sources.whole_lines(Span { file, start, end });
    let source = sources.text(shown);
    let annotations = here().map(|label| {
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let text = (!label.text.is_empty()).then_some(label.text.as_str());
        let start = char_start(&source, label.span.start - shown.start);
        let end = char_start(&source, label.span.end - shown.start);
        kind.span(start..end.max(start)).label(text)
    });
    let annotations: Vec<Annotation<'a>> = annotations.collect();
    Snippet::source(source).path(sources.name(file)).line_start(first_line as usize).annotations(annotations)
}

/// Returns the start of the character at this offset, since the library panics on an offset inside a character.
fn char_start(text: &str, offset: u32) -> usize {
    let offset = (offset as usize).min(text.len());
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    fn span(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    #[test]
    fn a_conflict_shows_both_places_and_the_remedy() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.proto", "message A {\n  int32 a = 1;\n\n\n\n  int32 b = 1;\n}\n".into()).unwrap();
        let clash = Diagnostic::error(Code("duplicate-field-number"), "field number 1 is used twice")
            .at(span(file, 42, 43), "used again here")
            .related(span(file, 24, 25), "first used here")
            .help("give one of them another number, as in 2");
        let expected = "\
error[duplicate-field-number]: field number 1 is used twice
 --> a.proto:6:13
  |
2 |   int32 a = 1;
  |             - first used here
...
6 |   int32 b = 1;
  |             ^ used again here
  |
  = help: give one of them another number, as in 2";
        assert_eq!(render(&sources, &clash, Style::Plain), expected);
    }

    #[test]
    fn a_place_inside_a_character_is_moved_to_its_start() {
        let mut sources = SourceMap::default();
        let file = sources.add("a", "xé".into()).unwrap();
        let odd = Diagnostic::error(Code("odd"), "odd").at(span(file, 2, 2), "");
        assert_eq!(render(&sources, &odd, Style::Plain), "error[odd]: odd\n --> a:1:2\n  |\n1 | xé\n  |  ^");
    }

    #[test]
    fn a_very_long_line_is_named_and_not_shown() {
        let mut sources = SourceMap::default();
        let file = sources.add("a", [b"x\n".to_vec(), vec![b'{'; 1 << 20]].concat()).unwrap();
        let open = Diagnostic::error(Code("unclosed"), "missing `}`").at(span(file, 1002, 1003), "");
        assert_eq!(render(&sources, &open, Style::Plain), "error[unclosed]: missing `}`\n--> a:2:1001");
    }

    #[test]
    fn labels_in_unknown_files_are_omitted() {
        let nowhere = Diagnostic::error(Code("odd"), "odd").at(span(FileId(7), 1, 2), "").help("look");
        assert!(!render(&SourceMap::default(), &nowhere, Style::Plain).contains("-->"));
    }

    #[test]
    fn places_at_the_end_and_outside_utf8_are_shown() {
        let mut sources = SourceMap::default();
        let file = sources.add("a", b"\xff {".to_vec()).unwrap();
        let open = Diagnostic::warning(Code("unclosed"), "missing `}`").at(span(file, 3, 3), "");
        let expected = "warning[unclosed]: missing `}`\n --> a:1:4\n  |\n1 | ? {\n  |    ^";
        assert_eq!(render(&sources, &open, Style::Plain), expected);
    }
}
