//! How a program starts and ends its answer: by its exit code and what it writes to standard error, or by files of JSON.

use super::super::super::call::internal;
use super::super::super::failure::Failure;
use super::Exec;
use polywire::Model;
use polywire::calls::{DetailsWriter, MetadataText};
use polywire_rpc::{End, Metadata, Status};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

/// Bytes of a file; a head of HTTP has no room for more.
const MOST: u64 = 1 << 16;

/// Where programs say how their calls end.
pub struct Outcomes {
    folder: TempDir,
    last: AtomicU64,
    details: DetailsWriter,
}

/// The files in which a program may say more about the start and the end of its answer; they are removed with this value.
pub struct Files {
    pub start: PathBuf,
    pub end: PathBuf,
}

impl Outcomes {
    pub fn new(model: &Model) -> Result<Self, Failure> {
        let folder = TempDir::new().map_err(|error| Failure::File(format!("a temporary folder: {error}")))?;
        let details = DetailsWriter::new(model).ok_or_else(|| internal("the codecs of details"))?;
        Ok(Self { folder, last: AtomicU64::new(0), details })
    }

    /// Returns the files of a call, which do not exist yet.
    pub fn files(&self) -> Files {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let file = |name: &str| self.folder.path().join(format!("{number}.{name}.json"));
        Files { start: file("start"), end: file("end") }
    }
}

/// Reads a file, if it is there.
fn read(path: &Path) -> Result<Option<Map<String, Value>>, String> {
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut text));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(_) if text.len() as u64 > MOST => return Err(format!("it has more than {MOST} bytes")),
        Ok(_) => {}
    }
    match serde_json::from_slice(&text) {
        Ok(Value::Object(members)) => Ok(Some(members)),
        Ok(_) => Err("it is no object of JSON".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        for path in [&self.start, &self.end] {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Returns the metadata with which an answer starts, if its program says so.
pub fn start(exec: &Exec, files: &Files) -> Result<Option<Vec<Metadata>>, End> {
    let read = read(&files.start).and_then(|members| {
        let Some(members) = members else { return Ok(None) };
        match members.get("metadata") {
            Some(Value::Array(all)) if members.len() == 1 => all_metadata(&exec.texts, all).map(Some),
            _ => Err("it has another member than `metadata`, or that is no list".to_owned()),
        }
    });
    read.map_err(|why| End::failed(Status::INTERNAL, format!("the file of POLYWIRE_START of the program: {why}")))
}

/// Returns the end of a call whose program has ended.
pub fn outcome(exec: &Exec, exit: ExitStatus, errors: &str, files: &Files) -> End {
    let by_code = by_exit(exit, errors);
    let end = read(&files.end).and_then(|members| match members {
        Some(members) => by_file(by_code, &members, (&exec.texts, &exec.outcomes.details)),
        None => Ok(by_code),
    });
    end.unwrap_or_else(|why| End::failed(Status::INTERNAL, format!("the file of POLYWIRE_END of the program: {why}")))
}

/// 0 is success; 2 to 16 are the numbers of statuses, and 1 is what programs fail with for any reason.
fn by_exit(exit: ExitStatus, errors: &str) -> End {
    let (status, otherwise) = match exit.code() {
        Some(0) => return End::default(),
        Some(code @ 2..=16) => (Status(code.unsigned_abs()), format!("the program ended with exit code {code}")),
        Some(1) => (Status::UNKNOWN, "the program ended with exit code 1".to_owned()),
        Some(code) => (Status::INTERNAL, format!("the program ended with exit code {code}")),
        None => (Status::INTERNAL, format!("the program was ended by a signal ({exit})")),
    };
    End::failed(status, if errors.is_empty() { &otherwise } else { errors })
}

/// Members of the file take the place of what the exit code says.
fn by_file(
    mut end: End,
    members: &Map<String, Value>,
    (texts, writer): (&MetadataText, &DetailsWriter),
) -> Result<End, String> {
    let mut details: &[Value] = &[];
    for (name, value) in members {
        match (name.as_str(), value) {
            ("status", value) => end.status = status(value)?,
            ("message", Value::String(message)) => end.message.clone_from(message),
            ("metadata", Value::Array(all)) => {
                end.metadata = all_metadata(texts, all)?;
            }
            ("details", Value::Array(all)) => details = all,
            (name, _) => return Err(format!("the member `{name}` is none that is known, or of another type")),
        }
    }
    if !details.is_empty() {
        end.details = writer.write(end.status.0, &end.message, details)?;
    }
    Ok(end)
}

fn status(value: &Value) -> Result<Status, String> {
    let all = || (0..=16).map(Status);
    let found = match value {
        Value::String(name) => all().find(|status| status.name() == Some(name)),
        value => value.as_u64().and_then(|number| all().find(|status| u64::from(status.0) == number)),
    };
    found.ok_or_else(|| format!("{value} is no status; write it as in \"NOT_FOUND\" or 5"))
}

fn all_metadata(texts: &MetadataText, all: &[Value]) -> Result<Vec<Metadata>, String> {
    let read = |it: &Value| texts.read(it.as_str().ok_or_else(|| format!("{it} is no text `name: value`"))?);
    all.iter().map(read).collect()
}
