//! Folders of schemas, of which the fingerprint of a message selects one.

use crate::command::args::{Global, Imports};
use crate::command::failure::Failure;
use crate::command::files::files_below;
use crate::command::model::{Schema, format};
use polywire::schema::{Language, SingleHeader, single_header, single_headers};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The schemas of a folder.
pub(super) struct Folder {
    path: PathBuf,
    schemas: Vec<Schema>,
    /// The schema and the type of each header.
    types: BTreeMap<SingleHeader, (usize, String)>,
}

impl Folder {
    /// The format whose messages have fingerprints.
    pub const FORMAT: &'static str = "avro_single";

    pub fn load(path: &Path, imports: &Imports, global: Global) -> Result<Self, Failure> {
        let files = files_below(path, &is_schema).map_err(|error| Failure::reading(path, &error))?;
        if files.is_empty() {
            let message = format!("{}: there are no Avro schemas (.avsc, .avpr, .avdl) in the folder", path.display());
            return Err(Failure::Usage(message));
        }
        let schemas = files.iter().map(|file| Schema::load(file, imports, global)).collect::<Result<Vec<_>, _>>()?;
        let mut folder = Self { path: path.to_owned(), schemas, types: BTreeMap::new() };
        // Schemas as such come before the types inside of others: their logical types may differ.
        folder.index(|schema| schema.root.map(|root| schema.model.decl(root).path()), global)?;
        folder.index(|_| None, global)?;
        Ok(folder)
    }

    /// Adds the types of all schemas, or if there is one that is wanted, only that.
    fn index(&mut self, wanted: impl Fn(&Schema) -> Option<String>, global: Global) -> Result<(), Failure> {
        for (place, schema) in self.schemas.iter().enumerate() {
            let model = schema.model_for(&[format(Self::FORMAT)?], global)?;
            let wanted = wanted(schema);
            for (id, header) in single_headers(&model) {
                let name = model.decl(id).path();
                if wanted.as_ref().is_none_or(|wanted| *wanted == name) {
                    self.types.entry(header).or_insert((place, name));
                }
            }
        }
        Ok(())
    }

    /// Returns the header of a message, and what is wrong without one.
    pub fn header(message: &[u8]) -> Result<Vec<u8>, String> {
        let header = single_header(message).map(|header| header.to_vec());
        header.ok_or_else(|| "it does not begin with c3 01 and the fingerprint of its schema".to_owned())
    }

    /// Returns the schema and the type with a header.
    pub fn find(&self, header: &[u8]) -> Result<(&Schema, &str), String> {
        let found = single_header(header).and_then(|header| self.types.get(&header));
        let found = found.and_then(|(place, name)| Some((self.schemas.get(*place)?, name.as_str())));
        found.ok_or_else(|| {
            let fingerprint: String = header.iter().skip(2).map(|byte| format!("{byte:02x}")).collect();
            let schemas = if self.schemas.len() == 1 { "schema" } else { "schemas" };
            format!(
                "no schema in {} has its fingerprint, {fingerprint} (there are {} {schemas}); add the writer's",
                self.path.display(),
                self.schemas.len()
            )
        })
    }

    /// Returns the files of the schemas.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.schemas.iter().flat_map(|schema| &schema.read)
    }
}

fn is_schema(path: &Path) -> bool {
    Language::of_path(&path.to_string_lossy()).is_some_and(Language::is_avro)
}
