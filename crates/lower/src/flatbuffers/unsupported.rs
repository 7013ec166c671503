//! Models that FlatBuffers does not support.

use crate::unsupported::UnsupportedFeature;

macro_rules! unsupported_features {
    ($($name:ident: $message:literal, $help:literal;)*) => {
        $(pub(super) const $name: UnsupportedFeature = UnsupportedFeature { message: $message, help: $help };)*
    };
}

unsupported_features! {
    OPTIONAL_UNION: "FlatBuffers does not tell an absent union from one without a case", "remove the presence";
    BARE_UNION: "a union can only be a table's field here", "wrap the union in a struct";
    CASE: "a union's case in FlatBuffers is a table or a text", "wrap the value in a struct";
    NESTED_LIST: "a vector in FlatBuffers has elements that are scalars, texts or tables", "wrap the inner list or bytes in a struct";
    KEY: "the key of a FlatBuffers vector is an integer or a text that is always there", "remove the key, or its presence";
    MANY_CASES: "a union in FlatBuffers has at most 255 cases", "split it";
    WIDE_TABLE: "a table in FlatBuffers has less than 65,536 bytes and 32,766 fields", "move some fields to a table of their own";
}
