//! What CDR cannot hold.

use crate::unsupported::Gap;

/// An enum.
pub(super) const WIDE_ENUM: Gap = Gap {
    message: "CDR has no enums of more than 32 bits",
    help: "declare the enum with at most 32 bits, or use an integer",
};
