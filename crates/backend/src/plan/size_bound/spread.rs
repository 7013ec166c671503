//! Size bounds of functions that call each other.

use super::SizeBounds;
use super::derive::UNKNOWN;
use super::term::{SizeBound, SizeBoundTerm, each_size_bound};
use polywire_ir::{Arg, Calls, Function, Module, VarId};
use std::collections::BTreeSet;

impl SizeBounds {
    /// Propagates to callers: unknown size bounds, constant size bounds, and used parameters.
    pub(super) fn spread(&mut self, module: &Module, calls: &Calls) {
        calls.solve(|id| {
            let index = id.0 as usize;
            let size_bound = self.size_bounds[index].clone().and_then(|size_bound| self.resolve(size_bound));
            let params =
                size_bound.as_ref().map_or_else(Vec::new, |size_bound| self.used(module.function(id), size_bound));
            let changed = size_bound != self.size_bounds[index] || params != self.params[index];
            (self.size_bounds[index], self.params[index]) = (size_bound, params);
            changed
        });
    }

    fn resolve(&self, size_bound: SizeBound) -> Option<SizeBound> {
        let mut resolved = SizeBound { fixed: size_bound.fixed, terms: Vec::new() };
        for term in size_bound.terms {
            match term {
                SizeBoundTerm::Call { func, args } => {
                    let callee = self.get(func)?;
                    let unknown = |index: &usize| args[*index] == UNKNOWN;
                    if self.params(func).iter().any(unknown) {
                        return None;
                    }
                    if callee.terms.is_empty() {
                        resolved.fixed += callee.fixed;
                    } else {
                        resolved.terms.push(SizeBoundTerm::Call { func, args });
                    }
                }
                SizeBoundTerm::Each { place, item, body } => {
                    resolved.terms.push(each_size_bound(place, item, self.resolve(body)?));
                }
                SizeBoundTerm::If { cond, then, other } => {
                    let (then, other) = (self.resolve(then)?, self.resolve(other)?);
                    resolved.terms.push(SizeBoundTerm::If { cond, then, other });
                }
                SizeBoundTerm::Switch { on, arms, default } => {
                    let arms = arms.into_iter().map(|(keys, size_bound)| Some((keys, self.resolve(size_bound)?)));
                    let (arms, default) = (arms.collect::<Option<_>>()?, self.resolve(default)?);
                    resolved.terms.push(SizeBoundTerm::Switch { on, arms, default });
                }
                SizeBoundTerm::Bytes { .. } | SizeBoundTerm::Number(_) => resolved.terms.push(term),
            }
        }
        Some(resolved)
    }

    fn used(&self, function: &Function, size_bound: &SizeBound) -> Vec<usize> {
        let mut vars = BTreeSet::new();
        self.visit_vars(size_bound, &mut |var| {
            vars.insert(var);
        });
        (0..function.params.len()).filter(|index| vars.contains(&function.params[*index].var)).collect()
    }

    /// Returns true if the size bound depends on a variable.
    pub fn depends(&self, size_bound: &SizeBound, on: VarId) -> bool {
        let mut depends = false;
        self.visit_vars(size_bound, &mut |var| depends |= var == on);
        depends
    }

    /// Calls `note` with each variable that the size bound depends on.
    fn visit_vars(&self, size_bound: &SizeBound, note: &mut dyn FnMut(VarId)) {
        for term in &size_bound.terms {
            match term {
                SizeBoundTerm::Bytes { value, .. } | SizeBoundTerm::Number(value) => value.visit_uses(note),
                SizeBoundTerm::Each { place, body, .. } => {
                    place.visit_uses(note);
                    self.visit_vars(body, note);
                }
                SizeBoundTerm::If { cond, then, other } => {
                    cond.visit_uses(note);
                    self.visit_vars(then, note);
                    self.visit_vars(other, note);
                }
                SizeBoundTerm::Switch { on, arms, default } => {
                    on.visit_uses(note);
                    arms.iter().for_each(|(_, size_bound)| self.visit_vars(size_bound, note));
                    self.visit_vars(default, note);
                }
                SizeBoundTerm::Call { func, args } => self.params(*func).iter().for_each(|index| match &args[*index] {
                    Arg::Value(value) => value.visit_uses(note),
                    Arg::Place(place) => place.visit_uses(note),
                }),
            }
        }
    }
}
