//! Source files, spans and diagnostics, shared by every schema language.
//!
//! Invariant: this crate knows no schema language and no wire format and does no I/O; the caller provides file
//! contents.

mod diagnostic;
mod json;
mod map;
mod render;
mod sink;
mod span;
mod suggestion;

pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use json::{message_json, to_json};
pub use map::{Position, SourceMap, SourceTooLong};
pub use render::{Style, render};
pub use sink::Diagnostics;
pub use span::{FileId, Span};
pub use suggestion::closest;
