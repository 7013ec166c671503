//! Patterns as deterministic automata: each place of an expression, and the sets of places that texts lead to (Glushkov's construction).

mod classes;
mod combine;
mod limits;
mod places;
mod spaces;
mod states;
#[cfg(test)]
mod tests;

use super::Pattern;
pub(in crate::xsd) use combine::{both, complement, either};
pub(in crate::xsd) use limits::Steps;
use places::Graph;
use polywire_model::attr::XmlAutomaton;
pub(in crate::xsd) use spaces::collapsed;

/// Returns the automaton of the expressions of which a text must match one; `None` if it is large, or takes more steps than are left.
pub(in crate::xsd) fn automaton<'p>(
    patterns: impl Iterator<Item = &'p Pattern>,
    steps: &mut Steps,
) -> Option<XmlAutomaton> {
    let mut graph = Graph::new(steps);
    let all = graph.choice(patterns)?;
    let Graph { sets, graph, .. } = graph;
    let parted = classes::parted(&sets)?;
    let states = states::states(&graph, &all, &parted, steps)?;
    Some(XmlAutomaton { classes: parted.classes, states })
}
