//! The messages of `tests/corpus/capnp` and their schema.

use polywire::convert::{Boundary, Framing, Source};
use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{Subject, from_hex, repository, to_hex};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A message and the tool's result for it.
#[derive(Deserialize)]
pub struct Case {
    pub case: String,
    /// Name of the struct.
    #[serde(rename = "type")]
    pub ty: String,
    /// The message in one segment, in hexadecimal digits.
    pub hex: String,
    /// The same message packed.
    packed: Option<String>,
    /// The same message in several segments.
    segments: Option<String>,
    /// Its canonical form.
    pub canonical: Option<String>,
    /// Its contents.
    pub json: Option<Value>,
    /// True if the tool refuses it.
    #[serde(default)]
    pub refused: bool,
    /// True if the tool accepts it although a text is not UTF-8.
    #[serde(default)]
    pub not_utf8: bool,
}

impl Case {
    /// Returns the message in each form, with the name of the format.
    pub fn forms(&self) -> Vec<(&'static str, Vec<u8>)> {
        let forms =
            [("capnp", Some(&self.hex)), ("capnp_packed", self.packed.as_ref()), ("capnp", self.segments.as_ref())];
        forms.into_iter().filter_map(|(format, hex)| Some((format, from_hex(hex?)))).collect()
    }
}

/// Returns the cases of a group.
pub fn cases(group: &str) -> Vec<Case> {
    let text =
        std::fs::read_to_string(path(&format!("{group}.jsonl"))).unwrap_or_else(|error| panic!("{group}: {error}"));
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{group}: {error}: {line}"));
    text.lines().map(case).collect()
}

/// Concatenated messages in each form, and their contents.
#[derive(Deserialize)]
struct Stream {
    case: String,
    #[serde(rename = "type")]
    ty: String,
    hex: String,
    packed: String,
    segments: String,
    json: Vec<Value>,
}

/// Returns the messages of streams, as found in each form.
pub fn streamed() -> Vec<Case> {
    let text = std::fs::read_to_string(path("streams.jsonl")).expect("the streams");
    let streams = text.lines().map(|line| serde_json::from_str::<Stream>(line).expect("a stream"));
    streams.flat_map(Stream::cases).collect()
}

impl Stream {
    fn cases(self) -> Vec<Case> {
        let forms = [("capnp", &self.hex), ("capnp_packed", &self.packed), ("capnp", &self.segments)];
        let [whole, packed, segments] = forms.map(|(format, hex)| messages(format, &from_hex(hex)));
        let count = self.json.len();
        assert_eq!([whole.len(), packed.len(), segments.len()], [count; 3], "{}", self.case);
        let found = whole.into_iter().zip(packed).zip(segments).zip(self.json).enumerate();
        let case = |(index, (((hex, packed), segments), json))| Case {
            case: format!("{} {}", self.case, index + 1),
            ty: self.ty.clone(),
            hex,
            packed: Some(packed),
            segments: Some(segments),
            canonical: None,
            json: Some(json),
            refused: false,
            not_utf8: false,
        };
        found.map(case).collect()
    }
}

/// Returns the messages of a stream, in hexadecimal digits.
fn messages(format: &str, stream: &[u8]) -> Vec<String> {
    let boundary = Boundary::framed(polywire_lower::format(format).expect("a format")).expect("a framing");
    let mut source = Source::new(stream, Framing::Concatenated(boundary)).expect("a stream");
    let mut messages = Vec::new();
    let mut message = Vec::new();
    while source.read(&mut message).expect("a message") {
        messages.push(to_hex(&message));
    }
    messages
}

/// Returns the structs of the messages.
pub fn types() -> BTreeSet<&'static str> {
    BTreeSet::from(["Choice", "Defaulted", "Generic", "Lists", "New", "Old", "Scalars", "Tree"])
}

/// Returns their schema.
pub fn kitchen() -> Subject {
    Subject::new(NAME, model("kitchen.capnp"), &FORMATS)
}

/// Returns their schema in some forms, without JSON, for compiled engines.
pub fn kitchen_in(formats: &[&str]) -> Subject {
    let formats: Vec<&str> = ["raw"].iter().chain(formats).copied().collect();
    Subject::of_formats(NAME, model("kitchen.capnp"), &formats)
}

/// Returns the schema of the official implementation's tests.
pub fn upstream() -> Subject {
    Subject::new("capnp_upstream", model("test.capnp"), &["capnp", "capnp_packed", "capnp_canonical"])
}

/// Returns the schema of its JSON tests, with annotations of all kinds.
pub fn annotated() -> Subject {
    Subject::new("capnp_annotated", model("compat/json-test.capnp"), &["capnp", "capnp_packed", "capnp_canonical"])
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

/// Returns a file of the corpus.
pub fn path(name: &str) -> PathBuf {
    repository("tests/corpus/capnp").join(name)
}
