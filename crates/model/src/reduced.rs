use crate::attr::{EnumAttrs, FbeStruct, StructAttrs, WellKnown};
use crate::part::held;
use crate::{Decl, DeclId, DeclKind, Enum, Enumerator, Literal, Model, NamedConstant, Struct, Type, Union};
use std::collections::BTreeSet;

impl Model {
    /// Returns a model in which all declarations that a type does not lead to are empty. They keep their ids. A type that
    /// leads to an `Any` may contain all others.
    pub fn reduced_to(&self, root: DeclId) -> Self {
        let reached = self.reached_from(root);
        let is_any = |id: &DeclId| self.as_struct(*id).is_some_and(|it| it.attrs.well_known == Some(WellKnown::Any));
        let mut reduced = self.clone();
        if !reached.iter().any(is_any) {
            let others = (0..).map(DeclId).zip(&mut reduced.decls).filter(|(id, _)| !reached.contains(id));
            others.for_each(|(_, decl)| empty(decl));
        }
        reduced
    }

    /// Returns a model in which these declarations are empty. They keep their ids.
    pub fn without(&self, ids: &BTreeSet<DeclId>) -> Self {
        let mut reduced = self.clone();
        let empties = (0..).map(DeclId).zip(&mut reduced.decls).filter(|(id, _)| ids.contains(id));
        empties.for_each(|(_, decl)| empty(decl));
        reduced
    }

    /// Returns these declarations, and those that lead to them.
    pub fn leading_to(&self, ids: BTreeSet<DeclId>) -> BTreeSet<DeclId> {
        let mut found = ids;
        loop {
            let all = (0..).map(DeclId).zip(&self.decls).filter(|(id, _)| !found.contains(id));
            let more = all.filter(|(_, decl)| held(decl).iter().any(|held| found.contains(held))).map(|(id, _)| id);
            let more: Vec<DeclId> = more.collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }
}

fn empty(decl: &mut Decl) {
    decl.kind = match &decl.kind {
        // The numbers of messages belong to the schema as a whole.
        DeclKind::Struct(it) => {
            let fbe = FbeStruct { type_id: it.attrs.fbe.type_id, ..FbeStruct::default() };
            let attrs = StructAttrs { sbe_message: it.attrs.sbe_message, fbe, ..StructAttrs::default() };
            DeclKind::Struct(Struct { attrs, ..Struct::default() })
        }
        DeclKind::Union(_) => DeclKind::Union(Union::default()),
        DeclKind::Constant(_) => DeclKind::Constant(NamedConstant { ty: Type::Bool, value: Literal::Bool(false) }),
        DeclKind::Enum(it) => {
            let first = it.members.first().map(|member| Enumerator { number: 0, ..member.clone() });
            let members = first.into_iter().collect();
            DeclKind::Enum(Enum {
                bits: 32,
                signed: true,
                open: it.open,
                flags: it.flags,
                members,
                attrs: EnumAttrs::default(),
            })
        }
    };
}
