//! Substitution groups.

use crate::xsd::schema::{ElementId, Schema};
use crate::xsd::simple::Types;
use std::collections::HashMap;

/// The elements that directly name another one as the head of their substitution group.
pub(in crate::xsd) type Members = HashMap<ElementId, Vec<ElementId>>;

/// Returns the members of all substitution groups.
pub(in crate::xsd) fn members(schema: &Schema) -> Members {
    let mut members = Members::new();
    for (it, id) in schema.elements.iter().zip((0..).map(ElementId)) {
        if let Some(head) = it.substitution.as_ref().and_then(|it| it.find(&schema.named.elements)) {
            members.entry(head).or_default().push(id);
        }
    }
    members
}

impl Types<'_> {
    /// Returns an element and all that may stand in its place.
    pub fn substitutes(&self, members: &Members, id: ElementId) -> Vec<ElementId> {
        let (mut all, mut at) = (vec![id], 0);
        let is_blocked = self.schema.element(id).block.substitution;
        while let Some(next) = all.get(at).copied().filter(|_| !is_blocked) {
            let members = members.get(&next).into_iter().flatten();
            let more: Vec<ElementId> = members.filter(|it| !all.contains(it)).copied().collect();
            all.extend(more);
            at += 1;
        }
        all
    }

    /// Returns the elements that may stand in the place of one, without abstract ones.
    pub fn concrete_substitutes(&self, members: &Members, id: ElementId) -> Vec<ElementId> {
        let mut all = self.substitutes(members, id);
        all.retain(|it| !self.schema.element(*it).is_abstract);
        all
    }
}
