//! The answer of a server.

use crate::body::Piece;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

/// The answer to a request; it ends with this value.
#[derive(Debug)]
pub struct Answer {
    pub(crate) head: Option<oneshot::Sender<Head>>,
    pub(crate) queue: mpsc::Sender<Piece>,
    pub(crate) wanted: mpsc::Sender<()>,
    /// Its end tells that nobody wants the rest of the request.
    pub(crate) _until: oneshot::Sender<()>,
    /// Lines behind those of any head.
    pub(crate) more: Vec<u8>,
    pub(crate) _place: Arc<OwnedSemaphorePermit>,
}

/// The head of an answer.
#[derive(Debug)]
pub(crate) struct Head {
    pub block: Vec<u8>,
    pub is_all: bool,
}

impl Answer {
    /// Adds lines to the head, whatever it will be.
    #[must_use]
    pub fn with_headers(mut self, mut lines: Vec<u8>) -> Self {
        self.more.append(&mut lines);
        self
    }

    /// Asks for the next part of the request's body.
    pub fn ask(&self) {
        // If it is asked for already, or if the body has ended, there is nothing to do.
        let _ = self.wanted.try_send(());
    }

    /// Sends the head, once; returns false if nobody waits for it.
    pub fn start(&mut self, head: Vec<u8>) -> bool {
        self.put_head(Head { block: head, is_all: false })
    }

    /// Sends the head as the whole answer; returns false if nobody waits for it.
    pub fn refuse(mut self, head: Vec<u8>) -> bool {
        self.put_head(Head { block: head, is_all: true })
    }

    fn put_head(&mut self, mut head: Head) -> bool {
        head.block.append(&mut self.more);
        self.head.take().is_some_and(|waiting| waiting.send(head).is_ok())
    }

    /// Sends bytes behind the head; returns false if the queue is full or nobody reads it.
    pub fn send(&self, bytes: Vec<u8>) -> bool {
        self.queue.try_send(Piece::Data(bytes.into())).is_ok()
    }

    /// Ends the answer with trailers, as a block.
    pub fn finish(self, trailers: Vec<u8>) -> bool {
        self.queue.try_send(Piece::Trailers(trailers)).is_ok()
    }
}
