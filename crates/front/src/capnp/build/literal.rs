//! Literals to values of a type.

use super::Builder;
use crate::capnp::ast::{Expression, ExpressionKind};
use crate::capnp::codes;
use crate::capnp::nodes::{Elements, NodeKind, Object, Record, Type, Value};
use crate::capnp::scope::At;
use polywire_source::{Diagnostic, Span};

impl<'a> Builder<'_, 'a> {
    /// Interprets a keyword such as `true`, `inf` or an enumerant's name as a value of a type.
    pub(super) fn word(&self, word: &str, ty: &Type) -> Option<Value> {
        match (ty, word) {
            (Type::Void, "void") => Some(Value::Void),
            (Type::Bool, "true") => Some(Value::Bool(true)),
            (Type::Bool, "false") => Some(Value::Bool(false)),
            (Type::Float32 | Type::Float64, "inf") => Some(float(f64::INFINITY, ty)),
            (Type::Float32 | Type::Float64, "nan") => Some(float(f64::NAN, ty)),
            (Type::Enum(id, _), name) => {
                let number = self.tasks.enumerants.get(id)?.get(name)?;
                Some(Value::Enum(*number))
            }
            _ => None,
        }
    }

    fn enumerants_of(&self, id: u64) -> Vec<&str> {
        match self.nodes.get(&id).map(|node| &node.kind) {
            Some(NodeKind::Enum(members)) => members.iter().map(|it| it.name.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn unknown_enumerant(&mut self, id: u64, name: &str, span: Span) {
        let names = self.enumerants_of(id);
        let help = match self.scopes.suggestion(name, names.iter().copied()) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("it has {}", names.join(", ")),
        };
        let unknown = Diagnostic::error(codes::VALUE, format!("the enum has no enumerant `{name}`"));
        self.report(unknown.at(span, "").help(help));
    }

    pub(super) fn literal(&mut self, at: At<'a>, expression: &'a Expression, ty: &Type) -> Option<Value> {
        let span = expression.span;
        match (&expression.kind, ty) {
            (ExpressionKind::Int(value), Type::Int { .. } | Type::Float32 | Type::Float64) => {
                self.int(i128::from(*value), ty, span)
            }
            (ExpressionKind::Negative(value), Type::Int { .. } | Type::Float32 | Type::Float64) => {
                self.int(-i128::from(*value), ty, span)
            }
            (ExpressionKind::Float(value), Type::Float32 | Type::Float64) => Some(float(*value, ty)),
            (ExpressionKind::Text(text), Type::Text) => Some(Value::Text(text.clone())),
            (ExpressionKind::Text(bytes) | ExpressionKind::Data(bytes), Type::Data) => Some(Value::Data(bytes.clone())),
            (ExpressionKind::List(items), Type::List(element)) => {
                let values = items.iter().map(|item| self.value(at, item, element)).collect::<Vec<_>>();
                let values = values.into_iter().collect::<Option<Vec<Value>>>()?;
                Some(Value::List(Object::List(elements(values, element))))
            }
            (ExpressionKind::Tuple(arguments), Type::Struct(id, brand)) => {
                let record = self.record(at, arguments, (*id, brand))?;
                Some(Value::Struct(Object::Struct(record)))
            }
            (_, Type::Struct(id, brand)) => {
                let record = self.record_of_first(at, expression, (*id, brand))?;
                Some(Value::Struct(Object::Struct(record)))
            }
            _ => {
                self.mismatch(ty, span);
                None
            }
        }
    }

    /// An integer as a value of an integer or float type.
    pub(super) fn int(&mut self, value: i128, ty: &Type, span: Span) -> Option<Value> {
        let Type::Int { bits, signed } = ty else { return Some(float(value as f64, ty)) };
        let (least, most) = match signed {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        if (least..=most).contains(&value) {
            return Some(Value::Int(value));
        }
        let range = Diagnostic::error(codes::VALUE, format!("{value} is outside the range of its type"));
        self.report(range.at(span, "").help(format!("the type holds {least} to {most}")));
        None
    }
}

fn float(value: f64, ty: &Type) -> Value {
    match ty {
        Type::Float32 => Value::Float32((value as f32).to_bits()),
        _ => Value::Float64(value.to_bits()),
    }
}

/// A list of values of one type.
fn elements(values: Vec<Value>, element: &Type) -> Elements {
    match (element, element.data_size()) {
        (Type::Void, _) => Elements::Void(values.len() as u32),
        (_, Some(0)) => Elements::Bits(values.iter().map(|value| value.bits() == 1).collect()),
        (_, Some(size)) => {
            let width = (1 << size) / 8;
            let bytes = values.iter().flat_map(|value| value.bits().to_le_bytes().into_iter().take(width));
            Elements::Bytes { width, bytes: bytes.collect() }
        }
        (Type::Struct(..), None) => {
            let records: Vec<Record> = values.iter().map(|value| value.object().record()).collect();
            Elements::Structs(records)
        }
        (_, None) => Elements::Pointers(values.iter().map(Value::object).collect()),
    }
}
