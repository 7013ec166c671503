//! Decisions shared by all back ends: names, the order of declarations, and the call graph.

mod calls;
mod names;
mod order;
mod units;
mod uses;

pub use calls::Calls;
pub use names::{NameScope, flat_path};
pub use order::declaration_order;
pub use units::{Unit, Units};
pub use uses::{Uses, uses, uses_in};
