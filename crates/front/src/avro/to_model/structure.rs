//! Records.

use super::ty::Place;
use super::{Maker, number, trimmed};
use crate::avro::tree::{DeclarationKind, Field as Declared};
use polywire_model::attr::AvroField;
use polywire_model::{DeclId, DeclKind, Field, Presence};

impl<'a> Maker<'a, '_> {
    pub(super) fn define_records(&mut self) {
        for it in &self.schema.types {
            if let (DeclarationKind::Record(record), Some(id)) = (&it.kind, self.declared.get(&it.name.full())) {
                self.define_fields(*id, &record.fields);
            }
        }
    }

    /// Gives a struct its fields. Their defaults follow when all types are known.
    pub(super) fn define_fields(&mut self, id: DeclId, declared: &'a [Declared]) {
        let mut fields: Vec<Field> = declared.iter().map(|it| self.field(id, it)).collect();
        number(&mut fields);
        if let DeclKind::Struct(it) = &mut self.model.decls[id.0 as usize].kind {
            it.fields = fields;
        }
        self.with_defaults.push((id, declared));
    }

    fn field(&mut self, owner: DeclId, it: &Declared) -> Field {
        let place = Place { owner, stem: it.name.text.clone(), span: it.name.span };
        let ty = self.resolved(&place, &it.ty);
        let mut field = Field::new(&it.name.text, ty.ty);
        field.presence = if ty.is_nullable { Presence::Optional } else { Presence::Implicit };
        field.doc = it.doc.as_deref().map(trimmed).unwrap_or_default();
        field.span = it.name.span;
        field.attrs.avro =
            AvroField { aliases: it.aliases.clone(), default: None, form: ty.form, null_is_second: ty.null_is_second };
        field
    }
}
