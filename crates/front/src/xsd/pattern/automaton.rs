//! Patterns as deterministic automata: each place of an expression, and the sets of places that texts lead to.

use super::Pattern;
use super::ranges::Ranges;
use polywire_model::attr::{XmlAutomaton, XmlState};
use std::collections::{BTreeSet, HashMap};

/// Places of an expression whose counts are expanded.
const MOST_PLACES: usize = 300;
const MOST_STATES: usize = 1000;
const MOST_CLASSES: usize = 250;

type Places = BTreeSet<usize>;

/// Returns the automaton of the expressions of which a text must match one; `None` if it is large.
pub(in crate::xsd) fn automaton<'p>(patterns: impl Iterator<Item = &'p Pattern>) -> Option<XmlAutomaton> {
    let mut maker = Maker::default();
    let parts = patterns.map(|it| maker.part(it)).collect::<Option<Vec<Part>>>()?;
    let all = parts.into_iter().reduce(either)?;
    let (classes, members) = maker.classes()?;
    maker.states(&all, &members).map(|states| XmlAutomaton { classes, states })
}

/// The places at which a part of an expression may begin and end.
struct Part {
    is_empty: bool,
    first: Places,
    last: Places,
}

#[derive(Default)]
struct Maker {
    /// The sets of characters, each once.
    sets: Vec<Ranges>,
    /// The set of each place.
    places: Vec<usize>,
    /// The places behind each one.
    follow: Vec<Places>,
}

impl Maker {
    fn part(&mut self, pattern: &Pattern) -> Option<Part> {
        match pattern {
            Pattern::Class(class) => self.place(class.ranges()),
            Pattern::Sequence(parts) => parts.iter().try_fold(nothing(), |before, part| {
                let part = self.part(part)?;
                Some(self.joined(before, part))
            }),
            Pattern::Choice(parts) => {
                let parts = parts.iter().map(|it| self.part(it)).collect::<Option<Vec<Part>>>()?;
                parts.into_iter().reduce(either)
            }
            Pattern::Repeat(part, min, max) => self.repeated(part, *min, *max),
        }
    }

    fn place(&mut self, ranges: Ranges) -> Option<Part> {
        let place = self.places.len();
        if place == MOST_PLACES {
            return None;
        }
        let known = self.sets.iter().position(|it| *it == ranges);
        self.places.push(known.unwrap_or(self.sets.len()));
        if known.is_none() {
            self.sets.push(ranges);
        }
        self.follow.push(Places::new());
        Some(Part { is_empty: false, first: Places::from([place]), last: Places::from([place]) })
    }

    fn joined(&mut self, before: Part, after: Part) -> Part {
        for place in &before.last {
            self.follow[*place].extend(&after.first);
        }
        let mut part = Part { is_empty: before.is_empty && after.is_empty, first: before.first, last: after.last };
        if before.is_empty {
            part.first.extend(after.first);
        }
        if after.is_empty {
            part.last.extend(before.last);
        }
        part
    }

    fn repeated(&mut self, part: &Pattern, min: u32, max: Option<u32>) -> Option<Part> {
        let mut all = nothing();
        let copies = max.unwrap_or(min.max(1));
        for number in 0..copies {
            let places = self.places.len();
            let mut copy = self.part(part)?;
            if self.places.len() == places {
                // Nothing, any number of times.
                return Some(copy);
            }
            copy.is_empty |= number >= min;
            if max.is_none() && number + 1 == copies {
                for place in &copy.last {
                    self.follow[*place].extend(&copy.first);
                }
            }
            all = self.joined(all, copy);
        }
        Some(all)
    }

    /// Returns the classes of characters that no set tells apart, and for each class the sets that have it.
    fn classes(&self) -> Option<(Vec<(char, u16)>, Vec<Vec<bool>>)> {
        let mut starts = BTreeSet::from([0, 0xd800, 0xe000]);
        for (first, last) in self.sets.iter().flatten() {
            starts.extend([*first, last + 1]);
        }
        let (mut ranges, mut numbers, mut members) = (Vec::new(), HashMap::new(), Vec::new());
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([u32::from(char::MAX)]);
        for (first, last) in starts.iter().zip(ends) {
            let Some(last) = char::from_u32(last).or((last == 0xd7ff).then_some('\u{d7ff}')) else { continue };
            let held: Vec<bool> =
                self.sets.iter().map(|set| set.iter().any(|(a, b)| a <= first && first <= b)).collect();
            let number = *numbers.entry(held.clone()).or_insert_with(|| {
                members.push(held);
                members.len() - 1
            });
            ranges.push((last, u16::try_from(number).ok()?));
        }
        ranges.dedup_by(|later, former| {
            let is_same = later.1 == former.1;
            if is_same {
                former.0 = later.0;
            }
            is_same
        });
        (members.len() <= MOST_CLASSES).then_some((ranges, members))
    }

    fn states(&self, all: &Part, members: &[Vec<bool>]) -> Option<Vec<XmlState>> {
        let mut known: HashMap<Option<Places>, u16> = HashMap::from([(None, 0)]);
        let mut open: Vec<Option<Places>> = vec![None];
        let mut states = Vec::new();
        while let Some(at) = open.get(states.len()).cloned() {
            let (next, accepts): (Places, bool) = match &at {
                None => (all.first.clone(), all.is_empty),
                Some(places) => {
                    let next = places.iter().flat_map(|it| self.follow[*it].iter().copied()).collect();
                    (next, places.iter().any(|it| all.last.contains(it)))
                }
            };
            let mut moves = Vec::new();
            for sets in members {
                let to: Places = next.iter().copied().filter(|it| sets[self.places[*it]]).collect();
                if to.is_empty() {
                    moves.push(None);
                    continue;
                }
                let new = u16::try_from(open.len()).ok()?;
                let number = *known.entry(Some(to.clone())).or_insert_with(|| {
                    open.push(Some(to));
                    new
                });
                moves.push(Some(number));
            }
            states.push(XmlState { accepts, moves });
            if open.len() > MOST_STATES {
                return None;
            }
        }
        Some(states)
    }
}

fn nothing() -> Part {
    Part { is_empty: true, first: Places::new(), last: Places::new() }
}

fn either(mut one: Part, other: Part) -> Part {
    one.is_empty |= other.is_empty;
    one.first.extend(other.first);
    one.last.extend(other.last);
    one
}

#[cfg(test)]
mod tests {
    use super::automaton;
    use crate::xsd::pattern::parse;
    use polywire_model::attr::XmlAutomaton;

    fn matches(it: &XmlAutomaton, text: &str) -> bool {
        let mut state = 0;
        for ch in text.chars() {
            let class = it.classes[it.classes.partition_point(|(last, _)| *last < ch)].1;
            match it.states[state].moves[usize::from(class)] {
                Some(next) => state = usize::from(next),
                None => return false,
            }
        }
        it.states[state].accepts
    }

    #[test]
    fn automata_match_what_expressions_do() {
        let texts =
            ["", "a", "b", "ab", "aab", "abc", "x1", "Élan", "555-1234", "2020-02-30", "\u{10000}", "a:b", "aaaaaaaa"];
        for pattern in [
            "",
            "a|b",
            "[a-c]{2,3}",
            "a{0}",
            "(a*)*b",
            "(a|ab)(c|bcd)?",
            r"\i\c*",
            r"\p{Lu}\p{Ll}*",
            r"\d{3}-\d{4}",
            ".",
            r"(a{2}){2,4}",
            r"[\i-[:]][\c-[:]]*",
            r"\S+",
            "(a?){5}",
            "a{3,}",
        ] {
            let parsed = parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error:?}"));
            let made = automaton([&parsed].into_iter()).expect("a small automaton");
            for text in texts {
                assert_eq!(matches(&made, text), parsed.matches(text), "{pattern} {text}");
            }
        }
        let large = parse("a{1000}").unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(automaton([&large].into_iter()), None);
    }
}
