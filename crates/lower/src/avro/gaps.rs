//! What Avro cannot hold.

use crate::unsupported::Gap;

/// A field of an array type.
pub(super) const ARRAY: Gap =
    Gap { message: "Avro has no arrays of fixed length", help: "use a list, or bytes of fixed length" };
