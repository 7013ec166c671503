use crate::Path;
use polywire_ir::Omission;

/// What a message has that its decoder does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownPart {
    /// The value that it is of.
    pub path: Path,
    /// Where it begins in the message; none if that was unpacked first.
    pub offset: Option<usize>,
    /// What the schema lacks; none if the value retains it.
    pub omission: Option<Omission>,
}
