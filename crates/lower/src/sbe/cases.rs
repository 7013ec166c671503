//! Unions: a repeating group for each case, of which at most one has an entry.
//!
//! The groups of cases that are not set take four bytes each. A composite with all cases would contain their blocks, texts
//! and lists, too.
//!
//! Design: docs/decisions/0082-unions-of-sbe.md

use super::group::Entry;
use super::removed::{Skipped, removed_case};
use super::shape::Shape;
use super::{Sbe, unsupported};
use crate::Unsupported;
use crate::plan::Orders;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{ErrorCode, Expr, Place, VarId};
use polywire_model::{DeclKind, Model, Presence};

/// A group of a union.
#[derive(Debug)]
pub(super) enum Slot {
    /// The case of this index.
    Case(u32),
    /// A removed case.
    Removed {
        /// Its place among the cases.
        place: u32,
        /// Its group.
        group: Skipped,
    },
}

/// Returns the groups of each union, in order.
pub(super) fn slots(model: &Model, orders: &Orders) -> Result<Vec<Vec<Slot>>, Vec<Unsupported>> {
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => Some((decl, it)),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let mut unknown = Vec::new();
    let slots = unions.zip(0..).map(|((decl, it), id)| {
        let mut slots: Vec<(u64, Slot)> =
            (0..it.cases.len() as u32).map(|case| (orders.case(UnionId(id), case), Slot::Case(case))).collect();
        for removed in &it.removed {
            match removed_case(&removed.ty, model.options.sbe) {
                Ok(group) => slots.push((u64::from(removed.order) + 1, Slot::Removed { place: removed.order, group })),
                Err(name) => unknown.push(unsupported::of_removed(&name, decl)),
            }
        }
        slots.sort_by_key(|(place, _)| *place);
        slots.into_iter().map(|(_, slot)| slot).collect()
    });
    let slots = slots.collect();
    if unknown.is_empty() { Ok(slots) } else { Err(unknown) }
}

/// Calls a function with the place of a member, after all structs around it have become present.
pub(super) type Open<'o> = dyn FnMut(&mut FunctionBuilder, &mut dyn FnMut(&mut FunctionBuilder, Place)) + 'o;

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
        for slot in &self.slots[id.0 as usize] {
            let case = match slot {
                Slot::Case(case) => *case,
                Slot::Removed { group, .. } => {
                    group.write(b, self.counts);
                    continue;
                }
            };
            let entry = self.entry_of(id, case);
            b.if_else(
                Expr::Case(value.clone()).is(u64::from(case) + 1),
                |b| {
                    self.counts.write(b, entry.as_ref().map_or(0, |entry| entry.size), 1u64);
                    if let Some(entry) = &entry {
                        self.write_entry(b, entry, value.case(case));
                    }
                },
                |b| self.write_no_entry_of(b, entry.as_ref()),
            );
        }
    }

    pub(super) fn write_no_case(&self, b: &mut FunctionBuilder, id: UnionId) {
        for slot in &self.slots[id.0 as usize] {
            match slot {
                Slot::Case(case) => self.write_no_entry_of(b, self.entry_of(id, *case).as_ref()),
                Slot::Removed { group, .. } => group.write(b, self.counts),
            }
        }
    }

    /// Returns the form of a case's entry, unless it has no value.
    fn entry_of(&self, id: UnionId, case: u32) -> Option<Entry<'_>> {
        self.types.union(id).cases[case as usize].ty.as_ref().map(|ty| self.entry(ty))
    }

    fn write_no_entry_of(&self, b: &mut FunctionBuilder, entry: Option<&Entry>) {
        match entry {
            Some(entry) => self.write_no_entry(b, entry),
            None => self.counts.write(b, 0, 0u64),
        }
    }

    /// Reads the groups of a union. The group of a removed case must be empty.
    pub(super) fn read_cases(&self, b: &mut FunctionBuilder, id: UnionId, presence: Presence, open: &mut Open) {
        let mut before: Option<Expr> = None;
        for slot in &self.slots[id.0 as usize] {
            let group = self.read_dimensions(b);
            let Slot::Case(case) = *slot else {
                b.check(Expr::from(group.count).is(0u64), ErrorCode::UnknownCase);
                continue;
            };
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

    /// Returns the indices of a struct's unions and lists that are present in every value.
    pub(super) fn required_groups(&self, id: StructId) -> impl Iterator<Item = u32> {
        let members = self.block(id).members.iter().zip(&self.presences[id.0 as usize]).zip(0..);
        members.filter_map(|(((shape, _), presence), index)| {
            (matches!(shape, Shape::Cases | Shape::Group) && *presence == Presence::Required).then_some(index)
        })
    }
}
