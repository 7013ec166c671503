//! White space before it is treated.

use super::Steps;
use super::states::explored;
use crate::xsd::pattern::{Pattern, class::Class};
use polywire_model::attr::XmlAutomaton;

/// Returns the automaton of the texts that another one accepts after their white space is collapsed; `None` if it is large.
pub(in crate::xsd) fn collapsed(it: &XmlAutomaton, steps: &mut Steps) -> Option<XmlAutomaton> {
    // White space gets classes of its own.
    let parts = [Class::Space, Class::Space.negated()].map(Pattern::Class);
    let parted = Pattern::Repeat(Box::new(Pattern::Choice(parts.into())), 0, None);
    let parted = super::automaton([&parted].into_iter(), steps)?;
    let it = super::both(it, &parted, steps)?;
    let spaces: Vec<u16> = [' ', '\t', '\n', '\r'].map(|space| it.class(space)).into();
    let classes = it.states.first().map_or(0, |state| state.moves.len()) as u16;
    let to = |state: u16, class: u16| it.states[usize::from(state)].moves[usize::from(class)];
    // The state of the text so far, and whether white space is behind it.
    let states = explored((0, false), classes.into(), steps, |(state, is_behind): &(u16, bool), steps| {
        steps.take(classes.into())?;
        // No text leads back to the first state.
        let is_start = *state == 0;
        let mut moves = Vec::new();
        for class in 0..classes {
            if spaces.contains(&class) {
                moves.push((class, (*state, true)));
                continue;
            }
            let from = match *is_behind && !is_start {
                true => to(*state, spaces[0]),
                false => Some(*state),
            };
            moves.extend(from.and_then(|from| to(from, class)).map(|to| (class, (to, false))));
        }
        Some((it.states[usize::from(*state)].accepts, moves))
    })?;
    Some(XmlAutomaton { classes: it.classes, states })
}
