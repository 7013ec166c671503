//! Expressions to values of a type.

use super::Builder;
use super::task::{State, Task};
use crate::capnp::ast::{Expression, ExpressionKind};
use crate::capnp::codes;
use crate::capnp::nodes::{FieldKind, NodeKind, Object, Type, Value};
use crate::capnp::scope::{At, Target};
use crate::capnp::wire;
use polywire_source::{Diagnostic, Span};

/// Limit on references from constant to constant, which bounds the recursion.
const MAX_DEPTH: u32 = 64;

/// Limit on the words copied from constants: each reference can multiply the size of the value that it refers to.
const MAX_SIZE: usize = 1 << 21;

impl<'a> Builder<'_, 'a> {
    /// Evaluates all constants and defaults.
    pub(super) fn values(&mut self) {
        let constants: Vec<u64> = self.tasks.constants.keys().copied().collect();
        for id in constants {
            self.constant(id);
        }
        let defaults: Vec<(u64, usize)> = self.tasks.defaults.keys().copied().collect();
        for field in defaults {
            self.default(field);
        }
    }

    /// Returns the type and value of a constant; `None` if the constant refers to itself.
    fn constant(&mut self, id: u64) -> Option<(Type, Value)> {
        let task = *self.tasks.constants.get(&id)?;
        let NodeKind::Const { ty, value } = &self.nodes.get(&id)?.kind else { return None };
        match task.state {
            State::Done => return Some((ty.clone(), value.clone())),
            State::Busy => return None,
            State::Waiting => {}
        }
        let ty = ty.clone();
        self.tasks.constants.insert(id, Task { state: State::Busy, ..task });
        let value = self.value(task.at, task.value, &ty).unwrap_or_else(|| Value::zero(&ty));
        self.tasks.constants.insert(id, Task { state: State::Done, ..task });
        if let NodeKind::Const { value: place, .. } = &mut self.nodes.get_mut(&id)?.kind {
            *place = value.clone();
        }
        Some((ty, value))
    }

    /// Returns the default of a field; zero if the default refers to itself.
    pub(super) fn default(&mut self, field: (u64, usize)) -> Option<Value> {
        let NodeKind::Struct(it) = &self.nodes.get(&field.0)?.kind else { return None };
        let FieldKind::Slot { ty, default, .. } = &it.fields.get(field.1)?.kind else { return None };
        let (ty, current) = (ty.clone(), default.clone());
        let Some(task) = self.tasks.defaults.get(&field).copied().filter(|task| task.state == State::Waiting) else {
            return Some(current);
        };
        self.tasks.defaults.insert(field, Task { state: State::Busy, ..task });
        let is_null = task.is_param && task.value.kind == ExpressionKind::Relative("null".to_owned());
        let value = match is_null && ty.is_pointer() {
            true => Some(Value::zero(&ty)),
            false => self.value(task.at, task.value, &ty),
        };
        let value = value.unwrap_or(current);
        self.tasks.defaults.insert(field, Task { state: State::Done, ..task });
        if let NodeKind::Struct(it) = &mut self.nodes.get_mut(&field.0)?.kind
            && let FieldKind::Slot { default, .. } = &mut it.fields[field.1].kind
        {
            *default = value.clone();
        }
        Some(value)
    }

    /// The value of an expression; `None` after an error, which is reported.
    pub(super) fn value(&mut self, at: At<'a>, expression: &'a Expression, ty: &Type) -> Option<Value> {
        if self.depth == MAX_DEPTH {
            let deep = Diagnostic::error(codes::TOO_DEEP, format!("values are nested deeper than {MAX_DEPTH} levels"));
            self.report(deep.at(expression.span, ""));
            return None;
        }
        self.depth += 1;
        let value = match &expression.kind {
            ExpressionKind::Absolute(_)
            | ExpressionKind::Import(_)
            | ExpressionKind::Member(..)
            | ExpressionKind::Apply(..) => self.referred(at, expression, ty),
            ExpressionKind::Relative(name) => match self.word(name, ty) {
                Some(value) => Some(value),
                None => self.bare_name(at, (expression, name), ty),
            },
            ExpressionKind::Embed(path) => self.embedded(at, (path, expression.span), ty),
            _ => self.literal(at, expression, ty),
        };
        self.depth -= 1;
        value
    }

    /// Reports a name that is neither a keyword nor an enumerant: a constant must be named with its scope.
    fn bare_name(&mut self, at: At<'a>, (expression, name): (&Expression, &str), ty: &Type) -> Option<Value> {
        match self.scopes.named(at, expression) {
            Ok(named) if matches!(named.target, Target::Scope(_)) => {
                let bare = Diagnostic::error(
                    codes::VALUE,
                    format!("`{name}` alone is not accepted as the name of a constant"),
                );
                let help =
                    format!("prefix it with the name of its scope, or write `.{name}` for a constant of the file");
                self.report(bare.at(expression.span, "").help(help));
            }
            Ok(_) => self.mismatch(ty, expression.span),
            Err(problem) => match ty {
                Type::Enum(id, _) => self.unknown_enumerant(*id, name, expression.span),
                _ => self.report(*problem),
            },
        }
        None
    }

    /// The value of a constant, as a value of another type.
    fn referred(&mut self, at: At<'a>, expression: &Expression, ty: &Type) -> Option<Value> {
        let named = self.scopes.named(at, expression).map_err(|problem| self.report(*problem)).ok()?;
        let Target::Scope(scope) = named.target else {
            self.mismatch(ty, expression.span);
            return None;
        };
        let id = self.scopes.get(scope).id;
        if !self.tasks.constants.contains_key(&id) {
            let name = self.scopes.get(scope).name().to_owned();
            let other = Diagnostic::error(codes::VALUE, format!("`{name}` is not a constant"));
            self.report(other.at(expression.span, ""));
            return None;
        }
        let Some((from, value)) = self.constant(id) else {
            let cycle = Diagnostic::error(codes::CYCLE, "the value of the constant depends on itself");
            self.report(cycle.at(expression.span, "").help("give one of the constants a value of its own"));
            return None;
        };
        self.size += value.size();
        if self.size > MAX_SIZE {
            let large = Diagnostic::error(
                codes::TOO_LARGE,
                "the constants of the schema become too large when they are expanded",
            );
            self.report(large.at(expression.span, ""));
            return None;
        }
        self.converted((&from, value), ty, expression.span)
    }

    fn converted(&mut self, (from, value): (&Type, Value), ty: &Type, span: Span) -> Option<Value> {
        match (value, ty) {
            (value, _) if from == ty => Some(value),
            (Value::Int(value), Type::Int { .. } | Type::Float32 | Type::Float64) => self.int(value, ty, span),
            (Value::Float32(bits), Type::Float64) => Some(Value::Float64(f64::from(f32::from_bits(bits)).to_bits())),
            (Value::Float64(bits), Type::Float32) => Some(Value::Float32((f64::from_bits(bits) as f32).to_bits())),
            (Value::Struct(object), Type::AnyPointer | Type::AnyStruct) => Some(Value::AnyPointer(object)),
            (Value::List(object), Type::AnyPointer | Type::AnyList) => Some(Value::AnyPointer(object)),
            _ => {
                self.mismatch(ty, span);
                None
            }
        }
    }

    /// The contents of a file: as text, as bytes, or as the message of a struct.
    fn embedded(&mut self, at: At<'a>, (path, span): (&str, Span), ty: &Type) -> Option<Value> {
        let unit = self.scopes.get(at.scope).unit;
        // `None`: the missing file has already been reported.
        let bytes = self.scopes.units[unit].embeds.get(path)?.clone()?;
        let problem = match ty {
            Type::Text => return Some(Value::Text(bytes)),
            Type::Data => return Some(Value::Data(bytes)),
            Type::Struct(..) => match wire::read_message(&bytes) {
                Ok(Object::Null) => return Some(Value::Struct(Object::Null)),
                Ok(object @ Object::Struct(_)) => return Some(Value::Struct(object)),
                Ok(_) => "the file is not a message of a struct".to_owned(),
                Err(error) => format!("the file is not a message: {error}"),
            },
            _ => "a file can be embedded as text, as bytes or as the message of a struct".to_owned(),
        };
        self.report(Diagnostic::error(codes::VALUE, problem).at(span, ""));
        None
    }

    pub(super) fn mismatch(&mut self, ty: &Type, span: Span) {
        if let Type::Parameter(..) | Type::ImplicitParameter(_) = ty {
            let open = Diagnostic::error(
                codes::VALUE,
                "the type of this value is a type parameter, which stands for any type",
            );
            return self.report(open.at(span, "").help("give values where the parameter is bound to a type"));
        }
        let wanted = match ty {
            Type::Void => "`void`",
            Type::Bool => "`true` or `false`",
            Type::Int { .. } => "an integer",
            Type::Float32 | Type::Float64 => "a number",
            Type::Text => "a string",
            Type::Data => "a string or bytes: `0x\"…\"`",
            Type::List(_) => "a list: `[…]`",
            Type::Enum(..) => "the name of an enumerant",
            Type::Struct(..) => "the fields of a struct: `(name = value, …)`",
            Type::Interface(..) | Type::Capability => "no value, because capabilities have none in a schema",
            Type::AnyPointer | Type::Parameter(..) | Type::ImplicitParameter(_) => {
                "a constant of a struct or list type"
            }
            Type::AnyStruct => "a constant of a struct type",
            Type::AnyList => "a constant of a list type",
        };
        self.report(
            Diagnostic::error(codes::VALUE, format!("this is not a value of the type, which requires {wanted}"))
                .at(span, ""),
        );
    }
}
