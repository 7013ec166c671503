//! Models that the dialect does not support.

use crate::unsupported::UnsupportedFeature;

/// Two members of one object.
pub(super) const NAME_TWICE: UnsupportedFeature = UnsupportedFeature {
    message: "a member has the name of another one, or of the type of a union, in flatc's JSON",
    help: "rename one of them",
};
