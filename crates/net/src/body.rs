//! What is sent behind a head.

use crate::block;
use bytes::Bytes;
use h2::Reason;
use http_body::{Body, Frame};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc;

/// A piece of a body.
#[derive(Debug)]
pub(crate) enum Piece {
    Data(Bytes),
    /// The last one: a block.
    Trailers(Vec<u8>),
    /// The rest will never come.
    Cancelled,
}

/// A body whose pieces come from a queue. If the queue ends, so does the body.
#[derive(Debug)]
pub(crate) struct Pieces {
    queue: mpsc::Receiver<Piece>,
    /// The head alone is the whole message.
    is_empty: bool,
}

impl Pieces {
    pub fn of(queue: mpsc::Receiver<Piece>) -> Self {
        Self { queue, is_empty: false }
    }

    pub fn empty(queue: mpsc::Receiver<Piece>) -> Self {
        Self { queue, is_empty: true }
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = h2::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, h2::Error>>> {
        self.queue.poll_recv(context).map(|piece| match piece? {
            Piece::Data(bytes) => Some(Ok(Frame::data(bytes))),
            Piece::Trailers(block) => Some(match block::trailers(&block) {
                Ok(headers) => Ok(Frame::trailers(headers)),
                Err(_) => Err(Reason::INTERNAL_ERROR.into()),
            }),
            Piece::Cancelled => Some(Err(Reason::CANCEL.into())),
        })
    }

    fn is_end_stream(&self) -> bool {
        self.is_empty
    }
}
