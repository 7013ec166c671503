use crate::toml_table::{Reader, Table, UNKNOWN_NAME, Value};
use polywire_source::Diagnostic;
use toml::de::DeValue;

impl Reader {
    /// Reads a C++ name, qualified or not.
    pub fn name(&mut self, value: &Value<'_>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) if is_name(text) => Some(text.trim_start_matches("::").to_owned()),
            _ => {
                self.wrong_kind(value, "a name of C++, as in \"trade::Order\",");
                None
            }
        }
    }

    /// Reads the name at a required key.
    pub fn required(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        let Some(value) = table.get(key) else {
            let message = format!("`{key}` is missing");
            self.problem(Diagnostic::error(UNKNOWN_NAME, message).at(table.span, "").help("name it"));
            return None;
        };
        self.name(value)
    }
}

fn is_name(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '_')
            && part.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
    };
    text.trim_start_matches("::").split("::").all(is_part)
}
