//! What all back ends decide alike: names, the order of declarations, and who calls whom.

mod calls;
mod names;
mod order;
mod seen;
mod units;
mod uses;

pub use calls::Calls;
pub use names::{NameScope, flat_path};
pub use order::declaration_order;
pub use seen::keep_seen;
pub use units::{Imports, Unit, Units};
pub use uses::{Uses, uses, uses_in};
