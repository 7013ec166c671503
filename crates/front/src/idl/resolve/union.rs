//! Unions.

use super::facts::State;
use super::scope::Target;
use super::types::Usage;
use super::{Head, Resolver};
use crate::idl::ast::{CaseDecl, Expr, Label, UnionDecl};
use crate::idl::codes;
use crate::idl::tree::{Case, Declared, DefId, Kind, Type, Union, Value};
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

/// The labels that have been read.
#[derive(Default)]
struct Labels {
    by_value: HashMap<i128, Span>,
    default: Option<Span>,
}

impl Resolver<'_> {
    pub fn union(&mut self, decl: &UnionDecl, head: Head) -> DefId {
        let id = self.begin(&decl.name, head, Declared::Union);
        let (discriminator, cases) = self.inside(id, &decl.name, None, |it| {
            let discriminator = it.discriminator(decl);
            let cases = it.cases(&decl.cases, discriminator.as_ref());
            (discriminator, cases)
        });
        let is_local = cases.iter().any(|case| self.is_local(&case.member.ty));
        let facts = &mut self.facts[id.0];
        (facts.is_local, facts.state) = (is_local, State::Complete);
        if let Some(discriminator) = discriminator {
            self.specification.definitions[id.0].kind = Kind::Union(Union { discriminator, cases });
        }
        id
    }

    fn discriminator(&mut self, decl: &UnionDecl) -> Option<Type> {
        let ty = self.type_of(&decl.discriminator, Usage::Value)?;
        match self.underlying(&ty) {
            Type::Boolean | Type::Octet | Type::Char | Type::WChar | Type::Int { .. } => return Some(ty),
            Type::Named(id) if matches!(self.specification.definitions[id.0].kind, Kind::Enum(_)) => return Some(ty),
            _ => {}
        }
        let error = Diagnostic::error(codes::TYPE, "values of this type cannot select a case");
        let error = error.at(decl.discriminator.span, "");
        self.diagnostics.push(error.help("use an integer, octet, character, boolean or enum"));
        None
    }

    fn cases(&mut self, decls: &[CaseDecl], discriminator: Option<&Type>) -> Vec<Case> {
        let mut labels = Labels::default();
        let mut cases = Vec::new();
        for decl in decls {
            let mut values = Vec::new();
            for label in &decl.labels {
                match (label, discriminator) {
                    (Label::Case(expr), Some(ty)) => values.extend(self.label(expr, ty, &mut labels)),
                    (Label::Case(_), None) => {}
                    (Label::Default(span), _) => self.default(*span, &mut labels),
                }
            }
            let is_default = decl.labels.iter().any(|label| matches!(label, Label::Default(_)));
            let members = self.member_of(&decl.member, Target::Member);
            cases.extend(members.into_iter().map(|member| Case { labels: values.clone(), is_default, member }));
        }
        if let (Some(span), Some(ty)) = (labels.default, discriminator)
            && Some(labels.by_value.len() as u64) == self.count(ty)
        {
            let error =
                Diagnostic::error(codes::UNION_LABEL, "`default` is never selected, since all values have cases");
            self.diagnostics.push(error.at(span, "").help("remove the case, or one of the labels"));
        }
        cases
    }

    fn label(&mut self, expr: &Expr, ty: &Type, labels: &mut Labels) -> Option<Value> {
        let value = self.evaluate(expr, ty)?;
        let key = match &value {
            Value::Boolean(value) => i128::from(*value),
            Value::Integer(value) => *value,
            Value::Char(value) => i128::from(*value),
            Value::WChar(value) => i128::from(*value),
            Value::Enumerator(_, place) => *place as i128,
            Value::Float(_) | Value::Fixed(..) | Value::String(_) | Value::WString(_) => return None,
        };
        if let Some(before) = labels.by_value.insert(key, expr.span) {
            let error = Diagnostic::error(codes::UNION_LABEL, "two labels of the union are the same").at(expr.span, "");
            self.diagnostics.push(error.related(before, "first used here").help("remove or change one of them"));
        }
        Some(value)
    }

    fn default(&mut self, span: Span, labels: &mut Labels) {
        if let Some(before) = labels.default.replace(span) {
            let error = Diagnostic::error(codes::UNION_LABEL, "the union has two defaults").at(span, "");
            self.diagnostics.push(error.related(before, "first used here").help("remove one of them"));
        }
    }

    /// How many values a discriminator has, if labels could be written for all of them.
    fn count(&self, ty: &Type) -> Option<u64> {
        match self.underlying(ty) {
            Type::Boolean => Some(2),
            Type::Octet | Type::Char | Type::Int { bits: 8, .. } => Some(1 << 8),
            Type::WChar | Type::Int { bits: 16, .. } => Some(1 << 16),
            Type::Named(id) => match &self.specification.definitions[id.0].kind {
                Kind::Enum(enumerators) => Some(enumerators.len() as u64),
                _ => None,
            },
            _ => None,
        }
    }
}
