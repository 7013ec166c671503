use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{Subject, repository};

/// Returns the types and formats that the runner uses.
///
/// # Panics
/// If the schema has errors or a format cannot hold it.
pub fn suite() -> Subject {
    let mut model = model("messages.proto");
    // The suite puts a message of a file into an `Any` of another one that does not import it. Code that is generated file by
    // file finds messages of imported files only.
    let [holder, held] =
        ["proto3_editions", "proto3"].map(|name| format!("google/protobuf/test_messages_{name}.proto"));
    model.imports.entry(holder).or_default().push(held);
    Subject::of_formats("conformance", model, &["protobuf", "json", "protobuf_text"])
}

/// Like [`suite`], with the formats that random values need.
///
/// # Panics
/// As [`suite`] does.
pub fn suite_of_values() -> Subject {
    Subject::of_formats("conformance", model("messages.proto"), &["protobuf", "json", "json_plain", "raw"])
}

/// Returns the types of the cases with verdicts by upb (`tests/corpus/protobuf/upb`).
///
/// # Panics
/// If the schema has errors or a format cannot hold it.
pub fn upb() -> Subject {
    Subject::of_formats("upb", model("all.proto"), &["protobuf", "json"])
}

/// Returns the types of Google's unit tests among those cases.
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
