//! What generated views consist of, which read messages in place.

mod checked_input;
mod collect;
mod list;

pub use checked_input::CheckedInput;
pub use collect::{CheckedElements, array, collect};
pub use list::{Elements, Iter, List};
