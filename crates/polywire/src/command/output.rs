//! Output files.
//!
//! Design: docs/decisions/0045-streams-and-files.md

use super::args::Global;
use super::failure::Failure;
use super::interrupt::Unfinished;
use super::terminal;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write, stdout};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

const BUFFER: usize = 1 << 16;

/// The standard output, or a file that gets its name only once it is complete.
pub struct Output {
    path: PathBuf,
    target: Target,
    /// The last byte written.
    last: Option<u8>,
}

enum Target {
    /// The standard output, or a special file such as `/dev/null`.
    Direct(Box<dyn Write>),
    Temporary(Temporary),
}

/// A temporary file, removed unless it is given its final name.
struct Temporary {
    writer: BufWriter<File>,
    path: TempPath,
    _until_told_to_end: Unfinished,
}

/// Writes a whole file, or to the standard output for `-`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.put(bytes)?;
    output.finish()
}

/// Writes files anew; with `is_check`, lists them instead, and fails if there are any.
pub fn rewrite(changed: &[(&PathBuf, Vec<u8>)], is_check: bool, global: Global) -> Result<(), Failure> {
    if is_check {
        let names: Vec<String> = changed.iter().map(|(path, _)| path.display().to_string()).collect();
        return terminal::report_changed(&names.iter().map(String::as_str).collect::<Vec<_>>(), global);
    }
    changed.iter().try_for_each(|(path, contents)| write(path, contents))
}

impl Output {
    /// Creates a file, or opens the standard output for `-`.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let path = followed(path);
        let target = target(&path).map_err(|error| Failure::writing(&path, &error))?;
        Ok(Self { path, target, last: None })
    }

    /// Writes a part of the file.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Ends the last line, unless it is empty or already ended.
    pub fn end_line(&mut self) -> Result<(), Failure> {
        if self.last.is_none_or(|last| last == b'\n') { Ok(()) } else { self.put(b"\n") }
    }

    /// Returns true if the output so far can be discarded.
    pub fn can_restart(&self) -> bool {
        matches!(self.target, Target::Temporary(_))
    }

    /// Discards what was written to a temporary file.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.last = None;
        let done = match &mut self.target {
            Target::Direct(_) => Ok(()),
            Target::Temporary(file) => file.writer.rewind().and_then(|()| file.writer.get_ref().set_len(0)),
        };
        done.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Gives the file its final name.
    pub fn finish(self) -> Result<(), Failure> {
        let done = match self.target {
            Target::Direct(mut writer) => writer.flush(),
            Target::Temporary(file) => file.finish(&self.path),
        };
        done.map_err(|error| Failure::writing(&self.path, &error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.target {
            Target::Direct(writer) => writer.write(bytes),
            Target::Temporary(file) => file.writer.write(bytes),
        }?;
        self.last = bytes[..written].last().copied().or(self.last);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Direct(writer) => writer.flush(),
            Target::Temporary(file) => file.writer.flush(),
        }
    }
}

/// Resolves a link, so that its target is replaced and not the link.
fn followed(path: &Path) -> PathBuf {
    match fs::symlink_metadata(path) {
        Ok(data) if data.is_symlink() => fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        Ok(_) | Err(_) => path.to_owned(),
    }
}

fn target(path: &Path) -> io::Result<Target> {
    if path == Path::new("-") {
        return Ok(Target::Direct(Box::new(BufWriter::with_capacity(BUFFER, stdout()))));
    }
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let file = File::options().write(true).open(path)?;
        return Ok(Target::Direct(Box::new(BufWriter::with_capacity(BUFFER, file))));
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Temporary::create(folder).map(Target::Temporary)
}

impl Temporary {
    fn create(folder: &Path) -> io::Result<Self> {
        let (file, unfinished) = Unfinished::make(|| temporary(folder))?;
        let (file, path) = file.into_parts();
        Ok(Self { writer: BufWriter::with_capacity(BUFFER, file), path, _until_told_to_end: unfinished })
    }

    /// Gives the file its final name. A replaced file's permissions are kept.
    fn finish(self, path: &Path) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Ok(replaced) = fs::metadata(path) {
            file.set_permissions(replaced.permissions())?;
        }
        Ok(self.path.persist(path)?)
    }
}

/// Creates a temporary file with the permissions of an ordinary new file; by default, nobody else could read it.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".polywire-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Returns true if the output would be appended to the input: both are the same file.
#[cfg(unix)]
pub fn would_grow(input: &Path, output: &Path) -> bool {
    use std::io::stdin;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;
    let of_stream = |stream: BorrowedFd<'_>| File::from(stream.try_clone_to_owned()?).metadata();
    let standard = Path::new("-");
    let read = if input == standard { of_stream(stdin().as_fd()) } else { fs::metadata(input) };
    match (read, of_stream(stdout().as_fd())) {
        (Ok(read), Ok(written)) if output == standard => {
            read.is_file() && (read.dev(), read.ino()) == (written.dev(), written.ino())
        }
        _ => false,
    }
}

/// File identity is not available on this platform.
#[cfg(not(unix))]
pub fn would_grow(_input: &Path, _output: &Path) -> bool {
    false
}
