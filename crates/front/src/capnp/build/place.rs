//! Assigns places to members, in the order of their ordinals.

use super::collect::{MemberKind, Plan};
use super::{Builder, ordinal};
use crate::capnp::codes;
use crate::capnp::nodes::Type;
use crate::capnp::scope::At;
use polywire_model::capnp_layout::{Need, Slot};
use polywire_source::{Diagnostic, Span};

impl<'a> Builder<'_, 'a> {
    /// The types and offsets of a plan's slots, by member.
    pub(super) fn place(&mut self, plan: &mut Plan<'a>, at: At<'a>) -> Vec<(Type, u32)> {
        let types: Vec<Type> = plan.members.iter().map(|member| self.type_of(member.kind, at)).collect();
        let mut offsets = vec![0; types.len()];
        let ordinals: Vec<Option<(u64, Span)>> = plan.events.iter().map(|event| event.ordinal).collect();
        for index in ordinal::in_order(&ordinals, self.diagnostics) {
            let event = &plan.events[index];
            let member = event.member;
            if let Some(union) = event.union {
                let span = event.ordinal.map(|(_, span)| span).unwrap_or_default();
                if !plan.layout.add_discriminant(union) {
                    self.report(too_late(span));
                }
            }
            let Some(member) = member else { continue };
            if let MemberKind::Slot { scope, .. } = plan.members[member].kind {
                let slot = plan.layout.add(scope, need(&types[member]));
                offsets[member] = offset(slot, &types[member]);
            }
            plan.touch(member);
        }
        if plan.layout.data_words() > u16::MAX.into() || plan.layout.pointers() > u16::MAX.into() {
            let wide =
                Diagnostic::error(codes::TOO_LARGE, "a struct has at most 65,535 words of data and as many pointers");
            self.report(wide.at(plan.parts[0].span, "").help("move some members to a struct of their own"));
        }
        types.into_iter().zip(offsets).collect()
    }

    fn type_of(&mut self, kind: MemberKind<'_>, at: At<'_>) -> Type {
        match kind {
            MemberKind::Slot { ty, .. } => self.ty(at, ty),
            MemberKind::Group(_) | MemberKind::Union(_) => Type::Void,
        }
    }
}

fn need(ty: &Type) -> Need {
    match ty.data_size() {
        Some(size) => Need::Data(size),
        None if *ty == Type::Void => Need::Nothing,
        None => Need::Pointer,
    }
}

/// Returns the offset in units of the type's size.
fn offset(slot: Slot, ty: &Type) -> u32 {
    match slot {
        Slot::Nothing => 0,
        Slot::Data(bit) => bit >> ty.data_size().unwrap_or_default(),
        Slot::Pointer(index) => index,
    }
}

fn too_late(span: Span) -> Diagnostic {
    Diagnostic::error(codes::ORDINAL, "the ordinal of a union is greater than those of two of its members")
        .at(span, "")
        .help("remove it; the discriminant is then allocated with the second member")
}
