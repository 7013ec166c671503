//! What lowerings share: names of functions, the functions of each named type, entries, defaults, checks of numbers.

mod check;
mod codecs;
mod names;

pub(crate) use check::{bound_count, check_enum, check_range, write_len};
pub(crate) use codecs::{Codecs, add_entry};
pub(crate) use names::Names;
