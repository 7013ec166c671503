//! JSON as a tree, and its text.

use crate::json::name::quoted;

/// A JSON value.
pub enum Json {
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub fn number(number: impl ToString) -> Self {
        Self::Number(number.to_string())
    }

    /// An object with these members.
    pub fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Adds a member to an object.
    #[must_use]
    pub fn and(self, name: &str, value: Self) -> Self {
        match self {
            Self::Object(mut members) => {
                members.push((name.to_owned(), value));
                Self::Object(members)
            }
            Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::List(_) => {
                Self::object([("allOf", Self::List(vec![self]))]).and(name, value)
            }
        }
    }

    /// The text, with each member and element on its own line.
    pub fn print(&self, indentation: usize, out: &mut String) {
        match self {
            Self::Bool(value) => out.push_str(&value.to_string()),
            Self::Number(number) => out.push_str(number),
            Self::Text(text) => out.push_str(&quoted(text)),
            Self::List(items) if items.is_empty() => out.push_str("[]"),
            Self::Object(members) if members.is_empty() => out.push_str("{}"),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    start_line(index, indentation + 2, out);
                    item.print(indentation + 2, out);
                }
                end(indentation, ']', out);
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    start_line(index, indentation + 2, out);
                    out.push_str(&quoted(name));
                    out.push_str(": ");
                    value.print(indentation + 2, out);
                }
                end(indentation, '}', out);
            }
        }
    }
}

fn start_line(index: usize, indentation: usize, out: &mut String) {
    out.push_str(if index == 0 { "\n" } else { ",\n" });
    out.push_str(&" ".repeat(indentation));
}

fn end(indentation: usize, close: char, out: &mut String) {
    out.push('\n');
    out.push_str(&" ".repeat(indentation));
    out.push(close);
}
