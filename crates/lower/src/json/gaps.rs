//! What JSON cannot hold.

use crate::unsupported::Gap;

/// Two members of one object.
pub(super) const NAME_TWICE: Gap =
    Gap { message: "two members of an object have the same name in JSON", help: "give one of them another JSON name" };
