//! Substitution groups (section 3.3.6).

use super::{Check, codes, type_name};
use crate::xsd::schema::{ElementId, Method, TypeId, TypeKind, Variety};

impl Check<'_> {
    pub(super) fn substitution_groups(&self) {
        for (it, id) in self.schema.elements.iter().zip((0..).map(ElementId)) {
            let Some(reference) = &it.substitution else { continue };
            let Some(head) = reference.find(&self.schema.named.elements) else { continue };
            let (Some(own), Some(of_head)) = (self.types.of_element(id), self.types.of_element(head)) else { continue };
            let declaration = self.schema.element(head);
            let other = (declaration.head.span, "the head of the group");
            let name = &declaration.head.name.local;
            if !self.is_within(own, of_head) {
                let message = format!("the type of the element is not derived from that of `{name}`");
                let own = type_name(&self.schema.ty(of_head).head);
                let help = format!("derive it from {own}");
                self.report_both(codes::SUBSTITUTION, message, reference.span, other, &help);
            } else if self.is_excluded(own, of_head, declaration.is_final) {
                let message = format!("`{name}` is final: its group has no types that are derived in this way");
                self.report_both(codes::SUBSTITUTION, message, reference.span, other, "change its `final`");
            }
        }
    }

    /// Returns true if a type is another one, or derived from it.
    pub(super) fn is_within(&self, own: TypeId, base: TypeId) -> bool {
        self.types.is_derived(own, base) || self.is_simple_within(own, base)
    }

    /// Returns true if one of the steps from a type to its base is of an excluded kind.
    pub(super) fn is_excluded(&self, own: TypeId, base: TypeId, excluded: crate::xsd::schema::Derivations) -> bool {
        let steps = self.types.bases(own).into_iter().take_while(|it| *it != base);
        steps.into_iter().any(|step| match &self.schema.ty(step).kind {
            TypeKind::Complex(it) => match it.method {
                Method::Extension => excluded.extension,
                Method::Restriction => excluded.restriction,
            },
            TypeKind::Simple(Variety::Restriction(..)) => excluded.restriction,
            TypeKind::Simple(Variety::Builtin(_) | Variety::List(_) | Variety::Union(_)) => false,
        })
    }
}
