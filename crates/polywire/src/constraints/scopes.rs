//! Constraints in the values where they hold, from the inside to the outside.

use super::Constraints;
use super::key::{self, Key, Wrong};
use super::node::{Address, Node};
use super::problem::{Problems, Subject};
use super::select::Selector;
use super::tables::Tables;
use polywire_model::{Constraint, ConstraintId, ConstraintKind, Holder, Model, Type};
use std::collections::HashMap;

pub(super) fn check<'a>(constraints: &Constraints, model: &'a Model, root: Node<'a>, problems: &mut Problems<'a>) {
    if constraints.held.is_empty() {
        return;
    }
    let mut scopes = Scopes { constraints, model, selector: Selector::new(model), problems };
    scopes.value(root, Holder::Message(constraints.message));
    if scopes.selector.is_exhausted() {
        problems.too_large();
    }
}

struct Scopes<'c, 'a, 'p> {
    constraints: &'c Constraints,
    model: &'a Model,
    selector: Selector<'a>,
    problems: &'p mut Problems<'a>,
}

impl<'a> Scopes<'_, 'a, '_> {
    /// Checks a value and its parts; returns the keys that references around it can mean.
    fn value(&mut self, node: Node<'a>, holder: Holder) -> Tables {
        let mut tables = Tables::default();
        self.parts(node, &mut tables);
        tables.settle();
        let constraints = self.constraints;
        for id in constraints.held.get(&holder).into_iter().flatten() {
            let it = &self.model.constraints[id.0 as usize];
            match it.kind {
                ConstraintKind::Key | ConstraintKind::Unique => {
                    let own = self.unique(it, node);
                    if self.constraints.referred.contains(id) {
                        tables.add(*id, own);
                    }
                }
                ConstraintKind::Reference(key) => self.references(it, key, node, &tables),
            }
        }
        tables
    }

    fn parts(&mut self, node: Node<'a>, tables: &mut Tables) {
        let leads = matches!(node.ty, Type::Named(id) if self.constraints.to_held.contains(id));
        if !leads || self.problems.are_enough() {
            return;
        }
        let model = self.model;
        node.each(model, &mut |member, _, part| {
            if part.member.is_some_and(|it| model.is_transparent(member, it)) {
                self.parts(part, tables);
            } else {
                tables.merge(self.value(part, Holder::Member(member)));
            }
        });
    }

    /// Checks that keys differ, and returns them.
    fn unique(&mut self, it: &'a Constraint, node: Node<'a>) -> HashMap<Key, Address> {
        let mut keys: HashMap<Key, Address> = HashMap::new();
        for part in self.selector.all(&it.selector, node) {
            let Some((key, values)) = self.key(it, part) else { continue };
            if let Some(first) = keys.get(&key) {
                self.problems.duplicate(it, part, &values, *first);
            } else {
                keys.insert(key, part.address());
            }
        }
        keys
    }

    fn references(&mut self, it: &'a Constraint, to: ConstraintId, node: Node<'a>, tables: &Tables) {
        for part in self.selector.all(&it.selector, node) {
            let Some((key, values)) = self.key(it, part) else { continue };
            if !tables.has(to, &key) {
                let name = &self.model.constraints[to.0 as usize].name;
                self.problems.no_key(it, name, part, &values);
            }
        }
    }

    /// Returns the key of a part and the parts that hold its values; `None` if it has none, which may be wrong.
    fn key(&mut self, it: &'a Constraint, part: Node<'a>) -> Option<(Key, Vec<Node<'a>>)> {
        let (mut key, mut values, mut is_missing) = (Key::new(), Vec::new(), false);
        for field in &it.fields {
            match key::value((self.model, &mut self.selector), field, part) {
                Ok(value) if it.kind == ConstraintKind::Key && is_nullable(value) => {
                    self.problems.wrong(Subject { it, field, part }, Wrong::Nullable);
                    is_missing = true;
                }
                Ok(value) => {
                    key.push(key::compared(self.model, value));
                    values.push(value);
                }
                Err(wrong) => {
                    is_missing = true;
                    if wrong != Wrong::Missing || it.kind == ConstraintKind::Key {
                        self.problems.wrong(Subject { it, field, part }, wrong);
                    }
                }
            }
        }
        (!is_missing && !self.selector.is_exhausted()).then_some((key, values))
    }
}

fn is_nullable(node: Node<'_>) -> bool {
    node.member.is_some_and(|it| it.xml().nillable)
}
