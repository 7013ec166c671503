//! What the project file and the open folders tell about a schema.

use crate::lint::{Config, config};
use crate::schema_files::{FileSystem, takes_macros};
use polywire_source::SourceMap;
use std::path::{Path, PathBuf};

const NAME: &str = "polywire.toml";

/// The settings for a schema.
pub(super) struct Project {
    pub config: Config,
    pub imports: Vec<PathBuf>,
    pub macros: Vec<String>,
    /// Why the project file cannot be used.
    pub problem: Option<String>,
}

impl Project {
    /// Returns the settings of the nearest project file above a schema. Without import folders, these are the schema's own
    /// folder and those above it, up to an open folder.
    pub fn of(schema: &Path, roots: &[PathBuf], system: FileSystem<'_>) -> Self {
        let folders = || schema.ancestors().skip(1);
        let file = folders().find_map(|folder| Some((folder, (system.read)(&folder.join(NAME)).ok()?)));
        let read = file.map(|(folder, text)| (folder, parsed(text)));
        let (folder, config, problem) = match read {
            Some((folder, Ok(config))) => (Some(folder), config, None),
            Some((folder, Err(problem))) => {
                let problem = format!("{}: {problem}", folder.join(NAME).display());
                (Some(folder), Config::default(), Some(problem))
            }
            None => (None, Config::default(), None),
        };
        let mut imports: Vec<PathBuf> =
            folder.into_iter().flat_map(|folder| config.imports.iter().map(|it| folder.join(it))).collect();
        if imports.is_empty() {
            let is_open = |folder: &Path| roots.iter().any(|root| folder.starts_with(root));
            imports.extend(schema.parent().map(Path::to_owned));
            imports.extend(folders().skip(1).filter(|it| is_open(it)).map(Path::to_owned));
        }
        let macros = if takes_macros(schema) { config.macros.clone() } else { Vec::new() };
        Self { config, imports, macros, problem }
    }
}

fn parsed(text: Vec<u8>) -> Result<Config, String> {
    let text = String::from_utf8(text).map_err(|_| "the file is not UTF-8".to_owned())?;
    let file = SourceMap::default().add(NAME, Vec::new()).map_err(|error| error.to_string())?;
    let first = |problems: Vec<polywire_source::Diagnostic>| problems.into_iter().next().map(|it| it.message);
    config(&text, file).map_err(|problems| first(problems).unwrap_or_default())
}
