//! What generated views consist of, which read messages in place.

mod checked_input;
mod collect;
mod encoded_text;
mod keyed;
mod list;
mod slot;

pub use checked_input::CheckedInput;
pub use collect::{CheckedElements, array, collect};
pub use encoded_text::{EncodedText, Latin1, TextEncoding, Utf16Be, Utf16Le};
pub use keyed::{Keyed, search};
pub use list::{Elements, Iter, List};
pub use slot::{Changeable, Slot};
