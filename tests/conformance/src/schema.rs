use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{Subject, repository};

/// Name of [`suite`].
pub(crate) const SUITE: &str = "conformance";

/// The types that the runner asks for, in the formats that it asks for.
///
/// # Panics
/// If the schema has errors or a format cannot hold it.
pub fn suite() -> Subject {
    Subject::of_formats(SUITE, model("messages.proto"), &["protobuf", "json", "protobuf_text"])
}

/// The same with what random values need.
///
/// # Panics
/// As [`suite`] does.
pub fn suite_of_values() -> Subject {
    Subject::of_formats(SUITE, model("messages.proto"), &["protobuf", "json", "json_plain", "raw"])
}

/// The types of the cases that upb gave its verdict on (`tests/corpus/protobuf/upb`).
///
/// # Panics
/// If the schema has errors or a format cannot hold it.
pub fn upb() -> Subject {
    Subject::of_formats("upb", model("all.proto"), &["protobuf", "json"])
}

/// The types of Google's unit tests among those cases.
///
/// # Panics
/// As [`upb`] does.
pub fn upstream() -> Subject {
    Subject::of_formats("upstream", model("upstream.proto"), &["protobuf", "json", "protobuf_text"])
}

/// Compiles a schema.
///
/// # Panics
/// If it has errors.
pub(crate) fn model(path: &str) -> Model {
    let compiled = compile(Language::Proto, path, &load);
    compiled.model.unwrap_or_else(|| panic!("{path}: {:?}", compiled.diagnostics))
}

fn load(path: &str) -> Result<LoadedFile, LoadError> {
    let folders = [
        "tests/conformance",
        "tests/corpus/protobuf/conformance",
        "tests/corpus/protobuf/upb",
        "crates/front/tests/corpus/upstream/src",
    ];
    let found = folders.iter().map(|folder| repository(folder).join(path)).find(|file| file.exists());
    let found = found.ok_or(LoadError::NotFound)?;
    let bytes = std::fs::read(&found).map_err(|error| LoadError::Unreadable(error.to_string()))?;
    Ok(LoadedFile { name: found.display().to_string(), bytes })
}
