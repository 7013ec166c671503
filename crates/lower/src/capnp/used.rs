//! The parts of a struct's sections that contain members.

use super::Capnp;
use super::record::{self, CasePlace, Field};
use polywire_ir::types::{StructId, Type};
use polywire_model::capnp_layout::Slot;

/// The bits and the pointers of a struct that belong to a member, including members of groups and cases.
pub(super) struct Used {
    /// By word of the data section.
    words: Vec<u64>,
    pointers: Vec<bool>,
}

/// Consecutive bytes of a word that belong to no member; or one that does in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// Index of the word.
    pub word: u32,
    /// The index of the first byte in the word.
    pub first: u32,
    /// Their number.
    pub bytes: u32,
    /// The bits of the word without members.
    free: u64,
}

impl Gap {
    /// Returns the bits of the bytes without members.
    pub fn mask(&self) -> u64 {
        self.free & (u64::MAX >> (64 - 8 * self.bytes)) << (8 * self.first)
    }
}

impl Used {
    /// Returns the used parts of a struct that is not a group.
    pub fn of(capnp: &Capnp<'_>, id: StructId) -> Self {
        let record = capnp.record(id);
        let mut used =
            Self { words: vec![0; record.data_words as usize], pointers: vec![false; record.pointers as usize] };
        used.members(capnp, id);
        used
    }

    /// Returns words of the data section with free bits.
    pub fn free(&self) -> impl Iterator<Item = (u32, u64)> {
        (0..).zip(&self.words).map(|(word, used)| (word, !used)).filter(|(_, free)| *free != 0)
    }

    /// The bytes without members.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut gaps: Vec<Gap> = Vec::new();
        for (word, free) in self.free() {
            for first in (0..8).filter(|byte| free >> (8 * byte) & 0xff != 0) {
                let is_whole = |byte: u32| free >> (8 * byte) & 0xff == 0xff;
                let continues =
                    |last: &Gap| last.word == word && last.first + last.bytes == first && is_whole(last.first);
                match gaps.last_mut() {
                    Some(last) if is_whole(first) && continues(last) => last.bytes += 1,
                    _ => gaps.push(Gap { word, first, bytes: 1, free }),
                }
            }
        }
        gaps
    }

    /// Indices of the pointers without a member.
    pub fn unused_pointers(&self) -> impl Iterator<Item = u32> {
        self.pointers.iter().zip(0..).filter(|(used, _)| !**used).map(|(_, index)| index)
    }

    fn members(&mut self, capnp: &Capnp<'_>, id: StructId) {
        for (field, ty) in capnp.record(id).fields.iter().zip(&capnp.types.record(id).fields) {
            match field {
                Field::Plain(plain) => self.slot(capnp, plain.slot, &ty.ty),
                Field::Group(group) => self.members(capnp, *group),
                Field::Optional(optional) => {
                    self.bits(optional.tag, 16);
                    self.slot(capnp, optional.slot, &ty.ty);
                }
                Field::Union(union) => {
                    union.tag.into_iter().for_each(|tag| self.bits(tag, 16));
                    let Type::Union(id) = ty.ty else { continue };
                    for (case, ty) in union.cases.iter().zip(&capnp.types.union(id).cases) {
                        match (case.place, &ty.ty) {
                            (CasePlace::Group(group), _) => self.members(capnp, group),
                            (CasePlace::Slot(slot), Some(ty)) => self.slot(capnp, slot, ty),
                            (CasePlace::Slot(_), None) => {}
                        }
                    }
                }
            }
        }
    }

    fn slot(&mut self, capnp: &Capnp<'_>, slot: Slot, ty: &Type) {
        match (slot, record::scalar(capnp.types, ty)) {
            (Slot::Data(bit), Some(scalar)) => self.bits(bit, scalar.bits),
            (Slot::Pointer(index), _) => {
                if let Some(used) = self.pointers.get_mut(index as usize) {
                    *used = true;
                }
            }
            (Slot::Data(_), None) | (Slot::Nothing, _) => {}
        }
    }

    /// Marks bits of one word.
    fn bits(&mut self, first: u32, count: u8) {
        if let Some(word) = self.words.get_mut(first as usize / 64) {
            *word |= (u64::MAX >> (64 - count)) << (first % 64);
        }
    }
}
