//! The depth of types: typedefs of sequences of typedefs can nest without end.

use crate::idl::codes;
use crate::idl::tree::{Definition, Kind, Type};
use polywire_source::{Diagnostic, Diagnostics};

/// The most sequences, arrays and maps around each other.
const DEEPEST: usize = 100;

/// Refuses typedefs of types that nest too deep. They only use definitions before them.
pub(super) fn check(definitions: &[Definition], diagnostics: &mut Diagnostics) {
    let mut depths = vec![0; definitions.len()];
    for (at, it) in definitions.iter().enumerate() {
        let (Kind::Typedef(ty) | Kind::ValueBox(ty)) = &it.kind else { continue };
        depths[at] = depth(ty, &depths);
        if depths[at] > DEEPEST {
            let message =
                format!("the type `{}` has more than {DEEPEST} sequences, arrays and maps around each other", it.name);
            let problem = Diagnostic::error(codes::TOO_DEEP, message).at(it.span, "");
            diagnostics.push(problem.help("put a struct in between"));
            depths[at] = 0;
        }
    }
}

fn depth(ty: &Type, depths: &[usize]) -> usize {
    match ty {
        Type::Named(id) => depths.get(id.0).copied().unwrap_or_default(),
        Type::Sequence(element, _) | Type::Array(element, _) => 1 + depth(element, depths),
        Type::Map(key, value, _) => 1 + depth(key, depths).max(depth(value, depths)),
        Type::Boolean
        | Type::Octet
        | Type::Char
        | Type::WChar
        | Type::Int { .. }
        | Type::Float(_)
        | Type::Fixed { .. }
        | Type::AnyFixed
        | Type::String { .. }
        | Type::Any
        | Type::Object
        | Type::ValueBase
        | Type::TypeCode => 0,
    }
}
