//! The order of declarations: each after those that it contains.

use super::{CorbaKind, Decl, DeclId, DeclKind, Model, Printer, kind_of, names};
use polywire_model::corba::FILE;
use polywire_model::graph::components;
use polywire_model::{Case, Field, Presence, Type};
use std::collections::BTreeSet;

impl Printer<'_> {
    /// Returns the declarations to print. A type may contain itself in a sequence; types that contain each other are left out, with all
    /// that contain them.
    pub(super) fn units(&mut self) -> Vec<DeclId> {
        let ids = || (0..self.model.decls.len() as u32).map(DeclId);
        let edges: Vec<Vec<u32>> = ids().map(|id| self.contained(id).iter().map(|id| id.0).collect()).collect();
        let parameters = self.parameters();
        let (mut units, mut lost) = (Vec::new(), Vec::new());
        for component in components(&edges) {
            let ids: Vec<DeclId> = component.iter().copied().map(DeclId).collect();
            let named: Vec<DeclId> = ids.iter().copied().filter(|id| self.is_printed(*id)).collect();
            let is_held = |id: &DeclId| edges[id.0 as usize].iter().any(|held| self.left_out.contains(&DeclId(*held)));
            let reason = if ids.len() > 1 || ids.iter().any(|id| self.holds_itself(*id)) {
                Some("contains itself other than in a sequence of its own")
            } else if ids.iter().any(|id| self.has_labels_of_nothing(*id)) {
                Some("has labels that select no member beside a member for all others")
            } else if ids.iter().any(is_held) {
                Some("contains a type that is left out")
            } else {
                None
            };
            match reason {
                Some(reason) => {
                    lost.extend(named.iter().map(|id| format!("type {}: it {reason}", self.model.decl(*id).path())));
                    self.left_out.extend(ids);
                }
                None => units.extend(named.into_iter().filter(|id| !parameters.contains(id))),
            }
        }
        self.lost.append(&mut lost);
        units
    }

    /// Returns true for a union whose member for all other labels would be selected by labels that select none.
    fn has_labels_of_nothing(&self, id: DeclId) -> bool {
        let Some(it) = self.model.as_union(id).filter(|it| it.discriminator.is_some()) else { return false };
        let value = |case: &Case| match &case.ty {
            Some(Type::Named(kept)) if case.keeps_label() => {
                self.model.as_struct(*kept)?.fields.get(1).map(|it| it.ty.clone())
            }
            ty => ty.clone(),
        };
        let has_member = |case: &&Case| value(case).is_some_and(|ty| !self.is_without_bytes(&ty));
        it.cases.iter().filter(has_member).any(|case| case.is_default)
            && it.cases.iter().any(|case| !has_member(&case) && !case.labels.is_empty())
    }

    /// Returns true for a type whose values contain another one of it without a sequence.
    fn holds_itself(&self, id: DeclId) -> bool {
        let types: Vec<&Type> = match &self.model.decl(id).kind {
            DeclKind::Struct(it) => {
                it.fields.iter().filter(|it| it.presence != Presence::Optional).map(|it| &it.ty).collect()
            }
            DeclKind::Union(it) => it.cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
        };
        types.into_iter().any(|ty| ty.by_value() == Some(id))
    }

    /// Returns true for a type that has a name in the text.
    pub(super) fn is_printed(&self, id: DeclId) -> bool {
        let decl = self.model.decl(id);
        let is_own =
            matches!(kind_of(decl), CorbaKind::Plain | CorbaKind::Exception | CorbaKind::Value | CorbaKind::Native);
        (is_own || boxed(decl).is_some())
            && decl.file != FILE
            && match &decl.kind {
                DeclKind::Struct(it) if it.is_nullable => false,
                DeclKind::Struct(_) => !self.is_empty(id) || kind_of(decl) == CorbaKind::Exception,
                DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => true,
            }
            && !self.kept.contains(&id)
    }

    /// Returns the structs of parameters, which are not printed by themselves.
    fn parameters(&self) -> BTreeSet<DeclId> {
        let methods = self.model.services.iter().flat_map(|it| &it.methods);
        let inputs = methods.clone().filter(|it| it.declares_input).map(|it| it.input);
        inputs.chain(methods.filter(|it| it.declares_output).filter_map(|it| it.output)).collect()
    }

    /// Returns what a declaration contains.
    fn contained(&self, id: DeclId) -> Vec<DeclId> {
        let decl = self.model.decl(id);
        if decl.file == FILE {
            return Vec::new();
        }
        let discriminator = match &decl.kind {
            DeclKind::Union(it) => it.discriminator.as_ref().and_then(Type::by_value),
            DeclKind::Constant(it) => it.ty.by_value(),
            DeclKind::Struct(_) | DeclKind::Enum(_) => None,
        };
        let is_announced = |decl: &Decl| kind_of(decl) == CorbaKind::AnyOfValue && boxed(decl).is_none();
        if is_announced(decl) {
            return Vec::new();
        }
        let held = decl.held().into_iter().filter(|id| !is_announced(self.model.decl(*id)));
        held.chain(discriminator).chain(self.base(decl)).collect()
    }

    /// Returns the valuetype whose members another one has first.
    pub(super) fn base(&self, decl: &Decl) -> Option<DeclId> {
        self.value_type(decl.corba()?.value.base.as_ref()?)
    }

    /// Returns the valuetype with a repository id.
    pub(super) fn value_type(&self, repository_id: &str) -> Option<DeclId> {
        let is_it = |decl: &Decl| {
            kind_of(decl) == CorbaKind::Value && decl.corba().is_some_and(|it| it.repository_id == repository_id)
        };
        self.model.decls.iter().position(is_it).map(|index| DeclId(index as u32))
    }

    /// Announces all valuetypes, which can refer to each other.
    pub(super) fn announce_values(&mut self) {
        let ids = (0..).map(DeclId).zip(&self.model.decls);
        let values: Vec<DeclId> = ids.filter(|(_, it)| kind_of(it) == CorbaKind::Value).map(|(id, _)| id).collect();
        for id in values {
            self.enter(&super::scope(self.model.decl(id)));
            self.out.line(format!("valuetype {};", names::escaped(self.names.own(id))));
        }
    }

    /// Announces a type that contains itself.
    pub(super) fn announce(&mut self, id: DeclId) {
        let decl = self.model.decl(id);
        let word = match &decl.kind {
            DeclKind::Struct(_) if kind_of(decl) == CorbaKind::Plain => "struct",
            DeclKind::Union(_) => "union",
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => return,
        };
        if self.contained(id).contains(&id) {
            self.out.paragraph();
            self.out.line(format!("{word} {};", names::escaped(self.names.own(id))));
        }
    }

    /// Returns true for a struct without members, which takes no bytes.
    pub(super) fn is_empty(&self, id: DeclId) -> bool {
        self.empty.contains(&id)
    }

    /// Returns true if values of a type take no bytes.
    pub(super) fn is_without_bytes(&self, ty: &Type) -> bool {
        is_without_bytes(ty, &self.empty)
    }
}

/// Returns the case with the value of a boxed valuetype.
pub(super) fn boxed(decl: &Decl) -> Option<&Case> {
    let (CorbaKind::AnyOfValue, DeclKind::Union(it)) = (kind_of(decl), &decl.kind) else { return None };
    let own = &decl.corba()?.repository_id;
    it.cases.iter().find(|case| case.attrs.corba.boxed.as_ref() == Some(own))
}

/// Returns the structs of cases that keep their labels.
pub(super) fn kept_structs(model: &Model) -> BTreeSet<DeclId> {
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => Some(it),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let kept = unions.flat_map(|it| &it.cases).filter(|case| case.keeps_label());
    kept.filter_map(|case| case.ty.as_ref()?.by_value()).collect()
}

/// Returns the structs without members that take bytes.
pub(super) fn empty_structs(model: &Model) -> BTreeSet<DeclId> {
    let mut empty = BTreeSet::new();
    loop {
        let ids = (0..).map(DeclId).zip(&model.decls);
        let is_empty = |decl: &Decl| match &decl.kind {
            DeclKind::Struct(it) => {
                let is_bare =
                    |field: &Field| field.presence != Presence::Optional && is_without_bytes(&field.ty, &empty);
                kind_of(decl) == CorbaKind::Plain && it.fields.iter().all(is_bare)
            }
            DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => false,
        };
        let new: Vec<DeclId> =
            ids.filter(|(id, decl)| !empty.contains(id) && is_empty(decl)).map(|(id, _)| id).collect();
        if new.is_empty() {
            return empty;
        }
        empty.extend(new);
    }
}

fn is_without_bytes(ty: &Type, empty: &BTreeSet<DeclId>) -> bool {
    match ty {
        Type::FixedBytes(0, _) | Type::Array(_, 0) => true,
        Type::Array(element, _) => is_without_bytes(element, empty),
        Type::Named(id) => empty.contains(id),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::List(_)
        | Type::Map(_) => false,
    }
}
