//! The side that calls.

mod answer;
mod around;
mod caller;
mod calling;
mod driving;
mod pending;
mod streams;

pub(crate) use calling::sleep_until;

pub use around::Around;
pub use caller::Caller;
pub use pending::{Pending, call_many_to_many, call_many_to_one, call_one_to_many, call_one_to_one};
pub use streams::{Answers, Duplex, Requests, Sending};
