//! Headers of schema registries: a zero byte, and the id of the writer's schema in 4 bytes, most significant first.

use crate::command::args::{Global, Imports};
use crate::command::failure::Failure;
use crate::command::model::Schema;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The schemas of a registry.
pub(super) struct Registry {
    path: PathBuf,
    /// For each id the paths of the schemas that its schema refers to, and its own path as the last one.
    files: BTreeMap<u32, Vec<PathBuf>>,
}

/// The number of bytes of a header.
const HEADER: usize = 5;

/// Returns the header of messages with an id.
pub fn header(id: u32) -> Vec<u8> {
    [&[0], id.to_be_bytes().as_slice()].concat()
}

impl Registry {
    /// The format of messages behind the header.
    pub const FORMAT: &'static str = "avro";

    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
        let is_toml = path.extension().is_some_and(|it| it == "toml");
        let example = if is_toml { r#"42 = "order-v1.avsc""# } else { r#"{"42": "order-v1.avsc"}"# };
        let wrong = |why: String| {
            Failure::Input(format!(
                "{}: {why}; the path of the schema of each id is needed, as in {example}, or a list of it and the schemas that it refers to",
                path.display()
            ))
        };
        let entries = if is_toml { of_toml(&text) } else { serde_json::from_slice(&text).map_err(|it| it.to_string()) };
        let entries: BTreeMap<String, Value> = entries.map_err(wrong)?;
        // Relative paths are relative to the file.
        let folder = path.parent().unwrap_or(Path::new(""));
        let entry = |(id, value): (String, Value)| -> Result<(u32, Vec<PathBuf>), Failure> {
            let number = id.parse().map_err(|_| wrong(format!("`{id}` is no id, a number below 2^32")))?;
            let files = paths(&value).ok_or_else(|| wrong(format!("`{value}`, of the id {id}, is no path")))?;
            Ok((number, files.into_iter().map(|file| folder.join(file)).collect()))
        };
        Ok(Self { path: path.to_owned(), files: entries.into_iter().map(entry).collect::<Result<_, _>>()? })
    }

    /// Returns the header of a message, and what is wrong without one.
    pub fn header(message: &[u8]) -> Result<Vec<u8>, String> {
        let header = message.get(..HEADER).filter(|header| header.starts_with(&[0])).map(<[u8]>::to_vec);
        header.ok_or_else(|| "it does not begin with 00 and the id of its schema in 4 bytes".to_owned())
    }

    /// Returns the paths of the schema with a header: those that it refers to, and its own.
    pub fn find(&self, header: &[u8]) -> Result<&[PathBuf], String> {
        let id = header.get(1..).and_then(|id| id.try_into().ok()).map_or(0, u32::from_be_bytes);
        self.of_id(id).ok_or_else(|| format!("{} has no schema with its id, {id}", self.path.display()))
    }

    fn of_id(&self, id: u32) -> Option<&[PathBuf]> {
        self.files.get(&id).map(Vec::as_slice)
    }

    /// Checks that an id is not that of a schema other than that of a type.
    pub fn check_id(&self, id: u32, ty: (&Schema, &str), (imports, global): (&Imports, Global)) -> Result<(), Failure> {
        let path = self.path.display();
        let files = self
            .of_id(id)
            .ok_or_else(|| Failure::Usage(format!("--to-registry-id {id}: {path} has no schema with this id")))?;
        let schema = Schema::load_all(files, imports, global)?;
        let name = schema.type_name(None)?;
        if super::fingerprint((&schema, &name), global)? == super::fingerprint(ty, global)? {
            return Ok(());
        }
        let file = files.last().unwrap_or(&self.path).display();
        let message = format!("--to-registry-id {id}: {file} has another schema than the output, {}", ty.1);
        Err(Failure::Usage(message))
    }

    /// Returns the files of the schemas.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.values().flatten().chain([&self.path])
    }
}

fn of_toml(text: &[u8]) -> Result<BTreeMap<String, Value>, String> {
    let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
    toml::from_str(text).map_err(|error| error.message().to_owned())
}

/// Returns the paths in an entry; the schema itself, which is the first one, comes last, as the types of a file may be those of
/// files before it.
fn paths(entry: &Value) -> Option<Vec<&str>> {
    match entry {
        Value::String(file) => Some(vec![file]),
        Value::Array(files) if !files.is_empty() => files.iter().rev().map(Value::as_str).collect(),
        _ => None,
    }
}
