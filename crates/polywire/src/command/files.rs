//! The input files of a subcommand, which are read one after the other.

use super::args::{Files, Global};
use super::failure::Failure;
use std::fs;
use std::io::{self, IsTerminal, stdin};
use std::path::{Path, PathBuf};

impl Files {
    /// Returns true if files are named, or something is piped into the standard input.
    pub fn can_read(&self) -> bool {
        !self.paths.is_empty() || is_piped()
    }

    /// Returns the named files, or else the standard input if something is piped into it.
    pub fn paths(&self) -> Result<Vec<PathBuf>, Failure> {
        match self.paths.as_slice() {
            [] if is_piped() => Ok(vec![PathBuf::from("-")]),
            [] => Err(Failure::Usage("no input; name a file, or pipe messages into the command".to_owned())),
            paths => Ok(paths.to_vec()),
        }
    }
}

/// Reads files one after the other. An error in one file is printed and does not stop the others; the most severe
/// failure is returned.
pub fn each(
    paths: &[PathBuf],
    global: Global,
    mut run: impl FnMut(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if let [path] = paths {
        return run(path);
    }
    let mut gravest: Option<Failure> = None;
    for path in paths {
        match run(path) {
            Ok(()) => {}
            // Stop: the output is closed, or the error is the same for every file.
            Err(failure @ (Failure::OutputClosed | Failure::Usage(_))) => return Err(failure),
            Err(failure) => {
                failure.print(global);
                gravest = Some(gravest.map_or(failure.printed(), |other| other.graver(failure.printed())));
            }
        }
    }
    gravest.map_or(Ok(()), Err)
}

/// Returns the files below a folder that are wanted, sorted; hidden folders are left out.
pub fn files_below(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if kind.is_dir() && !is_hidden {
            files.extend(files_below(&path, is_wanted)?);
        } else if is_wanted(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns true if the standard input is a pipe, a file or a socket.
#[cfg(unix)]
fn is_piped() -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    if stdin().is_terminal() {
        return false;
    }
    let data = stdin().as_fd().try_clone_to_owned().and_then(|stream| File::from(stream).metadata());
    data.is_ok_and(|data| data.is_file() || data.file_type().is_fifo() || data.file_type().is_socket())
}

/// Returns true if the standard input is not a terminal.
#[cfg(not(unix))]
fn is_piped() -> bool {
    !stdin().is_terminal()
}
