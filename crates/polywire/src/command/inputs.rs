//! The input files of a subcommand, which no output may replace.

use super::failure::Failure;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// Files that are read.
#[derive(Default)]
pub struct Inputs {
    files: Vec<(PathBuf, Identity)>,
}

impl Inputs {
    /// Returns the files at these paths; `-` is the standard input.
    pub fn of(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let mut inputs = Self::default();
        inputs.extend(paths);
        inputs
    }

    /// Adds files.
    pub fn extend(&mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) {
        let identified = |path: &Path| Some((path.to_owned(), Identity::of_input(path)?));
        self.files.extend(paths.into_iter().filter_map(|path| identified(path.as_ref())));
    }

    /// Fails if writing to a path would replace one of the files, under any name or link.
    pub fn check(&self, output: &Path) -> Result<(), Failure> {
        self.check_but(output, |_| false)
    }

    /// Like [`Self::check`], for a file that is updated on purpose.
    pub fn check_updated(&self, output: &Path) -> Result<(), Failure> {
        self.check_but(output, |path| path == output)
    }

    fn check_but(&self, output: &Path, is_allowed: impl Fn(&Path) -> bool) -> Result<(), Failure> {
        let Some(identity) = Identity::of_output(output) else { return Ok(()) };
        match self.files.iter().find(|(path, input)| *input == identity && !is_allowed(path)) {
            None => Ok(()),
            Some((path, _)) => {
                let (output, path) = (output.display(), shown(path));
                Err(Failure::Usage(format!("{output} would overwrite the input {path}; choose another output")))
            }
        }
    }
}

fn shown(path: &Path) -> String {
    if path == Path::new("-") { "the standard input".to_owned() } else { path.display().to_string() }
}

/// The identity of a file, which is the same for all of its names.
#[derive(PartialEq)]
struct Identity(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

impl Identity {
    fn of_output(path: &Path) -> Option<Self> {
        if path == Path::new("-") { None } else { Self::of_file(path) }
    }

    fn of_input(path: &Path) -> Option<Self> {
        if path == Path::new("-") { Self::of_standard_input() } else { Self::of_file(path) }
    }

    /// Returns `None` for files that are not regular, such as terminals and pipes, which can be both read and written.
    fn of_file(path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok().filter(Metadata::is_file)?;
        Self::of(path, &data)
    }

    #[cfg(unix)]
    fn of_standard_input() -> Option<Self> {
        use std::os::fd::AsFd;
        let file = fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
        let data = file.metadata().ok().filter(Metadata::is_file)?;
        Self::of(Path::new("-"), &data)
    }

    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "the path may not be found from another folder")]
    fn of(_path: &Path, data: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self((data.dev(), data.ino())))
    }

    #[cfg(not(unix))]
    fn of_standard_input() -> Option<Self> {
        None
    }

    #[cfg(not(unix))]
    fn of(path: &Path, _data: &Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self)
    }
}
