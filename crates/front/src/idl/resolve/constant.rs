//! Constants and other computed values (CORBA 3.3 part 1, clause 7.10).

use super::Resolver;
use super::facts::{State, What};
use super::scope::Target;
use super::types::Usage;
use crate::idl::ast::{Expr, ExprKind, Item, ScopedName, TypeRef, Word};
use crate::idl::codes;
use crate::idl::tree::{Kind, Type, Value};
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub fn constant(&mut self, ty: &TypeRef, name: &Word, value: &Expr, item: &Item) {
        let head = self.head(item);
        let ty = self.type_of(ty, Usage::Constant);
        let value = ty.as_ref().and_then(|ty| self.evaluate(value, ty));
        let (Some(ty), Some(value)) = (ty, value) else { return self.declare(name, Target::Broken) };
        let id = self.define(name, head, What::Constant, State::Complete);
        self.specification.definitions[id.0].kind = Kind::Constant(ty, value);
    }

    /// Computes a value of a type.
    pub fn evaluate(&mut self, expr: &Expr, ty: &Type) -> Option<Value> {
        let ty = self.underlying(ty);
        match &ty {
            Type::Int { bits, signed } => self.integer_within(expr, *bits, *signed).map(Value::Integer),
            Type::Octet => self.integer_within(expr, 8, false).map(Value::Integer),
            Type::Float(bits) => self.float(expr, *bits).map(Value::Float),
            Type::AnyFixed => self.fixed(expr).map(|(digits, scale)| Value::Fixed(digits, scale)),
            Type::Fixed { digits, scale } => self.fixed_within(expr, *digits, *scale),
            Type::Boolean => self.leaf_of(expr, "a boolean", |value| matches!(value, Value::Boolean(_))),
            Type::Char => self.leaf_of(expr, "a character", |value| matches!(value, Value::Char(_))),
            Type::WChar => self.leaf_of(expr, "a wide character", |value| matches!(value, Value::WChar(_))),
            Type::String { is_wide, bound } => self.text(expr, *is_wide, *bound),
            Type::Named(id) if self.facts(*id).what == What::Enum => {
                let what = format!("an enumerator of `{}`", self.name(*id));
                self.leaf_of(expr, &what, |value| matches!(value, Value::Enumerator(of, _) if of == id))
            }
            Type::Sequence(..)
            | Type::Array(..)
            | Type::Map(..)
            | Type::Any
            | Type::Object
            | Type::ValueBase
            | Type::TypeCode
            | Type::Named(_) => {
                let error = Diagnostic::error(codes::TYPE, "constants cannot have this type").at(expr.span, "");
                let help = "use a number, character, text, boolean or enum";
                self.diagnostics.push(error.help(help));
                None
            }
        }
    }

    fn text(&mut self, expr: &Expr, is_wide: bool, bound: Option<u32>) -> Option<Value> {
        let what = if is_wide { "a wide text" } else { "a text" };
        let value = self.leaf_of(expr, what, |value| match value {
            Value::String(_) => !is_wide,
            Value::WString(_) => is_wide,
            _ => false,
        })?;
        let len = match &value {
            Value::String(text) => text.len(),
            Value::WString(text) => text.len(),
            _ => 0,
        };
        match bound {
            Some(bound) if len > bound as usize => {
                let message = format!("the text has {len} characters, but at most {bound} fit");
                let error = Diagnostic::error(codes::VALUE, message).at(expr.span, "");
                self.diagnostics.push(error.help("write a shorter text, or a larger number in the type"));
                None
            }
            _ => Some(value),
        }
    }

    /// A literal, or the value of a name, of a kind that has no operators.
    fn leaf_of(&mut self, expr: &Expr, what: &str, is_right: impl Fn(&Value) -> bool) -> Option<Value> {
        let value = self.leaf(expr)?;
        if is_right(&value) {
            return Some(value);
        }
        self.mismatch(expr.span, &value, what);
        None
    }

    pub fn mismatch(&mut self, span: Span, value: &Value, what: &str) {
        let message = format!("this is {}, but {what} is needed", kind_name(value));
        let error = Diagnostic::error(codes::VALUE, message).at(span, "");
        let help = match (value, what) {
            (Value::Integer(_), "a float") => "write the number with a point, such as `1.0`",
            (Value::Float(_), "a decimal number") => "write `d` behind the number, such as `1.5d`",
            (Value::Char(_) | Value::String(_), _) if what.starts_with("a wide") => "write `L` before the quote",
            _ => "values are not converted: write a value of the type",
        };
        self.diagnostics.push(error.help(help));
    }

    /// The value of a literal or a name.
    pub fn leaf(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Literal(value) => Some(value.clone()),
            ExprKind::Name(name) => self.value_of(name),
            ExprKind::Unary(..) | ExprKind::Binary(..) => {
                let error = Diagnostic::error(codes::VALUE, "operators compute numbers only").at(expr.span, "");
                self.diagnostics.push(error.help("write the value"));
                None
            }
        }
    }

    fn value_of(&mut self, name: &ScopedName) -> Option<Value> {
        let target = self.find(name)?;
        let span = match target {
            Target::Enumerator(id, place) if self.facts(id).what == What::Enum => {
                return Some(Value::Enumerator(id, place));
            }
            Target::Definition(id) => match &self.specification.definitions[id.0].kind {
                Kind::Constant(_, value) => return Some(value.clone()),
                _ => self.specification.definitions[id.0].span,
            },
            _ => Span::default(),
        };
        let error = Diagnostic::error(codes::WRONG_KIND, "this is neither a constant nor an enumerator");
        let error = error.at(name.span, "").related(span, "declared here");
        self.diagnostics.push(error.help("write a value, or the name of a constant"));
        None
    }
}

const fn kind_name(value: &Value) -> &'static str {
    match value {
        Value::Boolean(_) => "a boolean",
        Value::Integer(_) => "an integer",
        Value::Float(_) => "a float",
        Value::Fixed(..) => "a decimal number",
        Value::Char(_) => "a character",
        Value::WChar(_) => "a wide character",
        Value::String(_) => "a text",
        Value::WString(_) => "a wide text",
        Value::Enumerator(..) => "an enumerator",
    }
}
