//! Go structs with zids, made of a schema in any language.
//!
//! A union is a struct with a pointer for each case. Zids are the places of members; those of removed members stay taken.

mod field;
mod names;
mod ty;

use super::tree::{ConstDecl, FieldDecl, File, TypeDecl, TypeExpr, TypeKind, Word};
use crate::lost::defaults_of;
use names::Names;
use polywire_model::{Decl, DeclId, DeclKind, Enum, Model, Struct, Type, Union};
use polywire_source::Span;
use std::collections::BTreeSet;

/// Declarations of Go.
#[derive(Debug, Default)]
pub struct Derived {
    /// The declarations.
    pub file: File,
    /// The name of the type that was asked for.
    pub root: Option<String>,
    /// What they cannot say.
    pub lost: Vec<String>,
}

/// Returns declarations of a type and all that it leads to, or of all types. The model has the order of members.
pub fn derive(model: &Model, path: &str, root: Option<DeclId>) -> Derived {
    let wanted: BTreeSet<DeclId> = match root {
        Some(root) => reachable(model, root),
        None => (0..model.decls.len() as u32).map(DeclId).collect(),
    };
    let wanted: Vec<DeclId> = wanted.into_iter().filter(|id| is_shown(model.decl(*id))).collect();
    let package = root.or(wanted.first().copied()).and_then(|id| model.decl(id).module.last().cloned());
    let package = word(&names::package(package.as_deref().unwrap_or_default()));
    let names = Names::of(model, &wanted);
    let mut maker =
        Maker { model, names, file: File { path: path.to_owned(), package, ..File::default() }, lost: vec![] };
    wanted.iter().for_each(|id| maker.declare(*id));
    maker.report_services(root);
    // Readers take a missing member for its default; in Go it is nil.
    maker.lost.extend(wanted.iter().flat_map(|id| defaults_of(model, *id)));
    let root = root.and_then(|id| maker.names.find(id)).map(str::to_owned);
    Derived { file: maker.file, root, lost: maker.lost }
}

struct Maker<'m> {
    model: &'m Model,
    names: Names,
    file: File,
    lost: Vec<String>,
}

impl Maker<'_> {
    fn declare(&mut self, id: DeclId) {
        let decl = self.model.decl(id);
        let ty = match &decl.kind {
            DeclKind::Struct(it) => self.structure(it),
            DeclKind::Union(it) => self.union(decl, it),
            DeclKind::Enum(it) => self.enumeration(id, it),
            DeclKind::Constant(_) => return self.lost.push(format!("the constant {}", decl.path())),
        };
        let name = word(self.names.find(id).unwrap_or_default());
        self.file.types.push(TypeDecl { name, doc: decl.doc.clone(), ty });
    }

    fn structure(&mut self, it: &Struct) -> TypeExpr {
        let mut fields: Vec<FieldDecl> = Vec::new();
        for (index, zid) in self.model.fields_with_places(it) {
            self.keep_removed(&mut fields, zid);
            let field = self.field(&it.fields[index], zid, &fields);
            fields.push(field);
        }
        finished(fields)
    }

    fn union(&mut self, decl: &Decl, it: &Union) -> TypeExpr {
        let mut cases: Vec<_> = it.cases.iter().zip(self.model.case_places(it)).collect();
        cases.sort_by_key(|(_, zid)| *zid);
        let mut fields: Vec<FieldDecl> = Vec::new();
        for (case, zid) in cases {
            self.keep_removed(&mut fields, zid);
            let field = self.case((decl, case), zid, &fields);
            fields.push(field);
        }
        finished(fields)
    }

    /// Adds fields that keep the zids below that of the next field.
    fn keep_removed(&self, fields: &mut Vec<FieldDecl>, next: u32) {
        let known = fields.last().and_then(|it| it.tag.zid).map_or(0, |(zid, _)| zid + 1);
        fields.extend((known..next).map(field::removed));
    }

    fn enumeration(&mut self, id: DeclId, it: &Enum) -> TypeExpr {
        let name = self.names.find(id).unwrap_or_default().to_owned();
        let members = it.members.iter().map(|member| ConstDecl {
            name: word(&format!("{name}_{}", member.name)),
            ty: Some(name.clone()),
            value: if it.signed { member.number.into() } else { i128::from(member.number as u64) },
            doc: member.doc.clone(),
        });
        self.file.constants.extend(members);
        named(ty::integer(it.bits, it.signed))
    }

    fn report_services(&mut self, root: Option<DeclId>) {
        if root.is_none() {
            self.lost.extend(self.model.services.iter().map(|it| format!("the service {}", it.path())));
        }
    }
}

/// A struct without fields would not be in a compiled schema.
fn finished(fields: Vec<FieldDecl>) -> TypeExpr {
    let fields = if fields.is_empty() { vec![field::removed(0)] } else { fields };
    plain(TypeKind::Struct(fields))
}

/// Returns true for what is declared in Go. Go's own types are not, nor values that are of any kind.
fn is_shown(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Struct(it) => it.is_declared() && ty::built_in(it).is_none(),
        DeclKind::Enum(_) | DeclKind::Union(_) | DeclKind::Constant(_) => true,
    }
}

fn reachable(model: &Model, root: DeclId) -> BTreeSet<DeclId> {
    let (mut found, mut waiting) = (BTreeSet::from([root]), vec![root]);
    while let Some(id) = waiting.pop() {
        let types: Vec<&Type> = match &model.decl(id).kind {
            DeclKind::Struct(it) => it.fields.iter().map(|field| &field.ty).collect(),
            DeclKind::Union(it) => it.cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => vec![],
        };
        let ids: Vec<DeclId> = types.into_iter().filter_map(innermost).collect();
        waiting.extend(ids.into_iter().filter(|id| found.insert(*id)));
    }
    found
}

fn innermost(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::List(element) | Type::Array(element, _) => innermost(element),
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => None,
    }
}

fn word(text: &str) -> Word {
    Word { text: text.to_owned(), span: Span::default() }
}

fn plain(kind: TypeKind) -> TypeExpr {
    TypeExpr { kind, span: Span::default() }
}

fn named(name: impl Into<String>) -> TypeExpr {
    plain(TypeKind::Name(name.into()))
}
