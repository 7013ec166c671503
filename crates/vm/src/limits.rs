use crate::{Limits, Path, TextPlace};
use polywire_ir::{ErrorCode, FuncId, Setting, SiteId};

/// Returns a setting chosen by the caller.
pub(crate) fn setting(limits: &Limits, setting: Setting) -> bool {
    match setting {
        Setting::IgnoreUnknown => limits.ignore_unknown,
        Setting::WriteUnknown => limits.write_unknown,
    }
}

/// The reason and position of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error.
    pub code: ErrorCode,
    /// The function whose op failed.
    pub function: FuncId,
    /// The op; `None` for the depth limit, which is checked at a function's entry, and for ill-formed codecs.
    pub site: Option<SiteId>,
    /// Decoding: the read position, relative to the input; in a region outside of the input, the position at which the
    /// input was left. Encoding: the length of the output so far.
    pub offset: usize,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {}", self.code.message(), self.offset)
    }
}

impl std::error::Error for Failure {}

/// The reason for a refusal, and the member that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The error.
    pub failure: Failure,
    /// The member; empty (the message itself) if no single one is at fault.
    pub path: Path,
    /// The line and column, if the message is a text file.
    pub place: Option<Box<TextPlace>>,
    /// What is known besides.
    pub note: Option<Box<Note>>,
}

/// What is known of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The number that a failed check tested, if it tested nothing else: an integer or the bits of a float.
    Tested(u64),
    /// What was found and expected, where the schema says more than the error.
    Detail(String),
}

impl Refusal {
    /// A failure at a member.
    pub fn at(failure: Failure, path: Path) -> Self {
        Self { failure, path, place: None, note: None }
    }

    /// Returns the number that the failed check tested.
    pub fn tested(&self) -> Option<u64> {
        match self.note.as_deref()? {
            Note::Tested(number) => Some(*number),
            Note::Detail(_) => None,
        }
    }

    /// Returns what was found and expected.
    pub fn detail(&self) -> Option<&str> {
        match self.note.as_deref()? {
            Note::Tested(_) => None,
            Note::Detail(text) => Some(text),
        }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::at(failure, Path::default())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.path.steps.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.failure.fmt(f)?;
        self.place.iter().try_for_each(|place| write!(f, " ({place})"))?;
        self.detail().iter().try_for_each(|detail| write!(f, ": {detail}"))
    }
}

impl std::error::Error for Refusal {}
