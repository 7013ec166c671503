//! Models that CDR does not support.

use crate::unsupported::UnsupportedFeature;

/// An enum.
pub(super) const WIDE_ENUM: UnsupportedFeature = UnsupportedFeature {
    message: "CDR does not support enums of more than 32 bits",
    help: "declare the enum with at most 32 bits, or use an integer",
};
