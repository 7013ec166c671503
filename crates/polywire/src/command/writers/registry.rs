//! Headers of schema registries: a zero byte, and the id of the writer's schema in 4 bytes, most significant first.

use crate::command::args::{Global, Imports};
use crate::command::failure::Failure;
use crate::command::model::Schema;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The schemas of a registry.
pub(super) struct Registry {
    path: PathBuf,
    /// Paths of schemas by their ids.
    files: BTreeMap<u32, PathBuf>,
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
        let wrong = |why: String| {
            Failure::Input(format!(
                "{}: {why}; an object with the path of the schema of each id is needed, as in {{\"42\": \"order-v1.avsc\"}}",
                path.display()
            ))
        };
        let entries: BTreeMap<String, PathBuf> =
            serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        // Relative paths are relative to the file.
        let folder = path.parent().unwrap_or(Path::new(""));
        let entry = |(id, file): (String, PathBuf)| match id.parse() {
            Ok(number) => Ok((number, folder.join(file))),
            Err(_) => Err(wrong(format!("`{id}` is no id, a number below 2^32"))),
        };
        Ok(Self { path: path.to_owned(), files: entries.into_iter().map(entry).collect::<Result<_, _>>()? })
    }

    /// Returns the header of a message, and what is wrong without one.
    pub fn header(message: &[u8]) -> Result<Vec<u8>, String> {
        let header = message.get(..HEADER).filter(|header| header.starts_with(&[0])).map(<[u8]>::to_vec);
        header.ok_or_else(|| "it does not begin with 00 and the id of its schema in 4 bytes".to_owned())
    }

    /// Returns the path of the schema with a header.
    pub fn find(&self, header: &[u8]) -> Result<&Path, String> {
        let id = header.get(1..).and_then(|id| id.try_into().ok()).map_or(0, u32::from_be_bytes);
        self.of_id(id).ok_or_else(|| format!("{} has no schema with its id, {id}", self.path.display()))
    }

    fn of_id(&self, id: u32) -> Option<&Path> {
        self.files.get(&id).map(PathBuf::as_path)
    }

    /// Checks that an id is not that of a schema other than that of a type.
    pub fn check_id(&self, id: u32, ty: (&Schema, &str), (imports, global): (&Imports, Global)) -> Result<(), Failure> {
        let path = self.path.display();
        let file = self
            .of_id(id)
            .ok_or_else(|| Failure::Usage(format!("--to-registry-id {id}: {path} has no schema with this id")))?;
        let schema = Schema::load(file, imports, global)?;
        let name = schema.type_name(None)?;
        if super::fingerprint((&schema, &name), global)? == super::fingerprint(ty, global)? {
            return Ok(());
        }
        let message = format!("--to-registry-id {id}: {} has another schema than the output, {}", file.display(), ty.1);
        Err(Failure::Usage(message))
    }

    /// Returns the files of the schemas.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.values().chain([&self.path])
    }
}
