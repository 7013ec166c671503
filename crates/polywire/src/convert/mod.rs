//! Streams of messages from one wire format to another.

mod loss;
mod sink;
mod source;

pub use sink::Sink;
pub use source::Source;

use crate::osm;
use polywire_vm::Failure;
use std::fmt;
use std::io::{BufRead, Write};

/// How messages follow each other in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// The stream is one message.
    None,
    /// Each message stands behind its length as a varint.
    Delimited,
    /// Each message is one line.
    Lines,
}

/// Whether messages of a format are text without line feeds, so that a line can hold one.
pub fn is_text(format: &str) -> bool {
    matches!(format, "json" | "json_plain")
}

/// A message may have this many bytes in a stream.
const MESSAGE_LIMIT: u64 = 1 << 31;

/// What was converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of messages.
    pub messages: u64,
    /// Number of messages whose unknown fields the output does not hold.
    pub with_losses: u64,
}

/// Why a conversion stopped.
#[derive(Debug)]
pub struct Error {
    /// Number of the message, from 1.
    pub message: u64,
    /// What happened.
    pub cause: Cause,
}

/// What stopped a conversion.
#[derive(Debug)]
pub enum Cause {
    /// The stream that is read.
    Input(polywire_stream::Error),
    /// The stream that is written.
    Output(polywire_stream::Error),
    /// The message cannot be read.
    Decode(Failure),
    /// The message cannot be written.
    Encode(Failure),
    /// The OpenStreetMap file that is read.
    OsmInput(osm::Error),
    /// The OpenStreetMap file that is written.
    OsmOutput(osm::Error),
}

/// Converts all messages of `source`, one at a time.
pub fn run<R: BufRead, W: Write>(source: &mut Source<R>, sink: &mut Sink<W>) -> Result<Summary, Error> {
    let mut summary = Summary::default();
    loop {
        let numbered = |cause| Error { message: summary.messages + 1, cause };
        let Some(value) = source.next_message().map_err(numbered)? else { break };
        sink.put(&value).map_err(numbered)?;
        summary.with_losses += u64::from(loss::drops_unknown(&value, sink.format()));
        summary.messages += 1;
    }
    sink.finish().map_err(|cause| Error { message: summary.messages, cause })?;
    Ok(summary)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "message {}: {}", self.message, self.cause)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) | Self::Output(error) => error.fmt(f),
            Self::Decode(failure) => write!(f, "cannot be read: {failure}"),
            Self::Encode(failure) => write!(f, "cannot be written: {failure}"),
            Self::OsmInput(error) | Self::OsmOutput(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
