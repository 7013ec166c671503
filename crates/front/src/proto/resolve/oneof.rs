//! Oneofs to unions.

use super::options::Target;
use super::{Resolver, Site};
use crate::proto::ast::{self, FieldType, Oneof};
use crate::proto::codes;
use polywire_model::attr::CaseAttrs;
use polywire_model::{Case, DeclKind, Field, Type, Union};
use polywire_source::Diagnostic;

impl Resolver<'_> {
    /// Defines the union of a oneof and yields the field that holds it. A union can hold none of its cases, so the field
    /// itself is always there.
    pub(super) fn define_oneof(&mut self, site: Site<'_>, oneof: &Oneof) -> Option<Field> {
        self.check_options(Target::Oneof, &oneof.options);
        if oneof.fields.is_empty() && !self.is_incomplete {
            let empty = Diagnostic::error(codes::EMPTY_ONEOF, format!("oneof `{}` has no fields", oneof.name.text));
            self.report(empty.at(oneof.name.span, "").help("give it a field or remove it"));
        }
        let cases = oneof.fields.iter().filter_map(|field| self.define_case(site, field)).collect();
        let id = *self.declared.get(&oneof.name.span)?;
        self.model.decls[id.0 as usize].kind = DeclKind::Union(Union { cases });
        let mut field = Field::new(&oneof.name.text, Type::Named(id));
        field.doc = oneof.doc.clone();
        field.span = oneof.name.span;
        Some(field)
    }

    fn define_case(&mut self, site: Site<'_>, field: &ast::Field) -> Option<Case> {
        if let FieldType::Map(map) = &field.ty {
            let misplaced = Diagnostic::error(codes::MAP, "a oneof cannot hold a map").at(map.span, "");
            self.report(misplaced.help("wrap the map in a message"));
        }
        let shape = self.field_shape(site, field)?;
        Some(Case {
            name: field.name.text.clone(),
            ty: Some(shape.ty),
            default: shape.default,
            boxed: false,
            doc: field.doc.clone(),
            deprecated: shape.deprecated,
            span: field.name.span,
            attrs: CaseAttrs { protobuf: Some(shape.protobuf), json_name: shape.json_name, ..CaseAttrs::default() },
        })
    }
}
