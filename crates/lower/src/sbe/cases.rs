//! Unions: a repeating group for each case, of which at most one has an entry.
//!
//! The groups of cases that are not set take four bytes each. A composite with all cases would contain their blocks, texts
//! and lists, too.

use super::Sbe;
use super::group::Entry;
use super::shape::Shape;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{ErrorCode, Expr, Order, Place, VarId};
use polywire_model::Presence;

/// The dimensions of a group with one entry, whose block has no bytes.
const ONE_ENTRY: u64 = 1 << 16;

/// Calls a function with the place of a member, after all structs around it have become present.
type Open<'o> = dyn FnMut(&mut FunctionBuilder, &mut dyn FnMut(&mut FunctionBuilder, Place)) + 'o;

impl Sbe<'_> {
    /// Writes the groups of a union. An absent union has no case, so a present one must have one.
    pub(super) fn write_cases(&self, b: &mut FunctionBuilder, id: UnionId, presence: Presence, place: Place) {
        match presence {
            Presence::Implicit => self.write_each_case(b, id, &place),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write_each_case(b, id, &place.some());
            }
            Presence::Optional => b.if_else(
                Expr::Present(place.clone()),
                |b| {
                    b.check(Expr::Case(place.some()).is_not(0u64), ErrorCode::OutOfRange);
                    self.write_each_case(b, id, &place.some());
                },
                |b| self.write_no_case(b, id),
            ),
        }
    }

    fn write_each_case(&self, b: &mut FunctionBuilder, id: UnionId, value: &Place) {
        for case in self.orders.cases_in_order(id) {
            let ty = self.types.union(id).cases[case as usize].ty.as_ref();
            let entry = ty.map(|ty| self.entry(ty));
            b.if_else(
                Expr::Case(value.clone()).is(u64::from(case) + 1),
                |b| {
                    let size = entry.as_ref().map_or(0, |entry| u64::from(entry.size));
                    b.write_int(ONE_ENTRY | size, 4, Order::Little);
                    if let Some(entry) = &entry {
                        self.write_entry(b, entry, value.case(case));
                    }
                },
                |b| self.write_no_entry_of(b, entry.as_ref()),
            );
        }
    }

    pub(super) fn write_no_case(&self, b: &mut FunctionBuilder, id: UnionId) {
        for case in self.orders.cases_in_order(id) {
            let ty = self.types.union(id).cases[case as usize].ty.as_ref();
            self.write_no_entry_of(b, ty.map(|ty| self.entry(ty)).as_ref());
        }
    }

    fn write_no_entry_of(&self, b: &mut FunctionBuilder, entry: Option<&Entry>) {
        match entry {
            Some(entry) => self.write_no_entry(b, entry),
            None => b.write_int(0u64, 4, Order::Little),
        }
    }

    /// Reads the groups of a union.
    pub(super) fn read_cases(&self, b: &mut FunctionBuilder, id: UnionId, presence: Presence, open: &mut Open) {
        let mut before: Option<Expr> = None;
        for case in self.orders.cases_in_order(id) {
            let group = self.read_dimensions(b);
            b.check(Expr::from(group.count).at_most(1u64), ErrorCode::BadLength);
            if let Some(before) = &before {
                b.check((before.clone() + group.count).at_most(1u64), ErrorCode::DuplicateField);
            }
            before = Some(match before {
                Some(before) => before + group.count,
                None => group.count.into(),
            });
            b.when(group.count.is_not(0u64), |b| {
                open(b, &mut |b, place| self.read_case(b, (id, case), presence, group.size, place));
            });
        }
    }

    fn read_case(
        &self,
        b: &mut FunctionBuilder,
        (id, case): (UnionId, u32),
        presence: Presence,
        size: VarId,
        place: Place,
    ) {
        let it = &self.types.union(id).cases[case as usize];
        let read = |b: &mut FunctionBuilder, place: Place| {
            b.open(place, Some(case), ("case", it.value_type()), |b, bind, _| match &it.ty {
                Some(ty) => self.read_entry(b, &self.entry(ty), size, bind),
                None => drop(self.read_block_at(b, size, &[], &bind.into())),
            });
        };
        match presence {
            Presence::Implicit => read(b, place),
            Presence::Required | Presence::Optional => {
                b.open(place, None, ("present", Type::Union(id)), |b, bind, _| read(b, bind.into()));
            }
        }
    }

    /// Returns the indices of a struct's unions that are present in every value.
    pub(super) fn required_cases(&self, id: StructId) -> impl Iterator<Item = u32> {
        let members = self.block(id).members.iter().zip(&self.presences[id.0 as usize]).zip(0..);
        members.filter_map(|(((shape, _), presence), index)| {
            (matches!(shape, Shape::Cases) && *presence == Presence::Required).then_some(index)
        })
    }
}
