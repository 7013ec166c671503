//! Structs and their fields.

use super::{Declared, Maker};
use crate::zebra::codes;
use crate::zebra::tree::{FieldDecl, TypeKind};
use polywire_model::attr::{MsgpackField, MsgpackForm};
use polywire_model::{DeclId, DeclKind, Field, Presence};
use polywire_source::Diagnostic;
use std::collections::HashMap;

impl<'a> Maker<'a, '_> {
    pub(super) fn define_structs(&mut self) {
        for file in self.files {
            for decl in &file.types {
                let found = self.declared.get(&super::path(file, &decl.name.text)).copied();
                let Some(declared) = found.filter(|it| std::ptr::eq(it.decl, decl)) else { continue };
                if let (Some(id), TypeKind::Struct(fields)) = (declared.id, &decl.ty.kind) {
                    self.define_struct(declared, id, fields);
                }
            }
        }
    }

    /// Defines a struct, which may be one without a name in a declared one.
    pub(super) fn define_struct(&mut self, owner: Declared<'a>, id: DeclId, decls: &'a [FieldDecl]) {
        let mut known: HashMap<&str, &FieldDecl> = HashMap::new();
        let mut fields = Vec::new();
        for decl in decls {
            if !self.is_kept(decl) {
                continue;
            }
            if let Some(first) = known.insert(&decl.name.text, decl) {
                let message = format!("there are two fields called `{}`", decl.name.text);
                let problem = Diagnostic::error(codes::DUPLICATE_NAME, message).at(decl.name.span, "");
                self.diagnostics.push(problem.related(first.name.span, "first declared here"));
                continue;
            }
            // Zids are places that never change, those of removed fields included.
            let place = decl.tag.zid.map_or(fields.len() as u32, |(zid, _)| zid);
            fields.extend(self.field(owner, id, decl, place));
        }
        let is_tuple = owner.file.tuples.iter().any(|it| it.text == owner.decl.name.text);
        if let DeclKind::Struct(it) = &mut self.model.decls[id.0 as usize].kind {
            it.fields = fields;
            it.attrs.msgpack = if is_tuple { MsgpackForm::Array } else { MsgpackForm::Map };
        }
    }

    /// Returns false for a field that messages do not contain. It is named if that follows from its type only.
    fn is_kept(&mut self, decl: &FieldDecl) -> bool {
        let asks_for_it = decl.tag.zid.is_some() && !decl.tag.is_skipped;
        if let (TypeKind::Other(text), true) = (&decl.ty.kind, asks_for_it) {
            let message = format!("`{}` is left out, because messages cannot contain `{text}`", decl.name.text);
            let problem = Diagnostic::warning(codes::SKIPPED_FIELD, message).at(decl.ty.span, "");
            self.diagnostics.push(problem.help("say so by `msg:\"-\"`, or change its type"));
        }
        !decl.is_left_out()
    }

    fn field(&mut self, owner: Declared<'a>, id: DeclId, decl: &'a FieldDecl, order: u32) -> Option<Field> {
        let place = super::ty::Place { owner, id, stem: decl.name.text.clone(), name: &decl.name };
        let ty = match decl.tag.is_interface {
            true => super::ty::Resolved::plain(polywire_model::Type::Named(self.built_in("any")?)),
            false => self.resolved(&place, &decl.ty)?,
        };
        let mut field = Field::new(&decl.name.text, ty.ty);
        field.presence = if ty.is_nullable { Presence::Optional } else { Presence::Implicit };
        field.doc.clone_from(&decl.doc);
        field.deprecated = decl.tag.is_deprecated;
        field.span = decl.name.span;
        field.attrs.json_name.clone_from(&decl.tag.name);
        field.attrs.order = Some(order);
        field.attrs.msgpack = MsgpackField { name: decl.tag.name.clone(), omits_empty: decl.tag.omits_empty };
        Some(field)
    }
}
