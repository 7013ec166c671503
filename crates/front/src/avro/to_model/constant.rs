//! Defaults as values of the model.

use super::union::case_names;
use super::{Maker, position};
use crate::avro::MOST_DIGITS;
use crate::avro::check::{big_decimal_of, bytes_of, bytes_of_uuid, digits_of, long_decimal_of};
use crate::avro::codes;
use crate::avro::json::{Json, JsonKind};
use crate::avro::tree::{DeclarationKind, Field as Declared, Logical, Primitive, Record, TypeExpr, TypeKind};
use polywire_model::attr::MOST_DECIMAL_DIGITS;
use polywire_model::{Constant, Decl, DeclKind, Literal, Presence, Text, Type};
use polywire_source::Diagnostic;

/// The number of values that all defaults of a schema may have: those of records contain those of their fields.
pub(super) const LARGEST: usize = 100_000;

impl Maker<'_, '_> {
    pub(super) fn define_defaults(&mut self) {
        for (id, fields) in std::mem::take(&mut self.with_defaults) {
            let defaults: Vec<Option<Constant>> = fields.iter().map(|it| self.default_of(it)).collect();
            if let DeclKind::Struct(it) = &mut self.model.decls[id.0 as usize].kind {
                for (field, default) in it.fields.iter_mut().zip(defaults) {
                    if let (Some(default), Presence::Implicit) = (&default, field.presence) {
                        (field.default, field.default_elements) = value_of_new(&field.ty, default);
                    }
                    field.attrs.avro.default = default;
                }
            }
        }
        self.model.decls.iter_mut().for_each(start_at_zero);
    }

    fn default_of(&mut self, it: &Declared) -> Option<Constant> {
        let default = it.default.as_ref()?;
        let found = self.constant(&it.ty, default);
        if self.budget == 0 {
            let message =
                format!("the default of `{}` is too large: defaults of records contain each other", it.name.text);
            let problem = Diagnostic::error(codes::LIMIT, message).at(default.span, "");
            self.diagnostics.push_once(problem.help("state the members of records, or leave out some defaults"));
        }
        found
    }

    /// Returns a default; `None` if no value of the type is written so, which was reported.
    fn constant(&mut self, ty: &TypeExpr, json: &Json) -> Option<Constant> {
        self.budget = self.budget.checked_sub(1)?;
        if let Some((value, _)) = ty.optional() {
            return match self.defaults.branch_of(ty.parts(), json)?.1.is_null() {
                true => Some(Constant::Nothing),
                false => self.constant(value, json),
            };
        }
        match &ty.kind {
            TypeKind::Primitive(it) => primitive(*it, ty.logical, json),
            TypeKind::Array(element) => {
                let elements = json.as_array()?.iter();
                elements.map(|it| self.element(element, it)).collect::<Option<Vec<_>>>().map(Constant::List)
            }
            TypeKind::Map(value) => {
                let mut entries = Vec::new();
                for it in json.as_object()? {
                    let key = Constant::Scalar(Literal::Text(it.name.clone()));
                    let value = self.element(value, &it.value)?;
                    entries.push(Constant::Struct(vec![("key".to_owned(), key), ("value".to_owned(), value)]));
                }
                Some(Constant::List(entries))
            }
            TypeKind::Union(branches) => self.branch(branches, json),
            TypeKind::Named(name) => {
                let decl = *self.types.get(name)?;
                match &decl.kind {
                    DeclarationKind::Record(it) => self.record(it, json),
                    DeclarationKind::Enum(it) => {
                        let number =
                            position(it.symbols.iter(), |symbol| Some(symbol.text.as_str()) == json.as_text())?;
                        Some(Constant::Scalar(Literal::Int(number.into())))
                    }
                    DeclarationKind::Fixed(size) => fixed(*size, decl.logical, json),
                }
            }
        }
    }

    /// An element or a value that may be null is a struct.
    fn element(&mut self, ty: &TypeExpr, json: &Json) -> Option<Constant> {
        let found = self.constant(ty, json)?;
        Some(match (ty.optional(), &found) {
            (Some(_), Constant::Nothing) | (None, _) => found,
            (Some(_), _) => Constant::Struct(vec![("value".to_owned(), found)]),
        })
    }

    fn branch(&mut self, branches: &[TypeExpr], json: &Json) -> Option<Constant> {
        let (at, branch) = self.defaults.branch_of(branches, json)?;
        if branch.is_null() {
            return Some(Constant::Nothing);
        }
        let cases: Vec<&TypeExpr> = branches.iter().filter(|it| !it.is_null()).collect();
        let case = branches.iter().take(at).filter(|it| !it.is_null()).count();
        let name = case_names(&cases).into_iter().nth(case)?;
        Some(Constant::Struct(vec![(name, self.constant(branch, json)?)]))
    }

    /// Members that are null are as in a new value.
    fn record(&mut self, it: &Record, json: &Json) -> Option<Constant> {
        let mut members = Vec::new();
        for field in &it.fields {
            let value = json.get(&field.name.text).or(field.default.as_ref())?;
            match self.constant(&field.ty, value)? {
                Constant::Nothing => {}
                value => members.push((field.name.text.clone(), value)),
            }
        }
        Some(Constant::Struct(members))
    }
}

/// New values have a number where the schema states none.
fn start_at_zero(decl: &mut Decl) {
    let DeclKind::Struct(it) = &mut decl.kind else { return };
    for field in it.fields.iter_mut().filter(|it| it.presence == Presence::Implicit && it.default.is_none()) {
        if let Type::Text(Text { decimal: Some(decimal), .. }) = field.ty {
            field.default = Some(Literal::Text(decimal.zero()));
        }
    }
}

fn primitive(it: Primitive, logical: Option<Logical>, json: &Json) -> Option<Constant> {
    Some(Constant::Scalar(match it {
        Primitive::Null => return Some(Constant::Nothing),
        Primitive::Boolean => match json.kind {
            JsonKind::Bool(it) => Literal::Bool(it),
            _ => return None,
        },
        Primitive::Int | Primitive::Long => Literal::Int(json.as_integer()?),
        Primitive::Float => Literal::Float(f64::from(json.as_float()? as f32).to_bits()),
        Primitive::Double => Literal::Float(json.as_float()?.to_bits()),
        Primitive::Bytes => return with_meaning(bytes_of(json.as_text()?)?, logical),
        Primitive::String => match logical {
            Some(Logical::Uuid) => Literal::Bytes(bytes_of_uuid(json.as_text()?)?),
            _ => Literal::Text(json.as_text()?.to_owned()),
        },
    }))
}

fn fixed(size: u32, logical: Option<Logical>, json: &Json) -> Option<Constant> {
    let bytes = bytes_of(json.as_text()?)?;
    if bytes.len() != size as usize {
        return None;
    }
    match (logical, bytes.as_slice()) {
        (Some(Logical::Duration), bytes) => {
            let numbers =
                bytes.chunks_exact(4).map(|it| it.iter().rev().fold(0, |sum, byte| sum << 8 | i128::from(*byte)));
            let names = ["months", "days", "milliseconds"].into_iter().map(str::to_owned);
            Some(Constant::Struct(names.zip(numbers.map(|it| Constant::Scalar(Literal::Int(it)))).collect()))
        }
        _ => with_meaning(bytes, logical),
    }
}

/// Decimal numbers are big-endian two's complement.
fn with_meaning(bytes: Vec<u8>, logical: Option<Logical>) -> Option<Constant> {
    Some(Constant::Scalar(match logical {
        Some(Logical::Decimal { precision, .. }) if precision <= MOST_DIGITS => Literal::Int(digits_of(&bytes)?.into()),
        Some(Logical::Decimal { precision, scale }) if precision <= MOST_DECIMAL_DIGITS => {
            Literal::Text(long_decimal_of(&bytes, (precision, scale))?)
        }
        Some(Logical::BigDecimal) => Literal::Text(big_decimal_of(&bytes)?),
        _ => Literal::Bytes(bytes),
    }))
}

/// Returns what the model says of a new value: a scalar that is not zero, or the elements of a list of scalars.
fn value_of_new(ty: &Type, default: &Constant) -> (Option<Literal>, Vec<Constant>) {
    match (ty, default) {
        (_, Constant::Scalar(it)) => {
            (Some(it.clone()).filter(|it| !is_zero(it, matches!(ty, Type::FixedBytes(..)))), Vec::new())
        }
        (Type::List(_), Constant::List(elements)) => {
            let is_flat = elements.iter().all(|it| matches!(it, Constant::Scalar(_)));
            (None, if is_flat { elements.clone() } else { Vec::new() })
        }
        _ => (None, Vec::new()),
    }
}

fn is_zero(it: &Literal, is_fixed: bool) -> bool {
    match it {
        Literal::Bool(it) => !it,
        Literal::Int(it) => *it == 0,
        Literal::Float(bits) => *bits == 0,
        Literal::Text(it) => it.is_empty(),
        Literal::Bytes(it) => it.iter().all(|byte| *byte == 0) && (it.is_empty() || is_fixed),
    }
}
