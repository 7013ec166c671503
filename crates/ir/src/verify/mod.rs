//! The verifier: rules that every function obeys, before and after every pass. Engines rely on them.
//!
//! Each [`Rule`] states its demand; `tests/verify.rs` breaks each one. [`verify`] reports every violation with the path
//! to it and never panics, even on malformed modules.
//!
//! One property needs no rule of its own: in an [`crate::Op::Each`] with a stride, an element's section and its tails
//! are separable. `discipline` keeps stream and section apart, a section op yields nothing that a tail could use, and
//! `separable` keeps cells out.
//!
//! Design: docs/decisions/0009-values-under-construction.md

mod build;
mod checker;
mod control;
mod expr;
mod extent;
mod module;
mod place;
mod read;
mod rule;
mod scope;
mod trust;
mod view;
mod write;

use crate::Module;
pub use rule::Rule;
use std::fmt;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Name of the function; empty where the fault is outside of functions.
    pub function: String,
    /// Ops and blocks from the function's body down: `2:if/then/0:set`.
    pub path: String,
    /// The error message.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}: {}", self.function, self.path, self.rule.name(), self.message)
    }
}

/// Checks a module.
///
/// # Errors
/// All violations, function by function.
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    let mut violations = module::check(module);
    violations.extend(module::check_maps(module));
    violations.extend(module::check_nullable(module));
    violations.extend(module::check_meanings(module));
    if violations.iter().all(|violation| violation.rule != Rule::Reference) {
        let effects = crate::effects(module);
        let extents = extent::extents(module, &effects);
        for function in &module.functions {
            violations.extend(checker::check(module, function, &effects, &extents));
        }
        violations.extend(module::check_entries(module, &effects));
        violations.extend(view::check(module, &effects));
        violations.extend(trust::check(module));
    }
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}
