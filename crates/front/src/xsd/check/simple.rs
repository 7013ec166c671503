//! Simple types: what they are derived from.

use super::{Check, codes, type_name};
use crate::xsd::schema::{Reference, TypeId, TypeKind, Variety};
use crate::xsd::simple::{ANY_SIMPLE_TYPE, VarietyKind};

impl Check<'_> {
    pub(super) fn simple_types(&self) {
        for id in self.type_ids() {
            self.types.simple(id);
            match &self.schema.ty(id).kind {
                TypeKind::Simple(Variety::Restriction(base, _)) => self.simple_base(id, base),
                TypeKind::Simple(Variety::List(item)) => self.item(item),
                TypeKind::Simple(Variety::Union(members)) => members.iter().for_each(|it| self.member(it)),
                TypeKind::Simple(Variety::Builtin(_)) | TypeKind::Complex(_) => {}
            }
        }
        for attribute in &self.schema.attributes {
            if let Some(ty) = &attribute.ty {
                self.needs_simple(ty);
            }
        }
        let problems = std::mem::take(&mut *self.types.problems.borrow_mut());
        problems.into_iter().for_each(|it| self.push(it));
    }

    /// Returns a simple type; reports a complex one.
    fn needs_simple(&self, it: &Reference<TypeId>) -> Option<TypeId> {
        let id = self.schema.find_type(it)?;
        match self.schema.ty(id).kind {
            TypeKind::Simple(_) => Some(id),
            TypeKind::Complex(_) => {
                let message = format!("{} is a complex type", type_name(&self.schema.ty(id).head));
                self.report(codes::DERIVATION, message, it.span, "a simple type is needed here");
                None
            }
        }
    }

    fn simple_base(&self, id: TypeId, base: &Reference<TypeId>) {
        let Some(base_id) = self.needs_simple(base) else { return };
        let is_builtin = self.schema.ty(id).head.file == 0;
        if base_id == ANY_SIMPLE_TYPE && !is_builtin {
            let message = "`anySimpleType` cannot be restricted";
            self.report(codes::DERIVATION, message, base.span, "restrict a type that is derived from it");
        }
        self.not_final(base_id, base, |it| it.restriction, "restricted");
    }

    fn item(&self, item: &Reference<TypeId>) {
        let Some(id) = self.needs_simple(item) else { return };
        if self.types.has_lists(id) {
            let message = "the items of a list cannot be lists";
            self.report(codes::DERIVATION, message, item.span, "use a type whose values have no spaces");
        }
        self.not_final(id, item, |it| it.list, "the item of a list");
    }

    fn member(&self, member: &Reference<TypeId>) {
        let Some(id) = self.needs_simple(member) else { return };
        self.not_final(id, member, |it| it.union, "a member of a union");
    }

    fn not_final(
        &self,
        id: TypeId,
        reference: &Reference<TypeId>,
        is_final: impl Fn(&crate::xsd::schema::Derivations) -> bool,
        what: &str,
    ) {
        let definition = self.schema.ty(id);
        if is_final(&definition.is_final) {
            let message = format!("{} is final: it cannot be {what}", type_name(&definition.head));
            let other = (definition.head.span, "declared here");
            self.report_both(codes::DERIVATION, message, reference.span, other, "change its `final`");
        }
    }

    /// Returns true for `ID` and types derived from it.
    pub(super) fn is_id(&self, ty: TypeId) -> bool {
        self.schema.builtin("ID").is_some_and(|id| self.types.is_derived(ty, id))
    }

    /// Returns true for `NOTATION` itself, of which only enumerations can be used.
    pub(super) fn is_plain_notation(&self, ty: TypeId) -> bool {
        let Some(it) = self.types.simple(ty) else { return false };
        it.variety == VarietyKind::Atomic(crate::xsd::Primitive::Notation) && it.values.is_none()
    }
}
