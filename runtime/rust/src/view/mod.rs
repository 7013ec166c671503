//! What generated views consist of, which read messages in place.

mod checked_input;
mod collect;
mod keyed;
mod list;
mod slot;

pub use checked_input::CheckedInput;
pub use collect::{CheckedElements, array, collect};
pub use keyed::{Keyed, search};
pub use list::{Elements, Iter, List};
pub use slot::{Changeable, Slot};
