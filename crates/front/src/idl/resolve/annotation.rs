//! Annotations. Their parameters are computed without a type, since schemas may use annotations that they do not declare.

use super::Resolver;
use crate::idl::ast::{AnnotationUse, Binary, Expr, ExprKind};
use crate::idl::tree::{Annotation, Value};

impl Resolver<'_> {
    pub fn annotations(&mut self, uses: &[AnnotationUse]) -> Vec<Annotation> {
        uses.iter().map(|annotation| self.annotation(annotation)).collect()
    }

    fn annotation(&mut self, annotation: &AnnotationUse) -> Annotation {
        let names: Vec<&str> = annotation.name.parts.iter().map(|part| part.text.as_str()).collect();
        let mut parameters = Vec::new();
        for (name, expr) in &annotation.parameters {
            let name = name.as_ref().map_or("value", |name| &name.text).to_owned();
            parameters.extend(self.parameter_value(expr).map(|value| (name, value)));
        }
        Annotation { name: names.join("::"), parameters, span: annotation.span }
    }

    fn parameter_value(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Literal(value) => Some(value.clone()),
            ExprKind::Name(_) => self.name_value(expr),
            ExprKind::Unary(..) | ExprKind::Binary(..) => match self.first_value(expr)? {
                Value::Float(_) => self.float(expr, 64).map(Value::Float),
                Value::Fixed(..) => self.fixed(expr).map(|(digits, scale)| Value::Fixed(digits, scale)),
                _ => self.integer(expr, true).map(Value::Integer),
            },
        }
    }

    /// A name that nothing declares is an enumerator of the annotation.
    fn name_value(&mut self, expr: &Expr) -> Option<Value> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        match self.lookup(name) {
            Ok(_) => self.leaf(expr),
            Err(_) => {
                let text = name.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("::");
                Some(Value::String(text.into_bytes()))
            }
        }
    }

    /// The value that stands first in an expression, which shows what is computed.
    fn first_value(&mut self, expr: &Expr) -> Option<Value> {
        let mut expr = expr;
        loop {
            expr = match &expr.kind {
                ExprKind::Literal(_) | ExprKind::Name(_) => return self.leaf(expr),
                ExprKind::Unary(_, operand) => operand,
                ExprKind::Binary(Binary::ShiftLeft | Binary::ShiftRight, _) => return Some(Value::Integer(0)),
                ExprKind::Binary(_, operands) => &operands.0,
            };
        }
    }
}
