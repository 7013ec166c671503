use polywire_vm::{Path, PathStep};
use std::fmt;

/// A violation of a rule of OpenStreetMap files that the schema cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The member that breaks the rule.
    pub path: Path,
    /// The offset of the member in the block.
    pub offset: usize,
    /// The rule.
    pub problem: Problem,
}

/// A broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An index outside the string table.
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
    /// An unknown type of a relation's member.
    MemberType(i64),
    /// A second string table.
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
    /// Returns the stable name for machine-readable output.
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
