//! Files to write.

use super::failure::Failure;
use super::interrupt::Unfinished;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write, stdout};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

const BUFFER: usize = 1 << 16;

/// A file that takes its name only once it is complete, or the standard output.
pub struct Output {
    path: PathBuf,
    target: Target,
}

enum Target {
    /// The standard output, or what is no regular file, as `/dev/null`.
    Direct(Box<dyn Write>),
    Temporary(Temporary),
}

/// A file that has no name of its own yet. Without one in the end, it is removed.
struct Temporary {
    writer: BufWriter<File>,
    path: TempPath,
    _until_told_to_end: Unfinished,
}

/// Writes a whole file, or the standard output for `-`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.put(bytes)?;
    output.finish()
}

impl Output {
    /// Opens a file to be written, or the standard output for `-`.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let path = followed(path);
        let target = target(&path).map_err(|error| Failure::writing(&path, &error))?;
        Ok(Self { path, target })
    }

    /// Writes a part of the file.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Returns true if what was written can be taken back.
    pub fn can_restart(&self) -> bool {
        matches!(self.target, Target::Temporary(_))
    }

    /// Takes back what was written to a file that has no name yet.
    pub fn restart(&mut self) -> Result<(), Failure> {
        let done = match &mut self.target {
            Target::Direct(_) => Ok(()),
            Target::Temporary(file) => file.writer.rewind().and_then(|()| file.writer.get_ref().set_len(0)),
        };
        done.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Gives the file its name.
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
        match &mut self.target {
            Target::Direct(writer) => writer.write(bytes),
            Target::Temporary(file) => file.writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Direct(writer) => writer.flush(),
            Target::Temporary(file) => file.writer.flush(),
        }
    }
}

/// Where a link leads, so that the file behind it is replaced, and not the link.
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

    /// Gives the file its name; one that is replaced leaves it its permissions.
    fn finish(self, path: &Path) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Ok(replaced) = fs::metadata(path) {
            file.set_permissions(replaced.permissions())?;
        }
        Ok(self.path.persist(path)?)
    }
}

/// A temporary file with the permissions that a new file would have; by default nobody else could read it.
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

/// Returns true if what is written of the input would become part of it: the standard output is the same file.
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

/// There is no way to know whether files are the same.
#[cfg(not(unix))]
pub fn would_grow(_input: &Path, _output: &Path) -> bool {
    false
}
