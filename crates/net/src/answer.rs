//! The answer of a server.

use crate::body::Piece;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub(crate) head: Option<oneshot::Sender<Head>>,
    pub(crate) pieces: mpsc::Sender<Piece>,
    pub(crate) _place: OwnedSemaphorePermit,
}

/// The head of an answer.
#[derive(Debug)]
pub(crate) struct Head {
    pub block: Vec<u8>,
    pub is_all: bool,
}

impl Answer {
    /// Sends the head, once; returns false if nobody waits for it.
    pub fn start(&mut self, head: Vec<u8>) -> bool {
        self.put(Head { block: head, is_all: false })
    }

    /// Sends the head as the whole answer; returns false if nobody waits for it.
    pub fn refuse(mut self, head: Vec<u8>) -> bool {
        self.put(Head { block: head, is_all: true })
    }

    fn put(&mut self, head: Head) -> bool {
        self.head.take().is_some_and(|waiting| waiting.send(head).is_ok())
    }

    /// Sends bytes behind the head, and waits for room; returns false if nobody reads them. Not for asynchronous code.
    pub fn send(&self, bytes: Vec<u8>) -> bool {
        self.pieces.blocking_send(Piece::Data(bytes.into())).is_ok()
    }

    /// Ends the answer with trailers, as a block.
    pub fn finish(self, trailers: Vec<u8>) -> bool {
        self.pieces.blocking_send(Piece::Trailers(trailers)).is_ok()
    }
}
