//! A request to a server, and what happens to it.

use crate::answer::{Answer, Head};
use crate::body::Piece;
use crate::unless::unless;
use crate::{Postbox, block};
use bytes::Bytes;
use http::{Version, request};
use http_body_util::BodyExt;
use hyper::body::Incoming as Body;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::timeout;

/// A request.
#[derive(Debug)]
pub struct Asked {
    /// The head, as a block.
    pub head: Vec<u8>,
    body: Body,
    /// The connection can have other requests only when the body is read: it is of HTTP/1.
    is_alone: bool,
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

/// How long, and how many bytes of a body are read that nobody wants.
const LINGER: Duration = Duration::from_secs(2);
const MOST_UNWANTED: usize = 1 << 20;

/// Pieces of an answer that are not on their way yet.
const QUEUE: usize = 64;

impl Asked {
    pub(crate) fn new(
        (head, body): (request::Parts, Body),
        handle: Handle,
        (waiting, pieces): (oneshot::Sender<Head>, mpsc::Sender<Piece>),
        place: OwnedSemaphorePermit,
    ) -> Self {
        let is_alone = head.version < Version::HTTP_2;
        Self { head: block::of_request(&head), body, is_alone, handle, waiting, pieces, place: Arc::new(place) }
    }

    /// Returns the version of HTTP.
    pub fn version(&self) -> crate::Version {
        if self.is_alone { crate::Version::Http1 } else { crate::Version::Http2 }
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
        let (mut body, is_alone) = (self.body, self.is_alone);
        let (until, answered) = oneshot::channel();
        self.handle.spawn(async move {
            let reading = receive(&mut body, asked, move |part| {
                let (to, part) = (to.clone(), wrap(part));
                async move { to.send(part).await }
            });
            unless(async { drop(answered.await) }, reading).await;
            if is_alone {
                // Otherwise the connection would be cut off before the caller has read the answer.
                let _ = timeout(LINGER, drain(body)).await;
            }
        });
        Answer { head: Some(self.waiting), queue, wanted, _until: until, more: Vec::new(), _place: place }
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
async fn receive<F: Future<Output = bool>>(body: &mut Body, mut asked: mpsc::Receiver<()>, tell: impl Fn(Part) -> F) {
    while asked.recv().await.is_some() {
        let part = next_part(body).await;
        let is_last = !matches!(part, Part::Data(_));
        if !tell(part).await || is_last {
            return;
        }
    }
}

/// Reads what nobody wants, but not without end.
async fn drain(mut body: Body) {
    let mut left = MOST_UNWANTED;
    while let Part::Data(bytes) = next_part(&mut body).await {
        match left.checked_sub(bytes.len()) {
            Some(rest) => left = rest,
            None => return,
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
