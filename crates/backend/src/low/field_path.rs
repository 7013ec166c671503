//! Design: docs/decisions/0076-explaining-in-go-and-rust.md

use polywire_ir::types::{Type, Types};
use polywire_ir::{Expr, Place, PlaceType, Step, VarId};
use std::collections::HashMap;

/// The path to a native value, for functions that explain errors.
#[derive(Clone, Debug)]
pub struct FieldPath {
    /// The path that it extends, in the language: that of a parameter or an element.
    pub base: String,
    /// Elements on it: the members since the start or the last element, separated by dots, and the index in the
    /// language.
    pub elements: Vec<(String, String)>,
    /// Members after the last element, separated by dots.
    pub names: String,
    /// The parameter at which it starts.
    pub param: VarId,
}

/// The paths of variables while a function is printed, and what its failures are about.
#[derive(Default)]
pub struct FieldPaths {
    of: HashMap<VarId, FieldPath>,
    subjects: Vec<Option<Place>>,
}

impl FieldPath {
    /// Returns the path to a value behind this one, given the type here. `index` returns the text of an expression if its
    /// variables are in scope; otherwise, there is no path.
    pub fn to(
        mut self,
        types: &Types,
        ty: &Type,
        place: &Place,
        index: &mut dyn FnMut(&Expr) -> Option<String>,
    ) -> Option<Self> {
        let mut at = PlaceType::Value(ty);
        for step in &place.steps {
            match (at, step) {
                // The parts of an entry are identified by its key.
                (PlaceType::Value(Type::Struct(id)), Step::Field(_)) if !types.record(*id).is_declared() => {}
                (PlaceType::Value(Type::Struct(id)), Step::Field(index)) => {
                    self.name(&types.record(*id).fields.get(*index as usize)?.name);
                }
                (PlaceType::Value(Type::Union(id)), Step::Case(index)) => {
                    self.name(&types.union(*id).cases.get(*index as usize)?.name);
                }
                (_, Step::At(at)) => {
                    let index = index(at)?;
                    self.elements.push((std::mem::take(&mut self.names), index));
                }
                (_, Step::Field(_) | Step::Case(_) | Step::Some) => {}
            }
            at = at.step(types, step)?;
        }
        Some(self)
    }

    fn name(&mut self, name: &str) {
        let dot = if self.names.is_empty() { "" } else { "." };
        self.names.push_str(dot);
        self.names.push_str(name);
    }

    /// Returns the path in the language, given the functions that extend one by an element and by members.
    pub fn text(&self, element: impl Fn(&str, &str, &str) -> String, member: impl Fn(&str, &str) -> String) -> String {
        let of_element = |outer: String, (names, index): &(String, String)| element(&outer, names, index);
        let outer = self.elements.iter().fold(self.base.clone(), of_element);
        if self.names.is_empty() { outer } else { member(&outer, &self.names) }
    }
}

impl FieldPaths {
    /// Returns the path of a variable.
    pub fn of(&self, var: VarId) -> Option<FieldPath> {
        self.of.get(&var).cloned()
    }

    /// Gives a variable a path.
    pub fn set(&mut self, var: VarId, path: FieldPath) {
        self.of.insert(var, path);
    }

    /// Gives a variable the path with this text.
    pub fn start(&mut self, var: VarId, base: String, param: VarId) {
        self.set(var, FieldPath { base, elements: Vec::new(), names: String::new(), param });
    }

    /// From here on, failures are about a place, unless an inner statement is about another one.
    pub fn enter(&mut self, place: Option<&Place>) {
        self.subjects.push(place.cloned());
    }

    /// Ends what [`Self::enter`] started.
    pub fn leave(&mut self) {
        self.subjects.pop();
    }

    /// Returns the places that a failure here may be about, the innermost one first.
    pub fn subjects(&self) -> Vec<Place> {
        self.subjects.iter().rev().flatten().cloned().collect()
    }
}

/// Keeps the first path of each parameter: the caller knows the part of a path outside of it.
pub fn first_of_each_param(paths: impl IntoIterator<Item = FieldPath>) -> Vec<FieldPath> {
    let mut first: Vec<FieldPath> = Vec::new();
    for path in paths {
        if first.iter().all(|it| it.param != path.param) {
            first.push(path);
        }
    }
    first
}
