//! The only table of unsupported features in this front end.

use polywire_source::{Code, Diagnostic, Span};

/// A part of the language that is parsed but not, or not fully, compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    InvalidUtf8Default,
}

/// A row of the table: an unsupported feature that would change the meaning of data.
struct Gap {
    code: &'static str,
    what: &'static str,
    remedy: &'static str,
}

/// Returns the diagnostic for the use of an unsupported feature.
pub(super) fn missing(feature: Feature, span: Span) -> Diagnostic {
    let gap = gap(feature);
    let message = format!("this version of Polywire does not support {} yet", gap.what);
    Diagnostic::error(Code(gap.code), message).at(span, "").help(gap.remedy)
}

fn gap(feature: Feature) -> Gap {
    match feature {
        Feature::InvalidUtf8Default => Gap {
            code: "unsupported-default",
            what: "string defaults that are not UTF-8",
            remedy: "declare the field as `bytes`, which has the same encoding",
        },
    }
}
