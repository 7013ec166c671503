//! Files to write.

use super::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const BUFFER: usize = 1 << 16;

/// A file that takes its name only once it is complete, or the standard output.
pub struct Output {
    path: PathBuf,
    target: Target,
}

enum Target {
    /// The standard output, or what is no regular file, as `/dev/null`.
    Direct(Box<dyn Write>),
    Temporary(BufWriter<NamedTempFile>),
}

impl Output {
    /// Opens a file to be written, or the standard output for `-`.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let target = target(path).map_err(|error| Failure::file(path, &error))?;
        Ok(Self { path: path.to_owned(), target })
    }

    /// Gives the file its name.
    pub fn finish(self) -> Result<(), Failure> {
        let done = match self.target {
            Target::Direct(mut writer) => writer.flush(),
            Target::Temporary(writer) => writer.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
                file.persist(&self.path)?;
                Ok(())
            }),
        };
        done.map_err(|error| Failure::file(&self.path, &error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Direct(writer) => writer.write(bytes),
            Target::Temporary(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Direct(writer) => writer.flush(),
            Target::Temporary(writer) => writer.flush(),
        }
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
    Ok(Target::Temporary(BufWriter::with_capacity(BUFFER, temporary(folder)?)))
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
