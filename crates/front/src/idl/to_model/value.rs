//! Valuetypes (CORBA 3.3 part 1, clause 7.9). The members of one are a struct. Where a valuetype is used is a union: the members of
//! a value of it or of a type derived from it, or the number of a value that occurred before. Without a case, it is null.
//!
//! Design: docs/decisions/0135-valuetypes.md

use super::ty::Place;
use super::{Maker, facts, path};
use crate::idl::VALUE;
use crate::idl::tree::{self, DefId, Definition, Kind};
use polywire_model::attr::{CaseAttrs, CorbaForm, CorbaKind, CorbaType, CorbaValue, UnionAttrs};
use polywire_model::{Case, DeclKind, Type, Union};

/// The case for a value that occurred before.
const SAME: &str = "same";

const DOC_OF_SAME: &str = "A value that occurred before: its number. The values of a message count from 0, in the order in which they begin in CDR.";

/// The values that a member can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ValueOf {
    /// Of any type: `ValueBase`.
    Any,
    /// Of a type and those derived from it, or of a boxed type.
    Type(DefId),
    /// Of types that support an abstract interface.
    Supporting(DefId),
}

impl<'a> Maker<'a> {
    /// A valuetype has the members of the valuetype that it extends before its own.
    pub(super) fn value_type(&mut self, definition: &'a Definition, id: DefId, it: &'a tree::ValueType) {
        if let Some(declared) = self.declared.get(&id).copied() {
            let chain = self.inherited(it);
            let members = chain.iter().rev().flat_map(|it| it.members.iter().map(|it| &it.member));
            let members: Vec<_> = members.map(|it| (definition.annotations.as_slice(), it)).collect();
            self.define_struct((definition, id), &members, CorbaKind::Value);
            let value = self.inheritance(it);
            if let DeclKind::Struct(it) = &mut self.model.decls[declared.0 as usize].kind
                && let Some(corba) = &mut it.attrs.corba
            {
                corba.value = value;
            }
        }
        self.declare_value(definition, id);
        self.operations(definition, id, it);
    }

    /// Declares the union of the values of a type also if no member has it.
    pub(super) fn declare_value(&mut self, definition: &'a Definition, id: DefId) {
        let place = Place { owner: definition, stem: &definition.name, span: definition.span };
        self.value_union(&place, ValueOf::Type(id));
    }

    /// Returns a valuetype, and those whose members it has, too.
    fn inherited(&self, it: &'a tree::ValueType) -> Vec<&'a tree::ValueType> {
        let mut chain = vec![it];
        while let Some(base) = chain.last().and_then(|it| it.bases.first()) {
            match &self.definition(*base).kind {
                Kind::ValueType(base) => chain.push(base),
                _ => break,
            }
        }
        chain
    }

    fn inheritance(&self, it: &tree::ValueType) -> CorbaValue {
        let base = self.base_with_members(it).map(|(base, _)| base.repository_id.clone());
        let (mut truncates_to, mut derived) = (Vec::new(), it);
        while derived.is_truncatable
            && let Some((base, of_base)) = self.base_with_members(derived)
        {
            truncates_to.push(base.repository_id.clone());
            derived = of_base;
        }
        CorbaValue { base, truncates_to, is_custom: it.is_custom }
    }

    fn base_with_members(&self, it: &tree::ValueType) -> Option<(&'a Definition, &'a tree::ValueType)> {
        let base = self.definition(*it.bases.first()?);
        match &base.kind {
            Kind::ValueType(of_base) if !of_base.is_abstract => Some((base, of_base)),
            _ => None,
        }
    }

    /// Returns the union of the values that a member can be.
    pub(super) fn value_union(&mut self, place: &Place<'_, 'a>, which: ValueOf) -> Type {
        if let Some(known) = self.values.get(&which) {
            return Type::Named(*known);
        }
        let of = match which {
            ValueOf::Any => None,
            ValueOf::Type(id) | ValueOf::Supporting(id) => Some(self.definition(id)),
        };
        let name = match of {
            Some(of) => with_suffix(path(of), VALUE),
            None => vec!["ValueBase".to_owned()],
        };
        // Values of it can contain others.
        let id = self.add(of.unwrap_or(place.owner), name, DeclKind::Union(Union::default()));
        self.model.decls[id.0 as usize].doc = String::new();
        self.values.insert(which, id);
        let corba = match of {
            Some(of) => facts(of, CorbaKind::AnyOfValue),
            None => Some(CorbaType {
                repository_id: "IDL:omg.org/CORBA/ValueBase:1.0".to_owned(),
                kind: CorbaKind::AnyOfValue,
                ..CorbaType::default()
            }),
        };
        let cases = self.cases_of_value(place, which);
        let attrs = UnionAttrs { corba, ..UnionAttrs::default() };
        // CDR has no labels here. With a discriminator, the union is a member of its own in every format.
        let discriminator = Some(Type::int(32, false));
        self.model.decls[id.0 as usize].kind =
            DeclKind::Union(Union { cases, attrs, discriminator, ..Union::default() });
        Type::Named(id)
    }

    fn cases_of_value(&mut self, place: &Place<'_, 'a>, which: ValueOf) -> Vec<Case> {
        let same = Case { doc: DOC_OF_SAME.to_owned(), ..case(place, SAME, Type::int(32, false)) };
        let mut cases = vec![same];
        for (id, definition) in self.definitions() {
            if !self.can_be(which, id) {
                continue;
            }
            let mut name =
                if which == ValueOf::Type(id) && is_box(definition) { "value" } else { &definition.name }.to_owned();
            while cases.iter().any(|it| it.name.eq_ignore_ascii_case(&name)) {
                name.push('_');
            }
            let new = match &definition.kind {
                Kind::ValueBox(ty) => {
                    let inside = Place { owner: definition, stem: &definition.name, span: definition.span };
                    let held = self.resolved(&inside, ty);
                    let corba = CorbaForm { boxed: Some(definition.repository_id.clone()), ..held.form };
                    let attrs = CaseAttrs { corba, ..CaseAttrs::default() };
                    Case { attrs, ..case(place, &name, held.ty) }
                }
                _ => case(place, &name, Type::Named(self.declared[&id])),
            };
            cases.push(new);
        }
        for (case, order) in cases.iter_mut().zip(0u32..) {
            case.attrs.order = Some(order);
            case.labels = vec![i128::from(order) + 1];
        }
        cases
    }

    /// Returns true if a definition is a type of such values.
    fn can_be(&self, which: ValueOf, id: DefId) -> bool {
        match (&self.definition(id).kind, which) {
            (Kind::ValueBox(_), ValueOf::Any) => true,
            (Kind::ValueBox(_), ValueOf::Type(wanted)) => wanted == id,
            (Kind::ValueType(it), _) if it.is_abstract => false,
            (Kind::ValueType(_), ValueOf::Any) => true,
            (Kind::ValueType(_), ValueOf::Type(wanted) | ValueOf::Supporting(wanted)) => self.is_derived(id, wanted),
            _ => false,
        }
    }

    /// Returns true for a type itself, and for those that extend or support it.
    fn is_derived(&self, id: DefId, from: DefId) -> bool {
        let bases: Vec<DefId> = match &self.definition(id).kind {
            Kind::ValueType(it) => it.bases.iter().chain(&it.supports).copied().collect(),
            Kind::Interface(it) => it.bases.clone(),
            _ => Vec::new(),
        };
        id == from || bases.into_iter().any(|base| self.is_derived(base, from))
    }

    /// Returns the union of what a member of an abstract interface can be (CORBA 3.3 part 2, clause 9.3.5).
    pub(super) fn abstract_reference(&mut self, place: &Place<'_, 'a>, id: DefId) -> Type {
        if let Some(known) = self.declared.get(&id) {
            return Type::Named(*known);
        }
        let definition = self.definition(id);
        let name = with_suffix(path(definition), "Reference");
        let declared = self.add(definition, name, DeclKind::Union(Union::default()));
        self.declared.insert(id, declared);
        let (object, value) = (Type::Named(self.standard().object), self.value_union(place, ValueOf::Supporting(id)));
        let mut cases = vec![case(place, "object", object), case(place, "value", value)];
        for (case, (order, label)) in cases.iter_mut().zip([(0, 1), (1, 0)]) {
            case.labels = vec![label];
            case.attrs.order = Some(order);
        }
        let attrs = UnionAttrs { corba: facts(definition, CorbaKind::Plain), ..UnionAttrs::default() };
        self.model.decls[declared.0 as usize].kind =
            DeclKind::Union(Union { cases, attrs, discriminator: Some(Type::Bool), ..Union::default() });
        Type::Named(declared)
    }
}

fn is_box(it: &Definition) -> bool {
    matches!(it.kind, Kind::ValueBox(_))
}

fn with_suffix(mut path: Vec<String>, suffix: &str) -> Vec<String> {
    path.last_mut().into_iter().for_each(|name| name.push_str(suffix));
    path
}

fn case(place: &Place<'_, '_>, name: &str, ty: Type) -> Case {
    Case { span: place.span, ..Case::new(name, ty) }
}
