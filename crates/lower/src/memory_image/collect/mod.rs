//! The plans of all records.

mod flexible;
mod form;
mod number;
mod union;

use super::cell::Cell;
use super::padding;
use super::plan::{Member, Record, Teller, Told, UnionPlan};
use super::unsupported::{ABSENT_BITS, OVERLAP, TOLD, TYPE, no_layout};
use crate::Unsupported;
use crate::plan::field_path;
use crate::unsupported::{UnsupportedFeature, none_of};
use number::cell_of;
use polywire_ir::types::{Named, Type, Types};
use polywire_model::c::layout::{Layout, Layouts, Placed};
use polywire_model::c::{CItem, CMember, CRecord, CType};
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence};
use std::collections::BTreeMap;

/// Plans the structs and the unions of a model, by their ids.
pub(super) fn collect(model: &Model, types: &Types) -> Result<(Vec<Record>, Vec<UnionPlan>), Vec<Unsupported>> {
    let layouts = Layouts::new(model, model.options.memory.abi);
    let mut errors = Vec::new();
    let (mut records, mut unions) = (Vec::new(), Vec::new());
    for (decl, index) in model.decls.iter().zip(0..) {
        let id = DeclId(index);
        let mut planner = Planner { model, types, layouts: &layouts, decl, id, errors: &mut errors };
        match &decl.kind {
            DeclKind::Struct(it) => records.push(if it.is_entry { Record::default() } else { planner.record() }),
            DeclKind::Union(it) => unions.push(planner.union(it)),
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    none_of(errors)?;
    Ok((records, unions))
}

struct Planner<'a, 'm> {
    model: &'m Model,
    types: &'a Types,
    layouts: &'a Layouts<'m>,
    decl: &'m Decl,
    id: DeclId,
    errors: &'a mut Vec<Unsupported>,
}

/// A member of C with its place, members of anonymous structs among them.
struct Leaf<'m> {
    member: &'m CMember,
    is_teller: bool,
    start: u64,
    placed: Placed,
}

impl<'m> Planner<'_, 'm> {
    fn refuse(&mut self, member: &str, feature: UnsupportedFeature) {
        self.errors.push(feature.at(self.decl.span, field_path(self.decl, member)));
    }

    fn layout(&mut self) -> Option<(&'m CRecord, Layout)> {
        match (self.layouts.record(self.id), self.layouts.of(self.id)) {
            (Some(record), Ok(layout)) => Some((record, layout)),
            (_, Err(error)) => {
                self.errors.push(no_layout(self.decl, &error));
                None
            }
            (None, Ok(_)) => None,
        }
    }

    fn record(&mut self) -> Record {
        let Some((record, layout)) = self.layout() else { return Record::default() };
        if record.overlap {
            self.refuse("", OVERLAP);
            return Record::default();
        }
        let mut leaves = Vec::new();
        self.flatten(record, &layout, 0, &mut leaves);
        let cells: BTreeMap<&str, Cell> =
            leaves.iter().filter_map(|leaf| Some((leaf.member.name.as_str(), cell_of(leaf)?))).collect();
        let mut plan = Record { size: layout.size, ..Record::default() };
        let mut told_by: BTreeMap<&str, usize> = BTreeMap::new();
        for leaf in leaves.iter().filter(|leaf| !leaf.is_teller) {
            self.leaf(leaf, &cells, &mut plan);
            if let (Some(teller), false) = (&leaf.member.told_by, plan.members.is_empty()) {
                told_by.insert(teller, plan.members.len() - 1);
            }
        }
        let flexible = plan.flexible.as_ref().and_then(|it| it.count);
        for leaf in leaves.iter().filter(|leaf| leaf.is_teller) {
            // Others, such as arrays without elements, tell nothing; a member that is told by one is refused above.
            let Some(cell) = cell_of(leaf) else { continue };
            let about = told_by.get(leaf.member.name.as_str()).copied().filter(|_| flexible != Some(cell));
            plan.tellers.push(Teller { cell, about });
        }
        plan.length = record.length.as_deref().and_then(|name| cells.get(name).copied());
        plan.padding = padding::of(&plan);
        plan
    }

    fn flatten(&mut self, record: &'m CRecord, layout: &Layout, base: u64, leaves: &mut Vec<Leaf<'m>>) {
        for (item, placed) in record.items.iter().zip(&layout.items) {
            let start = base + placed.start;
            match (item, &placed.inner) {
                (CItem::Member(member), _) => {
                    leaves.push(Leaf { member, is_teller: false, start, placed: placed.clone() });
                }
                (CItem::Teller(member), _) => {
                    leaves.push(Leaf { member, is_teller: true, start, placed: placed.clone() });
                }
                (CItem::Anonymous(inner), _) if inner.overlap => self.refuse(&inner.name, OVERLAP),
                (CItem::Anonymous(inner), Some(layout)) => self.flatten(inner, layout, start, leaves),
                (CItem::Anonymous(_) | CItem::Padding { .. }, _) => {}
            }
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>, cells: &BTreeMap<&str, Cell>, plan: &mut Record) {
        let name = &leaf.member.name;
        let Some((index, field)) = self.field(name) else { return self.refuse(name, TYPE) };
        let ty = self.types.of(&field.ty);
        let told = match leaf.member.told_by.as_deref().map(|teller| cells.get(teller)) {
            None => None,
            Some(None) => return self.refuse(name, TOLD),
            Some(Some(cell)) => Some(*cell),
        };
        if let CType::Array(element, None) = &leaf.member.ty {
            return self.flexible(leaf, (index, ty, element), told, plan);
        }
        let told = told.map(|cell| match (&ty, field.presence) {
            (Type::Union(_), _) => Told::Tag(cell),
            (_, Presence::Optional) => Told::Presence(cell),
            _ => Told::Count(cell),
        });
        let is_told = matches!(told, Some(Told::Presence(_)));
        let is_optional = field.presence == Presence::Optional && !matches!(ty, Type::Union(_));
        if is_optional != is_told || (is_told && leaf.member.bits.is_some()) {
            return self.refuse(name, ABSENT_BITS);
        }
        let is_counted = matches!(told, Some(Told::Count(_)));
        match self.form(&ty, &leaf.member.ty, leaf, is_counted) {
            Some(form) => {
                let at = (leaf.start / 8) as u32;
                plan.members.push(Member { index, presence: field.presence, ty, at, form, told });
            }
            None => self.refuse(name, TYPE),
        }
    }

    fn field(&self, name: &str) -> Option<(u32, &'m Field)> {
        let it = self.model.as_struct(self.id)?;
        let index = it.fields.iter().position(|field| field.name == name)?;
        Some((index as u32, &it.fields[index]))
    }

    fn decl_of(&self, named: Named) -> Option<DeclId> {
        let index = self.types.of_decl.iter().position(|it| *it == named)?;
        Some(DeclId(index as u32))
    }
}
