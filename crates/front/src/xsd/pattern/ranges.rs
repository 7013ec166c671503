//! Sets of characters as ranges.

use super::class::Class;
use std::sync::OnceLock;

/// Ranges in order, with gaps between them.
pub(in crate::xsd::pattern) type Ranges = Vec<(u32, u32)>;

const MOST: u32 = char::MAX as u32;

static START: OnceLock<Ranges> = OnceLock::new();
static NAME: OnceLock<Ranges> = OnceLock::new();

impl Class {
    /// Returns the characters of a set.
    pub(super) fn ranges(&self) -> Ranges {
        match self {
            Self::Any(parts) => united(parts.iter().flat_map(Self::ranges).collect()),
            Self::Range(first, last) => vec![(u32::from(*first), u32::from(*last))],
            Self::Space => vec![(0x9, 0xa), (0xd, 0xd), (0x20, 0x20)],
            Self::NameStart => START.get_or_init(|| self.found()).clone(),
            Self::Name => NAME.get_or_init(|| self.found()).clone(),
            Self::Category(ranges) => {
                united(ranges.iter().map(|(first, last)| (u32::from(*first), u32::from(*last))).collect())
            }
            Self::Not(inner) => complement(&inner.ranges()),
            Self::Without(inner, other) => {
                let outside = [complement(&inner.ranges()), other.ranges()].concat();
                complement(&united(outside))
            }
        }
    }

    fn found(&self) -> Ranges {
        let all = (0..=MOST).filter(|it| char::from_u32(*it).is_some_and(|it| self.has(it)));
        united(all.map(|it| (it, it)).collect())
    }
}

/// Joins ranges that overlap or touch each other.
fn united(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut joined: Ranges = Vec::new();
    for (first, last) in ranges {
        match joined.last_mut() {
            Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
            _ => joined.push((first, last)),
        }
    }
    joined
}

fn complement(ranges: &Ranges) -> Ranges {
    let mut others = Vec::new();
    let mut next = 0;
    for (first, last) in ranges {
        if *first > next {
            others.push((next, first - 1));
        }
        next = last + 1;
    }
    if next <= MOST {
        others.push((next, MOST));
    }
    others
}
