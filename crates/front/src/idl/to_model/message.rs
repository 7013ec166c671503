//! Typedefs as messages.

use super::structure::structure;
use super::{Maker, path};
use crate::idl::tree::{Definition, Kind, Member, Type};
use polywire_model::attr::StructAttrs;
use polywire_model::{Decl, DeclId, DeclKind, Struct};

impl<'a> Maker<'a> {
    /// Creates a struct for each typedef: that which it stands for, else one with a `value`.
    pub(super) fn typedefs(&mut self) -> Vec<Decl> {
        self.definitions().into_iter().filter_map(|(_, it)| self.typedef(it)).collect()
    }

    fn typedef(&mut self, definition: &'a Definition) -> Option<Decl> {
        let Kind::Typedef(ty) = &definition.kind else { return None };
        let kind = match self.struct_of(ty) {
            Some(id) => self.model.decl(id).kind.clone(),
            None => DeclKind::Struct(self.value_of(definition, ty)),
        };
        Some(self.decl(definition, path(definition), kind))
    }

    fn value_of(&mut self, definition: &'a Definition, ty: &Type) -> Struct {
        let member = Member {
            name: "value".to_owned(),
            ty: ty.clone(),
            doc: String::new(),
            span: definition.span,
            annotations: Vec::new(),
        };
        structure(vec![self.field(definition, &member)], StructAttrs::default())
    }

    /// Returns the struct that a type is another name of.
    fn struct_of(&self, ty: &Type) -> Option<DeclId> {
        let Type::Named(id) = self.meant(ty) else { return None };
        match &self.definition(*id).kind {
            Kind::Struct(_) | Kind::Exception(_) => self.declared.get(id).copied(),
            _ => None,
        }
    }
}
