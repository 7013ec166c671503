//! Which edits of a schema break messages: in which format, for which readers, with a message that shows it.
//!
//! Comparing declarations only finds the edits. Whether one breaks messages is decided by the codecs of both versions: a
//! program of one version writes values, one of the other reads them, and the values differ or not.
//!
//! Invariant: no verdict depends on which wire format it is about. Facts of formats are only compared.
//!
//! Design: docs/decisions/0084-breaking-changes.md

mod alone;
mod blame;
mod codecs;
mod edits;
mod focus;
mod pair;
mod probe;
mod rule;
mod same;
mod scalar;
mod search;
mod side;
pub mod versions;
mod witness;

pub use rule::{RULES, Rule};

use edits::Edit;
use pair::Pairs;
use polywire_lower::Format;
use polywire_model::Model;
use polywire_source::{Severity, Span};
use rule::WithoutMessages;
use search::Models;
use side::Side;

/// Who writes messages, and who reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// New programs read the messages of old ones.
    Backward,
    /// Old programs read the messages of new ones.
    Forward,
}

/// Both directions.
pub const DIRECTIONS: [Direction; 2] = [Direction::Backward, Direction::Forward];

impl Direction {
    /// Returns what belongs to the writer, and what belongs to the reader.
    pub fn of<T>(self, old: T, new: T) -> (T, T) {
        match self {
            Self::Backward => (old, new),
            Self::Forward => (new, old),
        }
    }

    /// Returns the name, as in `backward`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backward => "backward",
            Self::Forward => "forward",
        }
    }
}

/// The effect of an edit on a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The reader refuses it.
    Refused,
    /// The reader reads another value.
    Changed,
    /// The reader reads a member that was written as if it were absent or empty.
    Lost,
    /// The new version of the type cannot be used with the format.
    Unsupported,
}

impl Effect {
    /// Returns the name, as in `refused`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Changed => "changed",
            Self::Lost => "lost",
            Self::Unsupported => "unsupported",
        }
    }
}

/// An edit that breaks something.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that it goes against.
    pub rule: Rule,
    /// An error if messages or calls break, a warning if only code that uses the generated types has to change.
    pub severity: Severity,
    /// The type or service, by its new name, or by its old one if it is removed.
    pub owner: String,
    /// The member, by its new name, or by its old one if it is removed.
    pub member: Option<String>,
    /// Its position in the old schema.
    pub old: Option<Span>,
    /// Its position in the new schema.
    pub new: Option<Span>,
    /// The edit, as in "`t.M.a` is removed".
    pub message: String,
    /// The formats and directions in which it breaks messages.
    pub breaks: Vec<Break>,
}

/// A format and a direction in which an edit breaks messages.
#[derive(Clone, Debug)]
pub struct Break {
    /// The wire format.
    pub format: &'static str,
    /// Who writes and who reads.
    pub direction: Direction,
    /// The effect on messages.
    pub effect: Effect,
    /// A message that shows it; none if the format cannot hold the type.
    pub witness: Option<Witness>,
    /// The reader's error, or the difference between the values.
    pub reason: String,
}

/// A message that one version writes and the other one misreads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Its type, by the writer's name.
    pub ty: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The value as the writer's version reads it, as JSON.
    pub written: String,
    /// The value as the reader's version reads it, as JSON; `None` if it is refused.
    pub read: Option<String>,
}

/// A type that was not compared in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The wire format.
    pub format: &'static str,
    /// The type, by its old name.
    pub owner: String,
    /// The reason.
    pub reason: String,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The edits that break something, in the order of the old schema.
    pub findings: Vec<Finding>,
    /// The types that were not compared.
    pub skipped: Vec<Skipped>,
}

/// Compares two versions of a schema in some formats. Both need the facts of these formats ([`versions::settle`]).
pub fn compare(old: &Model, new: &Model, formats: &[&'static Format], directions: &[Direction]) -> Report {
    let pairs = Pairs::new(Side::new(old), Side::new(new));
    let mut edits = edits::edits(&pairs);
    let mut breaks: Vec<Vec<Break>> = edits.iter().map(|_| Vec::new()).collect();
    let models = Models::new(&pairs, &edits);
    let mut skipped = Vec::new();
    for format in formats {
        let mut found = search::search(&pairs, (&edits[..models.len()], &models), format, directions);
        skipped.append(&mut found.skipped);
        for (at, it) in found.breaks {
            breaks[at].push(it);
        }
        for (edit, found) in found.more {
            match edits.iter().position(|it| it.rule == edit.rule && it.owner == edit.owner) {
                Some(at) => breaks[at].extend(found),
                None => {
                    edits.push(edit);
                    breaks.push(found);
                }
            }
        }
    }
    let findings = edits.into_iter().zip(breaks).filter_map(|(edit, breaks)| finding(edit, breaks)).collect();
    Report { findings, skipped }
}

fn finding(edit: Edit, breaks: Vec<Break>) -> Option<Finding> {
    let severity = match (breaks.is_empty(), edit.without_messages) {
        (false, _) | (true, WithoutMessages::Calls) => Severity::Error,
        (true, WithoutMessages::Code) => Severity::Warning,
        (true, WithoutMessages::Nothing) => return None,
    };
    let Edit { rule, owner, member, old, new, message, .. } = edit;
    Some(Finding { rule, severity, owner, member, old, new, message, breaks })
}
