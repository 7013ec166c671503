//! Decisions shared by all back ends: names, the order of declarations, and the call graph.

mod names;
mod order;
mod units;
mod uses;

pub use names::{NameScope, flat_path};
pub use order::declaration_order;
pub use polywire_ir::Calls;
pub use polywire_ir::types::words;
pub use units::{Unit, Units, held, named_in};
pub use uses::{Uses, uses, uses_in};
