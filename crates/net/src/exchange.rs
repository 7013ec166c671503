//! A request of a client, and what arrives for it.

use crate::body::Piece;
use crate::error::with_causes;
use crate::{Postbox, block};
use bytes::Bytes;
use http::Response;
use http_body_util::BodyExt;
use hyper::body::Incoming as Body;
use std::error::Error as _;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// A request, and the response to it.
#[derive(Debug)]
pub struct Exchange {
    pub(crate) pieces: Option<mpsc::Sender<Piece>>,
    pub(crate) wanted: mpsc::Sender<()>,
    pub(crate) task: AbortHandle,
}

/// What arrives for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// The head of the response, as a block.
    Head(Vec<u8>),
    /// Bytes of its body, which were asked for, as everything behind the head.
    Data(Bytes),
    /// Its trailers, as a block.
    Trailers(Vec<u8>),
    /// The response is complete.
    Done,
    /// The rest of the response will never come.
    Broken {
        /// The code of HTTP/2, if the other side gave one for this request.
        code: Option<u32>,
        /// The cause.
        message: String,
    },
    /// A piece of the request is on its way.
    Sent,
}

impl Exchange {
    /// Asks for what comes next behind the head of the response.
    pub fn ask(&self) {
        // If it is asked for already, or if the response has ended, there is nothing to do.
        let _ = self.wanted.try_send(());
    }

    /// Sends bytes behind the head; returns false if the queue is full or the request has ended.
    pub fn send(&self, bytes: Vec<u8>) -> bool {
        self.put(Piece::Data(bytes.into()))
    }

    /// Ends the request.
    pub fn finish(&mut self) {
        self.pieces = None;
    }

    /// Gives the request up.
    pub fn cancel(&mut self) {
        self.put(Piece::Cancelled);
        self.pieces = None;
        self.task.abort();
    }

    fn put(&self, piece: Piece) -> bool {
        self.pieces.as_ref().is_some_and(|pieces| pieces.try_send(piece).is_ok())
    }
}

/// Where what arrives is posted.
pub(crate) struct Inbox<T, W> {
    pub to: Postbox<T>,
    pub wrap: W,
}

impl<T, W: Clone> Clone for Inbox<T, W> {
    fn clone(&self) -> Self {
        Self { to: self.to.clone(), wrap: self.wrap.clone() }
    }
}

impl<T: Send, W: Fn(Incoming) -> T> Inbox<T, W> {
    pub async fn post(&self, it: Incoming) -> bool {
        self.to.send((self.wrap)(it)).await
    }
}

/// Posts the head, and each part behind it when it is asked for, but for the last.
pub(crate) async fn receive<T: Send, W: Fn(Incoming) -> T>(
    response: Response<Body>,
    inbox: &Inbox<T, W>,
    mut asked: mpsc::Receiver<()>,
) -> Incoming {
    let (head, mut body) = response.into_parts();
    inbox.post(Incoming::Head(block::of_response(head.status, &head.headers))).await;
    while asked.recv().await.is_some() {
        let frame = match body.frame().await {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => return broken(&error),
            None => break,
        };
        match frame.into_data() {
            Ok(bytes) => inbox.post(Incoming::Data(bytes)).await,
            Err(frame) => match frame.into_trailers() {
                Ok(headers) => inbox.post(Incoming::Trailers(block::of_trailers(&headers))).await,
                Err(_) => true,
            },
        };
    }
    Incoming::Done
}

pub(crate) fn broken(error: &hyper::Error) -> Incoming {
    let http2 = error.source().and_then(|cause| cause.downcast_ref::<h2::Error>());
    let code = http2.filter(|error| error.is_reset()).and_then(h2::Error::reason).map(u32::from);
    Incoming::Broken { code, message: with_causes(error) }
}
