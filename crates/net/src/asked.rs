//! A request to a server, and what happens to it.

use crate::answer::{Answer, Head};
use crate::body::Piece;
use crate::unless::unless;
use crate::{Postbox, block};
use bytes::Bytes;
use http::request;
use http_body_util::BodyExt;
use hyper::body::Incoming as Body;
use std::future::Future;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

/// A request.
#[derive(Debug)]
pub struct Asked {
    /// The head, as a block.
    pub head: Vec<u8>,
    body: Body,
    handle: Handle,
    waiting: oneshot::Sender<Head>,
    pieces: mpsc::Sender<Piece>,
    place: Arc<OwnedSemaphorePermit>,
}

/// What happens to a request.
#[derive(Debug)]
pub enum Part {
    /// Bytes of its body, which were asked for.
    Data(Bytes),
    /// The body is complete.
    Done,
    /// Nobody waits for the answer any more, or the rest of the body will never come.
    Gone,
    /// A piece of the answer is on its way.
    Sent,
}

/// Pieces of an answer that are not on their way yet.
const QUEUE: usize = 64;

impl Asked {
    pub(crate) fn new(
        (head, body): (request::Parts, Body),
        handle: Handle,
        (waiting, pieces): (oneshot::Sender<Head>, mpsc::Sender<Piece>),
        place: OwnedSemaphorePermit,
    ) -> Self {
        Self { head: block::of_request(&head), body, handle, waiting, pieces, place: Arc::new(place) }
    }

    /// Begins to answer. What happens is posted in the form that `wrap` gives it.
    pub fn answer<T: Send + 'static>(
        self,
        to: &Postbox<T>,
        wrap: impl Fn(Part) -> T + Clone + Send + Sync + 'static,
    ) -> Answer {
        let (queue, queued) = mpsc::channel(QUEUE);
        let (wanted, asked) = mpsc::channel(1);
        let (place, held) = (self.place.clone(), self.place);
        let (told, wrapped) = (to.clone(), wrap.clone());
        let sending = send(queued, self.pieces, move |part| {
            let (told, part) = (told.clone(), wrapped(part));
            async move { told.send(part).await }
        });
        self.handle.spawn(async move {
            sending.await;
            drop(held);
        });
        let to = to.clone();
        let reader = self.handle.spawn(receive(self.body, asked, move |part| {
            let (to, part) = (to.clone(), wrap(part));
            async move { to.send(part).await }
        }));
        Answer {
            head: Some(self.waiting),
            queue,
            wanted,
            reader: reader.abort_handle(),
            more: Vec::new(),
            _place: place,
        }
    }
}

/// Hands the pieces of an answer over, and tells when nobody waits for more.
async fn send<F: Future<Output = bool>>(
    mut queue: mpsc::Receiver<Piece>,
    to: mpsc::Sender<Piece>,
    tell: impl Fn(Part) -> F,
) {
    let mut is_heard = true;
    loop {
        match unless(to.closed(), queue.recv()).await {
            Some(Some(piece)) => {
                let is_sent = to.send(piece).await.is_ok();
                // Whoever has given the whole answer listens no more.
                is_heard = is_heard && is_sent && tell(Part::Sent).await;
            }
            Some(None) => return,
            None => {
                tell(Part::Gone).await;
                return;
            }
        }
    }
}

/// Posts each part of a body when it is asked for.
async fn receive<F: Future<Output = bool>>(mut body: Body, mut asked: mpsc::Receiver<()>, tell: impl Fn(Part) -> F) {
    while asked.recv().await.is_some() {
        let part = next_part(&mut body).await;
        let is_last = !matches!(part, Part::Data(_));
        if !tell(part).await || is_last {
            return;
        }
    }
}

async fn next_part(body: &mut Body) -> Part {
    loop {
        match body.frame().await.map(|frame| frame.map(hyper::body::Frame::into_data)) {
            None => return Part::Done,
            Some(Ok(Ok(bytes))) => return Part::Data(bytes),
            // Trailers mean nothing to a server.
            Some(Ok(Err(_))) => {}
            Some(Err(_)) => return Part::Gone,
        }
    }
}
