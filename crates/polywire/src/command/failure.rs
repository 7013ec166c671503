//! Failures of the command.

use super::args::Global;
use super::terminal;
use polywire::convert::AvroPlace;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

#[derive(Debug)]
pub enum Failure {
    /// Errors in the schema or the data, already printed.
    Reported,
    /// An error in the schema or the data.
    Input(String),
    /// The arguments contradict each other or name something that does not exist.
    Usage(String),
    /// A file cannot be read or written.
    File(String),
    /// Everything was written, but the output lacks something that the input had.
    Loss(String),
    /// A call failed.
    Call(String),
    /// The compared values differ.
    Different,
    /// A failure of one of several files, already printed, with its exit code.
    Printed(u8),
    /// Another failure, of a command that exits with 1 if its inputs differ.
    Trouble(Box<Failure>),
    /// The reader of the output, such as `head`, has closed it; not an error.
    OutputClosed,
}

impl Failure {
    /// A file cannot be read; `-` is the standard input.
    pub fn reading(path: &Path, error: &io::Error) -> Self {
        Self::file(path, "the standard input", error)
    }

    /// A file cannot be written; `-` is the standard output.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::file(path, "the standard output", error),
        }
    }

    fn file(path: &Path, standard: &str, error: &io::Error) -> Self {
        match path.to_str() {
            Some("-") => Self::File(format!("{standard}: {error}")),
            Some(_) | None => Self::File(format!("{}: {error}", path.display())),
        }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            Self::OutputClosed => 0,
            Self::Reported | Self::Input(_) | Self::Different => 1,
            Self::Usage(_) => 2,
            Self::File(_) => 3,
            Self::Loss(_) => 4,
            Self::Call(_) => 5,
            Self::Printed(code) => *code,
            Self::Trouble(failure) => failure.code().max(2),
        }
    }

    /// Adds the place of a message in an Avro file.
    pub fn in_place(self, place: Option<AvroPlace>) -> Self {
        match (self, place) {
            (Self::Input(message), Some(place)) => Self::Input(format!("{message}\n  = note: it is {place}")),
            (failure, _) => failure,
        }
    }

    /// Returns the failure marked as printed.
    pub fn printed(&self) -> Self {
        Self::Printed(self.code())
    }

    /// Returns true if everything was written but something is lost.
    pub fn is_loss(&self) -> bool {
        self.code() == 4
    }

    /// Returns the more severe of two failures: unreadable files, then errors in them, then losses.
    pub fn graver(self, other: Self) -> Self {
        let rank = |failure: &Self| [0, 4, 5, 1, 2, 3].iter().position(|code| *code == failure.code());
        if rank(&other) > rank(&self) { other } else { self }
    }

    /// Converts the failure for a command that exits with 1 if its inputs differ.
    pub fn into_trouble(self) -> Self {
        match self {
            Self::Reported | Self::Input(_) => Self::Trouble(Box::new(self)),
            other => other,
        }
    }

    /// Returns what went wrong.
    #[cfg(feature = "net")]
    pub fn message(&self) -> &str {
        match self {
            Self::Reported | Self::OutputClosed | Self::Different | Self::Printed(_) => "",
            Self::Trouble(failure) => failure.message(),
            Self::Input(message)
            | Self::Usage(message)
            | Self::File(message)
            | Self::Loss(message)
            | Self::Call(message) => message,
        }
    }

    pub fn print(&self, global: Global) {
        match self {
            Self::Reported | Self::OutputClosed | Self::Different | Self::Printed(_) => {}
            Self::Trouble(failure) => failure.print(global),
            Self::Input(message)
            | Self::Usage(message)
            | Self::File(message)
            | Self::Loss(message)
            | Self::Call(message) => {
                terminal::print("error", message as &dyn Display, global);
            }
        }
    }
}
