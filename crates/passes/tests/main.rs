//! The tests of the passes, as one program.

mod files;
mod lowered;
mod ranges;
mod semantics;
mod sizes;
mod support;
mod validators;
