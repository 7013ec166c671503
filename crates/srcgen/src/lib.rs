//! The source printer, with which back ends print readable code.
//!
//! Closures provide the indentation ([`Source::block`]), writing cannot fail, expressions carry their precedence
//! ([`Expr`]),
//! lists have separators and terminators ([`join`]), and dependencies of a file are requested where they are used
//! ([`Requests`]).
//!
//! Invariant: nothing here knows a programming language or the codec IR.

mod expr;
mod list;
mod requests;
mod source;

pub use expr::{Expr, Side};
pub use list::{ended, join};
pub use requests::Requests;
pub use source::Source;
