//! Types of `google.protobuf` that mean more than their fields say.

use polywire_model::attr::WellKnown;

const PACKAGE: [&str; 2] = ["google", "protobuf"];

/// The mark of a message or enum in a package.
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
