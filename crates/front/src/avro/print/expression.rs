//! Types, names and values of interface descriptions.

use super::json::reference;
use crate::avro::check::Types;
use crate::avro::json::{Json, JsonKind, Member, compact};
use crate::avro::tree::{Field, Logical, Primitive, TypeExpr, TypeKind};

/// Words with a meaning, which are names in backquotes only.
const KEYWORDS: [&str; 34] = [
    "array",
    "boolean",
    "bytes",
    "date",
    "decimal",
    "double",
    "enum",
    "error",
    "false",
    "fixed",
    "float",
    "idl",
    "import",
    "int",
    "local_timestamp_ms",
    "long",
    "map",
    "namespace",
    "null",
    "oneway",
    "protocol",
    "record",
    "schema",
    "string",
    "throws",
    "time_ms",
    "timestamp_ms",
    "true",
    "union",
    "uuid",
    "void",
    "NaN",
    "Infinity",
    "big_decimal",
];

/// Prints types.
pub(super) struct Expressions<'p> {
    types: &'p Types<'p>,
}

impl<'p> Expressions<'p> {
    pub fn of(types: &'p Types<'p>) -> Self {
        Self { types }
    }

    /// Returns the type of a field; `?` stands for a union with null whose default agrees with it.
    pub fn field_type(&self, it: &Field, namespace: &str) -> String {
        let is_null = |it: &Json| matches!(it.kind, JsonKind::Null);
        match (it.ty.optional(), &it.default) {
            (Some((value, false)), default) if default.as_ref().is_none_or(is_null) => self.optional(value, namespace),
            (Some((value, true)), Some(default)) if !is_null(default) => self.optional(value, namespace),
            _ => None,
        }
        .unwrap_or_else(|| self.ty(&it.ty, namespace))
    }

    fn optional(&self, value: &TypeExpr, namespace: &str) -> Option<String> {
        let is_simple = matches!(value.kind, TypeKind::Primitive(_) | TypeKind::Named(_));
        is_simple.then(|| format!("{}?", self.ty(value, namespace)))
    }

    pub fn ty(&self, ty: &TypeExpr, namespace: &str) -> String {
        let (word, properties) = match &ty.kind {
            TypeKind::Primitive(it) => built_in(*it, &ty.properties),
            TypeKind::Array(element) => (format!("array<{}>", self.ty(element, namespace)), ty.properties.as_slice()),
            TypeKind::Map(value) => (format!("map<{}>", self.ty(value, namespace)), ty.properties.as_slice()),
            TypeKind::Union(branches) => {
                let branches: Vec<String> = branches.iter().map(|it| self.ty(it, namespace)).collect();
                (format!("union {{ {} }}", branches.join(", ")), ty.properties.as_slice())
            }
            TypeKind::Named(full) => match self.types.get(full) {
                Some(decl) => (dotted(&reference(&decl.name, namespace)), [].as_slice()),
                None => (dotted(full), [].as_slice()),
            },
        };
        let annotations = properties.iter().filter(|it| is_annotation(&it.name));
        annotations.map(|it| annotation(&it.name, &it.value) + " ").collect::<String>() + &word
    }
}

/// Returns the word for a primitive, and the properties that it does not say.
fn built_in(it: Primitive, properties: &[Member]) -> (String, &[Member]) {
    let plain = (it.word().to_owned(), properties);
    let logical =
        |at: usize| properties.get(at).filter(|it| it.name == "logicalType").and_then(|it| it.value.as_text());
    let number =
        |at: usize, name: &str| properties.get(at).filter(|it| it.name == name).and_then(|it| it.value.as_integer());
    let word = match (it, logical(0)) {
        (Primitive::Int, Some("date")) => "date",
        (Primitive::Int, Some("time-millis")) => "time_ms",
        (Primitive::Long, Some("timestamp-millis")) => "timestamp_ms",
        (Primitive::Long, Some("local-timestamp-millis")) => "local_timestamp_ms",
        (Primitive::String, Some("uuid")) => "uuid",
        (Primitive::Bytes, Some("decimal")) => {
            return match (number(1, "precision"), number(2, "scale")) {
                (Some(precision), Some(scale)) if Logical::has_digits(precision, scale) => {
                    (format!("decimal({precision}, {scale})"), &properties[3..])
                }
                (Some(precision), None) if Logical::has_digits(precision, 0) => {
                    (format!("decimal({precision})"), &properties[2..])
                }
                _ => plain,
            };
        }
        _ => return plain,
    };
    (word.to_owned(), &properties[1..])
}

/// Returns a name, in backquotes if it is a keyword.
pub(super) fn name(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("`{name}`") } else { name.to_owned() }
}

/// Returns a name with dots in it.
pub(super) fn dotted(full: &str) -> String {
    full.split('.').map(name).collect::<Vec<_>>().join(".")
}

/// Returns true for names that annotations can have: words with dots and dashes between them.
pub(super) fn is_annotation(name: &str) -> bool {
    let is_word = |it: &str| it.chars().all(|it| it.is_alphanumeric() || it == '_') && !it.is_empty();
    name.split(['.', '-']).all(is_word) && !name.starts_with(|it: char| it.is_numeric())
}

/// Returns `@name(value)`. The name may be a keyword, but not have one in it.
pub(super) fn annotation(name: &str, value: &Json) -> String {
    let name = if name.contains('.') { dotted(name) } else { name.to_owned() };
    format!("@{name}({})", self::value(value))
}

/// Returns an array of texts.
pub(super) fn texts(texts: &[String]) -> Json {
    Json::of(JsonKind::Array(texts.iter().map(Json::text).collect()))
}

/// Returns a value on one line. Numbers that JSON lacks are words.
pub(super) fn value(it: &Json) -> String {
    match &it.kind {
        JsonKind::Number(it) => it.clone(),
        JsonKind::Array(elements) => format!("[{}]", elements.iter().map(value).collect::<Vec<_>>().join(", ")),
        JsonKind::Object(members) => {
            let members = members.iter().map(|it| format!("{}: {}", compact(&Json::text(&it.name)), value(&it.value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        JsonKind::Null | JsonKind::Bool(_) | JsonKind::Text(_) => compact(it),
    }
}
