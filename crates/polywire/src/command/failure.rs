//! Why the command gives up.

use super::args::Global;
use super::terminal;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

#[derive(Debug)]
pub enum Failure {
    /// The schema or the data has errors that were printed already.
    Reported,
    /// The schema or the data has this error.
    Input(String),
    /// The arguments contradict each other or name what is not there.
    Usage(String),
    /// A file cannot be read or written.
    File(String),
    /// All is written, but the output lacks something that the input had.
    Loss(String),
    /// The compared values differ.
    Different,
    /// Another failure, of a command for which 1 means that what it compares differs.
    Trouble(Box<Failure>),
    /// Whoever read the output has gone, as `head` does; nothing is wrong.
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
            Self::Trouble(failure) => failure.code().max(2),
        }
    }

    /// The failure of a command for which 1 means that what it compares differs.
    pub fn into_trouble(self) -> Self {
        match self {
            Self::Reported | Self::Input(_) => Self::Trouble(Box::new(self)),
            other => other,
        }
    }

    pub fn print(&self, global: Global) {
        match self {
            Self::Reported | Self::OutputClosed | Self::Different => {}
            Self::Trouble(failure) => failure.print(global),
            Self::Input(message) | Self::Usage(message) | Self::File(message) | Self::Loss(message) => {
                terminal::print("error", message as &dyn Display, global);
            }
        }
    }
}
