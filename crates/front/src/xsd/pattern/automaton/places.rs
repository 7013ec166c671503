//! The places of an expression.

use super::Steps;
use super::limits::{MOST_PLACES, MOST_SETS};
use crate::xsd::pattern::Pattern;
use crate::xsd::pattern::ranges::Ranges;
use std::collections::{BTreeSet, HashMap};

pub(super) type Places = BTreeSet<usize>;

/// The places at which a part of an expression may begin and end.
#[derive(Clone)]
pub(super) struct Part {
    pub is_empty: bool,
    pub first: Places,
    pub last: Places,
}

/// A place.
#[derive(Clone)]
pub(super) struct Place {
    /// The number of the set of its characters.
    pub set: usize,
    /// The places behind it.
    pub follow: Places,
}

pub(super) struct Graph<'s> {
    /// The sets of characters, each once.
    pub sets: Vec<Ranges>,
    pub graph: Vec<Place>,
    numbers: HashMap<Ranges, usize>,
    steps: &'s mut Steps,
}

impl<'s> Graph<'s> {
    pub fn new(steps: &'s mut Steps) -> Self {
        steps.begin();
        Self { sets: Vec::new(), graph: Vec::new(), numbers: HashMap::new(), steps }
    }

    fn part(&mut self, pattern: &Pattern) -> Option<Part> {
        match pattern {
            Pattern::Class(class) => {
                let set = self.set(class.ranges())?;
                let place = self.place(Place { set, follow: Places::new() })?;
                Some(Part { is_empty: false, first: Places::from([place]), last: Places::from([place]) })
            }
            Pattern::Sequence(parts) => parts.iter().try_fold(nothing(), |before, part| {
                let part = self.part(part)?;
                self.joined(before, part)
            }),
            Pattern::Choice(parts) => self.choice(parts.iter()),
            Pattern::Repeat(part, min, max) => self.repeated(part, *min, *max),
        }
    }

    pub fn choice<'p>(&mut self, parts: impl Iterator<Item = &'p Pattern>) -> Option<Part> {
        let none = Part { is_empty: false, ..nothing() };
        parts.into_iter().try_fold(none, |mut all, part| {
            let part = self.part(part)?;
            all.is_empty |= part.is_empty;
            all.first.extend(part.first);
            all.last.extend(part.last);
            Some(all)
        })
    }

    fn set(&mut self, ranges: Ranges) -> Option<usize> {
        self.steps.take(ranges.len())?;
        if let Some(known) = self.numbers.get(&ranges) {
            return Some(*known);
        }
        let number = self.sets.len();
        self.sets.push(ranges.clone());
        self.numbers.insert(ranges, number);
        (number < MOST_SETS).then_some(number)
    }

    fn place(&mut self, place: Place) -> Option<usize> {
        self.steps.take(1 + place.follow.len())?;
        self.graph.push(place);
        (self.graph.len() <= MOST_PLACES).then(|| self.graph.len() - 1)
    }

    /// Lets places follow others.
    fn follow(&mut self, last: &Places, first: &Places) -> Option<()> {
        self.steps.take(last.len() * (1 + first.len()))?;
        last.iter().for_each(|place| self.graph[*place].follow.extend(first));
        Some(())
    }

    fn joined(&mut self, before: Part, after: Part) -> Option<Part> {
        self.follow(&before.last, &after.first)?;
        let mut part = Part { is_empty: before.is_empty && after.is_empty, first: before.first, last: after.last };
        if before.is_empty {
            part.first.extend(after.first);
        }
        if after.is_empty {
            part.last.extend(before.last);
        }
        Some(part)
    }

    /// `x{2,4}` is `xx(x(x)?)?`: so each copy is only followed by the next one.
    fn repeated(&mut self, part: &Pattern, min: u32, max: Option<u32>) -> Option<Part> {
        if max == Some(0) {
            return Some(nothing());
        }
        let start = self.graph.len();
        let one = self.part(part)?;
        let places = self.graph[start..].to_vec();
        if places.is_empty() {
            return Some(one);
        }
        // What may be empty, so many times, is what may not be empty, at most so many times.
        let min = if one.is_empty { 0 } else { min };
        let copies = max.unwrap_or(min.max(1));
        let mut all = Part { is_empty: min == 0, first: one.first.clone(), last: Places::new() };
        let mut copy = one.clone();
        for number in 1..=copies {
            if number > 1 {
                let next = self.copied(&places, start, &one)?;
                self.follow(&copy.last, &next.first)?;
                copy = next;
            }
            if number >= min {
                all.last.extend(&copy.last);
            }
        }
        if max.is_none() {
            self.follow(&copy.last, &copy.first)?;
        }
        Some(all)
    }

    /// Adds a copy of a part, whose places began there.
    fn copied(&mut self, places: &[Place], start: usize, part: &Part) -> Option<Part> {
        let by = self.graph.len() - start;
        let moved = |places: &Places| places.iter().map(|it| it + by).collect::<Places>();
        for place in places {
            self.place(Place { set: place.set, follow: moved(&place.follow) })?;
        }
        Some(Part { is_empty: part.is_empty, first: moved(&part.first), last: moved(&part.last) })
    }
}

fn nothing() -> Part {
    Part { is_empty: true, first: Places::new(), last: Places::new() }
}
