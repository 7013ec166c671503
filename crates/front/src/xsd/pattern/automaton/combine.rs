//! Automata made of others.

use super::Steps;
use super::classes::push;
use super::states::explored;
use polywire_model::attr::{XmlAutomaton, XmlState};
use std::collections::HashMap;

/// Where a text is in two automata; `None` for one that does not accept it whatever follows.
type Pair = [Option<u16>; 2];

/// Returns the automaton of the texts that both accept; `None` if it is large.
pub(in crate::xsd) fn both(one: &XmlAutomaton, other: &XmlAutomaton, steps: &mut Steps) -> Option<XmlAutomaton> {
    combined([one, other], steps, |[one, other]| one && other, |pair| pair.iter().all(Option::is_some))
}

/// Returns the automaton of the texts that one of them accepts; `None` if it is large.
pub(in crate::xsd) fn either(one: &XmlAutomaton, other: &XmlAutomaton, steps: &mut Steps) -> Option<XmlAutomaton> {
    combined([one, other], steps, |[one, other]| one || other, |pair| pair.iter().any(Option::is_some))
}

/// Returns the automaton of the texts that another one does not accept.
pub(in crate::xsd) fn complement(it: &XmlAutomaton) -> XmlAutomaton {
    let rest = it.states.len() as u16;
    let classes = it.states.first().map_or(0, |state| state.moves.len());
    let moves = |state: &XmlState| state.moves.iter().map(|to| Some(to.unwrap_or(rest))).collect();
    let states = it.states.iter().map(|state| XmlState { accepts: !state.accepts, moves: moves(state) });
    let rest = XmlState { accepts: true, moves: vec![Some(rest); classes] };
    XmlAutomaton { classes: it.classes.clone(), states: states.chain([rest]).collect() }
}

fn combined(
    automata: [&XmlAutomaton; 2],
    steps: &mut Steps,
    accepts: fn([bool; 2]) -> bool,
    is_alive: fn(&Pair) -> bool,
) -> Option<XmlAutomaton> {
    steps.begin();
    let mut numbers: HashMap<[u16; 2], u16> = HashMap::new();
    let mut classes = Vec::new();
    let mut lasts: Vec<char> = automata.iter().flat_map(|it| &it.classes).map(|(last, _)| *last).collect();
    lasts.sort_unstable();
    lasts.dedup();
    for last in lasts {
        let new = u16::try_from(numbers.len()).ok()?;
        push(&mut classes, last, *numbers.entry(automata.map(|it| it.class(last))).or_insert(new));
    }
    let states = explored([Some(0), Some(0)], numbers.len(), steps, |pair: &Pair, steps| {
        steps.take(numbers.len())?;
        let at = |index: usize| pair[index].map(|it| &automata[index].states[usize::from(it)]);
        let states = [at(0), at(1)];
        let is_end = states.map(|it| it.is_some_and(|it| it.accepts));
        let to = |index: usize, class: u16| states[index].and_then(|it| it.moves[usize::from(class)]);
        let moves = numbers.iter().map(|([one, other], class)| (*class, [to(0, *one), to(1, *other)]));
        let mut moves: Vec<(u16, Pair)> = moves.filter(|(_, pair)| is_alive(pair)).collect();
        moves.sort_unstable_by_key(|(class, _)| *class);
        Some((accepts(is_end), moves))
    })?;
    Some(XmlAutomaton { classes, states })
}
