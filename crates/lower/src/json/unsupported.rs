//! Models that JSON does not support.

use crate::unsupported::UnsupportedFeature;

/// Two members of one object.
pub(super) const NAME_TWICE: UnsupportedFeature = UnsupportedFeature {
    message: "two members of an object have the same name in JSON",
    help: "give one of them another JSON name",
};
