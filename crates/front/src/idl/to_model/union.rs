//! Unions.

use super::member_id::member_facts;
use super::ty::Place;
use super::{Maker, annotation, facts};
use crate::idl::tree::{self, DefId, Definition, Value};
use polywire_model::attr::{CaseAttrs, CorbaKind, UnionAttrs};
use polywire_model::{Case, DeclKind, Type, Union};

/// The case without a value of a union some of whose labels select no member.
const NONE: &str = "none";

impl<'a> Maker<'a> {
    pub(super) fn union(&mut self, definition: &'a Definition, id: DefId, it: &'a tree::Union) {
        let place = Place { owner: definition, stem: "label", span: definition.span };
        let discriminator = self.resolved(&place, &it.discriminator).ty;
        let mut cases: Vec<Case> =
            it.cases.iter().zip(0..).map(|(case, order)| self.case(definition, case, order)).collect();
        let members: Vec<_> = it.cases.iter().map(|it| (definition.annotations.as_slice(), &it.member)).collect();
        // The discriminator has the id 0.
        for (case, facts) in cases.iter_mut().zip(member_facts(&members, 1)) {
            case.attrs.xcdr = facts;
        }
        if !it.cases.iter().any(|case| case.is_default) && self.has_free_label(&discriminator, &cases) {
            cases.push(none(definition, &cases));
        }
        let attrs = UnionAttrs { corba: facts(definition, CorbaKind::Plain), ..UnionAttrs::default() };
        let declared = self.declared[&id];
        self.model.decls[declared.0 as usize].kind =
            DeclKind::Union(Union { cases, discriminator: Some(discriminator), attrs, ..Union::default() });
        let first = self.model.decls.len();
        self.model.keep_labels(declared);
        self.taken.extend(self.model.decls[first..].iter().map(polywire_model::Decl::path));
    }

    fn case(&mut self, owner: &'a Definition, it: &'a tree::Case, order: u32) -> Case {
        let member = &it.member;
        let found = self.resolved(&Place { owner, stem: &member.name, span: member.span }, &member.ty);
        let ty = found.ty;
        let default = annotation::find(&member.annotations, "default")
            .and_then(|it| annotation::parameter(it, "value"))
            .and_then(|value| annotation::literal(&ty, value));
        Case {
            name: member.name.clone(),
            labels: it.labels.iter().filter_map(|label| self.label(label)).collect(),
            is_default: it.is_default,
            default,
            boxed: false,
            doc: member.doc.clone(),
            deprecated: false,
            span: member.span,
            attrs: CaseAttrs { order: Some(order), corba: found.form, ..CaseAttrs::default() },
            ty: Some(ty),
        }
    }

    fn label(&self, it: &Value) -> Option<i128> {
        match it {
            Value::Boolean(it) => Some((*it).into()),
            Value::Integer(it) => Some(*it),
            Value::Char(it) => Some((*it).into()),
            Value::WChar(it) => Some((*it).into()),
            Value::Enumerator(id, place) => match &self.definition(*id).kind {
                tree::Kind::Enum(members) => members.get(*place).map(|it| it.number.into()),
                _ => None,
            },
            Value::Float(_) | Value::Fixed(..) | Value::String(_) | Value::WString(_) => None,
        }
    }

    fn has_free_label(&self, discriminator: &Type, cases: &[Case]) -> bool {
        let stated: u128 = cases.iter().map(|it| it.labels.len() as u128).sum();
        let all = match discriminator {
            Type::Bool => 2,
            Type::Int { bits, .. } => 1 << bits,
            Type::Named(id) => self.model.as_enum(*id).map_or(0, |it| it.members.len() as u128),
            _ => 0,
        };
        stated < all
    }
}

fn none(union: &Definition, others: &[Case]) -> Case {
    let mut name = NONE.to_owned();
    while others.iter().any(|it| it.name.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    Case {
        is_default: true,
        doc: "No member: the label is none of those that select one.".to_owned(),
        span: union.span,
        attrs: CaseAttrs { order: Some(others.len() as u32), ..CaseAttrs::default() },
        ..Case::nothing(&name)
    }
}
