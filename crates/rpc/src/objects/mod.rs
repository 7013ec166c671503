//! Sessions in which both sides have objects: calls go to references, results may bring new ones, and a call may go to a result that is
//! not there yet.
//!
//! Each side numbers its own calls (questions; the other side calls them answers) and its own objects (exports; imports for the other
//! side). A reference is released when the side that got it has given back as many as it was sent.
//!
//! Design: docs/decisions/0148-objects.md

mod answers;
mod exports;
mod message;
mod peer;
mod receive;

pub use message::{Call, Descriptor, Exception, Loopback, Message, Outcome, Payload, Problem, Promise, Return, Target};
pub use peer::{Event, Limits, Method, ObjectId, Peer, QuestionId, Reference, Refused, Results};
