//! Connections of a client.

use crate::body::Pieces;
use crate::error::with_causes;
use crate::exchange::{Inbox, broken, receive};
use crate::stream::{Boxed, connect, in_time};
use crate::{Error, Exchange, Incoming, Network, Postbox, Target, Trust, Version, block};
use http::{Request, Response};
use hyper::body::Incoming as Body;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, mpsc};

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
        self.wait(self.reach(target, trust, version, within))
    }

    /// The same in asynchronous code.
    pub async fn reach(
        &self,
        target: &Target,
        trust: &Trust,
        version: Version,
        within: Option<Duration>,
    ) -> Result<Connection, Error> {
        let sender = in_time(target, within, connected(target, trust, version)).await?;
        Ok(Connection { handle: self.handle().clone(), target: target.clone(), version, sender })
    }
}

async fn connected(target: &Target, trust: &Trust, version: Version) -> Result<Sender, Error> {
    let stream = TokioIo::new(Boxed(connect(target, trust, Some(version)).await?));
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
    /// Returns true if the other side has not closed the connection.
    pub fn is_open(&self) -> bool {
        match &self.sender {
            // One that is in use is open.
            Sender::Http1(sender) => sender.try_lock().map_or(true, |sender| !sender.is_closed()),
            Sender::Http2(sender) => !sender.is_closed(),
        }
    }

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
        let (wanted, asked) = mpsc::channel(1);
        let response = self.response(request);
        let task = self.handle.spawn(async move {
            let last = match response.await {
                Ok(response) => receive(response, &inbox, asked).await,
                Err(error) => broken(&error),
            };
            inbox.post(last).await;
        });
        Ok(Exchange { pieces: Some(queue), wanted, task: task.abort_handle() })
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
