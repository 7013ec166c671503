//! Interface descriptions (`.avdl`).

mod lex;
mod parse;
mod text;

pub(super) use parse::{Import, ImportKind, Item, Parsed, parse};
