//! Defaults match the types of their fields (Avro 1.12 specification, "Complex Types", table "field default values").

use super::{Types, codes};
use crate::avro::json::{Json, JsonKind, compact};
use crate::avro::tree::{Declaration, DeclarationKind, Enum, Field, Primitive, Record, TypeExpr, TypeKind};
use polywire_source::{Diagnostic, Diagnostics, Span};

/// Why a default is not one.
enum Problem {
    /// It is of another type. Avro for Java refuses the schema.
    Mismatch(Span, String),
    /// It has the right kind of JSON, but no value of the type is written so. Avro for Java refuses it only when it is
    /// needed.
    Useless(Span, String),
}

/// Reports a default that does not match its type.
pub(super) fn check(types: &Types<'_>, field: &Field, diagnostics: &mut Diagnostics) {
    let Some(default) = &field.default else { return };
    let name = &field.name.text;
    match problem(types, &field.ty, default) {
        None => {}
        Some(Problem::Mismatch(span, reason)) => {
            let message = format!("the default of `{name}` does not match its type: {reason}");
            diagnostics.push(Diagnostic::error(codes::DEFAULT, message).at(span, ""));
        }
        Some(Problem::Useless(span, reason)) => {
            let message = format!("the default of `{name}` has no effect: {reason}");
            diagnostics.push(Diagnostic::warning(codes::DEFAULT, message).at(span, ""));
        }
    }
}

fn problem(types: &Types<'_>, ty: &TypeExpr, json: &Json) -> Option<Problem> {
    match &ty.kind {
        TypeKind::Primitive(it) => primitive(*it, json),
        TypeKind::Array(element) => match json.as_array() {
            Some(elements) => elements.iter().find_map(|it| problem(types, element, it)),
            None => mismatch(json, "an array"),
        },
        TypeKind::Map(value) => match json.as_object() {
            Some(members) => members.iter().find_map(|it| problem(types, value, &it.value)),
            None => mismatch(json, "an object"),
        },
        TypeKind::Union(branches) => match branch_of(types, branches, json) {
            Some((_, branch)) => problem(types, branch, json),
            None => Some(Problem::Mismatch(json.span, format!("{} matches no branch of the union", shown(json)))),
        },
        TypeKind::Named(name) => match types.get(name).map(|it| &it.kind) {
            Some(DeclarationKind::Record(it)) => record(types, it, json),
            Some(DeclarationKind::Enum(it)) => symbol(it, json),
            Some(DeclarationKind::Fixed(size)) => fixed(*size, json),
            None => None,
        },
    }
}

/// Returns the first branch that a value matches, and its index.
pub(in crate::avro) fn branch_of<'t>(
    types: &Types<'_>,
    branches: &'t [TypeExpr],
    json: &Json,
) -> Option<(usize, &'t TypeExpr)> {
    let matches = |it: &&TypeExpr| !matches!(problem(types, it, json), Some(Problem::Mismatch(..)));
    let exactly = branches.iter().position(|it| problem(types, it, json).is_none());
    let at = exactly.or_else(|| branches.iter().position(|it| matches(&it)))?;
    branches.get(at).map(|it| (at, it))
}

fn primitive(ty: Primitive, json: &Json) -> Option<Problem> {
    let fits = |least: i128, most: i128| json.as_integer().is_some_and(|it| (least..=most).contains(&it));
    let (is_right, wanted) = match ty {
        Primitive::Null => (matches!(json.kind, JsonKind::Null), "null"),
        Primitive::Boolean => (matches!(json.kind, JsonKind::Bool(_)), "true or false"),
        Primitive::Int => (fits(i32::MIN.into(), i32::MAX.into()), "a whole number of 32 bits"),
        Primitive::Long => (fits(i64::MIN.into(), i64::MAX.into()), "a whole number of 64 bits"),
        Primitive::Float | Primitive::Double => (json.as_float().is_some(), "a number"),
        Primitive::String => (json.as_text().is_some(), "a text"),
        Primitive::Bytes => match json.as_text() {
            Some(text) => return bytes(text, json.span),
            None => (false, "a text"),
        },
    };
    if is_right { None } else { mismatch(json, wanted) }
}

fn mismatch(json: &Json, wanted: &str) -> Option<Problem> {
    Some(Problem::Mismatch(json.span, format!("{} is not {wanted}", shown(json))))
}

/// A value in a message; long ones are only described.
fn shown(json: &Json) -> String {
    let text = compact(json);
    if text.len() <= 40 { format!("`{text}`") } else { json.what().to_owned() }
}

fn bytes(text: &str, span: Span) -> Option<Problem> {
    let reason = "a character stands for a byte, so it must be one up to U+00FF";
    bytes_of(text).is_none().then(|| Problem::Useless(span, reason.to_owned()))
}

/// Returns the bytes that a text stands for: each character is the byte of the same number.
pub(in crate::avro) fn bytes_of(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect()
}

fn fixed(size: u32, json: &Json) -> Option<Problem> {
    let Some(text) = json.as_text() else { return mismatch(json, "a text") };
    let count = text.chars().count();
    let reason = || format!("it has {count} bytes, and the type {size}");
    let wrong = || (count != size as usize).then(|| Problem::Useless(json.span, reason()));
    bytes(text, json.span).or_else(wrong)
}

fn symbol(it: &Enum, json: &Json) -> Option<Problem> {
    let Some(text) = json.as_text() else { return mismatch(json, "a symbol") };
    let is_known = it.symbols.iter().any(|symbol| symbol.text == text);
    (!is_known).then(|| Problem::Useless(json.span, format!("the enum has no symbol `{text}`")))
}

/// A member that is missing has the default of its field.
fn record(types: &Types<'_>, it: &Record, json: &Json) -> Option<Problem> {
    if json.as_object().is_none() {
        return mismatch(json, "an object");
    }
    it.fields.iter().find_map(|field| match (json.get(&field.name.text), &field.default) {
        (Some(value), _) => problem(types, &field.ty, value),
        (None, Some(_)) => None,
        (None, None) => {
            let reason = format!("the field `{}`, which has no default, is missing", field.name.text);
            Some(Problem::Mismatch(json.span, reason))
        }
    })
}

impl Declaration {
    /// Returns the fields of a record.
    pub fn fields(&self) -> &[Field] {
        if let DeclarationKind::Record(it) = &self.kind { &it.fields } else { &[] }
    }
}
