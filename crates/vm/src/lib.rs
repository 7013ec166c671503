//! Engines that run codec functions over dynamic values.
//!
//! - [`interpreter`]: runs the ops as trees, exactly as documented. It is the specification with which every other
//!   engine is compared.
//! - [`Trace`]: the reads of a decoder, recorded by the interpreter: for which member, and for what purpose.
//! - [`Program`]: the same functions as register bytecode, for production use; a [`Session`] converts messages with two
//!   programs without making [`Value`]s.
//! - [`Engine`]: selects bytecode or, with the feature `jit`, machine code compiled from it.
//! - [`leaves`]: text and arithmetic below the level of ops, which generated Rust code uses too.
//!
//! Invariant: nothing here names a wire format; types are seen without any format's facts.
//!
//! Invariant: no input makes an engine panic, and none needs more time or memory than [`Limits`] and the input's size
//! allow.

mod bytecode;
pub mod interpreter;
mod limits;
mod path;
mod text_place;
mod trace;
mod unknown_part;
mod value;

pub use bytecode::{Engine, Pipe, Program, Session};
pub use limits::{Failure, Note, Refusal};
pub use path::{Path, PathStep};
pub use polywire_runtime::{Limits, leaf as leaves};
pub use text_place::TextPlace;
pub use trace::{How, MOST_READS, Native, Omitted, Read, Role, Trace};
pub use unknown_part::UnknownPart;
pub use value::{Held, Record, Unknown, Value};
