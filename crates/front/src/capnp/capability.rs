//! What this version of the front end does not put into the model: the one table that says so.

use polywire_source::{Code, Diagnostic, Span};

/// A kind of type that the model does not hold. Fields of such types are left out of it; messages in which they are set are
/// refused, not read in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    AnyPointer,
    Capability,
    VoidList,
}

/// A row of the table.
struct Gap {
    what: &'static str,
    remedy: &'static str,
}

/// The warning for a member that is left out.
pub(super) fn left_out(feature: Feature, member: &str, span: Span) -> Diagnostic {
    let gap = gap(feature);
    let message = format!("`{member}` is left out: this version of Polywire does not hold {} yet", gap.what);
    let help = format!("messages in which it is set are refused; {}", gap.remedy);
    Diagnostic::warning(Code("unsupported-type"), message).at(span, "").help(help)
}

fn gap(feature: Feature) -> Gap {
    match feature {
        Feature::AnyPointer => Gap {
            what: "values of any type (AnyPointer, AnyStruct, AnyList and type parameters that nothing is bound to)",
            remedy: "bind the type parameter, or declare the field as the type that it has",
        },
        Feature::Capability => {
            Gap { what: "references to objects", remedy: "they mean something in a connection only, not in a file" }
        }
        Feature::VoidList => Gap { what: "lists of Void", remedy: "store their length as an integer" },
    }
}
