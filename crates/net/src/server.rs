//! Requests to a server.

use crate::body::Pieces;
use crate::stream::{Boxed, Stream};
use crate::unless::unless;
use crate::{Address, Asked, Error, Linked, Network, Postbox, ServerTls, Target, block, tls};
use http::{Request, Response};
use hyper::body::Incoming as Body;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

/// A server that listens; it ends with this value.
#[derive(Debug)]
pub struct Server {
    /// Where it listens, for people and clients.
    pub url: String,
    /// Whoever accepts connections waits for the end of it.
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
    socket: Option<PathBuf>,
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
enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(tokio::net::UnixListener),
}

impl Network {
    /// Listens at the address of a target, and posts requests in the form that `wrap` gives them.
    pub fn serve<T: Send + 'static>(
        &self,
        target: &Target,
        tls: Option<&ServerTls>,
        to: &Postbox<T>,
        wrap: impl Fn(Asked) -> T + Clone + Send + Sync + 'static,
    ) -> Result<Server, Error> {
        self.wait(self.serve_here(target, tls, to, wrap))
    }

    /// The same in asynchronous code.
    pub async fn serve_here<T: Send + 'static>(
        &self,
        target: &Target,
        tls: Option<&ServerTls>,
        to: &Postbox<T>,
        wrap: impl Fn(Asked) -> T + Clone + Send + Sync + 'static,
    ) -> Result<Server, Error> {
        let places = Arc::new(Semaphore::new(REQUESTS));
        let requests = Requests { inbox: to.clone(), wrap, handle: self.handle().clone(), places };
        let serve = move |stream, watcher, place| {
            let requests = requests.clone();
            async move {
                connection(stream, requests, watcher).await;
                drop(place);
            }
        };
        self.listen(target, tls, serve).await
    }

    /// Listens at the address of a target, and posts connections in the form that `wrap` gives them.
    pub fn serve_links<T: Send + 'static>(
        &self,
        target: &Target,
        tls: Option<&ServerTls>,
        to: &Postbox<T>,
        wrap: impl Fn(Linked) -> T + Clone + Send + Sync + 'static,
    ) -> Result<Server, Error> {
        let (handle, to) = (self.handle().clone(), to.clone());
        let server = self.wait(self.listen(target, tls, move |stream, _, place| {
            let (to, linked) = (to.clone(), wrap(Linked::new(&handle, stream, place)));
            async move {
                // If nobody serves it, the connection ends.
                to.send(linked).await;
            }
        }));
        // Such an address has no scheme, unless TLS is needed.
        server.map(|mut server| {
            server.url = server.url.trim_start_matches("http://").to_owned();
            server
        })
    }

    async fn listen<S, F>(&self, target: &Target, tls: Option<&ServerTls>, serve: S) -> Result<Server, Error>
    where
        S: Fn(Stream, Watcher, OwnedSemaphorePermit) -> F + Clone + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let acceptor = tls.map(tls::acceptor).transpose()?;
        let (listener, url) = listen(target).await.map_err(|error| Error::Listen(target.to_string(), error))?;
        let socket = match &target.address {
            Address::Unix(path) => Some(path.clone()),
            Address::Host(..) => None,
        };
        let (stop, stopped) = oneshot::channel();
        let task = self.handle().spawn(accept(listener, acceptor, serve, stopped));
        Ok(Server { url, stop: Some(stop), task: Some(task), socket })
    }

    /// Accepts no more connections and requests, and waits until those that there are have ended, but not longer than this.
    pub fn stop(&self, server: Server, within: Duration) {
        self.wait(server.stop(within));
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
struct Requests<T, W> {
    inbox: Postbox<T>,
    wrap: W,
    handle: Handle,
    /// A place for each request that is not answered yet.
    places: Arc<Semaphore>,
}

impl<T, W: Clone> Clone for Requests<T, W> {
    fn clone(&self) -> Self {
        let (inbox, wrap) = (self.inbox.clone(), self.wrap.clone());
        Self { inbox, wrap, handle: self.handle.clone(), places: self.places.clone() }
    }
}

/// Hands over connections, each with its place, until the server is stopped.
async fn accept<S, F>(listener: Listener, acceptor: Option<TlsAcceptor>, serve: S, mut stopped: oneshot::Receiver<()>)
where
    S: Fn(Stream, Watcher, OwnedSemaphorePermit) -> F + Clone + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    let (places, connections) = (Arc::new(Semaphore::new(CONNECTIONS)), GracefulShutdown::new());
    let next = async || {
        let place = places.clone().acquire_owned().await.ok()?;
        Some((listener.accept().await, place))
    };
    while let Some(Some((accepted, place))) = unless(async { drop((&mut stopped).await) }, next()).await {
        let Ok(stream) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        let (acceptor, serve, watcher) = (acceptor.clone(), serve.clone(), connections.watcher());
        tokio::spawn(async move {
            if let Some(stream) = secured(stream, acceptor).await {
                serve(stream, watcher, place).await;
            }
        });
    }
    drop(listener);
    connections.shutdown().await;
}

async fn secured(stream: Stream, acceptor: Option<TlsAcceptor>) -> Option<Stream> {
    let Some(acceptor) = acceptor else { return Some(stream) };
    let stream = timeout(HANDSHAKE, acceptor.accept(stream)).await.ok()?.ok()?;
    Some(Box::new(stream))
}

async fn connection<T: Send + 'static, W: Fn(Asked) -> T + Clone + Send + Sync + 'static>(
    stream: Stream,
    requests: Requests<T, W>,
    watcher: Watcher,
) {
    let service = service_fn(|request| requests.clone().answer(request));
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http2().max_concurrent_streams(STREAMS);
    // Whatever ends a connection, the requests on it are told.
    let _ = watcher.watch(builder.serve_connection(TokioIo::new(Boxed(stream)), service)).await;
}

impl<T: Send + 'static, W: Fn(Asked) -> T> Requests<T, W> {
    async fn answer(self, request: Request<Body>) -> Result<Response<Pieces>, Error> {
        let no_answer = || Error::Head("there is no answer".to_owned());
        let place = self.places.acquire_owned().await.map_err(|_| no_answer())?;
        let (waiting, awaited) = oneshot::channel();
        let (pieces, answer_body) = mpsc::channel(1);
        let asked = Asked::new(request.into_parts(), self.handle, (waiting, pieces), place);
        if !self.inbox.send((self.wrap)(asked)).await {
            return Err(no_answer());
        }
        let head = awaited.await.map_err(|_| no_answer())?;
        let body = if head.is_all { Pieces::empty(answer_body) } else { Pieces::of(answer_body) };
        block::response(&head.block, body)
    }
}

impl Server {
    /// Accepts no more connections and requests, and waits until those that there are have ended, but not longer than this.
    pub async fn stop(mut self, within: Duration) {
        drop(self.stop.take());
        if let Some(task) = &mut self.task {
            // What has not ended then is cut off.
            let _ = timeout(within, task).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.iter().for_each(JoinHandle::abort);
        if let Some(socket) = &self.socket {
            let _ = std::fs::remove_file(socket);
        }
    }
}
