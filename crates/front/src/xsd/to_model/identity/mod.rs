//! Identity constraints (Part 1, section 3.11) as constraints of the model: their paths become steps over members.
//!
//! Design: docs/decisions/0105-keys.md

mod members;
mod path;

use super::{DeclId, ElementId, Maker};
use crate::xsd::codes;
use crate::xsd::schema::{self, Schema, Word};
use members::{Finder, Starts};
use path::Path;
use polywire_model::attr::XmlName;
use polywire_model::{Constraint, ConstraintId, ConstraintKind, Holder, KeyField, Model};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::{BTreeSet, HashMap};

/// Where elements with constraints stand in the model.
pub(super) type Places = HashMap<ElementId, Vec<Place>>;

/// A place of an element.
pub(super) enum Place {
    /// The struct of a document.
    Message(DeclId),
    /// The member with this name.
    Member(DeclId, String),
}

impl Maker<'_> {
    /// Notes where an element stands, if it has constraints.
    pub(super) fn place(&mut self, id: ElementId, place: impl FnOnce() -> Place) {
        if !self.schema.element(id).constraints.is_empty() {
            self.places.entry(id).or_default().push(place());
        }
    }

    /// Adds the constraints of all elements to a model that is otherwise complete.
    pub(super) fn constrain(&mut self, diagnostics: &mut Diagnostics) {
        let ids: HashMap<&XmlName, ConstraintId> =
            all(self.schema).map(|(_, it)| &it.head.name).zip(numbers()).collect();
        let mut finder = Finder::new(&self.model);
        let found = all(self.schema).map(|(element, it)| {
            let holders = holders(&self.model, self.places.get(&element).map_or(&[], Vec::as_slice));
            constraint(it, holders, &ids, &mut finder)
        });
        let (mut constraints, seen): (Vec<Constraint>, Vec<Seen>) = found.unzip();
        drop_unseen(&mut constraints, &seen);
        for (word, problem) in finder.problems {
            let warning = Diagnostic::warning(codes::PATH, format!("`{}` {}", word.text, problem.text()));
            diagnostics.push(warning.at(word.span, "").help(problem.help()));
        }
        self.model.constraints = constraints;
    }
}

fn numbers() -> impl Iterator<Item = ConstraintId> {
    (0..).map(ConstraintId)
}

/// Returns all constraints, with their elements.
fn all(schema: &Schema) -> impl Iterator<Item = (ElementId, &schema::Constraint)> {
    let elements = (0..).map(ElementId).zip(&schema.elements);
    elements.flat_map(|(id, it)| it.constraints.iter().map(move |constraint| (id, constraint)))
}

fn holders(model: &Model, places: &[Place]) -> BTreeSet<Holder> {
    let holders = places.iter().filter_map(|place| match place {
        Place::Message(decl) => Some(Holder::Message(*decl)),
        Place::Member(decl, name) => {
            let members = model.members(*decl);
            members.into_iter().find(|(_, it)| it.name() == name).map(|(member, _)| Holder::Member(member))
        }
    });
    holders.collect()
}

fn constraint(
    it: &schema::Constraint,
    places: BTreeSet<Holder>,
    ids: &HashMap<&XmlName, ConstraintId>,
    finder: &mut Finder<'_>,
) -> (Constraint, Seen) {
    let kind = match &it.kind {
        schema::ConstraintKind::Key => ConstraintKind::Key,
        schema::ConstraintKind::Unique => ConstraintKind::Unique,
        // A name without a key is an error that was reported.
        schema::ConstraintKind::KeyReference(name, _) => {
            ids.get(name).map_or(ConstraintKind::Unique, |id| ConstraintKind::Reference(*id))
        }
    };
    let starts = places.iter().filter_map(|holder| match holder {
        Holder::Message(decl) => Some(*decl),
        Holder::Member(member) => finder.held(*member),
    });
    let starts: Starts = starts.collect();
    let mut parts = Starts::new();
    let paths = |word: &Word| Path::all(&word.text, &it.prefixes);
    let selected = paths(&it.selector).into_iter().map(|path| {
        let (path, ends) = finder.path(&starts, &path, &it.selector);
        parts.extend(ends);
        path
    });
    let selector = selected.collect();
    let selects_all = !finder.take_missed();
    let fields = it.fields.iter().map(|field| {
        let mut ends = Starts::new();
        let found = paths(field).into_iter().map(|path| {
            let (path, more) = finder.path(&parts, &path, field);
            ends.extend(more);
            path
        });
        let paths = found.collect();
        KeyField { text: field.text.clone(), paths, content: finder.content(&ends) }
    });
    let fields = fields.collect();
    let seen = Seen { selects_all, has_values: !finder.take_missed() };
    (Constraint { name: it.head.name.local.clone(), span: it.head.span, kind, places, selector, fields }, seen)
}

/// How much of a constraint the model has.
struct Seen {
    /// Its selector sees all that it is about.
    selects_all: bool,
    /// Its fields see all values.
    has_values: bool,
}

/// Lets constraints whose values are not seen hold nowhere, and so references to keys of which some may not be seen.
fn drop_unseen(constraints: &mut [Constraint], seen: &[Seen]) {
    for (it, own) in constraints.iter_mut().zip(seen) {
        let key = match it.kind {
            ConstraintKind::Reference(key) => seen.get(key.0 as usize),
            ConstraintKind::Key | ConstraintKind::Unique => None,
        };
        if !own.has_values || key.is_some_and(|key| !key.selects_all || !key.has_values) {
            it.places.clear();
        }
    }
}
