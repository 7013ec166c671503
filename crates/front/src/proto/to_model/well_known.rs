//! Types of `google.protobuf` that mean more than their fields say.

use polywire_model::attr::WellKnown;

const PACKAGE: [&str; 2] = ["google", "protobuf"];

/// Whether a package is that of the well-known types.
pub(super) fn is_package(package: &[String]) -> bool {
    package == PACKAGE
}

/// The mark of a message or enum in a package.
pub(super) fn mark(package: &[String], name: &[String]) -> Option<WellKnown> {
    match name {
        [name] if is_package(package) => by_name(name),
        _ => None,
    }
}

/// Whether the JSON form of a type differs from that of a plain message (ProtoJSON specification).
pub(super) fn is_special_in_json(full_name: &str) -> bool {
    let name = full_name.trim_start_matches('.').strip_prefix("google.protobuf.");
    name.and_then(by_name).is_some_and(|mark| mark != WellKnown::Empty)
}

fn by_name(name: &str) -> Option<WellKnown> {
    let mark = match name {
        "Any" => WellKnown::Any,
        "Duration" => WellKnown::Duration,
        "Empty" => WellKnown::Empty,
        "FieldMask" => WellKnown::FieldMask,
        "ListValue" => WellKnown::ListValue,
        "NullValue" => WellKnown::NullValue,
        "Struct" => WellKnown::Struct,
        "Timestamp" => WellKnown::Timestamp,
        "Value" => WellKnown::Value,
        "BoolValue" | "BytesValue" | "DoubleValue" | "FloatValue" | "Int32Value" | "Int64Value" | "StringValue"
        | "UInt32Value" | "UInt64Value" => WellKnown::Wrapper,
        _ => return None,
    };
    Some(mark)
}
