//! Models that raw memory does not support.

use crate::Unsupported;
use crate::plan::field_path;
use crate::unsupported::{UnsupportedFeature, unsupported_features};
use polywire_model::c::layout::LayoutError;
use polywire_model::c::{NotFixed, NotFixedKind};
use polywire_model::{Decl, DeclKind, Model};

unsupported_features! {
    TEXT: "a text without a greatest length has no fixed size", "give it a greatest length, as IDL's `string<20>` does";
    BYTES: "bytes without a greatest length have no fixed size", "give them a length, or a greatest one";
    LIST: "a list without a greatest length has no fixed size", "give it a greatest length, as IDL's `sequence<T, 20>` does, or use an array";
    MAP: "a map has no fixed size", "use a list of structs with a greatest length";
    POSITION: "no member tells the number of elements or the case here", "put it into a struct of its own";
    OVERLAP: "a union without a tag cannot be read as a value", "name the member that tells which case is set";
    TOLD: "the member that tells about another one is no number of the same struct", "name a member of an integer type";
    ABSENT_BITS: "no member tells whether it has a value", "make the member required";
    TYPE: "the declaration of C and the type of the member do not belong together", "declare both in the same schema";
    FLEXIBLE: "the elements of a flexible array have no fixed size", "use elements of fixed size";
    NESTED_FLEXIBLE: "a struct with a flexible array cannot be a member of another one", "move the array to the outermost struct";
    REST_IN_PADDING: "the array begins inside of the padding of its struct, so that its number of elements does not follow from the length of a message",
        "name the member that tells the number of elements";
    FLOAT: "a `long double` that is the sum of two doubles is not supported", "use `double`, or choose another ABI";
}

/// Returns what has no fixed size in a model.
pub(super) fn not_fixed(model: &Model, parts: &[NotFixed]) -> Vec<Unsupported> {
    let feature = |kind| match kind {
        NotFixedKind::Text => TEXT,
        NotFixedKind::Bytes => BYTES,
        NotFixedKind::List => LIST,
        NotFixedKind::Map => MAP,
        NotFixedKind::Position => POSITION,
    };
    let of_part = |part: &NotFixed| {
        let decl = model.decl(part.decl);
        let span = match &decl.kind {
            DeclKind::Struct(it) => it.fields.iter().find(|it| it.name == part.member).map(|it| it.span),
            DeclKind::Union(it) => it.cases.iter().find(|it| it.name == part.member).map(|it| it.span),
            DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        };
        feature(part.kind).at(span.unwrap_or(decl.span), field_path(decl, &part.member))
    };
    parts.iter().map(of_part).collect()
}

/// Reports that a declaration has no layout.
pub(super) fn no_layout(decl: &Decl, error: &LayoutError) -> Unsupported {
    let message = format!("`{}` {}", error.member, error.kind.text());
    Unsupported { message, ..NO_LAYOUT.at(decl.span, decl.path()) }
}

const NO_LAYOUT: UnsupportedFeature =
    UnsupportedFeature { message: "", help: "change the declaration, or choose another ABI with `memory.abi`" };
