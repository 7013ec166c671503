//! Models that JSON does not support.

use crate::unsupported::UnsupportedFeature;

/// Two members of one object.
pub(super) const NAME_TWICE: UnsupportedFeature = UnsupportedFeature {
    message: "another member of the object has the same name in JSON",
    help: "state another JSON name for one of them (`json_name` in .proto, `$Json.name` in .capnp), or rename it",
};
