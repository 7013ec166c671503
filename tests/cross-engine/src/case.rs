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

/// A message, and what every engine must make of it.
#[derive(Deserialize)]
pub struct Case {
    /// The subject of the case, unique in its file.
    pub name: String,
    /// The origin of the bytes: an implementation and its version, or `by hand` with the clause of the specification.
    pub origin: String,
    /// Wire format.
    pub format: String,
    /// Dotted name of the struct.
    #[serde(rename = "type")]
    pub ty: String,
    /// The message, in hexadecimal digits …
    pub hex: Option<String>,
    /// … or in a file of `tests/data` …
    pub file: Option<String>,
    /// … or as text.
    pub text: Option<String>,
    /// The writer's schema as a value of the schema's type in plain JSON, where the format takes one at run time.
    pub schema: Option<serde_json::Value>,
    /// The value in plain JSON, if the message is to be accepted.
    pub value: Option<serde_json::Value>,
    /// The error code, if it is to be refused.
    pub error: Option<String>,
    /// The format of the writer that refuses it or writes `reencoded`, where it is another one.
    pub to: Option<String>,
    /// It is read with this setting.
    #[serde(default)]
    pub ignore_unknown: bool,
    /// It is written with this setting.
    #[serde(default)]
    pub write_unknown: bool,
    /// Encoding the value gives the same bytes again.
    #[serde(default)]
    pub canonical: bool,
    /// Encoding the value gives these bytes instead, or in the format `to`.
    pub reencoded: Option<String>,
}

impl Case {
    /// The settings that are chosen.
    pub fn settings(&self) -> Vec<Setting> {
        let chosen = [(Setting::IgnoreUnknown, self.ignore_unknown), (Setting::WriteUnknown, self.write_unknown)];
        chosen.into_iter().filter(|(_, chosen)| *chosen).map(|(setting, _)| setting).collect()
    }

    /// The message.
    ///
    /// # Panics
    /// If the case names no bytes, or a file that is missing.
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

/// All case files, with their names.
///
/// # Panics
/// If a file cannot be read or is not of the form.
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

/// The cases of a model that are accepted.
pub fn accepted<'a>(files: &'a [(String, CaseFile)], model: &str) -> impl Iterator<Item = &'a Case> {
    let files = files.iter().filter(move |(_, file)| file.model == model);
    files.flat_map(|(_, file)| &file.cases).filter(|case| case.error.is_none())
}
