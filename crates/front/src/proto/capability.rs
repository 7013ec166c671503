//! What this version of the front end does not support: the one table that says so.

use polywire_source::{Code, Diagnostic, Severity, Span};

/// A part of the language that is parsed, but not compiled or not in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    WellKnownJson,
    InvalidUtf8Default,
}

/// A row of the table: errors are what would change the meaning of data, warnings what is left out without harm to it.
struct Gap {
    severity: Severity,
    code: &'static str,
    what: &'static str,
    remedy: &'static str,
}

/// The diagnostic for a use of something that is not supported.
pub(super) fn missing(feature: Feature, span: Span) -> Diagnostic {
    let gap = gap(feature);
    let message = format!("this version of Polywire does not support {} yet", gap.what);
    let diagnostic = Diagnostic::error(Code(gap.code), message).at(span, "").help(gap.remedy);
    Diagnostic { severity: gap.severity, ..diagnostic }
}

fn gap(feature: Feature) -> Gap {
    match feature {
        Feature::WellKnownJson => Gap {
            severity: Severity::Warning,
            code: "unsupported-well-known-type",
            what: "the special JSON form of this well-known type",
            remedy: "it is compiled as the plain message that it is; its Protobuf encoding is right",
        },
        Feature::InvalidUtf8Default => Gap {
            severity: Severity::Error,
            code: "unsupported-default",
            what: "text defaults that are not UTF-8",
            remedy: "declare the field as `bytes`, which has the same encoding",
        },
    }
}
