//! Requests to a server.

use crate::answer::Answer;
use crate::body::Pieces;
use crate::mailbox::mailbox;
use crate::stream::{Boxed, Stream};
use crate::{Address, Error, Identity, Mailbox, Network, Postbox, Target, block, tls};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming as Body;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

/// A server that listens; it ends with this value.
#[derive(Debug)]
pub struct Server {
    /// Where it listens, for people and clients.
    pub url: String,
    task: AbortHandle,
}

/// A request.
#[derive(Debug)]
pub struct Asked {
    /// The head, as a block.
    pub head: Vec<u8>,
    /// Where its body arrives.
    pub body: Mailbox<Part>,
    /// Where the answer goes.
    pub answer: Answer,
}

/// A part of a request's body.
#[derive(Debug)]
pub enum Part {
    /// Bytes.
    Data(Bytes),
    /// The request is complete.
    Done,
    /// The rest of the request will never come.
    Broken,
}

/// Connections at the same time.
const CONNECTIONS: usize = 1 << 10;
/// Requests at the same time: of a connection, and of all.
const STREAMS: u32 = 100;
const REQUESTS: usize = 256;
/// How long a client may take for the handshake of TLS.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long nothing is accepted after a failure, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// Pieces of a request or of an answer that nobody has read yet.
const QUEUE: usize = 16;

enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(tokio::net::UnixListener),
}

impl Network {
    /// Listens at the address of a target, and posts requests.
    pub fn serve(&self, target: &Target, identity: Option<&Identity>, to: &Postbox<Asked>) -> Result<Server, Error> {
        let acceptor = identity.map(tls::acceptor).transpose()?;
        let (listener, url) = self.wait(listen(target)).map_err(|error| Error::Listen(target.to_string(), error))?;
        let places = Arc::new(Semaphore::new(REQUESTS));
        let requests = Requests { inbox: to.clone(), handle: self.handle().clone(), places };
        let task = self.handle().spawn(accept(listener, acceptor, requests));
        Ok(Server { url, task: task.abort_handle() })
    }
}

async fn listen(target: &Target) -> io::Result<(Listener, String)> {
    let scheme = if target.is_tls { "https" } else { "http" };
    match &target.address {
        Address::Host(host, port) => {
            let listener = TcpListener::bind((host.as_str(), *port)).await?;
            let url = format!("{scheme}://{}", listener.local_addr()?);
            Ok((Listener::Tcp(listener), url))
        }
        #[cfg(unix)]
        Address::Unix(path) => {
            let listener = tokio::net::UnixListener::bind(path)?;
            Ok((Listener::Unix(listener), format!("unix:{}", path.display())))
        }
        #[cfg(not(unix))]
        Address::Unix(_) => Err(io::Error::new(io::ErrorKind::Unsupported, "there are no Unix sockets on this system")),
    }
}

impl Listener {
    async fn accept(&self) -> io::Result<Stream> {
        match self {
            Self::Tcp(listener) => {
                let stream = listener.accept().await?.0;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            #[cfg(unix)]
            Self::Unix(listener) => Ok(Box::new(listener.accept().await?.0)),
        }
    }
}

/// Where requests go.
#[derive(Clone)]
struct Requests {
    inbox: Postbox<Asked>,
    handle: Handle,
    /// A place for each request that is not answered yet.
    places: Arc<Semaphore>,
}

async fn accept(listener: Listener, acceptor: Option<TlsAcceptor>, requests: Requests) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok(stream) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let (acceptor, requests) = (acceptor.clone(), requests.clone());
        tokio::spawn(async move {
            connection(stream, acceptor, requests).await;
            drop(place);
        });
    }
}

async fn connection(stream: Stream, acceptor: Option<TlsAcceptor>, requests: Requests) {
    let stream: Stream = match acceptor {
        None => stream,
        Some(acceptor) => match timeout(HANDSHAKE, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => Box::new(stream),
            Ok(Err(_)) | Err(_) => return,
        },
    };
    let service = service_fn(|request| requests.clone().answer(request));
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http2().max_concurrent_streams(STREAMS);
    // Whatever ends a connection, the requests on it are told.
    let _ = builder.serve_connection(TokioIo::new(Boxed(stream)), service).await;
}

impl Requests {
    async fn answer(self, request: Request<Body>) -> Result<Response<Pieces>, Error> {
        let no_answer = || Error::Head("there is no answer".to_owned());
        let place = self.places.acquire_owned().await.map_err(|_| no_answer())?;
        let (head, body) = request.into_parts();
        let (waiting, awaited) = oneshot::channel();
        let (pieces, answer_body) = mpsc::channel(QUEUE);
        let (postbox, mailbox) = mailbox(self.handle, QUEUE);
        let answer = Answer { head: Some(waiting), pieces, _place: place };
        let asked = Asked { head: block::of_request(&head), body: mailbox, answer };
        if !self.inbox.send(asked).await {
            return Err(no_answer());
        }
        tokio::spawn(receive(body, postbox));
        let head = awaited.await.map_err(|_| no_answer())?;
        let body = if head.is_all { Pieces::empty(answer_body) } else { Pieces::of(answer_body) };
        block::response(&head.block, body)
    }
}

/// Posts the parts of a body.
async fn receive(mut body: Body, to: Postbox<Part>) {
    while let Some(frame) = body.frame().await {
        let is_read = match frame.map(hyper::body::Frame::into_data) {
            Ok(Ok(bytes)) => to.send(Part::Data(bytes)).await,
            Ok(Err(_)) => true,
            Err(_) => {
                to.send(Part::Broken).await;
                return;
            }
        };
        if !is_read {
            return;
        }
    }
    to.send(Part::Done).await;
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}
