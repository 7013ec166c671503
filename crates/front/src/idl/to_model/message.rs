//! Typedefs as messages.

use super::structure::structure;
use super::{Maker, path};
use crate::idl::tree::{Definition, Kind, Member, Type};
use polywire_model::attr::StructAttrs;
use polywire_model::{Decl, DeclKind};

impl<'a> Maker<'a> {
    /// Creates a struct with a `value` for each typedef of a type that is no message itself.
    pub(super) fn typedefs(&mut self) -> Vec<Decl> {
        let definitions = self.specification.definitions.iter();
        definitions.filter_map(|it| self.typedef(it)).collect()
    }

    fn typedef(&mut self, definition: &'a Definition) -> Option<Decl> {
        let Kind::Typedef(ty) = &definition.kind else { return None };
        if self.is_struct(ty) {
            return None;
        }
        let member = Member {
            name: "value".to_owned(),
            ty: ty.clone(),
            doc: String::new(),
            span: definition.span,
            annotations: Vec::new(),
        };
        let fields = vec![self.field(definition, &member)];
        Some(self.decl(definition, path(definition), DeclKind::Struct(structure(fields, StructAttrs::default()))))
    }

    fn is_struct(&self, ty: &Type) -> bool {
        let Type::Named(id) = ty else { return false };
        match &self.definition(*id).kind {
            Kind::Typedef(ty) => self.is_struct(ty),
            Kind::Struct(_) | Kind::Exception(_) => true,
            _ => false,
        }
    }
}
