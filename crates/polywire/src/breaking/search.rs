//! Searches the messages of one format that one version writes and the other misreads.

use super::blame::Blame;
use super::codecs::{Reading, Trouble, VersionCodecs};
use super::edits::{Edit, Subject};
use super::focus::{self, Focus, Pair};
use super::pair::Pairs;
use super::rule::Rule;
use super::witness::Values;
use super::{Break, Direction, Effect, Skipped};
use polywire_lower::Format;
use polywire_vm::{Record, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Values of a struct with all members set, made by rule, and chosen at random.
const FULL: usize = 4;
const RANDOM: u64 = 12;

/// What was found in a format.
#[derive(Default)]
pub(super) struct Found {
    /// By the index of the edit.
    pub breaks: Vec<(usize, Break)>,
    /// Breaks without an edit that explains them.
    pub more: Vec<(Edit, Vec<Break>)>,
    pub skipped: Vec<Skipped>,
}

/// Searches the breaks of all edits.
pub(super) fn search(pairs: &Pairs<'_>, edits: &[Edit], format: &'static Format, directions: &[Direction]) -> Found {
    let roots = focus::roots(pairs);
    let affected = focus::affected(pairs, edits, &roots);
    let mut codecs = (VersionCodecs::new(pairs.old.model, format), VersionCodecs::new(pairs.new.model, format));
    let mut search = Search { pairs, edits, affected, direction: Direction::Backward, breaks: BTreeMap::new(), more: Vec::new() };
    let mut skipped = Vec::new();
    for pair in &roots {
        let owner = pairs.old.model.decl(pair.0).path();
        match (codecs.0.codec(pair.0), codecs.1.codec(pair.1)) {
            (Ok(old), Ok(new)) => {
                for direction in directions {
                    search.direction = *direction;
                    search.root(Reading::new(pairs, *direction, *pair, (old.clone(), new.clone())));
                }
            }
            (Ok(_), Err(reason)) => search.more.push(unsupported(pairs, *pair, (format.name, reason), directions)),
            (Err(reason), _) => skipped.push(Skipped { format: format.name, owner, reason }),
        }
    }
    let breaks = search.breaks.into_iter().map(|((at, _), found)| (at, found)).collect();
    Found { breaks, more: search.more, skipped }
}

fn unsupported(
    pairs: &Pairs<'_>,
    pair: Pair,
    (format, reason): (&'static str, String),
    directions: &[Direction],
) -> (Edit, Vec<Break>) {
    let message = format!("`{}` cannot be used with some formats any more", pairs.new.model.decl(pair.1).path());
    let edit = Edit::of_type(Rule::FormatSupported, pairs, pair, message);
    let found = |direction: &Direction| Break {
        format,
        direction: *direction,
        effect: Effect::Unsupported,
        witness: None,
        reason: reason.clone(),
    };
    (edit, directions.iter().map(found).collect())
}

/// A search in one format.
struct Search<'p, 'm> {
    pairs: &'p Pairs<'m>,
    edits: &'p [Edit],
    affected: BTreeSet<Pair>,
    direction: Direction,
    /// The first message for each edit and direction.
    breaks: BTreeMap<(usize, Direction), Break>,
    more: Vec<(Edit, Vec<Break>)>,
}

impl<'p, 'm> Search<'p, 'm> {
    /// Searches the messages of one struct.
    fn root(&mut self, mut reading: Reading<'_, '_>) {
        let (writer, _) = reading.sides();
        let (id, _) = reading.ids();
        let mut values = Values { side: writer, fills_unions: false };
        if !reading.can_write(&Value::Struct(values.least_record(id, 0))) {
            values.fills_unions = true;
        }
        let mut is_broken = false;
        if self.affected.contains(&reading.pair) {
            let least = Value::Struct(values.least_record(id, 0));
            if let Some(trouble) = reading.trouble(&least) {
                let blame = self.blame().of_struct(reading.pair, &trouble.path, &least);
                return self.report(reading.pair, blame, trouble);
            }
            is_broken |= self.members(&mut reading, values);
            is_broken |= self.together(&mut reading, values);
        }
        self.full(&mut reading, values, is_broken);
    }

    fn blame(&self) -> Blame<'p, 'm> {
        Blame { pairs: self.pairs, edits: self.edits, direction: self.direction }
    }

    /// Sets one member after the other. What breaks an outer value is not looked for inside.
    fn members(&mut self, reading: &mut Reading<'_, '_>, values: Values<'_, '_>) -> bool {
        let mut broken: BTreeSet<Focus> = BTreeSet::new();
        for (focus, value) in focus::values(self.pairs, self.direction, values, (reading.pair, 0), &self.affected) {
            let is_covered = (1..focus.len()).any(|len| broken.contains(&focus[..len]));
            if is_covered {
                continue;
            }
            let Some(trouble) = reading.trouble(&value) else { continue };
            let blame = self.of_focus(&focus, &trouble, &value);
            self.report(reading.pair, blame, trouble);
            broken.insert(focus);
        }
        !broken.is_empty()
    }

    /// Returns the edits of the innermost member that has any, or else those of a struct around it.
    fn of_focus(&self, focus: &Focus, trouble: &Trouble, value: &Value) -> Vec<usize> {
        let blame = self.blame();
        for (pair, place) in focus.iter().rev() {
            let found = blame.of_member(*pair, *place, value);
            if !found.is_empty() {
                return found;
            }
        }
        let last = self.inside(focus);
        let nested = last.into_iter().flat_map(|pair| blame.that_resize(pair)).collect::<Vec<_>>();
        let around = focus.iter().rev().flat_map(|(pair, _)| blame.that_resize(*pair));
        let around: Vec<usize> = around.collect();
        match focus.first() {
            _ if !nested.is_empty() => nested,
            Some((pair, _)) if around.is_empty() => blame.of_struct(*pair, &trouble.path, value),
            _ => around,
        }
    }

    /// Returns the structs in the type of the innermost member.
    fn inside(&self, focus: &Focus) -> Vec<Pair> {
        let Some((pair, place)) = focus.last() else { return Vec::new() };
        let members = self.pairs.members(pair.0, pair.1);
        let is_meant = |(old, new): &&(usize, usize)| {
            self.direction.of(members.old[*old].place, members.new[*new].place).0 == *place
        };
        let found = members.both.iter().find(is_meant);
        found.map_or_else(Vec::new, |(old, new)| self.pairs.named_in(members.old[*old].ty, members.new[*new].ty))
    }

    /// Sets a member that moved into a union, or out of it, together with each other member.
    fn together(&mut self, reading: &mut Reading<'_, '_>, values: Values<'_, '_>) -> bool {
        let (id, _) = reading.ids();
        let members = values.side.members(id);
        let mut is_broken = false;
        for (at, edit) in self.edits.iter().enumerate().filter(|(_, edit)| edit.rule == Rule::FieldSameOneof) {
            let Subject::Member { owner, old, new } = edit.subject else { continue };
            let moved = self.direction.of(old, new).0.filter(|_| owner == reading.pair);
            let Some(moved) = members.iter().find(|it| Some(it.place) == moved) else { continue };
            for other in members.iter().filter(|it| it.place.field != moved.place.field) {
                let first = |member| values.of_member(member).into_iter().next();
                let (Some(one), Some(another)) = (first(moved), first(other)) else { continue };
                let mut record = values.with(id, moved.place, one);
                other.place.set(&mut record, another);
                if let Some(trouble) = reading.trouble(&Value::Struct(record)) {
                    is_broken = true;
                    self.report(reading.pair, vec![at], trouble);
                }
            }
        }
        is_broken
    }

    /// Sets all members at once: combinations that no single edit suggests.
    fn full(&mut self, reading: &mut Reading<'_, '_>, values: Values<'_, '_>, is_broken: bool) {
        let (id, _) = reading.ids();
        let count = if self.affected.contains(&reading.pair) { RANDOM } else { 0 };
        let by_rule = (0..FULL).map(|index| values.full_record(id, 0, &mut |_| index)).collect::<Vec<_>>();
        let at_random = (1..=count).map(|seed| {
            let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            values.full_record(id, 0, &mut |count| random.below(count))
        });
        let records: Vec<Record> = by_rule.into_iter().chain(at_random).collect();
        for value in records.into_iter().map(Value::Struct) {
            let Some(trouble) = reading.trouble(&value) else { continue };
            let blame = self.blame().of_struct(reading.pair, &trouble.path, &value);
            // A member that breaks alone also breaks together with others.
            if !blame.is_empty() || !is_broken {
                self.report(reading.pair, blame, trouble);
            }
        }
    }

    fn report(&mut self, pair: Pair, blame: Vec<usize>, trouble: Trouble) {
        if blame.is_empty() {
            let message = format!("messages of `{}` are misread", self.pairs.new.model.decl(pair.1).path());
            let is_known = self.more.iter().flat_map(|(_, found)| found).any(|it| it.direction == self.direction);
            if !is_known {
                let edit = Edit::of_type(Rule::Unexplained, self.pairs, pair, message);
                self.more.push((edit, vec![trouble.found]));
            }
            return;
        }
        for at in blame {
            self.breaks.entry((at, self.direction)).or_insert_with(|| trouble.found.clone());
        }
    }
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
