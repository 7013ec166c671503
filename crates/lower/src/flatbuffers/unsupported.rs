//! Models that FlatBuffers does not support.

use crate::unsupported::unsupported_features;

unsupported_features! {
    KEY: "the key of a FlatBuffers vector must be an integer or a text that is always present", "remove the key, or its presence";
    MANY_CASES: "a union in FlatBuffers has at most 255 cases", "split it";
    WIDE_TABLE: "a table in FlatBuffers has less than 65,536 bytes and 32,766 fields", "move some fields to a table of their own";
}
