//! Derived names, and field numbers of options that the front end interprets.

/// Field numbers in the option messages of `descriptor.proto`.
pub(in crate::proto) mod numbers {
    pub const GO_PACKAGE: u32 = 11;
    pub const FILE_FEATURES: u32 = 50;
    pub const OPTIMIZE_FOR: u32 = 9;
    pub const CC_GENERIC_SERVICES: u32 = 16;
    pub const JAVA_GENERIC_SERVICES: u32 = 17;
    pub const JAVA_STRING_CHECK_UTF8: u32 = 27;

    pub const MESSAGE_SET_WIRE_FORMAT: u32 = 1;
    pub const MESSAGE_DEPRECATED: u32 = 3;
    pub const MAP_ENTRY: u32 = 7;
    pub const MESSAGE_LEGACY_JSON: u32 = 11;
    pub const MESSAGE_FEATURES: u32 = 12;

    pub const CTYPE: u32 = 1;
    pub const PACKED: u32 = 2;
    pub const FIELD_DEPRECATED: u32 = 3;
    pub const LAZY: u32 = 5;
    pub const JSTYPE: u32 = 6;
    pub const UNVERIFIED_LAZY: u32 = 15;
    pub const RETENTION: u32 = 17;
    pub const TARGETS: u32 = 19;
    pub const FIELD_FEATURES: u32 = 21;
    pub const FIELD_FEATURE_SUPPORT: u32 = 22;

    pub const ONEOF_FEATURES: u32 = 1;

    pub const ALLOW_ALIAS: u32 = 2;
    pub const ENUM_DEPRECATED: u32 = 3;
    pub const ENUM_LEGACY_JSON: u32 = 6;
    pub const ENUM_FEATURES: u32 = 7;

    pub const VALUE_DEPRECATED: u32 = 1;
    pub const VALUE_FEATURES: u32 = 2;
    pub const VALUE_FEATURE_SUPPORT: u32 = 4;
    pub const VALUE_JSON: u32 = 998;

    pub const DECLARATION: u32 = 2;
    pub const VERIFICATION: u32 = 3;
    pub const RANGE_FEATURES: u32 = 50;

    pub const SERVICE_DEPRECATED: u32 = 33;
    pub const SERVICE_FEATURES: u32 = 34;
    pub const METHOD_DEPRECATED: u32 = 33;
    pub const METHOD_IDEMPOTENCY: u32 = 34;
    pub const METHOD_FEATURES: u32 = 35;

    pub const UNINTERPRETED: u32 = 999;
}

/// Returns the JSON name of a field: underscores are removed and the letter after each is capitalised.
pub fn json_name(name: &str) -> String {
    camel(name, false)
}

/// Returns the name of the message for a map field's entries.
pub(in crate::proto) fn map_entry_name(field: &str) -> String {
    camel(field, true) + "Entry"
}

fn camel(name: &str, mut capital: bool) -> String {
    let mut camel = String::with_capacity(name.len());
    for ch in name.chars() {
        if ch == '_' {
            capital = true;
        } else {
            camel.push(if capital { ch.to_ascii_uppercase() } else { ch });
            capital = false;
        }
    }
    camel
}
