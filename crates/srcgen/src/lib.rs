//! The source printer: what the back ends use to write code that people read.
//!
//! Closures give the indentation ([`Source::block`]), writing cannot fail, expressions carry their precedence ([`Expr`]),
//! lists know separators and terminators ([`join`]), and what a file needs is requested where it is used ([`Requests`]).
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
