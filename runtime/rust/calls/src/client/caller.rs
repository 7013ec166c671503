//! A server, and the connections to it.

use crate::{DEFAULT_MAX_SIZE, Error, Form, Protocol, Result, Shape, Status};
use polywire_net::{Connection, Error as ConnectionError, Network, Target, Trust, Version};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Makes calls to a server by a protocol. It connects when it is needed. Clones use the same connections.
#[derive(Clone)]
pub struct Caller {
    pub(super) settings: Arc<Settings>,
    connections: Arc<Connections>,
}

#[derive(Clone)]
pub(super) struct Settings {
    pub protocol: &'static Protocol,
    target: Target,
    trust: Trust,
    pub format: Option<String>,
    pub is_compressed: bool,
    pub max_size: u64,
    pub gets: bool,
    is_http2: bool,
}

/// The connections to a server.
#[derive(Default)]
struct Connections {
    /// One for all calls over HTTP/2.
    shared: tokio::sync::Mutex<Option<Arc<Connection>>>,
    /// Those over HTTP/1.1 that no call uses.
    idle: Mutex<Vec<Arc<Connection>>>,
}

/// Connections that are kept although no call uses them.
const MOST_IDLE: usize = 64;

impl Caller {
    /// Returns a caller for a server at a URL as `http://localhost:8080`, `https://example.com` or `unix:/run/server`.
    ///
    /// # Errors
    /// If the text is no address.
    pub fn new(url: &str, protocol: &'static Protocol) -> Result<Self, ConnectionError> {
        let (trust, target) = (Trust::default(), Target::parse(url)?);
        let (format, is_compressed, max_size, gets, is_http2) = (None, false, DEFAULT_MAX_SIZE, false, false);
        let settings = Settings { protocol, target, trust, format, is_compressed, max_size, gets, is_http2 };
        Ok(Self { settings: Arc::new(settings), connections: Arc::default() })
    }

    fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(Arc::make_mut(&mut self.settings));
        self.connections = Arc::default();
        self
    }

    /// Trusts these certificates of servers by TLS, in the place of those of the system.
    #[must_use]
    pub fn with_trust(self, trust: Trust) -> Self {
        self.with(|it| it.trust = trust)
    }

    /// Compresses messages with gzip. Answers may be compressed in any case.
    #[must_use]
    pub fn with_compression(self) -> Self {
        self.with(|it| it.is_compressed = true)
    }

    /// Sends messages in another format than the usual one of the methods, such as `json`.
    #[must_use]
    pub fn with_format(self, name: impl Into<String>) -> Self {
        self.with(|it| it.format = Some(name.into()))
    }

    /// Sets the number of bytes that a message of an answer may have; otherwise it is [`DEFAULT_MAX_SIZE`].
    #[must_use]
    pub fn with_max_size(self, size: u64) -> Self {
        self.with(|it| it.max_size = size)
    }

    /// Asks by `GET`, which caches can answer, where the protocol has that and the schema says that a method changes nothing.
    #[must_use]
    pub fn with_get(self) -> Self {
        self.with(|it| it.gets = true)
    }

    /// Uses HTTP/2 for all calls. Otherwise, it is used where the protocol needs it.
    #[must_use]
    pub fn with_http2(self) -> Self {
        self.with(|it| it.is_http2 = true)
    }

    /// Returns a connection for a call.
    pub(super) async fn connection(&self, form: &Form, shape: Shape) -> Result<Lease> {
        if form.needs_http2(shape) || self.settings.is_http2 {
            let mut shared = self.connections.shared.lock().await;
            let connection = match shared.as_ref().filter(|it| it.is_open()) {
                Some(connection) => connection.clone(),
                None => self.connect(Version::Http2).await?,
            };
            *shared = Some(connection.clone());
            return Ok(Lease { connection, back: None });
        }
        let connection = match self.connections.take() {
            Some(connection) => connection,
            None => self.connect(Version::Http1).await?,
        };
        Ok(Lease { connection, back: Some(self.connections.clone()) })
    }

    async fn connect(&self, version: Version) -> Result<Arc<Connection>> {
        let Settings { target, trust, .. } = &*self.settings;
        let connected = async { Network::here()?.reach(target, trust, version, None).await };
        let unavailable = |error: ConnectionError| Error::new(Status::UNAVAILABLE, error.to_string());
        connected.await.map(Arc::new).map_err(unavailable)
    }
}

impl Connections {
    fn take(&self) -> Option<Arc<Connection>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|it| it.is_open());
        idle.pop()
    }
}

/// A connection of a call.
pub(super) struct Lease {
    pub connection: Arc<Connection>,
    /// Where it is kept if another call can use it behind this one.
    back: Option<Arc<Connections>>,
}

impl Lease {
    /// The answer has arrived, so that another call can use the connection.
    pub fn give_back(&mut self) {
        let Some(connections) = self.back.take() else { return };
        let mut idle = connections.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(self.connection.clone());
        }
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { protocol, target, .. } = &*self.settings;
        f.debug_struct("Caller").field("protocol", &protocol.name).field("target", target).finish_non_exhaustive()
    }
}
