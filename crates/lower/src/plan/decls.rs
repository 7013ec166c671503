use polywire_ir::types::{StructId, UnionId};
use polywire_model::{Decl, DeclKind, Enum, Model, Struct, Union};

/// A struct of the model with its id in the IR's types.
pub(crate) struct StructDecl<'m> {
    /// In [`polywire_ir::types::Types`].
    pub id: StructId,
    /// Its name and place in the schema.
    pub decl: &'m Decl,
    /// Its fields with the facts of wire formats.
    pub it: &'m Struct,
}

/// All structs, by their ids.
pub(crate) fn struct_decls(model: &Model) -> Vec<StructDecl<'_>> {
    let structs = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) => Some((decl, it)),
        DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    });
    structs.zip(0..).map(|((decl, it), index)| StructDecl { id: StructId(index), decl, it }).collect()
}

/// All enums, by their ids.
pub(crate) fn enum_decls(model: &Model) -> impl Iterator<Item = &Enum> {
    model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Enum(it) => Some(it),
        DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
    })
}

/// The union of this id, with the facts of wire formats.
///
/// # Panics
/// If the types are not those of this model.
pub(crate) fn union_decl(model: &Model, id: UnionId) -> (&Decl, &Union) {
    let mut unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => Some((decl, it)),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    unions.nth(id.0 as usize).expect("types are numbered as the model declares them")
}

/// The dotted name of a field or case.
pub(crate) fn field_path(decl: &Decl, name: &str) -> String {
    format!("{}.{name}", decl.path())
}
