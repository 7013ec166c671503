use crate::{Diagnostic, Severity};

/// Collects diagnostics, so that all problems of a schema are reported at once. If there are too many, the first ones
/// are kept.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

/// Limit on the errors kept, and on the warnings, for hostile schemas.
const MOST: usize = 1_000;

impl Diagnostics {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        let alike = if is_error { self.errors } else { self.list.len() - self.errors };
        if alike < MOST {
            self.errors += usize::from(is_error);
            self.list.push(diagnostic);
        }
    }

    /// Adds a diagnostic unless it was added before.
    pub fn push_once(&mut self, diagnostic: Diagnostic) {
        if !self.list.contains(&diagnostic) {
            self.push(diagnostic);
        }
    }

    /// Returns true if any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns all diagnostics sorted by position, those without one first.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut list = self.list;
        list.sort_by_key(|it| it.labels.first().map(|label| (label.span.file, label.span.start)));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn many_warnings_leave_room_for_errors() {
        let mut diagnostics = Diagnostics::default();
        (0..2 * MOST).for_each(|_| diagnostics.push(Diagnostic::warning(Code("odd"), "odd")));
        assert!(!diagnostics.has_errors());
        (0..2).for_each(|_| diagnostics.push(Diagnostic::error(Code("bad"), "bad")));
        assert!(diagnostics.has_errors());
        assert_eq!(diagnostics.into_sorted().len(), MOST + 2);
    }
}
