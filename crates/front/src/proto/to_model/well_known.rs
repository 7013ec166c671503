//! Types of `google.protobuf` with a meaning beyond their fields.

use polywire_model::attr::WellKnown;

const PACKAGE: [&str; 2] = ["google", "protobuf"];

/// Returns the well-known type of a message or enum.
pub(super) fn mark(package: &[String], name: &[String]) -> Option<WellKnown> {
    match name {
        [name] if package == PACKAGE => by_name(name),
        _ => None,
    }
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
