//! Models that FlatBuffers does not support.

use crate::unsupported::unsupported_features;

unsupported_features! {
    OPTIONAL_UNION: "FlatBuffers cannot distinguish an absent union from one without a case", "remove the presence";
    BARE_UNION: "in FlatBuffers, a union can only be a field of a table", "wrap the union in a struct";
    CASE: "in FlatBuffers, a case of a union must be a table or a text", "wrap the value in a struct";
    NESTED_LIST: "in FlatBuffers, the elements of a vector must be scalars, texts or tables", "wrap the inner list or bytes in a struct";
    KEY: "the key of a FlatBuffers vector must be an integer or a text that is always present", "remove the key, or its presence";
    MANY_CASES: "a union in FlatBuffers has at most 255 cases", "split it";
    WIDE_TABLE: "a table in FlatBuffers has less than 65,536 bytes and 32,766 fields", "move some fields to a table of their own";
}
