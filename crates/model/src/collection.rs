//! Design: docs/decisions/0087-sets-and-keys.md

use crate::part::renumbered;
use crate::{Decl, DeclId, DeclKind, Model, Type};
use std::borrow::Cow;
use std::collections::HashMap;

impl Type {
    /// Returns true if values can be keys of maps and elements of sets: all languages have an order of them, the same one.
    pub const fn is_key(&self) -> bool {
        match self {
            Self::Bool | Self::Int { .. } | Self::Text(_) => true,
            Self::Float { .. }
            | Self::Bytes
            | Self::FixedBytes(..)
            | Self::Named(_)
            | Self::List(_)
            | Self::Array(..)
            | Self::Map(_) => false,
        }
    }
}

impl Model {
    /// Declares the entry of a map ([`crate::Struct::entry`]) and returns the type of the map: a list of entries if its key
    /// cannot be one of a map.
    pub fn add_map(&mut self, mut entry: Decl) -> Type {
        let is_map = match &mut entry.kind {
            DeclKind::Struct(it) => {
                it.is_entry = it.fields.first().is_some_and(|key| key.ty.is_key());
                it.is_entry
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => false,
        };
        let id = self.add(entry);
        if is_map { Type::Map(id) } else { Type::list(Type::Named(id)) }
    }

    /// Declares the entry of a set ([`crate::Struct::set_entry`]) and returns the type of the set; a list, without a
    /// declaration, if its elements cannot be those of a set.
    pub fn add_set(&mut self, entry: Decl) -> Type {
        match &entry.kind {
            DeclKind::Struct(it) if !it.fields[0].ty.is_key() => Type::list(it.fields[0].ty.clone()),
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => {
                Type::Map(self.add(entry))
            }
        }
    }

    /// Returns the element of a set; `None` for another type.
    pub fn set_element(&self, ty: &Type) -> Option<&Type> {
        let Type::Map(entry) = ty else { return None };
        self.as_struct(*entry).filter(|it| it.is_set_entry()).map(|it| &it.fields[0].ty)
    }

    /// Returns true if a declaration is the entry of a set.
    pub fn has_sets(&self) -> bool {
        self.decls.iter().any(|decl| matches!(&decl.kind, DeclKind::Struct(it) if it.is_set_entry()))
    }

    /// Returns a model in which sets are lists, as formats and schema languages without sets have them.
    pub fn with_sets_as_lists(&self) -> Self {
        let decls = self.decls.iter().map(|decl| self.without_sets(decl)).collect();
        Self { decls, ..self.clone() }
    }

    /// Returns the model as a schema language without sets has it: they are lists, and have no entries.
    pub fn in_lists(&self) -> Cow<'_, Self> {
        if !self.has_sets() {
            return Cow::Borrowed(self);
        }
        let lists = self.with_sets_as_lists();
        let is_kept = |decl: &Decl| !matches!(&decl.kind, DeclKind::Struct(it) if it.is_set_entry());
        let kept = (0..).map(DeclId).zip(&lists.decls).filter(|(_, decl)| is_kept(decl));
        let numbers: HashMap<DeclId, DeclId> = kept.map(|(id, _)| id).zip((0..).map(DeclId)).collect();
        let decls = lists.decls.iter().filter(|decl| is_kept(decl)).map(|decl| renumbered(decl.clone(), &numbers));
        let decls = decls.collect();
        let mut services = lists.services.clone();
        let methods = services.iter_mut().flat_map(|service| &mut service.methods);
        methods.flat_map(crate::Method::structs_mut).for_each(|id| *id = numbers[id]);
        // Printers of schemas have no constraints, whose members would be others.
        Cow::Owned(Self { decls, services, constraints: Vec::new(), ..lists })
    }

    fn without_sets(&self, decl: &Decl) -> Decl {
        let mut decl = decl.clone();
        match &mut decl.kind {
            DeclKind::Struct(it) => it.fields.iter_mut().for_each(|field| self.replace_sets(&mut field.ty)),
            DeclKind::Union(it) => {
                it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).for_each(|ty| self.replace_sets(ty));
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
        decl
    }

    fn replace_sets(&self, ty: &mut Type) {
        if let Some(element) = self.set_element(ty) {
            *ty = Type::list(element.clone());
        } else if let Type::List(element) | Type::Array(element, _) = ty {
            self.replace_sets(element);
        }
    }
}
