//! The side that answers.

mod answering;
mod finding;
mod handler;
mod incoming;
mod listening;
mod reply;
mod service;

pub use handler::Handler;
pub use incoming::Incoming;
pub use listening::Server;
pub use service::{Receiver, Sender, Service};
