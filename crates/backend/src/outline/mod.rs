//! Decisions shared by all back ends: names, the order of declarations, and the call graph.

mod complete;
mod names;
mod order;
mod units;
mod uses;
mod views;

pub use complete::{are_read, complete};
pub use names::{NameScope, flat_path};
pub use order::{declaration_order, is_declared, name_of};
pub use polywire_ir::Calls;
pub use polywire_ir::types::words;
pub use units::{Unit, Units, held, named_in};
pub use uses::{Uses, uses, uses_in};
pub use views::{FileViews, key_path};

use polywire_ir::Module;
use polywire_ir::types::Types;

/// Returns the types of the module with the most types, which start with those of all others.
pub fn all_types(modules: &[Module]) -> Option<&Types> {
    let types = modules.iter().map(|module| &*module.types);
    types.max_by_key(|types| types.structs.len() + types.enums.len() + types.unions.len())
}
