//! Requests of a client, and what arrives for them.

use crate::body::{Piece, Pieces};
use crate::error::with_causes;
use crate::stream::{Boxed, connect};
use crate::{Error, Network, Postbox, Target, Trust, Version, block};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming as Body;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::error::Error as _;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, mpsc};
use tokio::task::AbortHandle;

/// A connection to a server.
pub struct Connection {
    handle: Handle,
    target: Target,
    version: Version,
    sender: Sender,
}

/// What sends requests.
enum Sender {
    Http1(std::sync::Arc<Mutex<http1::SendRequest<Pieces>>>),
    Http2(http2::SendRequest<Pieces>),
}

/// A request, and the response to it.
#[derive(Debug)]
pub struct Exchange {
    pieces: Option<mpsc::Sender<Piece>>,
    task: AbortHandle,
}

/// What arrives for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// The head of the response, as a block.
    Head(Vec<u8>),
    /// Bytes of its body.
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

/// Pieces that are not on their way yet.
const QUEUE: usize = 64;

impl Network {
    /// Connects to a server.
    pub fn connect(
        &self,
        target: &Target,
        trust: &Trust,
        version: Version,
        within: Option<Duration>,
    ) -> Result<Connection, Error> {
        self.wait(async {
            let connecting = connected(target, trust, version);
            let sender = match within {
                None => connecting.await?,
                Some(within) => match tokio::time::timeout(within, connecting).await {
                    Ok(sender) => sender?,
                    Err(_) => return Err(Error::unreachable(target, "the time is over")),
                },
            };
            Ok(Connection { handle: self.handle().clone(), target: target.clone(), version, sender })
        })
    }
}

async fn connected(target: &Target, trust: &Trust, version: Version) -> Result<Sender, Error> {
    let stream = TokioIo::new(Boxed(connect(target, trust, version).await?));
    let failed = |error: hyper::Error| Error::unreachable(target, with_causes(&error));
    match version {
        Version::Http1 => {
            let (sender, connection) = http1::handshake(stream).await.map_err(failed)?;
            tokio::spawn(connection);
            Ok(Sender::Http1(std::sync::Arc::new(Mutex::new(sender))))
        }
        Version::Http2 => {
            let (sender, connection) = http2::handshake(TokioExecutor::new(), stream).await.map_err(failed)?;
            tokio::spawn(connection);
            Ok(Sender::Http2(sender))
        }
    }
}

impl Connection {
    /// Sends the head of a request. What arrives is posted in the form that `wrap` gives it.
    pub fn exchange<T: Send + 'static>(
        &self,
        head: &[u8],
        to: &Postbox<T>,
        wrap: impl Fn(Incoming) -> T + Clone + Send + Sync + 'static,
    ) -> Result<Exchange, Error> {
        let (queue, mut queued) = mpsc::channel(QUEUE);
        let (pieces, body) = mpsc::channel(1);
        let request = block::request(head, &self.target, self.version, Pieces::of(body))?;
        let inbox = Inbox { to: to.clone(), wrap };
        let told = inbox.clone();
        self.handle.spawn(async move {
            while let Some(piece) = queued.recv().await {
                if pieces.send(piece).await.is_err() || !told.post(Incoming::Sent).await {
                    break;
                }
            }
        });
        let response = self.response(request);
        let task = self.handle.spawn(async move {
            let last = match response.await {
                Ok(response) => receive(response, &inbox).await,
                Err(error) => broken(&error),
            };
            inbox.post(last).await;
        });
        Ok(Exchange { pieces: Some(queue), task: task.abort_handle() })
    }

    fn response(
        &self,
        request: Request<Pieces>,
    ) -> impl Future<Output = hyper::Result<Response<Body>>> + Send + 'static {
        let sender = match &self.sender {
            Sender::Http1(sender) => Sender::Http1(sender.clone()),
            Sender::Http2(sender) => Sender::Http2(sender.clone()),
        };
        async move {
            match sender {
                Sender::Http1(sender) => {
                    let mut sender = sender.lock().await;
                    sender.ready().await?;
                    sender.send_request(request).await
                }
                Sender::Http2(mut sender) => {
                    sender.ready().await?;
                    sender.send_request(request).await
                }
            }
        }
    }
}

/// Where what arrives is posted.
struct Inbox<T, W> {
    to: Postbox<T>,
    wrap: W,
}

impl<T, W: Clone> Clone for Inbox<T, W> {
    fn clone(&self) -> Self {
        Self { to: self.to.clone(), wrap: self.wrap.clone() }
    }
}

impl<T: Send, W: Fn(Incoming) -> T> Inbox<T, W> {
    async fn post(&self, it: Incoming) -> bool {
        self.to.send((self.wrap)(it)).await
    }
}

/// Posts what arrives, but for the last.
async fn receive<T: Send, W: Fn(Incoming) -> T>(response: Response<Body>, inbox: &Inbox<T, W>) -> Incoming {
    let (head, mut body) = response.into_parts();
    inbox.post(Incoming::Head(block::of_response(head.status, &head.headers))).await;
    while let Some(frame) = body.frame().await {
        let frame = match frame {
            Ok(frame) => frame,
            Err(error) => return broken(&error),
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

fn broken(error: &hyper::Error) -> Incoming {
    let http2 = error.source().and_then(|cause| cause.downcast_ref::<h2::Error>());
    let code = http2.filter(|error| error.is_reset()).and_then(h2::Error::reason).map(u32::from);
    Incoming::Broken { code, message: with_causes(error) }
}

impl Exchange {
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
