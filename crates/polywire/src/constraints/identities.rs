//! Texts that name their place in a message, and those that refer to them.

use super::Constraints;
use super::node::{Address, Node};
use super::problem::Problems;
use polywire_model::{Identity, Model, Type};
use polywire_vm::Value;
use std::collections::HashMap;

pub(super) fn check<'a>(constraints: &Constraints, model: &'a Model, root: Node<'a>, problems: &mut Problems<'a>) {
    if constraints.identities.is_empty() {
        return;
    }
    let mut all = Identities { constraints, model, problems, names: HashMap::new(), references: Vec::new() };
    all.parts(root);
    let Identities { names, references, problems, .. } = all;
    for (name, place) in references {
        if !names.contains_key(name) {
            problems.no_name(place, name);
        }
    }
}

struct Identities<'c, 'a, 'p> {
    constraints: &'c Constraints,
    model: &'a Model,
    problems: &'p mut Problems<'a>,
    /// The names with the first place of each.
    names: HashMap<&'a [u8], Address>,
    references: Vec<(&'a [u8], Address)>,
}

impl<'a> Identities<'_, 'a, '_> {
    fn parts(&mut self, node: Node<'a>) {
        if !matches!(node.ty, Type::Named(id) if self.constraints.to_identities.contains(id)) {
            return;
        }
        node.each(self.model, &mut |member, _, part| match self.constraints.identities.get(&member) {
            Some(identity) => self.texts(*identity, part.value, part.address()),
            None => self.parts(part),
        });
    }

    fn texts(&mut self, identity: Identity, value: &'a Value, place: Address) {
        match (value, identity) {
            (Value::Text(text), Identity::Reference) => self.references.push((text, place)),
            (Value::Text(text), Identity::Name) => match self.names.get(text.as_slice()) {
                Some(first) => self.problems.same_name(place, text, *first),
                None => drop(self.names.insert(text, place)),
            },
            (Value::List(all), _) => all.iter().for_each(|it| self.texts(identity, it, place)),
            _ => {}
        }
    }
}
