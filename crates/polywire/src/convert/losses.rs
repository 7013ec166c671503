//! Design: docs/decisions/0027-reporting-what-is-left-out.md

use crate::codec::{Lost, Transcoder};
use polywire_ir::UnknownKind;
use polywire_vm::{Path, PathStep, UnknownPart};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Parts of the input that the output lacks because the schema does, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    places: BTreeMap<Place, Loss>,
}

/// Where something is that the schema lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In structs at these paths, in which numbers and keys are left open: `orders[]`; empty for the message itself.
    Fields(String),
    /// Cases of unions at these paths.
    Cases(String),
    /// Inside of messages that the format has as bytes, as in an `Any`.
    Inside,
    /// Around the message, in the stream's own structures.
    Container,
}

/// How much is lost at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The number of structs, unions or messages with parts that the schema lacks.
    pub count: u64,
    /// Number of the first message, from 1.
    pub message: u64,
    /// The first struct or union.
    pub path: Path,
    /// The offset of the first such part in the message, if it is known.
    pub offset: Option<usize>,
}

impl Losses {
    /// All of them, by place.
    pub fn iter(&self) -> impl Iterator<Item = (&Place, &Loss)> {
        self.places.iter()
    }

    /// Adds what was lost of a message.
    pub(super) fn add(&mut self, message: u64, lost: Lost, input: &[u8], transcoder: &Transcoder) {
        if lost.inside {
            self.count(Place::Inside, message, Path::default);
        }
        self.add_omitted(message, lost.omitted);
        // Where fields are is looked up only if such a place was not met before: that takes time.
        let mut offsets = None;
        for path in lost.unknown {
            let place = Place::Fields(pattern(&path));
            if self.places.contains_key(&place) {
                self.count(place, message, Path::default);
                continue;
            }
            let offsets = offsets.get_or_insert_with(|| transcoder.unknown_places(input));
            let offset = offsets.iter().find(|(found, _)| *found == path).map(|(_, offset)| *offset);
            self.places.insert(place, Loss { count: 1, message, path, offset });
        }
    }

    /// Adds what a decoder left out of a message.
    pub fn add_omitted(&mut self, message: u64, parts: Vec<UnknownPart>) {
        for part in parts {
            let place = match part.unknown_kind {
                Some(UnknownKind::Case) => Place::Cases(pattern(&part.path)),
                Some(UnknownKind::Member) | None => Place::Fields(pattern(&part.path)),
            };
            let first = Loss { count: 0, message, path: part.path, offset: part.offset };
            self.places.entry(place).or_insert(first).count += 1;
        }
    }

    /// Adds what was lost around a message.
    pub(super) fn add_container(&mut self, message: u64) {
        self.count(Place::Container, message, Path::default);
    }

    /// Adds what was lost in messages that follow these.
    pub(super) fn append(&mut self, next: Self) {
        for (place, loss) in next.places {
            match self.places.entry(place) {
                Entry::Occupied(before) => before.into_mut().count += loss.count,
                Entry::Vacant(none) => drop(none.insert(loss)),
            }
        }
    }

    fn count(&mut self, place: Place, message: u64, path: fn() -> Path) {
        let loss = self.places.entry(place).or_insert_with(|| Loss { count: 0, message, path: path(), offset: None });
        loss.count += 1;
    }
}

/// A path with numbers and keys left open.
fn pattern(path: &Path) -> String {
    let steps = path.steps.iter().map(|step| match step {
        PathStep::Name(name) => PathStep::Name(name.clone()),
        PathStep::Index(_) | PathStep::Key(_) => PathStep::Key(String::new()),
    });
    Path { steps: steps.collect() }.to_string()
}
