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
    /// Whoever read the output has gone, as `head` does; nothing is wrong.
    OutputClosed,
}

impl Failure {
    pub fn file(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::File(format!("{}: {error}", path.display())),
        }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::OutputClosed => 0,
            Self::Reported | Self::Input(_) => 1,
            Self::Usage(_) => 2,
            Self::File(_) => 3,
            Self::Loss(_) => 4,
        })
    }

    pub fn print(&self, global: Global) {
        match self {
            Self::Reported | Self::OutputClosed => {}
            Self::Input(message) | Self::Usage(message) | Self::File(message) | Self::Loss(message) => {
                terminal::print("error", message as &dyn Display, global);
            }
        }
    }
}
