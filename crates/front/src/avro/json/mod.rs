//! JSON values with their places.

mod print;
mod read;

pub use print::{compact, pretty};
pub(super) use read::read;

use polywire_source::Span;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Json {
    /// The value.
    pub kind: JsonKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of values.
#[derive(Clone, Debug)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as written. Interface descriptions also have `NaN`, `Infinity` and `-Infinity`.
    Number(String),
    /// A text.
    Text(String),
    /// The elements of an array.
    Array(Vec<Json>),
    /// The members of an object in their order, each name once.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// Its value.
    pub value: Json,
}

impl Json {
    /// Creates a text without a place.
    pub fn text(text: impl Into<String>) -> Self {
        Self { kind: JsonKind::Text(text.into()), span: Span::default() }
    }

    /// Creates a value without a place.
    pub fn of(kind: JsonKind) -> Self {
        Self { kind, span: Span::default() }
    }

    /// Returns the text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let JsonKind::Text(it) = &self.kind { Some(it) } else { None }
    }

    /// Returns the elements of an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        if let JsonKind::Array(it) = &self.kind { Some(it) } else { None }
    }

    /// Returns the members of an object.
    pub fn as_object(&self) -> Option<&[Member]> {
        if let JsonKind::Object(it) = &self.kind { Some(it) } else { None }
    }

    /// Returns the number, if it is one without a fraction and an exponent.
    pub fn as_integer(&self) -> Option<i128> {
        if let JsonKind::Number(it) = &self.kind { it.parse().ok() } else { None }
    }

    /// Returns the nearest double of a number.
    pub fn as_float(&self) -> Option<f64> {
        let JsonKind::Number(it) = &self.kind else { return None };
        match it.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            it => it.parse().ok(),
        }
    }

    /// Returns the value of a member.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.as_object()?.iter().find(|it| it.name == name).map(|it| &it.value)
    }

    /// Returns true if both are the same value, wherever they are written. Numbers are compared as written.
    pub fn same(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (JsonKind::Null, JsonKind::Null) => true,
            (JsonKind::Bool(one), JsonKind::Bool(two)) => one == two,
            (JsonKind::Number(one), JsonKind::Number(two)) | (JsonKind::Text(one), JsonKind::Text(two)) => one == two,
            (JsonKind::Array(one), JsonKind::Array(two)) => {
                one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.same(two))
            }
            (JsonKind::Object(one), JsonKind::Object(two)) => {
                one.len() == two.len() && one.iter().all(|it| other.get(&it.name).is_some_and(|two| it.value.same(two)))
            }
            _ => false,
        }
    }

    /// Says what kind of value it is.
    pub fn what(&self) -> &'static str {
        match self.kind {
            JsonKind::Null => "null",
            JsonKind::Bool(_) => "a boolean",
            JsonKind::Number(_) => "a number",
            JsonKind::Text(_) => "a text",
            JsonKind::Array(_) => "an array",
            JsonKind::Object(_) => "an object",
        }
    }
}
