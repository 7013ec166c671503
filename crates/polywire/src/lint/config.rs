//! The table `[lint]` of a project file, and the schemas and import folders that the file names.

use super::levels::{Level, Levels};
use crate::toml_table::{Reader, Table, UNKNOWN_NAME};
use polywire_source::{Diagnostic, FileId};

/// What a project file states for lint rules.
#[derive(Debug, Default)]
pub struct Config {
    /// The levels of rules.
    pub levels: Levels,
    /// The schemas, relative to the folder of the file.
    pub schemas: Vec<String>,
    /// The import folders, relative to the folder of the file.
    pub imports: Vec<String>,
    /// Macros for IDL and C headers.
    pub macros: Vec<String>,
}

/// Parses a project file. `file` is the file that errors refer to.
pub fn config(text: &str, file: FileId) -> Result<Config, Vec<Diagnostic>> {
    let mut reader = Reader::new(file, "docs/lint.md");
    let mut config = Config::default();
    if let Some(top) = reader.parse(text) {
        let mut tables = vec![];
        tables.extend(top.get("gen").map(|value| reader.tables(value)).unwrap_or_default());
        read_levels(&mut reader, &top, &mut config.levels);
        for table in std::iter::once(&top).chain(&tables) {
            add(&mut reader, table, "schema", &mut config.schemas);
            add(&mut reader, table, "import", &mut config.imports);
            add(&mut reader, table, "define", &mut config.macros);
        }
    }
    reader.into_result(config)
}

fn read_levels(reader: &mut Reader, top: &Table<'_>, levels: &mut Levels) {
    const KEYS: [(&str, Level); 3] = [("allow", Level::Allow), ("warn", Level::Warn), ("deny", Level::Deny)];
    let Some(table) = top.get("lint").and_then(|value| reader.table(value)) else { return };
    reader.only(&table, &KEYS.map(|(key, _)| key));
    for (key, level) in KEYS {
        let rules = table.get(key).map(|value| reader.placed_texts(value)).unwrap_or_default();
        for (rule, span) in rules {
            if let Err(message) = levels.set(&rule, level) {
                reader.problem(Diagnostic::error(UNKNOWN_NAME, message).at(span, ""));
            }
        }
    }
}

/// Adds the texts of a key that are not there yet.
fn add(reader: &mut Reader, table: &Table<'_>, key: &str, list: &mut Vec<String>) {
    let texts = table.get(key).map(|value| reader.placed_texts(value)).unwrap_or_default();
    let new: Vec<String> = texts.into_iter().map(|(text, _)| text).filter(|text| !list.contains(text)).collect();
    list.extend(new);
}
