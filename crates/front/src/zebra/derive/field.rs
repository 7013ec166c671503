//! Fields of Go structs.

use super::{Maker, named, names, plain, word};
use crate::zebra::tree::{FieldDecl, Tag, TypeExpr, TypeKind};
use polywire_model::{Case, Decl, DeclKind, Field, Presence, Type};
use polywire_source::Span;

impl Maker<'_> {
    pub(super) fn field(&mut self, field: &Field, zid: u32, others: &[FieldDecl]) -> FieldDecl {
        // Readers of the schema take a missing member for its default.
        let has_default = field.default.as_ref().is_some_and(|it| !it.is_zero()) || !field.default_elements.is_empty();
        let ty = self.ty(&field.ty);
        let is_union = matches!(field.ty, Type::Named(id) if matches!(self.model.decl(id).kind, DeclKind::Union(_)));
        let ty = if field.presence == Presence::Optional || is_union || has_default || field.boxed {
            pointer(ty)
        } else {
            ty
        };
        let (json, doc) = (field.attrs.json_name.as_deref(), (field.doc.as_str(), field.deprecated));
        declared((&field.name, json), (ty, zid), doc, others)
    }

    /// A case without a value is `true`.
    pub(super) fn case(&mut self, (_, case): (&Decl, &Case), zid: u32, others: &[FieldDecl]) -> FieldDecl {
        let ty = match &case.ty {
            Some(ty) => pointer(self.ty(ty)),
            None => named("bool"),
        };
        declared((&case.name, case.attrs.json_name.as_deref()), (ty, zid), (&case.doc, case.deprecated), others)
    }
}

/// Returns a field that keeps the zid of a removed one.
pub(super) fn removed(zid: u32) -> FieldDecl {
    let tag = Tag { zid: Some((zid, Span::default())), is_deprecated: true, ..Tag::default() };
    of(&format!("Removed{zid}"), plain(TypeKind::Struct(Vec::new())), String::new(), tag)
}

fn declared(
    (name, json): (&str, Option<&str>),
    (ty, zid): (TypeExpr, u32),
    (doc, is_deprecated): (&str, bool),
    others: &[FieldDecl],
) -> FieldDecl {
    let own = names::field(name, |name| others.iter().any(|it| it.name.text == name));
    let wire_name = json.unwrap_or(name);
    let tag = Tag {
        zid: Some((zid, Span::default())),
        name: Some(wire_name.to_owned()).filter(|name| *name != own),
        is_deprecated,
        ..Tag::default()
    };
    of(&own, ty, doc.to_owned(), tag)
}

fn of(name: &str, ty: TypeExpr, doc: String, tag: Tag) -> FieldDecl {
    FieldDecl { name: word(name), is_embedded: false, ty, doc, tag, line: Span::default() }
}

/// A pointer to a pointer is one.
fn pointer(ty: TypeExpr) -> TypeExpr {
    if matches!(ty.kind, TypeKind::Pointer(_)) { ty } else { plain(TypeKind::Pointer(Box::new(ty))) }
}
