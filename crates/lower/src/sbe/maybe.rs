//! Lists, arrays and bytes of fixed length that can be absent: a repeating group with at most one entry. With an option, texts and
//! bytes, too.
//!
//! Design: docs/decisions/0100-any-schema-on-any-format.md

use super::Sbe;
use super::cases::Open;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr, Place};
use polywire_model::Presence;

impl Sbe<'_> {
    pub(super) fn write_maybe(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        let entry = self.entry(ty);
        b.if_else(
            Expr::Present(place.clone()),
            |b| {
                self.counts.write(b, entry.size, 1u64);
                self.write_entry(b, &entry, place.some());
            },
            |b| self.write_no_entry(b, &entry),
        );
    }

    pub(super) fn read_maybe(&self, b: &mut FunctionBuilder, ty: &Type, open: &mut Open) {
        let entry = self.entry(ty);
        let group = self.read_dimensions(b);
        b.check(Expr::from(group.count).at_most(1u64), ErrorCode::BadLength);
        b.when(group.count.is_not(0u64), |b| {
            open(b, &mut |b, place| {
                b.open(place, None, ("present", ty.clone()), |b, bind, _| self.read_entry(b, &entry, group.size, bind));
            });
        });
    }

    /// Writes the group of a list that is always present.
    pub(super) fn write_list(&self, b: &mut FunctionBuilder, element: &Type, presence: Presence, place: Place) {
        match presence {
            Presence::Implicit | Presence::Optional => self.write_group(b, element, place),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write_group(b, element, place.some());
            }
        }
    }
}
