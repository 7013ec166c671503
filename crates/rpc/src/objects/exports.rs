//! The objects of this side that the other side can call.

use super::ObjectId;
use super::peer::lowest_free;
use std::collections::BTreeMap;

/// Objects by their numbers on the wire.
#[derive(Debug, Default)]
pub(super) struct Exports {
    objects: BTreeMap<u32, Export>,
    numbers: BTreeMap<ObjectId, u32>,
}

#[derive(Debug)]
struct Export {
    object: ObjectId,
    /// How often it was sent and not given back.
    references: u64,
}

impl Exports {
    /// Counts one more reference that is sent; returns its number, or `None` if there are too many objects.
    pub fn add(&mut self, object: ObjectId, limit: usize) -> Option<u32> {
        if let Some(number) = self.numbers.get(&object) {
            self.objects.get_mut(number)?.references += 1;
            return Some(*number);
        }
        if self.objects.len() >= limit {
            return None;
        }
        let number = lowest_free(self.objects.keys().copied())?;
        self.objects.insert(number, Export { object, references: 1 });
        self.numbers.insert(object, number);
        Some(number)
    }

    pub fn object(&self, number: u32) -> Option<ObjectId> {
        self.objects.get(&number).map(|it| it.object)
    }

    /// Takes references back; returns the object if there are no others. `Err` if there were not as many.
    pub fn release(&mut self, number: u32, count: u32) -> Result<Option<ObjectId>, ()> {
        let export = self.objects.get_mut(&number).ok_or(())?;
        export.references = export.references.checked_sub(count.into()).ok_or(())?;
        if export.references > 0 {
            return Ok(None);
        }
        let object = export.object;
        self.objects.remove(&number);
        self.numbers.remove(&object);
        Ok(Some(object))
    }

    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }
}
