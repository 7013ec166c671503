//! Defaults match the types of their fields (Avro 1.12 specification, "Complex Types", table "field default values").

use super::text::{big_decimal_of, bytes_of, bytes_of_uuid, digits_of, long_decimal_of};
use super::{Types, codes};
use crate::avro::MOST_DIGITS;
use crate::avro::json::{Json, JsonKind, compact};
use crate::avro::tree::{Declaration, DeclarationKind, Enum, Field, Logical, Primitive, Record, TypeExpr, TypeKind};
use polywire_model::attr::MOST_DECIMAL_DIGITS;
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::cell::Cell;

/// The number of values that are compared with types, for all defaults of a schema. A value in several unions is compared
/// with each branch of each.
const MOST_STEPS: usize = 1_000_000;

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

/// Compares defaults with types.
pub(in crate::avro) struct Defaults<'t, 's> {
    types: &'t Types<'s>,
    steps: Cell<usize>,
}

impl<'t, 's> Defaults<'t, 's> {
    pub fn new(types: &'t Types<'s>) -> Self {
        Self { types, steps: Cell::new(MOST_STEPS) }
    }

    /// Reports a default that does not match its type.
    pub(super) fn check(&self, field: &Field, diagnostics: &mut Diagnostics) {
        let Some(default) = &field.default else { return };
        let name = &field.name.text;
        match self.problem(&field.ty, default) {
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

    fn problem(&self, ty: &TypeExpr, json: &Json) -> Option<Problem> {
        match self.steps.get().checked_sub(1) {
            Some(left) => self.steps.set(left),
            None => {
                let reason = "it has too many values in unions to find the branches".to_owned();
                return Some(Problem::Mismatch(json.span, reason));
            }
        }
        match &ty.kind {
            TypeKind::Primitive(it) => primitive(*it, json).or_else(|| meaning(ty.logical, json)),
            TypeKind::Array(element) => match json.as_array() {
                Some(elements) => elements.iter().find_map(|it| self.problem(element, it)),
                None => mismatch(json, "an array"),
            },
            TypeKind::Map(value) => match json.as_object() {
                Some(members) => members.iter().find_map(|it| self.problem(value, &it.value)),
                None => mismatch(json, "an object"),
            },
            TypeKind::Union(branches) => match self.branch_and_problem(branches, json) {
                Some((_, problem)) => problem,
                None => Some(Problem::Mismatch(json.span, format!("{} matches no branch of the union", shown(json)))),
            },
            TypeKind::Named(name) => {
                let decl = self.types.get(name)?;
                match &decl.kind {
                    DeclarationKind::Record(it) => self.record(it, json),
                    DeclarationKind::Enum(it) => symbol(it, json),
                    DeclarationKind::Fixed(size) => fixed(*size, json).or_else(|| meaning(decl.logical, json)),
                }
            }
        }
    }

    /// Returns the first branch that a value matches, and its index.
    pub fn branch_of<'b>(&self, branches: &'b [TypeExpr], json: &Json) -> Option<(usize, &'b TypeExpr)> {
        let (at, _) = self.branch_and_problem(branches, json)?;
        branches.get(at).map(|it| (at, it))
    }

    /// Returns the first branch of which a value is one, or else the first one that it may be meant for.
    fn branch_and_problem(&self, branches: &[TypeExpr], json: &Json) -> Option<(usize, Option<Problem>)> {
        let mut found = None;
        for (at, branch) in branches.iter().enumerate() {
            match self.problem(branch, json) {
                None => return Some((at, None)),
                Some(Problem::Mismatch(..)) => {}
                useless => found = found.or(Some((at, useless))),
            }
        }
        found
    }

    /// A member that is missing has the default of its field.
    fn record(&self, it: &Record, json: &Json) -> Option<Problem> {
        if json.as_object().is_none() {
            return mismatch(json, "an object");
        }
        it.fields.iter().find_map(|field| match (json.get(&field.name.text), &field.default) {
            (Some(value), _) => self.problem(&field.ty, value),
            (None, Some(_)) => None,
            (None, None) => {
                let reason = format!("the field `{}`, which has no default, is missing", field.name.text);
                Some(Problem::Mismatch(json.span, reason))
            }
        })
    }
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
    match &json.kind {
        JsonKind::Array(_) | JsonKind::Object(_) => json.what().to_owned(),
        JsonKind::Text(text) if text.len() > 40 => json.what().to_owned(),
        _ => format!("`{}`", compact(json)),
    }
}

fn bytes(text: &str, span: Span) -> Option<Problem> {
    let reason = "a character stands for a byte, so it must be one up to U+00FF";
    bytes_of(text).is_none().then(|| Problem::Useless(span, reason.to_owned()))
}

/// Reports what no logical type is written so.
fn meaning(logical: Option<Logical>, json: &Json) -> Option<Problem> {
    let text = json.as_text()?;
    let reason = match logical? {
        Logical::Uuid if bytes_of_uuid(text).is_none() && text.chars().count() != UUID_SIZE => "it is no UUID",
        Logical::Decimal { precision, .. } if precision <= MOST_DIGITS && digits_of(&bytes_of(text)?).is_none() => {
            "it is no number of 64 bits"
        }
        Logical::Decimal { precision, scale }
            if (MOST_DIGITS + 1..=MOST_DECIMAL_DIGITS).contains(&precision)
                && long_decimal_of(&bytes_of(text)?, (precision, scale)).is_none() =>
        {
            "it is no number of so many digits"
        }
        Logical::BigDecimal if big_decimal_of(&bytes_of(text)?).is_none() => "it is no big-decimal",
        _ => return None,
    };
    Some(Problem::Useless(json.span, reason.to_owned()))
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

impl Declaration {
    /// Returns the fields of a record.
    pub fn fields(&self) -> &[Field] {
        if let DeclarationKind::Record(it) = &self.kind { &it.fields } else { &[] }
    }
}
