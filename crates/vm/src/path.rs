use crate::{Value, leaves};
use std::fmt;

/// The path from a message to one of its members: `orders[2].symbol`; empty for the message itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// Its steps.
    pub steps: Vec<PathStep>,
}

/// A step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// A field, or a union's case, by its name in the schema.
    Name(String),
    /// An element by its index, from 0.
    Index(usize),
    /// A map's entry by its key: a text as in JSON, or a number or bool.
    Key(String),
}

impl PathStep {
    /// Returns the step to a map's entry.
    pub fn of_key(key: &Value) -> Self {
        Self::Key(match key {
            Value::Bool(key) => key.to_string(),
            Value::Int(key) => key.to_string(),
            Value::Uint(key) => key.to_string(),
            Value::Text(key) => {
                let mut quoted = Vec::new();
                leaves::write_json_string(key, &mut quoted);
                String::from_utf8_lossy(&quoted).into_owned()
            }
            Value::Absent
            | Value::Float(_)
            | Value::Bytes(_)
            | Value::Enum(_)
            | Value::Struct(_)
            | Value::Union(_)
            | Value::List(_)
            | Value::Map(_) => String::new(),
        })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                PathStep::Name(name) if number == 0 => write!(f, "{name}")?,
                PathStep::Name(name) => write!(f, ".{name}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
                PathStep::Key(key) => write!(f, "[{key}]")?,
            }
        }
        Ok(())
    }
}
