//! Unions whose case another member tells.

use super::{Leaf, Planner};
use crate::memory_image::form::Form;
use crate::memory_image::plan::{CasePlan, UnionPlan};
use crate::memory_image::unsupported::TYPE;
use polywire_ir::types::Type;
use polywire_model::c::layout::Placed;
use polywire_model::c::{CItem, CMember, CRecord};
use polywire_model::{Case, Union};

impl<'m> Planner<'_, 'm> {
    pub(super) fn union(&mut self, it: &'m Union) -> UnionPlan {
        let Some((record, layout)) = self.layout() else { return UnionPlan::default() };
        let mut plan = UnionPlan { size: layout.size, cases: Vec::new() };
        for (case, place) in it.cases.iter().zip(self.model.case_places(it)) {
            let labels = match it.discriminator.is_none() && case.labels.is_empty() {
                true => vec![i128::from(place) + 1],
                false => case.labels.clone(),
            };
            let member = member(record, &layout.items, case);
            plan.cases.push(CasePlan {
                labels,
                is_default: case.is_default,
                label: self.label(it, case),
                value: self.value(case, member),
            });
        }
        plan
    }

    /// Returns the type of the label that the value of a case keeps.
    fn label(&self, it: &Union, case: &Case) -> Option<Type> {
        let ty = it.discriminator.as_ref().filter(|_| case.keeps_label())?;
        Some(self.types.of(ty))
    }

    fn value(&mut self, case: &Case, found: Option<(&CMember, &Placed)>) -> Option<(Type, u32, Form)> {
        let ty = self.model.value_of_case(case)?;
        let form = found.and_then(|(member, placed)| {
            let ty = self.types.of(ty);
            let leaf = Leaf { member, is_teller: false, start: placed.start, placed: placed.clone() };
            let form = self.form(&ty, &member.ty, &leaf, false)?;
            Some((ty, placed.offset(), form))
        });
        if form.is_none() {
            self.refuse(&case.name, TYPE);
        }
        form
    }
}

/// Returns the member of C of a case, and its place.
fn member<'r>(record: &'r CRecord, places: &'r [Placed], case: &Case) -> Option<(&'r CMember, &'r Placed)> {
    record.items.iter().zip(places).find_map(|(item, placed)| match item {
        CItem::Member(member) if member.name == case.name => Some((member, placed)),
        CItem::Member(_) | CItem::Teller(_) | CItem::Padding { .. } | CItem::Anonymous(_) => None,
    })
}
