//! Design: docs/decisions/0027-reporting-what-is-left-out.md

use crate::codec::{Lost, Transcoder};
use polywire_ir::UnknownKind;
use polywire_vm::{Path, PathStep, UnknownPart};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Parts of the input that the output lacks because the schema does, by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    places: BTreeMap<Place, Loss>,
}

/// A place of lost parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In structs at these paths, with a pattern for indices and keys: `orders[]`. Empty for the message itself.
    Fields(String),
    /// Cases of unions at these paths.
    Cases(String),
    /// In messages that the format stores as bytes, as in an `Any`.
    Inside,
    /// In the structures of the stream around the message.
    Container,
}

/// The loss at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The number of structs, unions or messages with parts that the schema lacks.
    pub count: u64,
    /// Number of the first such message, from 1.
    pub message: u64,
    /// Path of the first struct or union.
    pub path: Path,
    /// Offset of the first such part in the message, if known.
    pub offset: Option<usize>,
}

impl Losses {
    /// Returns all losses by place.
    pub fn iter(&self) -> impl Iterator<Item = (&Place, &Loss)> {
        self.places.iter()
    }

    /// Adds the losses of a message.
    pub fn add(&mut self, message: u64, lost: Lost, input: &[u8], transcoder: &Transcoder) {
        if lost.inside {
            self.count(Place::Inside, message, Path::default);
        }
        self.add_omitted(message, lost.omitted);
        // Offsets are expensive, so they are looked up only for new places.
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

    /// Adds what the decoder of a message dropped.
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

    /// Adds losses in the structures around a message.
    pub(super) fn add_container(&mut self, message: u64) {
        self.count(Place::Container, message, Path::default);
    }

    /// Adds the losses of later messages.
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

/// Returns a path with a pattern for indices and keys.
fn pattern(path: &Path) -> String {
    let steps = path.steps.iter().map(|step| match step {
        PathStep::Name(name) => PathStep::Name(name.clone()),
        PathStep::Index(_) | PathStep::Key(_) => PathStep::Key(String::new()),
    });
    Path { steps: steps.collect() }.to_string()
}
