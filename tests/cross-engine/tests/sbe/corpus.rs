//! The messages of `tests/corpus/sbe/messages`.

use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{from_hex, repository};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A message, as the reference implementation wrote it.
#[derive(Deserialize)]
pub struct Case {
    pub case: String,
    /// The name of the message in the schema.
    #[serde(rename = "type")]
    pub ty: String,
    pub hex: String,
    /// What was put.
    pub values: serde_json::Value,
    /// What the reference implementation's printer makes of it.
    pub printed: String,
    /// In `evolution`: the folders of the schemas.
    #[serde(default)]
    pub written_with: String,
    #[serde(default)]
    pub read_with: String,
}

impl Case {
    pub fn message(&self) -> Vec<u8> {
        from_hex(&self.hex)
    }
}

/// A schema and its messages.
pub struct Group {
    pub name: String,
    pub model: Model,
    pub cases: Vec<Case>,
}

impl Group {
    /// The dotted name of the message of a case.
    pub fn type_of(&self, case: &Case) -> String {
        let mut messages = self.model.decls.iter().filter(|it| it.name == [case.ty.as_str()]);
        messages.next().unwrap_or_else(|| panic!("{}: no message {}", self.name, case.ty)).path()
    }
}

fn root() -> PathBuf {
    repository("tests/corpus/sbe/messages")
}

/// Returns all schemas with their messages. `POLYWIRE_SBE_CORPUS` is a folder with more of them.
pub fn groups() -> Vec<Group> {
    let mut folders = folders_in(&root());
    folders.extend(folders_in(&root().join("upstream")));
    if let Some(more) = std::env::var_os("POLYWIRE_SBE_CORPUS") {
        folders.extend(folders_in(Path::new(&more)));
    }
    let with_schema = folders.into_iter().filter(|it| it.join("cases.jsonl").exists() && schema_in(it).is_some());
    with_schema.map(|folder| group(&folder)).collect()
}

/// Returns a schema with its messages.
pub fn named(name: &str) -> Group {
    group(&root().join(name))
}

/// Returns the messages that are read with another version of the schema than they were written with.
pub fn evolution() -> Vec<Case> {
    cases(&root().join("evolution"))
}

fn folders_in(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|it| it.is_dir()).collect();
    folders.sort();
    folders
}

fn group(folder: &Path) -> Group {
    let name = folder.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let schema = schema_in(folder).unwrap_or_else(|| panic!("{name}: no schema"));
    let loader = |path: &str| {
        let bytes = std::fs::read(folder.join(path)).map_err(|_| LoadError::NotFound)?;
        Ok(LoadedFile { name: path.to_owned(), bytes })
    };
    let compiled = compile(Language::Sbe, &schema, &loader);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{name}: {:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    Group { name, model, cases: cases(folder) }
}

/// Returns the schema in a folder: the file of the folder's name, if there are several.
fn schema_in(folder: &Path) -> Option<String> {
    let names =
        std::fs::read_dir(folder).ok()?.filter_map(|it| Some(it.ok()?.file_name().to_string_lossy().into_owned()));
    let mut schemas: Vec<String> = names.filter(|it| it.ends_with(".xml")).collect();
    schemas.sort_by_key(|it| (it.contains("common") || it.contains("types"), it.len()));
    schemas.into_iter().next()
}

fn cases(folder: &Path) -> Vec<Case> {
    let path = folder.join("cases.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let case = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(case).collect()
}
