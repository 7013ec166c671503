use crate::Span;

/// A problem in a schema: its message, its place and its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence that names the thing concerned.
    pub message: String,
    /// Places in source files; the primary ones come first.
    pub labels: Vec<Label>,
    /// The remedy.
    pub help: Option<String>,
}

/// The stable name of a kind of problem, in kebab case, as in `duplicate-field-number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(pub &'static str);

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Nothing can be made of the schema.
    Error,
    /// The schema can be used, but perhaps not as its author thinks.
    Warning,
}

/// A place that a diagnostic points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A note on the place; empty where the message says it all.
    pub text: String,
    /// The place to be changed, as against another place that explains why.
    pub primary: bool,
}

impl Diagnostic {
    /// An error without places.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), labels: Vec::new(), help: None }
    }

    /// A warning without places.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Adds the place that the message is about.
    pub fn at(self, span: Span, text: impl Into<String>) -> Self {
        self.label(span, text, true)
    }

    /// Adds another place that explains the problem, as in "first used here".
    pub fn related(self, span: Span, text: impl Into<String>) -> Self {
        self.label(span, text, false)
    }

    /// Sets the remedy.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The default span marks items without source text, so there is nothing to point at.
    fn label(mut self, span: Span, text: impl Into<String>, primary: bool) -> Self {
        if span != Span::default() {
            self.labels.push(Label { span, text: text.into(), primary });
        }
        self
    }
}
