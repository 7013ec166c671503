use crate::Span;

/// A problem in a schema: its message, its position and its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// How severe the problem is.
    pub severity: Severity,
    /// One sentence that names the affected item.
    pub message: String,
    /// Places in source files; the primary ones come first.
    pub labels: Vec<Label>,
    /// The remedy.
    pub help: Option<String>,
}

/// The stable name of a kind of problem, in kebab case, for example `duplicate-field-number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(pub &'static str);

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The schema cannot be used.
    Error,
    /// The schema can be used, but perhaps not as its author expects.
    Warning,
}

/// A position that a diagnostic points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A note on the position; may be empty.
    pub text: String,
    /// True for the position to change; false for one that explains the reason.
    pub primary: bool,
}

impl Diagnostic {
    /// Creates an error without labels.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), labels: Vec::new(), help: None }
    }

    /// Creates a warning without labels.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Adds the position of the problem.
    pub fn at(self, span: Span, text: impl Into<String>) -> Self {
        self.label(span, text, true)
    }

    /// Adds another position that explains the problem, as in "first used here".
    pub fn related(self, span: Span, text: impl Into<String>) -> Self {
        self.label(span, text, false)
    }

    /// Sets the remedy.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The default span marks items without source text, so it gets no label.
    fn label(mut self, span: Span, text: impl Into<String>, primary: bool) -> Self {
        if span != Span::default() {
            self.labels.push(Label { span, text: text.into(), primary });
        }
        self
    }
}
