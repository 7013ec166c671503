//! Design: docs/decisions/0087-sets-and-keys.md

use crate::{Decl, DeclKind, Model, Type};

impl Model {
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

    fn without_sets(&self, decl: &Decl) -> Decl {
        let mut decl = decl.clone();
        match &mut decl.kind {
            DeclKind::Struct(it) => it.fields.iter_mut().for_each(|field| self.replace_sets(&mut field.ty)),
            DeclKind::Union(it) => {
                it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).for_each(|ty| self.replace_sets(ty));
            }
            DeclKind::Enum(_) => {}
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
