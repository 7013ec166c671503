//! This side of a connection.

use polywire::calls::Headers;
use polywire_front::capnp::capability_at;
use polywire_rpc::objects::{Limits, Message, Peer, Problem};

/// This side of a connection.
pub struct Session {
    pub peer: Peer,
    headers: Headers,
}

impl Session {
    /// Messages may have this many bytes. Returns nothing if the codecs cannot be made.
    pub fn new(max_size: u64) -> Option<Self> {
        Some(Self { peer: Peer::new(Limits::default(), capability_at), headers: Headers::new(max_size)? })
    }

    /// Returns the messages that are complete with these bytes; ends the session if they are none.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Message> {
        self.headers.read(bytes).unwrap_or_else(|wrong| {
            self.peer.abort(Problem::Failed, wrong.to_string());
            Vec::new()
        })
    }

    /// Appends what this side has to send; returns false if that is not possible.
    pub fn write(&mut self, sent: &mut Vec<u8>) -> bool {
        while let Some(message) = self.peer.next_action() {
            match self.headers.write(&message) {
                Ok(bytes) => sent.extend(bytes),
                Err(_) => return false,
            }
        }
        true
    }
}
