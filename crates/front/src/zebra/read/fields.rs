//! Fields of structs.

use super::{Reader, children};
use crate::zebra::tree::{FieldDecl, TypeExpr, TypeKind, Word};
use tree_sitter::Node;

impl<'a> Reader<'a, '_> {
    pub(super) fn fields(&mut self, node: Node<'a>, level: usize) -> Vec<FieldDecl> {
        let lists = children(node).filter(|it| it.kind() == "field_declaration_list");
        let fields = lists.flat_map(children).filter(|it| it.kind() == "field_declaration");
        fields.flat_map(|field| self.field(field, level)).collect()
    }

    /// Returns the fields of one line, which may be several of the same type.
    fn field(&mut self, node: Node<'a>, level: usize) -> Vec<FieldDecl> {
        let Some(written) = node.child_by_field_name("type") else { return Vec::new() };
        let Some(ty) = self.type_expr(written, level) else { return Vec::new() };
        let tag = self.tag(node);
        let doc = self.doc(node);
        let mut cursor = node.walk();
        let names: Vec<Word> = node.children_by_field_name("name", &mut cursor).map(|name| self.word(name)).collect();
        let is_embedded = names.is_empty();
        let ty = if is_embedded { self.embedded(node, ty) } else { ty };
        let names = if is_embedded { embedded_name(&ty).into_iter().collect() } else { names };
        let line = self.span(node);
        let field = |name| FieldDecl { name, is_embedded, ty: ty.clone(), doc: doc.clone(), tag: tag.clone(), line };
        names.into_iter().map(field).collect()
    }

    /// The grammar has the star of an embedded pointer beside its type.
    fn embedded(&self, node: Node<'a>, ty: TypeExpr) -> TypeExpr {
        match self.source(node).starts_with('*') {
            true => TypeExpr { span: ty.span, kind: TypeKind::Pointer(Box::new(ty)) },
            false => ty,
        }
    }
}

/// An embedded field has the name of its type, without the package (Go's specification, "Struct types").
fn embedded_name(ty: &TypeExpr) -> Option<Word> {
    match &ty.kind {
        TypeKind::Name(name) => {
            Some(Word { text: name.rsplit('.').next().unwrap_or_default().to_owned(), span: ty.span })
        }
        TypeKind::Pointer(to) => embedded_name(to),
        _ => None,
    }
}
