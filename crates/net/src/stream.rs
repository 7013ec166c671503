//! Streams of bytes to a server: TCP, Unix sockets, and TLS over them.

use crate::{Address, Error, Target, Trust, Version, tls};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A connected stream.
pub(crate) type Stream = Box<dyn Connected>;

/// A stream in both directions.
pub(crate) trait Connected: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Connected for S {}

/// Connects to a server; over TLS, `version` is agreed upon.
pub(crate) async fn connect(target: &Target, trust: &Trust, version: Option<Version>) -> Result<Stream, Error> {
    let stream = open(&target.address).await.map_err(|error| Error::unreachable(target, error))?;
    if target.is_tls { tls::connect(stream, target, trust, version).await } else { Ok(stream) }
}

/// Waits for a connection no longer than this.
pub(crate) async fn in_time<T>(
    target: &Target,
    within: Option<Duration>,
    connecting: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    match within {
        None => connecting.await,
        Some(within) => match tokio::time::timeout(within, connecting).await {
            Ok(connected) => connected,
            Err(_) => Err(Error::unreachable(target, "the time is over")),
        },
    }
}

async fn open(address: &Address) -> io::Result<Stream> {
    match address {
        Address::Host(host, port) => {
            let stream = TcpStream::connect((host.as_str(), *port)).await?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream))
        }
        #[cfg(unix)]
        Address::Unix(path) => Ok(Box::new(tokio::net::UnixStream::connect(path).await?)),
        #[cfg(not(unix))]
        Address::Unix(_) => Err(io::Error::new(io::ErrorKind::Unsupported, "there are no Unix sockets on this system")),
    }
}

/// A stream as libraries need it.
pub(crate) struct Boxed(pub Stream);

impl AsyncRead for Boxed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Boxed {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
