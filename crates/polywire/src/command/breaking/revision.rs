//! Schema files, folders of them, and both in revisions of Git, by paths such as `main:proto/trade.proto`.

use crate::command::failure::Failure;
use crate::command::files::files_below;
use polywire::schema::Language;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, str};

/// Reads a file, or a file of a revision.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && split(path).is_some() => {
            let output = git(&["cat-file", "blob", &path.to_string_lossy()])?;
            if output.status.success() { Ok(output.stdout) } else { Err(io::ErrorKind::NotFound.into()) }
        }
        read => read,
    }
}

/// Returns the schema files that a path means, and the folders in which their imports are searched.
pub(super) fn files(path: &Path, imports: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => {
            let files = files_below(path, &is_schema).map_err(|error| Failure::reading(path, &error))?;
            some(path, files, or_folder(imports.to_vec(), path.to_owned()))
        }
        Ok(_) => Ok((vec![path.to_owned()], imports.to_vec())),
        Err(error) => match split(path) {
            Some((revision, inside)) => in_revision(path, (revision, inside), imports),
            None => Err(Failure::reading(path, &error)),
        },
    }
}

/// Splits a path such as `main:proto/trade.proto`.
fn split(path: &Path) -> Option<(&str, &str)> {
    path.to_str()?.split_once(':')
}

fn in_revision(
    path: &Path,
    (revision, inside): (&str, &str),
    imports: &[PathBuf],
) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::File(format!("{}: {error}", path.display()));
    let run = |arguments: &[&str]| -> Result<Vec<u8>, Failure> {
        let output = git(arguments).map_err(|error| failed(&format!("git cannot be run: {error}")))?;
        if output.status.success() { Ok(output.stdout) } else { Err(failed(&reason(&output))) }
    };
    let kind = run(&["cat-file", "-t", &path.to_string_lossy()])?;
    // Paths without a folder would be taken for files of the working folder by their imports.
    let top = run(&["rev-parse", "--show-cdup"])?;
    let top = format!("{revision}:./{}", str::from_utf8(&top).unwrap_or_default().trim_end());
    let inside = inside.trim_end_matches('/');
    let place = match inside {
        "" => PathBuf::from(&top),
        inside if inside.contains('/') => PathBuf::from(format!("{revision}:{inside}")),
        inside => Path::new(&top).join(inside),
    };
    let of_revision = |folder: &PathBuf| match folder.is_absolute() || split(folder).is_some() {
        true => folder.clone(),
        false => PathBuf::from(format!("{revision}:./{}", folder.display())),
    };
    let folders: Vec<PathBuf> = imports.iter().map(of_revision).collect();
    if kind.starts_with(b"blob") {
        return Ok((vec![place], folders));
    }
    let names = run(&["ls-tree", "-r", "-z", "--full-tree", "--name-only", &path.to_string_lossy()])?;
    let names = names.split(|byte| *byte == 0).filter_map(|name| str::from_utf8(name).ok());
    let files: Vec<PathBuf> = names.map(|name| place.join(name)).filter(|file| is_schema(file)).collect();
    some(path, files, or_folder(folders, place.clone()))
}

fn or_folder(imports: Vec<PathBuf>, folder: PathBuf) -> Vec<PathBuf> {
    if imports.is_empty() { vec![folder] } else { imports }
}

/// Fails if a folder has no schemas.
fn some(path: &Path, mut files: Vec<PathBuf>, folders: Vec<PathBuf>) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    files.sort();
    match files.is_empty() {
        true => Err(Failure::Usage(format!(
            "{}: no schema files; there are .proto, .capnp, .fbs, .fbe, .idl, .xsd, .avsc, .avpr and .avdl files; name a file of \
             another language",
            path.display()
        ))),
        false => Ok((files, folders)),
    }
}

/// Compiled schemas do not count: they contain the others. Nor do files whose names do not tell that they are schemas: `.xml`, `.go` and
/// those of C.
fn is_schema(path: &Path) -> bool {
    use Language::{Avdl, Avpr, Avsc, Capnp, Fbe, Fbs, Idl, Proto, Xsd};
    let language = Language::of_path(&path.to_string_lossy());
    matches!(language, Some(Proto | Capnp | Fbs | Fbe | Idl | Xsd | Avsc | Avpr | Avdl))
}

fn git(arguments: &[&str]) -> io::Result<Output> {
    Command::new("git").args(arguments).output()
}

/// Returns what Git says, without its own prefix.
fn reason(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().next().unwrap_or("git failed");
    line.trim_start_matches("fatal: ").to_owned()
}
