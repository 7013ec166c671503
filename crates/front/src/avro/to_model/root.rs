//! Schemas that are no record: a struct with the value makes them messages.

use super::ty::Place;
use super::{Maker, structure};
use crate::avro::tree::{DeclarationKind, File, FullName, TypeExpr, TypeKind};
use polywire_model::attr::AvroKind;
use polywire_model::{DeclId, DeclKind, Field, Presence, pascal_case};
use polywire_source::Span;

impl Maker<'_, '_> {
    /// Returns the struct of each file that states a schema.
    pub(super) fn define_roots(&mut self) -> Vec<Option<DeclId>> {
        let files = &self.schema.files;
        files.iter().map(|file| file.root.as_ref().map(|root| self.root(file, root))).collect()
    }

    fn root(&mut self, file: &File, root: &TypeExpr) -> DeclId {
        match self.record_of(root) {
            Some(id) => id,
            None => {
                let place = FullName { span: root.span, ..FullName::default() };
                self.value(file, (&place, vec![type_name(&file.path)]), root)
            }
        }
    }

    /// Returns the struct of a record.
    pub(super) fn record_of(&self, ty: &TypeExpr) -> Option<DeclId> {
        let TypeKind::Named(name) = &ty.kind else { return None };
        let is_record = matches!(self.types.get(name)?.kind, DeclarationKind::Record(_));
        self.declared.get(name).copied().filter(|_| is_record)
    }

    /// Declares a struct that stands for the value in it.
    pub(super) fn value(&mut self, file: &File, name: (&FullName, Vec<String>), ty: &TypeExpr) -> DeclId {
        let span: Span = ty.span;
        let kind = DeclKind::Struct(structure(Vec::new(), AvroKind::Value, &[]));
        let owner = self.add(file, name, None, kind);
        let found = self.resolved(&Place { owner, stem: "value".to_owned(), span }, ty);
        let mut field = Field::new("value", found.ty);
        field.presence = if found.is_nullable { Presence::Optional } else { Presence::Implicit };
        field.span = span;
        field.attrs.avro.form = found.form;
        field.attrs.avro.null_is_second = found.null_is_second;
        if let DeclKind::Struct(it) = &mut self.model.decls[owner.0 as usize].kind {
            *it = structure(vec![field], AvroKind::Value, &[]);
        }
        owner
    }
}

/// Returns a name of a type for the file at a path.
fn type_name(path: &str) -> String {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let stem = name.split('.').next().unwrap_or_default();
    let stem: String = stem.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    match pascal_case(&stem) {
        name if name.starts_with(|it: char| it.is_ascii_alphabetic()) => name,
        name => format!("Value{name}"),
    }
}
