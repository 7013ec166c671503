//! Streams of bytes in both directions, without HTTP.

use crate::mailbox::mailbox;
use crate::stream::{Stream, connect, in_time};
use crate::{Error, Mailbox, Network, Postbox, Target, Trust};
use bytes::Bytes;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf, split};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::timeout;

/// A stream to the other side; it ends with this value.
#[derive(Debug)]
pub struct Link {
    handle: Handle,
    pieces: mpsc::Sender<Bytes>,
    writing: JoinHandle<()>,
    reading: Reading,
}

/// Reads a stream until the end of this value.
#[derive(Debug)]
struct Reading(AbortHandle);

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A connection of a client.
#[derive(Debug)]
pub struct Linked {
    /// The stream to the client.
    pub link: Link,
    /// What it sends.
    pub arrived: Mailbox<Arrived>,
    /// Other connections wait for it when there are as many as allowed.
    pub(crate) _place: OwnedSemaphorePermit,
}

impl Linked {
    pub(crate) fn new(handle: &Handle, stream: Stream, place: OwnedSemaphorePermit) -> Self {
        let (postbox, arrived) = mailbox(handle.clone(), ARRIVED);
        Self { link: joined(handle, stream, &postbox, |it| it), arrived, _place: place }
    }
}

/// What arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    /// Bytes.
    Data(Bytes),
    /// The other side sends nothing more.
    Done,
    /// The connection is lost, for this cause.
    Lost(String),
}

/// Pieces that are not on their way yet.
const QUEUE: usize = 64;
/// Pieces of a client that nobody has read yet.
const ARRIVED: usize = 16;
/// Most bytes of a piece that arrives.
const PIECE: usize = 1 << 16;

impl Network {
    /// Connects to a server. What arrives is posted in the form that `wrap` gives it.
    pub fn link<T: Send + 'static>(
        &self,
        target: &Target,
        (trust, within): (&Trust, Option<Duration>),
        to: &Postbox<T>,
        wrap: impl Fn(Arrived) -> T + Send + Sync + 'static,
    ) -> Result<Link, Error> {
        self.wait(async {
            let stream = in_time(target, within, connect(target, trust, None)).await?;
            Ok(joined(self.handle(), stream, to, wrap))
        })
    }
}

/// Starts to read and write a stream.
fn joined<T: Send + 'static>(
    handle: &Handle,
    stream: Stream,
    to: &Postbox<T>,
    wrap: impl Fn(Arrived) -> T + Send + Sync + 'static,
) -> Link {
    let (reader, writer) = split(stream);
    let (pieces, queued) = mpsc::channel(QUEUE);
    let writing = handle.spawn(write(writer, queued));
    let reading = handle.spawn(read(reader, to.clone(), wrap));
    Link { handle: handle.clone(), pieces, writing, reading: Reading(reading.abort_handle()) }
}

impl Link {
    /// Sends bytes, and waits for room; returns false if the connection is lost. Not for asynchronous code.
    pub fn send(&self, bytes: Vec<u8>) -> bool {
        self.pieces.blocking_send(bytes.into()).is_ok()
    }

    /// Returns true unless the other side has ended the stream, or it is lost.
    pub fn is_open(&self) -> bool {
        !self.reading.0.is_finished()
    }

    /// Ends the stream when everything is sent, or the other side takes nothing for so long.
    pub fn close(self, within: Duration) {
        let Self { handle, pieces, writing, reading } = self;
        drop(pieces);
        let _ = handle.block_on(async { timeout(within, writing).await });
        drop(reading);
    }
}

async fn write(mut writer: WriteHalf<Stream>, mut queued: mpsc::Receiver<Bytes>) {
    while let Some(piece) = queued.recv().await {
        if writer.write_all(&piece).await.is_err() {
            return;
        }
    }
    let _ = writer.shutdown().await;
}

async fn read<T: Send>(mut reader: ReadHalf<Stream>, to: Postbox<T>, wrap: impl Fn(Arrived) -> T) {
    let mut buffer = vec![0; PIECE];
    loop {
        let arrived = match reader.read(&mut buffer).await {
            Ok(0) => Arrived::Done,
            Ok(size) => Arrived::Data(Bytes::copy_from_slice(&buffer[..size])),
            Err(error) => Arrived::Lost(error.to_string()),
        };
        let is_last = !matches!(arrived, Arrived::Data(_));
        if !to.send(wrap(arrived)).await || is_last {
            return;
        }
    }
}
