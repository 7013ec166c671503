use crate::models::is_wanted_model;
use crate::{from_hex, repository};
use polywire_ir::Setting;
use serde::Deserialize;

/// A file of `tests/cases`: messages of one model.
#[derive(Deserialize)]
pub struct CaseFile {
    /// Name of the model.
    pub model: String,
    /// Its messages.
    pub cases: Vec<Case>,
}

/// A message, and the result expected from every engine.
#[derive(Deserialize)]
pub struct Case {
    /// Name of the case, unique in its file.
    pub name: String,
    /// The origin of the bytes: an implementation and its version, or `by hand` with the clause of the specification.
    pub origin: String,
    /// Wire format.
    pub format: String,
    /// Dotted name of the struct.
    #[serde(rename = "type")]
    pub ty: String,
    /// The message: in hexadecimal digits …
    pub hex: Option<String>,
    /// … or in a file of `tests/data` …
    pub file: Option<String>,
    /// … or as text.
    pub text: Option<String>,
    /// The writer's schema in plain JSON, if the format needs one at run time.
    pub schema: Option<serde_json::Value>,
    /// The value in plain JSON, if the message must be accepted.
    pub value: Option<serde_json::Value>,
    /// The error code, if it must be refused.
    pub error: Option<String>,
    /// The format of the encoder that refuses the value or writes `reencoded`, if it is another one.
    pub to: Option<String>,
    /// The setting for decoding.
    #[serde(default)]
    pub ignore_unknown: bool,
    /// The setting for encoding.
    #[serde(default)]
    pub write_unknown: bool,
    /// True if encoding the value gives the same bytes.
    #[serde(default)]
    pub canonical: bool,
    /// The result of encoding the value if it differs, or if it is in the format `to`.
    pub reencoded: Option<String>,
}

impl Case {
    /// Returns the settings of the case.
    pub fn settings(&self) -> Vec<Setting> {
        let chosen = [(Setting::IgnoreUnknown, self.ignore_unknown), (Setting::WriteUnknown, self.write_unknown)];
        chosen.into_iter().filter(|(_, chosen)| *chosen).map(|(setting, _)| setting).collect()
    }

    /// Returns the message.
    ///
    /// # Panics
    /// If the case has no bytes, or a file is missing.
    pub fn bytes(&self) -> Vec<u8> {
        match (&self.hex, &self.file, &self.text) {
            (Some(hex), None, None) => from_hex(hex),
            (None, None, Some(text)) => text.clone().into_bytes(),
            (None, Some(file), None) => {
                std::fs::read(repository("tests/data").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
            }
            _ => panic!("{}: give one of hex, file and text", self.name),
        }
    }
}

/// Returns all case files, with their names.
///
/// # Panics
/// If a file cannot be read or is malformed.
pub fn case_files() -> Vec<(String, CaseFile)> {
    let mut paths: Vec<_> = std::fs::read_dir(repository("tests/cases"))
        .expect("tests/cases")
        .map(|entry| entry.expect("entry").path())
        .collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, file)
    };
    let files = paths.into_iter().filter(|path| path.extension().is_some_and(|it| it == "json")).map(read);
    files.filter(|(_, file): &(String, CaseFile)| is_wanted_model(&file.model)).collect()
}

/// Returns the accepted cases of a model.
pub fn accepted<'a>(files: &'a [(String, CaseFile)], model: &str) -> impl Iterator<Item = &'a Case> {
    let files = files.iter().filter(move |(_, file)| file.model == model);
    files.flat_map(|(_, file)| &file.cases).filter(|case| case.error.is_none())
}
