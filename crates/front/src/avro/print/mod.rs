//! Prints declarations: as schemas and protocols in JSON, and as interface descriptions.

mod avdl;
mod canonical;
mod expression;
mod json;

pub use avdl::{Printed, print_avdl};
pub use canonical::canonical_form;
pub use json::{print_avpr, print_avsc, schema_json};
