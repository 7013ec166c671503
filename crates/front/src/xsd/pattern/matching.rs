//! Matching by sets of places, so that no expression takes more than polynomial time.

use super::Pattern;
use std::collections::BTreeSet;

impl Pattern {
    /// Returns true if the whole text matches.
    pub(in crate::xsd) fn matches(&self, text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        self.ends(&chars, &BTreeSet::from([0])).contains(&chars.len())
    }

    /// Returns the places at which a match can end that begins at one of the given places.
    fn ends(&self, text: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Self::Class(class) => {
                let matching = starts.iter().filter(|at| text.get(**at).is_some_and(|it| class.has(*it)));
                matching.map(|at| at + 1).collect()
            }
            Self::Sequence(parts) => parts.iter().fold(starts.clone(), |starts, part| part.ends(text, &starts)),
            Self::Choice(parts) => parts.iter().flat_map(|part| part.ends(text, starts)).collect(),
            Self::Repeat(part, min, max) => repeated(part, (*min, *max), text, starts),
        }
    }
}

fn repeated(
    part: &Pattern,
    (min, max): (u32, Option<u32>),
    text: &[char],
    starts: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut at = starts.clone();
    for _ in 0..min {
        let next = part.ends(text, &at);
        // What does not change any more stays as it is.
        if next == at {
            break;
        }
        at = next;
    }
    let mut all = at.clone();
    for _ in min..max.unwrap_or(u32::MAX) {
        let next: BTreeSet<usize> = part.ends(text, &at).difference(&all).copied().collect();
        if next.is_empty() {
            break;
        }
        all.extend(&next);
        at = next;
    }
    all
}
