//! Messages from process to process through shared memory, without a system call while both sides are awake.
//!
//! - [`Channel`]: a channel, which is created or opened by a name, or handed over through a Unix socket.
//! - [`Sender`], [`Receiver`]: its ends. Each holds a lock that the system releases when its process dies.
//! - [`Broadcaster`], [`Listener`]: the ends of a broadcast, which has any number of listeners and waits for none.
//! - [`Contract`]: what both sides agree on: the format, the type and the fingerprint of its schema.
//! - [`Trusted`]: what a program says that reads or writes messages in place.
//! - [`Wait`]: how long to wait for a message, or for room. [`Error`]: what may go wrong.
//! - [`Alarm`]: a descriptor for event loops.
//! - [`layout`]: where everything is in a channel, for all languages.
//!
//! ```no_run
//! use polywire_channel::{Channel, Contract, Options, Wait};
//! # fn main() -> Result<(), polywire_channel::Error> {
//! let contract = Contract::new("protobuf", "trade.Order", 0);
//! let channel = Channel::create("orders", &Options { contract: contract.clone(), ..Options::default() })?;
//! let mut sender = channel.sender()?;
//! sender.send(b"an encoded message", Wait::Forever)?;
//!
//! let mut receiver = Channel::open("orders", &contract)?.receiver()?;
//! let mut message = Vec::new();
//! receiver.receive(&mut message, Wait::Forever)?;
//! # Ok(())
//! # }
//! ```
//!
//! Invariant: whatever another process writes into a channel is a number to check, or bytes to copy. It never becomes an address, a
//! length or a reference before it was loaded once and checked.
//!
//! Design: docs/decisions/0152-layout-of-channels.md, docs/decisions/0153-reading-channels.md, docs/decisions/0157-broadcasts.md
#![cfg(target_os = "linux")]

#[cfg(not(all(target_endian = "little", target_pointer_width = "64")))]
compile_error!("channels need a little-endian processor of 64 bits");

mod alarm;
mod broadcaster;
mod channel;
mod contract;
mod description;
mod error;
mod inspect;
mod lane;
pub mod layout;
mod listener;
mod receiver;
mod sender;
mod slot;
mod system;
mod wait;

pub use alarm::Alarm;
pub use broadcaster::Broadcaster;
pub use channel::{Channel, Kind, Options};
pub use contract::{Contract, Difference};
pub use error::{Corruption, Error, Side};
pub use inspect::{End, LaneState, State};
pub use listener::Listener;
pub use receiver::Receiver;
pub use sender::Sender;
pub use slot::{SLACK, Slot};
pub use system::trusted::Trusted;
pub use wait::Wait;
