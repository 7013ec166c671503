//! Ids of fields.

use super::Checker;
use crate::fbs::codes;
use crate::fbs::schema::{Field, Object};
use polywire_source::Diagnostic;
use std::collections::BTreeMap;

/// The vtable has 16 bits for its size, with four bytes before the first slot.
const MOST: usize = 32_765;

impl Checker<'_> {
    pub(super) fn ids(&mut self, object: &Object) {
        if object.is_struct {
            return;
        }
        if object.fields.len() > MOST {
            let message = format!("table `{}` has more than {MOST} fields", object.head.name);
            self.error(codes::TOO_LARGE, message, object.head.span, "move fields to a table inside");
        }
        if object.has_ids() {
            let missing = object.fields.iter().filter(|field| !self.states_id(object, field)).count();
            if missing == 0 {
                self.ids_are_dense(object);
            }
        }
    }

    fn states_id(&mut self, object: &Object, field: &Field) -> bool {
        let Some(id) = field.head.attributes.find("id") else {
            let other = object.fields.iter().find_map(|field| field.head.attributes.find("id"));
            let message = format!("field `{}` has no id, but others have", field.head.name);
            let missing = Diagnostic::error(codes::ID, message).at(field.head.span, "");
            let missing = missing.related(other.map(|it| it.span).unwrap_or_default(), "an id of another field");
            self.diagnostics.push(missing.help("give ids to all fields of the table, or to none"));
            return false;
        };
        if field.id == u16::MAX {
            self.error(codes::ID, "an id is a number from 0", id.span, "number the fields of the table from 0");
            return false;
        }
        if field.has_type_slot() && field.id == 0 {
            let message =
                format!("union `{}` needs two ids: its own one, and the one before it for the type", field.head.name);
            self.error(codes::ID, message, id.span, "number the union from 1 on");
            return false;
        }
        true
    }

    fn ids_are_dense(&mut self, object: &Object) {
        let mut taken: BTreeMap<u16, &Field> = BTreeMap::new();
        for field in &object.fields {
            for slot in field.id - u16::from(field.has_type_slot())..=field.id {
                if let Some(first) = taken.insert(slot, field) {
                    self.id_twice(slot, [first, field]);
                }
            }
        }
        let missing = (0..).zip(taken.keys()).find(|(expected, slot)| expected != *slot);
        if let Some((missing, slot)) = missing {
            let message = format!("no field has the id {missing}");
            let help = "ids leave no gaps: number the fields from 0, and keep removed ones with `deprecated`";
            self.error(codes::ID, message, taken[slot].head.span, help);
        }
    }

    fn id_twice(&mut self, slot: u16, [first, second]: [&Field; 2]) {
        let span = |field: &Field| field.head.attributes.find("id").map_or(field.head.span, |it| it.span);
        let twice = Diagnostic::error(codes::ID, format!("id {slot} is used twice"));
        let twice = twice.at(span(second), "used again here").related(span(first), "first used here");
        self.diagnostics.push(twice.help("give one of the fields the next free id; a union takes two"));
    }
}
