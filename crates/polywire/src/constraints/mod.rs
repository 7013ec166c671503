//! Keys and references to them, and what stands in the place of wildcards, checked in values: of a message in any format.
//!
//! Design: docs/decisions/0105-keys.md

mod declared;
mod identities;
mod key;
mod locate;
mod node;
mod problem;
mod scopes;
mod select;
mod tables;
mod tree;
mod wildcards;

pub use problem::Problem;

use declared::Shared;
use node::Node;
use polywire_model::{ConstraintId, ConstraintKind, DeclId, DeclKind, Holder, Identity, Member, Model, Type};
use polywire_vm::Value;
use problem::Problems;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What is checked in the messages of a struct beyond their form.
#[derive(Clone, Debug)]
pub struct Constraints {
    shared: Arc<Shared>,
    message: DeclId,
    /// The constraints by where they hold, keys before references.
    held: HashMap<Holder, Vec<ConstraintId>>,
    /// The keys that are referred to.
    referred: BTreeSet<ConstraintId>,
    /// The members whose texts are names, or refer to them.
    identities: BTreeMap<Member, Identity>,
    /// The declarations that lead to such members.
    to_identities: BTreeSet<DeclId>,
    /// The declarations that lead to where constraints hold.
    to_held: BTreeSet<DeclId>,
    /// Those that lead to wildcards whose place is checked.
    to_wildcards: BTreeSet<DeclId>,
}

impl Constraints {
    /// Returns the constraints of messages of a type; `None` if there are none, so that no value is needed.
    pub fn of(model: &Model, name: &str) -> Option<Self> {
        Self::of_message(model, model.find(name)?, &mut || Arc::new(Shared::new(model.clone())))
    }

    /// Returns those of all types that have some, by their names.
    pub fn of_all(model: &Model) -> BTreeMap<String, Self> {
        let all = || (0..).map(DeclId).zip(&model.decls);
        let has_identities = all().any(|(id, _)| model.members(id).iter().any(|(_, it)| it.identity().is_some()));
        if model.constraints.is_empty() && !has_identities && !wildcards::are_checked(model) {
            return BTreeMap::new();
        }
        let mut shared: Option<Arc<Shared>> = None;
        let mut share = || shared.get_or_insert_with(|| Arc::new(Shared::new(model.clone()))).clone();
        let structs = all().filter(|(_, it)| matches!(it.kind, DeclKind::Struct(_)));
        structs.filter_map(|(id, it)| Some((it.path(), Self::of_message(model, id, &mut share)?))).collect()
    }

    fn of_shared(shared: &Arc<Shared>, message: DeclId) -> Option<Self> {
        Self::of_message(&shared.model, message, &mut || shared.clone())
    }

    fn of_message(model: &Model, message: DeclId, share: &mut dyn FnMut() -> Arc<Shared>) -> Option<Self> {
        let identities = model.identities_in(message);
        let ids = model.constraints_in(message);
        let to_wildcards = wildcards::leading_in(model, &model.reached_from(message));
        if ids.is_empty() && identities.is_empty() && to_wildcards.is_empty() {
            return None;
        }
        let mut held: HashMap<Holder, Vec<ConstraintId>> = HashMap::new();
        let mut referred = BTreeSet::new();
        for id in ids {
            let it = &model.constraints[id.0 as usize];
            if let ConstraintKind::Reference(key) = it.kind {
                referred.insert(key);
            }
            it.places.iter().for_each(|place| held.entry(*place).or_default().push(id));
        }
        let is_reference =
            |id: &ConstraintId| matches!(model.constraints[id.0 as usize].kind, ConstraintKind::Reference(_));
        held.values_mut().for_each(|ids| ids.sort_by_key(|id| (is_reference(id), *id)));
        let owners = held.keys().filter_map(|holder| match holder {
            Holder::Message(_) => None,
            Holder::Member(it) => Some(it.owner),
        });
        let to_held = model.leading_to(owners.collect());
        let to_identities = model.leading_to(identities.keys().map(|it| it.owner).collect());
        Some(Self { shared: share(), message, held, referred, identities, to_identities, to_held, to_wildcards })
    }

    /// Returns what is wrong in a message, at most so many problems. The value is one of the type.
    pub fn problems(&self, value: &Value, most: usize) -> Vec<Problem> {
        let model = &self.shared.model;
        let ty = Type::Named(self.message);
        let root = Node::new(value, &ty);
        let mut problems = Problems::new(model, root, most);
        identities::check(self, model, root, &mut problems);
        self.check_parts(root, &mut problems);
        problems.found
    }

    /// Returns what is wrong in a part of another message, whose identifiers may be anywhere in that message.
    fn problems_of_part(&self, value: &Value, most: usize) -> Vec<Problem> {
        let ty = Type::Named(self.message);
        let root = Node::new(value, &ty);
        let mut problems = Problems::new(&self.shared.model, root, most);
        self.check_parts(root, &mut problems);
        problems.found
    }

    fn check_parts<'a>(&'a self, root: Node<'a>, problems: &mut Problems<'a>) {
        scopes::check(self, &self.shared.model, root, problems);
        wildcards::check(self, root, problems);
    }
}
