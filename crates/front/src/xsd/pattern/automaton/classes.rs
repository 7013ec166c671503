//! Classes of characters.

use super::limits::MOST_CLASSES;
use crate::xsd::pattern::ranges::Ranges;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The last character of each range, and the class of the range.
pub(super) type Classes = Vec<(char, u16)>;

const SURROGATES: std::ops::Range<u32> = 0xd800..0xe000;

/// What sets of characters have in common.
pub(super) struct Parted {
    /// The classes of characters that no set tells apart.
    pub classes: Classes,
    pub count: usize,
    /// The classes of each set.
    pub of_sets: Vec<Vec<u16>>,
}

/// Divides all characters into classes.
pub(super) fn parted(sets: &[Ranges]) -> Option<Parted> {
    // Where sets begin or end.
    let mut changes: BTreeMap<u32, Vec<usize>> = BTreeMap::from([(0, Vec::new())]);
    for (number, set) in sets.iter().enumerate() {
        for at in set.iter().flat_map(|(first, last)| [*first, last + 1]) {
            changes.entry(at).or_default().push(number);
        }
    }
    let mut held: BTreeSet<usize> = BTreeSet::new();
    let mut numbers: HashMap<Vec<usize>, u16> = HashMap::new();
    let (mut classes, mut of_sets) = (Classes::new(), vec![Vec::new(); sets.len()]);
    let ends = changes.keys().skip(1).map(|it| it - 1).chain([u32::from(char::MAX)]);
    for ((first, changed), last) in changes.iter().zip(ends) {
        for number in changed {
            if !held.remove(number) {
                held.insert(*number);
            }
        }
        let Some(last) = last_character(*first, last) else { continue };
        let new = u16::try_from(numbers.len()).ok()?;
        let class = *numbers.entry(held.iter().copied().collect()).or_insert(new);
        if class == new {
            held.iter().for_each(|set| of_sets[*set].push(class));
        }
        push(&mut classes, last, class);
    }
    (numbers.len() <= MOST_CLASSES).then_some(Parted { classes, count: numbers.len(), of_sets })
}

/// Returns the last character between two numbers, both included; `None` if there are only surrogates, which are none.
fn last_character(first: u32, last: u32) -> Option<char> {
    let before = if SURROGATES.contains(&last) { SURROGATES.start - 1 } else { last };
    char::from_u32(before).filter(|_| first <= before)
}

/// Adds a range, which may continue the one before.
pub(super) fn push(classes: &mut Classes, last: char, class: u16) {
    match classes.last_mut() {
        Some((end, former)) if *former == class => *end = last,
        Some(_) | None => classes.push((last, class)),
    }
}
