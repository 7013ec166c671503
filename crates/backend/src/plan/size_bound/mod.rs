//! An upper bound of an encoder's output, derived from its ops, so that its buffer is checked once.
//!
//! Design: docs/decisions/0034-write-limits.md

mod derive;
mod express;
mod safe;
mod spread;
mod term;

use derive::{Derive, writers};
use polywire_ir::{Calls, FuncId, Module};
pub(super) use safe::is_safe_expr;
pub use term::{SizeBound, SizeBoundTerm, datum_size_bound};

/// The size bounds of all functions.
pub struct SizeBounds {
    size_bounds: Vec<Option<SizeBound>>,
    params: Vec<Vec<usize>>,
}

impl SizeBounds {
    pub fn of(module: &Module, calls: &Calls) -> Self {
        let writers = writers(module, calls);
        let size_bounds =
            module.functions.iter().map(|function| Derive::new(&module.types, function, &writers).body()).collect();
        let mut size_bounds = Self { size_bounds, params: vec![Vec::new(); module.functions.len()] };
        size_bounds.spread(module, calls);
        size_bounds
    }

    /// Returns the size bound of a function; `None` if it is unknown before it runs.
    pub fn get(&self, func: FuncId) -> Option<&SizeBound> {
        self.size_bounds[func.0 as usize].as_ref()
    }

    /// The parameters that the size bound depends on.
    pub fn params(&self, func: FuncId) -> &[usize] {
        &self.params[func.0 as usize]
    }
}
