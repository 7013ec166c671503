//! Models that Simple Binary Encoding does not support.

use crate::unsupported::{Unsupported, unsupported_features};
use polywire_model::Decl;

unsupported_features! {
    RECURSION: "SBE has no recursive types", "number the values and refer to them by their number";
    ENUMERATOR: "an enumerator is not between 0 and 65534, as SBE requires", "give it another number";
    WIDE_BLOCK: "a block in SBE has at most 65,534 bytes", "move some fields to a group";
    NO_MESSAGE: "it is no message of its SBE schema, which only uses it in messages", "choose a message";
    NOT_STATED: "the SBE schema does not say where this is in messages", "do not combine SBE's own schemas with those of other languages";
    NARROW_HEADER: "the length of a block, or an id, is greater than the header in front of it can say", "widen the members of the header";
    VIEWS: "messages of SBE are read in place only if an SBE schema states their layout", "print the schema with `polywire schema --to sbe`, and use that one";
    NOT_SBE: "only SBE's own schemas have this JSON", "print the schema with `polywire schema --to sbe`, and use that one";
    LONG_REST: "in SBE, at most 65,534 groups and data can follow a block", "move some fields to a list";
}

/// A removed member whose place is unknown.
pub(super) fn of_removed(name: &str, owner: &Decl) -> Unsupported {
    Unsupported {
        span: owner.span,
        path: owner.path(),
        message: format!("a removed member had the type `{name}`, which is in neither the schema nor a lock"),
        help: "restore the type; if no message contains the member, delete its `order` line from the lock".to_owned(),
    }
}
