//! The program around a codec that `polywire bench` measures.
//!
//! Its argument is a file of messages, each after its length in 32 bits, little-endian, in a format that represents every
//! value exactly (the images). It writes one line of JSON about itself, and answers each line `OPERATION PASSES` with the
//! nanoseconds, allocations and allocated bytes of that many passes over all messages.

mod allocations;
mod check;
mod codec;
mod generated;
mod measure;
mod run;

pub use codec::{Codec, Converted, Peer, Unmeasured};
pub use generated::{Generated, Images};
pub use run::main;
