use crate::Path;
use polywire_ir::UnknownKind;

/// A part of a message that is not in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownPart {
    /// The value that contains it.
    pub path: Path,
    /// Its start in the message; `None` if it was unpacked.
    pub offset: Option<usize>,
    /// The kind of unknown data; `None` if the value retains it.
    pub unknown_kind: Option<UnknownKind>,
}
