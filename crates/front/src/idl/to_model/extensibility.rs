//! How types may change (DDS-XTypes 1.3, clause 7.3.1.2.1.8).

use super::annotation::{find, is_set, parameter};
use crate::idl::tree::{Annotation, Value};
use polywire_model::attr::Extensibility;

/// Returns what the annotations of a type say, if they do.
pub(super) fn extensibility(all: &[Annotation]) -> Option<Extensibility> {
    let stated = find(all, "extensibility").and_then(|it| parameter(it, "value"));
    let of_name = |name: &[u8]| match name.to_ascii_uppercase().as_slice() {
        b"FINAL" | b"FINAL_EXTENSIBILITY" => Some(Extensibility::Final),
        b"APPENDABLE" | b"EXTENSIBLE_EXTENSIBILITY" => Some(Extensibility::Appendable),
        b"MUTABLE" | b"MUTABLE_EXTENSIBILITY" => Some(Extensibility::Mutable),
        _ => None,
    };
    match stated {
        Some(Value::String(name)) => of_name(name),
        _ if is_set(all, "final") => Some(Extensibility::Final),
        _ if is_set(all, "appendable") => Some(Extensibility::Appendable),
        _ if is_set(all, "mutable") => Some(Extensibility::Mutable),
        _ => None,
    }
}
