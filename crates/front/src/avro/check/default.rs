//! Defaults match the types of their fields (Avro 1.12 specification, "Complex Types", table "field default values").

use super::{Types, codes};
use crate::avro::MOST_DIGITS;
use crate::avro::json::{Json, JsonKind, compact};
use crate::avro::tree::{Declaration, DeclarationKind, Enum, Field, Logical, Primitive, Record, TypeExpr, TypeKind};
use polywire_source::{Diagnostic, Diagnostics, Span};

/// The size of a UUID in a `fixed`.
const UUID_SIZE: usize = 16;

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
        TypeKind::Primitive(it) => primitive(*it, json).or_else(|| meaning(ty.logical, json)),
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
            Some(DeclarationKind::Fixed(size)) => {
                let logical = types.get(name).and_then(|it| it.logical);
                fixed(*size, json).or_else(|| meaning(logical, json))
            }
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

/// Reports what no logical type is written so.
fn meaning(logical: Option<Logical>, json: &Json) -> Option<Problem> {
    let text = json.as_text()?;
    let reason = match logical? {
        Logical::Uuid if bytes_of_uuid(text).is_none() && text.chars().count() != UUID_SIZE => "it is no UUID",
        Logical::Decimal { precision, .. } if precision <= MOST_DIGITS && digits_of(&bytes_of(text)?).is_none() => {
            "it is no number of 64 bits"
        }
        _ => return None,
    };
    Some(Problem::Useless(json.span, reason.to_owned()))
}

/// Returns the bytes of the text of a UUID (RFC 9562, section 4).
pub(in crate::avro) fn bytes_of_uuid(text: &str) -> Option<Vec<u8>> {
    let groups: Vec<&str> = text.split('-').collect();
    let is_uuid = groups.iter().map(|it| it.len()).eq([8, 4, 4, 4, 12]);
    let digits = groups.concat();
    if !is_uuid || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Returns the number of 64 bits that is written as big-endian two's complement.
pub(in crate::avro) fn digits_of(bytes: &[u8]) -> Option<i64> {
    let sign = if bytes.first()? & 0x80 == 0 { 0 } else { -1 };
    bytes.iter().try_fold(sign, |sum: i64, byte| i64::try_from(i128::from(sum) << 8 | i128::from(*byte)).ok())
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
