//! Writes values of a struct with one version and reads them with the other.

use super::Break;
use super::codecs::Reading;
use super::edits::{Edit, Subject};
use super::focus::{self, Focus, Pair};
use super::rule::Rule;
use super::witness::Values;
use polywire_vm::{Path, Record, Value};
use std::collections::BTreeSet;

/// Values of a struct with all members set, made by rule, and chosen at random.
const FULL: usize = 4;
const RANDOM: u64 = 12;

/// A message that is misread.
pub(super) struct Hit {
    /// The members that were set; empty for the smallest value, and for values with all members.
    pub focus: Focus,
    pub value: Value,
    /// The member at fault, as far as it is known.
    pub path: Path,
    pub found: Break,
    /// The edit that the value was made for.
    pub edit: Option<usize>,
}

/// Which values are written.
pub(super) struct Probe<'a> {
    pub affected: &'a BTreeSet<Pair>,
    pub edits: &'a [Edit],
    /// Stops at the first message that is misread.
    pub is_first_enough: bool,
}

impl Probe<'_> {
    /// Returns the messages of a struct that are misread, the smallest first.
    pub fn root(&self, reading: &mut Reading<'_, '_>) -> Vec<Hit> {
        let (writer, _) = reading.sides();
        let (id, _) = reading.ids();
        let mut values = Values { side: writer, fills_unions: false };
        if !reading.can_write(&Value::Struct(values.least_record(id, 0))) {
            values.fills_unions = true;
        }
        let mut hits = Vec::new();
        if self.affected.contains(&reading.pair) {
            let least = Value::Struct(values.least_record(id, 0));
            hits.extend(hit(reading, Vec::new(), least, None));
            // Whatever is set in addition, the message stays broken.
            if !hits.is_empty() {
                return hits;
            }
            self.members(reading, values, &mut hits);
            self.together(reading, values, &mut hits);
        }
        self.full(reading, values, &mut hits);
        hits
    }

    fn is_done(&self, hits: &[Hit]) -> bool {
        self.is_first_enough && !hits.is_empty()
    }

    /// Sets one member after the other. What breaks an outer value is not looked for inside.
    fn members(&self, reading: &mut Reading<'_, '_>, values: Values<'_, '_>, hits: &mut Vec<Hit>) {
        let mut broken: BTreeSet<Focus> = BTreeSet::new();
        let (pairs, direction, pair) = (reading.pairs, reading.direction, reading.pair);
        for (focus, value) in focus::values(pairs, direction, values, (pair, 0), self.affected) {
            let is_covered = self.is_done(hits) || (1..focus.len()).any(|len| broken.contains(&focus[..len]));
            if is_covered {
                continue;
            }
            if let Some(hit) = hit(reading, focus.clone(), value, None) {
                hits.push(hit);
                broken.insert(focus);
            }
        }
    }

    /// Sets a member that moved into a union, or out of it, together with each other member.
    fn together(&self, reading: &mut Reading<'_, '_>, values: Values<'_, '_>, hits: &mut Vec<Hit>) {
        let (id, _) = reading.ids();
        let members = values.side.members(id);
        let alone: BTreeSet<Focus> = hits.iter().map(|hit| hit.focus.clone()).collect();
        let is_whole = |place| !alone.contains(&vec![(reading.pair, place)]);
        let mut records = Vec::new();
        for (at, edit) in self.edits.iter().enumerate().filter(|(_, edit)| edit.rule == Rule::FieldSameOneof) {
            let Subject::Member { owner, old, new } = edit.subject else { continue };
            let moved = reading.direction.of(old, new).0.filter(|_| owner == reading.pair);
            let Some(moved) = members.iter().find(|it| Some(it.place) == moved) else { continue };
            for other in members.iter().filter(|it| it.place.field != moved.place.field) {
                let first = |member| values.of_member(member).into_iter().next();
                let (Some(one), Some(another)) = (first(moved), first(other)) else { continue };
                let mut record = values.with(id, moved.place, one);
                other.place.set(&mut record, another);
                // What breaks without the other member is no matter of both.
                if is_whole(moved.place) && is_whole(other.place) {
                    records.push((at, record));
                }
            }
        }
        for (at, record) in records {
            if !self.is_done(hits) {
                hits.extend(hit(reading, Vec::new(), Value::Struct(record), Some(at)));
            }
        }
    }

    /// Sets all members at once: combinations that no single edit suggests.
    fn full(&self, reading: &mut Reading<'_, '_>, values: Values<'_, '_>, hits: &mut Vec<Hit>) {
        let (id, _) = reading.ids();
        let count = if self.affected.contains(&reading.pair) { RANDOM } else { 0 };
        let by_rule = (0..FULL).map(|index| values.full_record(id, 0, &mut |_| index)).collect::<Vec<_>>();
        let at_random = (1..=count).map(|seed| {
            let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            values.full_record(id, 0, &mut |count| random.below(count))
        });
        let records: Vec<Record> = by_rule.into_iter().chain(at_random).collect();
        let has_smaller = !hits.is_empty();
        for value in records.into_iter().map(Value::Struct) {
            // A member that breaks alone also breaks together with others.
            if !has_smaller && hits.is_empty() {
                hits.extend(hit(reading, Vec::new(), value, None));
            }
        }
    }
}

fn hit(reading: &mut Reading<'_, '_>, focus: Focus, value: Value, edit: Option<usize>) -> Option<Hit> {
    let trouble = reading.trouble(&value)?;
    Some(Hit { focus, value, path: trouble.path, found: trouble.found, edit })
}

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}
