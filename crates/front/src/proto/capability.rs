//! What this version of the front end does not support: the one table that says so.

use polywire_source::{Code, Diagnostic, Severity, Span};

/// A part of the language that is parsed, but not compiled or not in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    Editions,
    Map,
    MessageSet,
    Extension,
    Service,
    CustomOption,
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
        Feature::Editions => Gap {
            severity: Severity::Error,
            code: "unsupported-editions",
            what: "editions",
            remedy: "write the file in proto2 or proto3",
        },
        Feature::Map => Gap {
            severity: Severity::Error,
            code: "unsupported-map",
            what: "map fields",
            remedy: "write a repeated field of a message with `key = 1` and `value = 2`, which has the same encoding",
        },
        Feature::MessageSet => Gap {
            severity: Severity::Error,
            code: "unsupported-message-set",
            what: "`message_set_wire_format`",
            remedy: "use a message with extension ranges",
        },
        Feature::Extension => Gap {
            severity: Severity::Warning,
            code: "unsupported-extension",
            what: "extension fields",
            remedy: "data of the extension is kept among the unknown fields of the message and written back",
        },
        Feature::Service => Gap {
            severity: Severity::Warning,
            code: "unsupported-service",
            what: "services",
            remedy: "the service is checked and left out; its messages are compiled",
        },
        Feature::CustomOption => Gap {
            severity: Severity::Warning,
            code: "unsupported-custom-option",
            what: "custom options",
            remedy: "the option is left out; it does not change how data is written",
        },
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
