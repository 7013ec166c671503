//! Types in whose place derived ones may stand (`xsi:type`).

use super::choice::case;
use super::{DeclId, DeclKind, Maker, Names, is_any};
use crate::xsd::schema::{Method, TypeId, TypeKind};
use crate::xsd::simple::Types;
use polywire_model::attr::{CaseAttrs, XmlKind, XmlMember};
use polywire_model::{Case, Field, Presence, Type, Union};
use std::collections::HashMap;

/// Returns the named types that are directly derived from each type.
pub(super) fn derived(types: &Types<'_>) -> HashMap<TypeId, Vec<TypeId>> {
    let mut derived: HashMap<TypeId, Vec<TypeId>> = HashMap::new();
    for (it, id) in types.schema.types.iter().zip((0..).map(TypeId)) {
        let is_named = types.schema.named.types.get(&it.head.name) == Some(&id);
        if let (TypeKind::Complex(_), Some(base)) = (&it.kind, types.base(id).filter(|base| is_named && *base != id)) {
            derived.entry(base).or_default().push(id);
        }
    }
    derived
}

impl Maker<'_> {
    /// Returns the struct of a type, or the union of all that may stand in its place.
    pub(super) fn type_or_union(&mut self, id: TypeId) -> DeclId {
        if !self.may_be_derived(id) {
            return self.structure(id);
        }
        let all = self.concrete(id);
        if let Some(known) = self.unions.get(&id) {
            return *known;
        }
        let head = &self.schema.ty(id).head;
        let decl = self.add(head, &format!("{}Value", head.name.local), DeclKind::Union(Union::default()));
        self.unions.insert(id, decl);
        let mut names = Names::default();
        let cases = all.into_iter().map(|ty| self.typed_case(ty, ty == id, &mut names)).collect();
        self.set_cases(decl, cases);
        decl
    }

    /// Returns true if documents tell whether a value is of the type or of a derived one.
    pub(super) fn may_be_derived(&self, id: TypeId) -> bool {
        let all = self.concrete(id);
        !is_any(id) && !all.is_empty() && all != [id]
    }

    /// Makes the only member of the document of a global element: a union of the types that it may tell.
    pub(super) fn define_typed(&mut self, decl: DeclId, id: TypeId) {
        let mut field = Field::new("value", Type::Named(self.type_or_union(id)));
        field.span = self.model.decl(decl).span;
        field.attrs.xml.kind = XmlKind::Typed;
        field.presence = Presence::Required;
        self.set_fields(decl, vec![field]);
    }

    fn typed_case(&mut self, ty: TypeId, is_declared: bool, names: &mut Names) -> Case {
        let head = &self.schema.ty(ty).head;
        let name = names.free(&head.name.local);
        let own = Some(head.name.clone()).filter(|_| !is_declared);
        let xml = XmlMember { kind: XmlKind::Typed, name: own, ..XmlMember::default() };
        let attrs = CaseAttrs { xml, ..CaseAttrs::default() };
        Case { doc: head.doc.clone(), attrs, ..case(&name, Type::Named(self.structure(ty)), head.span) }
    }

    /// Returns a type and all derived ones that may stand in its place, without abstract ones.
    fn concrete(&self, id: TypeId) -> Vec<TypeId> {
        let Some(block) = self.types.complex(id).map(|it| it.block) else { return vec![id] };
        let (mut all, mut at) = (vec![id], 0);
        while let Some(next) = all.get(at).copied() {
            for ty in self.derived.get(&next).into_iter().flatten() {
                let is_blocked = self.types.complex(*ty).is_none_or(|it| match it.method {
                    Method::Extension => block.extension,
                    Method::Restriction => block.restriction,
                });
                if !is_blocked && !all.contains(ty) {
                    all.push(*ty);
                }
            }
            at += 1;
        }
        all.retain(|it| self.types.complex(*it).is_some_and(|it| !it.is_abstract));
        all
    }
}
