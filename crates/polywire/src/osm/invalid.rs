use polywire_vm::{Path, PathStep};
use std::fmt;

/// A rule of OpenStreetMap files that a block breaks, and that the schema cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The member that breaks it.
    pub path: Path,
    /// Where the member is in the block.
    pub offset: usize,
    /// The rule.
    pub problem: Problem,
}

/// A rule that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An index that no entry of the string table has.
    StringIndex {
        /// The index.
        index: i64,
        /// The number of entries.
        strings: usize,
    },
    /// A key of a dense node without a value.
    KeyWithoutValue,
    /// Fewer coordinates than nodes.
    Coordinates {
        /// The number of nodes.
        nodes: usize,
        /// The number of coordinates.
        coordinates: usize,
    },
    /// A type that members of relations cannot have.
    MemberType(i64),
    /// A string table behind another.
    SecondTable,
}

impl Invalid {
    /// Adds the step in front of the path.
    pub(super) fn within(&mut self, name: &str, index: Option<usize>) {
        let steps = [PathStep::Name(name.to_owned())].into_iter().chain(index.map(PathStep::Index));
        self.path.steps.splice(..0, steps);
    }
}

impl Problem {
    /// The stable name, as in machine-readable output.
    pub fn name(&self) -> &'static str {
        match self {
            Self::StringIndex { .. } => "bad_string_index",
            Self::KeyWithoutValue => "missing_value",
            Self::Coordinates { .. } => "missing_coordinate",
            Self::MemberType(_) => "unknown_member_type",
            Self::SecondTable => "second_string_table",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StringIndex { index, strings } => {
                write!(f, "index {index} is outside the string table of {strings} entries")
            }
            Self::KeyWithoutValue => f.write_str("the list ends behind a key; its value is missing"),
            Self::Coordinates { nodes, coordinates } => {
                write!(f, "{nodes} nodes have {coordinates} coordinates here, but each needs one")
            }
            Self::MemberType(number) => {
                write!(f, "{number} is no type of members, which are 0 (node), 1 (way) and 2 (relation)")
            }
            Self::SecondTable => f.write_str("a block has only one string table, but this is another"),
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at byte {}", self.path, self.problem, self.offset)
    }
}
