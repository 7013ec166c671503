//! Keys and references to them, checked in values: of a message in any format.
//!
//! Design: docs/decisions/0105-keys.md

mod identities;
mod key;
mod locate;
mod node;
mod problem;
mod scopes;
mod select;
mod tables;

pub use problem::Problem;

use node::Node;
use polywire_model::{ConstraintId, ConstraintKind, DeclId, DeclKind, Holder, Identity, Member, Model, Type};
use polywire_vm::Value;
use problem::Problems;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What is checked in the messages of a struct beyond their form.
#[derive(Clone, Debug)]
pub struct Constraints {
    model: Arc<Model>,
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
}

impl Constraints {
    /// Returns the constraints of messages of a type; `None` if there are none, so that no value is needed.
    pub fn of(model: &Model, name: &str) -> Option<Self> {
        Self::of_message(model, model.find(name)?, &mut || Arc::new(model.clone()))
    }

    /// Returns those of all types that have some, by their names.
    pub fn of_all(model: &Model) -> BTreeMap<String, Self> {
        let all = || (0..).map(DeclId).zip(&model.decls);
        let has_identities = all().any(|(id, _)| model.members(id).iter().any(|(_, it)| it.identity().is_some()));
        if model.constraints.is_empty() && !has_identities {
            return BTreeMap::new();
        }
        let mut shared: Option<Arc<Model>> = None;
        let mut share = || shared.get_or_insert_with(|| Arc::new(model.clone())).clone();
        let structs = all().filter(|(_, it)| matches!(it.kind, DeclKind::Struct(_)));
        structs.filter_map(|(id, it)| Some((it.path(), Self::of_message(model, id, &mut share)?))).collect()
    }

    fn of_message(model: &Model, message: DeclId, share: &mut dyn FnMut() -> Arc<Model>) -> Option<Self> {
        let identities = model.identities_in(message);
        let ids = model.constraints_in(message);
        if ids.is_empty() && identities.is_empty() {
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
        Some(Self { model: share(), message, held, referred, identities, to_identities, to_held })
    }

    /// Returns what is wrong in a message, at most so many problems. The value is one of the type.
    pub fn problems(&self, value: &Value, most: usize) -> Vec<Problem> {
        let model = &self.model;
        let ty = Type::Named(self.message);
        let root = Node::new(value, &ty);
        let mut problems = Problems::new(model, root, most);
        identities::check(self, model, root, &mut problems);
        scopes::check(self, model, root, &mut problems);
        problems.found
    }
}
