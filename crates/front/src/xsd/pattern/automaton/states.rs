//! The sets of places that texts lead to.

use super::Steps;
use super::classes::Parted;
use super::limits::{MOST_MOVES, MOST_STATES};
use super::places::{Part, Place, Places};
use polywire_model::attr::XmlState;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Returns the states of an expression, the first one before any character.
pub(super) fn states(graph: &[Place], all: &Part, parted: &Parted, steps: &mut Steps) -> Option<Vec<XmlState>> {
    explored(None, parted.count, steps, |places: &Option<Vec<usize>>, steps| {
        let (next, accepts) = match places {
            None => (all.first.clone(), all.is_empty),
            Some(places) => {
                steps.take(places.iter().map(|it| 1 + graph[*it].follow.len()).sum())?;
                let next: Places = places.iter().flat_map(|it| graph[*it].follow.iter().copied()).collect();
                (next, places.iter().any(|it| all.last.contains(it)))
            }
        };
        let mut moves: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        for place in next {
            let classes = &parted.of_sets[graph[place].set];
            steps.take(1 + classes.len())?;
            classes.iter().for_each(|class| moves.entry(*class).or_default().push(place));
        }
        Some((accepts, moves.into_iter().map(|(class, places)| (class, Some(places))).collect()))
    })
}

/// Whether a state accepts, and where it leads by class.
pub(super) type Found<S> = (bool, Vec<(u16, S)>);

/// Numbers the states that the first one leads to.
pub(super) fn explored<S: Clone + Eq + Hash>(
    first: S,
    classes: usize,
    steps: &mut Steps,
    mut from: impl FnMut(&S, &mut Steps) -> Option<Found<S>>,
) -> Option<Vec<XmlState>> {
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    let mut open = vec![first];
    let mut states = Vec::new();
    while let Some(state) = open.get(states.len()).cloned() {
        let (accepts, found) = from(&state, steps)?;
        let mut moves = vec![None; classes];
        for (class, to) in found {
            let new = u16::try_from(open.len()).ok()?;
            let number = *numbers.entry(to.clone()).or_insert(new);
            if number == new {
                open.push(to);
            }
            moves[usize::from(class)] = Some(number);
        }
        steps.take(classes)?;
        states.push(XmlState { accepts, moves });
        if open.len() > MOST_STATES || open.len() * classes > MOST_MOVES {
            return None;
        }
    }
    Some(states)
}
