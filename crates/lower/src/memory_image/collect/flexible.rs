//! Flexible arrays, at the end of a struct.

use super::{Leaf, Planner};
use crate::memory_image::cell::Cell;
use crate::memory_image::plan::{Flexible, Record};
use crate::memory_image::unsupported::{FLEXIBLE, REST_IN_PADDING, TYPE};
use polywire_ir::types::Type;
use polywire_model::c::{CItem, CRecord, CType};

impl Planner<'_, '_> {
    pub(super) fn flexible(
        &mut self,
        leaf: &Leaf<'_>,
        (index, ty, element): (u32, Type, &CType),
        count: Option<Cell>,
        plan: &mut Record,
    ) {
        let (name, at) = (&leaf.member.name, (leaf.start / 8) as u32);
        let inner = match &ty {
            Type::List(inner) => (**inner).clone(),
            Type::Text { .. } | Type::Bytes => Type::int(8, false),
            _ => return self.refuse(name, FLEXIBLE),
        };
        let Some(stride) = self.size(&inner, element) else { return self.refuse(name, FLEXIBLE) };
        let Some(form) = self.element(&inner, element, leaf) else { return self.refuse(name, TYPE) };
        let is_text = matches!(ty, Type::Text { .. });
        if count.is_none() && !is_text && at + stride <= plan.size {
            return self.refuse(name, REST_IN_PADDING);
        }
        plan.flexible = Some(Flexible { index, at, stride, ty, element: (inner, form), count });
    }
}

/// Returns true if the last member of a record is a flexible array.
pub(super) fn is_flexible(record: &CRecord) -> bool {
    record.items.iter().any(|item| match item {
        CItem::Member(member) => matches!(member.ty, CType::Array(_, None)),
        CItem::Anonymous(inner) => is_flexible(inner),
        CItem::Teller(_) | CItem::Padding { .. } => false,
    })
}
