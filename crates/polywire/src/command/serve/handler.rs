//! What answers a call.

use super::exec::News;
use super::request::Answered;
use polywire_net::Incoming;
use polywire_rpc::{End, Item, Metadata};

/// The answering side of one call; the call is given up if this value is dropped.
pub trait Handler {
    /// Takes a message of the request; it stays untaken until [`Output::Taken`]. An error ends the call.
    fn take(&mut self, item: Item) -> Result<(), End>;

    /// The request is complete.
    fn finish(&mut self) -> Result<(), End>;

    /// Returns what comes next, if it is there. Messages are wanted only if there is room for them.
    fn next(&mut self, has_room: bool) -> Option<Output>;

    /// Something happened to the program that answers.
    fn hear(&mut self, _: News) -> Result<(), End> {
        Ok(())
    }

    /// Whoever answers with one message has done so.
    fn answered(&mut self, _: Result<Answered, End>) -> Result<(), End> {
        Ok(())
    }

    /// Something arrived from the server that answers.
    fn receive(&mut self, _: Incoming) -> Result<(), End> {
        Ok(())
    }
}

/// What a handler gives.
pub enum Output {
    /// It has taken a message.
    Taken,
    /// The metadata with which the answer starts, before its messages.
    Start(Vec<Metadata>),
    /// A message of the answer.
    Message(Vec<u8>),
    /// The end of the answer.
    End(End),
}
