//! The messages of `tests/corpus/capnp` and their schema.

use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_proof::{Subject, from_hex, repository};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A message and what the tool makes of it.
#[derive(Deserialize)]
pub struct Case {
    pub case: String,
    /// Name of the struct.
    #[serde(rename = "type")]
    pub ty: String,
    /// The message in one segment, in hexadecimal digits.
    pub hex: String,
    /// The same packed.
    packed: Option<String>,
    /// The same in several segments.
    segments: Option<String>,
    /// Its canonical form.
    pub canonical: Option<String>,
    /// What it says.
    pub json: Option<Value>,
    /// The tool refuses it.
    #[serde(default)]
    pub refused: bool,
    /// The tool accepts it, with a text that is not UTF-8.
    #[serde(default)]
    pub not_utf8: bool,
}

impl Case {
    /// The message in each form, with the name of the format.
    pub fn forms(&self) -> Vec<(&'static str, Vec<u8>)> {
        let forms =
            [("capnp", Some(&self.hex)), ("capnp_packed", self.packed.as_ref()), ("capnp", self.segments.as_ref())];
        forms.into_iter().filter_map(|(format, hex)| Some((format, from_hex(hex?)))).collect()
    }
}

/// The cases of a group.
pub fn cases(group: &str) -> Vec<Case> {
    let text =
        std::fs::read_to_string(path(&format!("{group}.jsonl"))).unwrap_or_else(|error| panic!("{group}: {error}"));
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{group}: {error}: {line}"));
    text.lines().map(case).collect()
}

/// The structs that messages are of.
pub fn types() -> BTreeSet<&'static str> {
    BTreeSet::from(["Choice", "Defaulted", "Generic", "Lists", "New", "Old", "Scalars", "Tree"])
}

/// Their schema.
pub fn kitchen() -> Subject {
    Subject::new(NAME, model("kitchen.capnp"), &FORMATS)
}

/// The same in some forms, without JSON: what compilers are given.
pub fn kitchen_in(formats: &[&str]) -> Subject {
    let formats: Vec<&str> = ["raw"].iter().chain(formats).copied().collect();
    Subject::of_formats(NAME, model("kitchen.capnp"), &formats)
}

/// The schema of the tests of the official implementation.
pub fn upstream() -> Subject {
    Subject::new("capnp_upstream", model("test.capnp"), &["capnp", "capnp_packed", "capnp_canonical"])
}

const NAME: &str = "capnp_kitchen";

/// The forms of messages.
pub const FORMATS: [&str; 3] = ["capnp", "capnp_packed", "capnp_canonical"];

fn model(schema: &str) -> Model {
    let compiled = compile(Language::Capnp, schema, &load);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

fn load(name: &str) -> Result<LoadedFile, LoadError> {
    let upstream = "crates/front/tests/capnp/upstream/capnproto/c++/src/capnp";
    let files = [path(name), repository(upstream).join(name.trim_start_matches("/capnp/"))];
    let found = files.iter().find(|file| file.exists()).ok_or(LoadError::NotFound)?;
    let bytes = std::fs::read(found).map_err(|error| LoadError::Unreadable(error.to_string()))?;
    Ok(LoadedFile { name: found.display().to_string(), bytes })
}

/// A file of the corpus.
pub fn path(name: &str) -> PathBuf {
    repository("tests/corpus/capnp").join(name)
}
