//! Models that Avro does not support.

use crate::unsupported::UnsupportedFeature;

/// A field of an array type.
pub(super) const ARRAY: UnsupportedFeature =
    UnsupportedFeature { message: "Avro has no arrays of fixed length", help: "use a list, or bytes of fixed length" };
