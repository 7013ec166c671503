//! Paths over the members of values.

use super::node::Node;
use polywire_model::{MemberPath, MemberStep, Model};
use std::collections::HashSet;

/// The most parts of a message that all paths together look at.
const MOST_VISITS: usize = 1 << 28;

/// Follows paths.
pub(super) struct Selector<'a> {
    model: &'a Model,
    visits: usize,
}

impl<'a> Selector<'a> {
    pub const fn new(model: &'a Model) -> Self {
        Self { model, visits: 0 }
    }

    /// Returns true if a message was too large for its constraints.
    pub const fn is_exhausted(&self) -> bool {
        self.visits >= MOST_VISITS
    }

    /// Returns the parts to which some of the paths lead, each once.
    pub fn all(&mut self, paths: &[MemberPath], from: Node<'a>) -> Vec<Node<'a>> {
        if let [path] = paths {
            return self.path(path, from);
        }
        let mut seen = HashSet::new();
        let parts = paths.iter().flat_map(|path| self.path(path, from));
        parts.filter(|node| seen.insert(node.address())).collect()
    }

    fn path(&mut self, path: &MemberPath, from: Node<'a>) -> Vec<Node<'a>> {
        self.visits += 1;
        if self.is_exhausted() {
            return Vec::new();
        }
        let mut at = vec![from];
        for step in &path.steps {
            let mut next = Vec::new();
            at.into_iter().for_each(|node| self.step(step, node, &mut next));
            at = next;
        }
        at
    }

    fn step(&mut self, step: &MemberStep, from: Node<'a>, found: &mut Vec<Node<'a>>) {
        from.each(self.model, &mut |member, _, part| {
            self.visits += 1;
            if self.is_exhausted() {
                return;
            }
            if step.to.contains(&member) {
                found.push(part);
            }
            if step.through.contains(&member) {
                self.step(step, part, found);
            }
        });
    }
}
