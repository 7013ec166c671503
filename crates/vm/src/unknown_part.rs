use crate::Path;
use polywire_ir::UnknownKind;

/// A part of a message that its decoder does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownPart {
    /// The value that it is of.
    pub path: Path,
    /// Its start in the message; none if that was unpacked first.
    pub offset: Option<usize>,
    /// The kind of data that the schema does not know; none if the value retains it.
    pub unknown_kind: Option<UnknownKind>,
}
