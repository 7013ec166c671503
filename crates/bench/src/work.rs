//! Build steps: writing files and running programs.

use crate::error::Error;
use crate::subject::Build;
use object::{Object as _, ObjectSection, SectionKind};
use std::fs;
use std::hash::{DefaultHasher, Hash};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Builds a file. If one was built before from inputs with the same fingerprint, the recorded cost is returned.
pub(crate) fn built(
    file: &Path,
    print: u64,
    make: impl FnOnce() -> Result<(), Error>,
    code: fn(&Path) -> Result<u64, Error>,
) -> Result<Build, Error> {
    let facts = file.with_extension("facts");
    if let Some(build) = remembered(&facts, print).filter(|_| file.exists()) {
        return Ok(build);
    }
    let start = Instant::now();
    make()?;
    let build = Build { time: start.elapsed(), code: code(file)? };
    write(&facts, format!("{print} {} {}", build.time.as_nanos(), build.code))?;
    Ok(build)
}

fn remembered(facts: &Path, print: u64) -> Option<Build> {
    let text = fs::read_to_string(facts).ok()?;
    let numbers: Vec<u64> = text.split(' ').map_while(|number| number.parse().ok()).collect();
    match numbers.as_slice() {
        [known, time, code] if *known == print => Some(Build { time: Duration::from_nanos(*time), code: *code }),
        _ => None,
    }
}

/// Returns the number of bytes of machine code in an object file or a program.
pub(crate) fn machine_code(path: &Path) -> Result<u64, Error> {
    let bytes = fs::read(path).map_err(Error::file(path))?;
    let file = object::File::parse(&*bytes).map_err(|error| Error::Tool(format!("{}: {error}", path.display())))?;
    Ok(file.sections().filter(|section| section.kind() == SectionKind::Text).map(|section| section.size()).sum())
}

/// Hashes the files below a folder that are sources, with their paths.
pub(crate) fn hash_files(
    folder: &Path,
    is_source: &dyn Fn(&Path) -> bool,
    hasher: &mut DefaultHasher,
) -> Result<(), Error> {
    let entries = fs::read_dir(folder).map_err(Error::file(folder))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash_files(&path, is_source, hasher)?;
        } else if is_source(&path) {
            (&path, fs::read(&path).map_err(Error::file(&path))?).hash(hasher);
        }
    }
    Ok(())
}

/// Runs a program and waits for its end.
pub(crate) fn run(command: &mut Command) -> Result<(), Error> {
    let output = match command.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) => return Err(Error::Tool(format!("{}: {error}", command.get_program().to_string_lossy()))),
    };
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].map(|it| String::from_utf8_lossy(&it).into_owned()).concat();
    let said: Vec<&str> = said.lines().take(MOST_LINES).collect();
    let shown = format!("{command:?}").replace('"', "");
    Err(Error::Tool(format!("{shown}\n{}", said.join("\n"))))
}

/// Compilers print the most important messages first.
const MOST_LINES: usize = 20;

/// Writes a file and creates its folder.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    fs::write(path, contents).map_err(Error::file(path))
}

/// Writes files into a folder.
pub(crate) fn write_all(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> Result<(), Error> {
    files.iter().try_for_each(|(name, contents)| write(&folder.join(name), contents))
}

/// Creates the folder of another implementation in a workshop.
pub(crate) fn peer_folder(workshop: &Path, name: &str) -> Result<PathBuf, Error> {
    let folder = workshop.join("peers").join(name);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    Ok(folder)
}

/// Concatenates messages, each preceded by its length in 32 bits, lowest byte first.
pub fn framed(messages: &[Vec<u8>]) -> Vec<u8> {
    messages.iter().flat_map(|message| [&(message.len() as u32).to_le_bytes()[..], message].concat()).collect()
}

/// Splits such a file into messages.
pub fn unframed(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (mut rest, mut messages) = (bytes, Vec::new());
    while let Some((length, behind)) = rest.split_first_chunk() {
        let (message, next) = behind.split_at((u32::from_le_bytes(*length) as usize).min(behind.len()));
        messages.push(message.to_vec());
        rest = next;
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framed_messages_round_trip() {
        let messages = [b"one".to_vec(), Vec::new(), b"three".to_vec()];
        assert_eq!(unframed(&framed(&messages)), messages);
    }
}
