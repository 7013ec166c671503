//! Converts streams of messages between wire formats.
//!
//! Design: docs/decisions/0045-streams-and-files.md

mod avro_file;
mod batch;
mod boundary;
mod document;
mod explain;
mod losses;
mod mixed;
mod parallel;
mod sink;
mod source;
mod through;

pub use avro_file::{AvroInput, AvroOutput, AvroPlace, Damage};
pub use boundary::Boundary;
pub use document::Entities;
pub use explain::{Expected, expected_losses, expected_wrapping};
pub use losses::{Loss, Losses, Place};
pub use mixed::{Mixed, MixedTranscoder, UNNAMED, run_mixed};
pub use parallel::run as run_parallel;
pub use sink::Sink;
pub use source::{MAX_SIZE, Prefix, Source};
pub use through::through;

use crate::codec::{Lost, Stage, Transcoder};
use crate::{elements, osm};
use batch::Batch;
use polywire_stream::avro_file as avro;
pub use polywire_stream::sized::Size;
use polywire_stream::xml_document::DocumentError;
pub use polywire_stream::xml_document::{Canonical, Method};
use polywire_vm::{Refusal, TextPlace};
use std::fmt;
use std::io::{BufRead, Write};

/// The framing of messages in a stream.
#[derive(Clone, Debug)]
pub enum Framing {
    /// The stream is one message.
    None,
    /// The stream is one XML document in any encoding that it states, which may declare entities; it is written in UTF-8.
    Document(Entities),
    /// Each message is prefixed by its length as a varint.
    Delimited,
    /// Each message is prefixed by its length as an integer of a fixed size.
    Sized(Size),
    /// Each message is behind a Simple Open Framing Header. Those that are written state this type of the encoding; those
    /// that are read may state any.
    Sofh(u16),
    /// Concatenated self-delimiting messages.
    Concatenated(Boundary),
    /// Messages of GIOP. Those that are read may be in fragments.
    Giop,
    /// Each message is one line.
    Lines,
    /// The stream is one JSON array whose elements are the messages.
    Array,
    /// The stream is one XML document whose element has the messages in it.
    Elements,
    /// Each message is an [`osm::BLOCK`] in Protobuf, for one blob of an OpenStreetMap file.
    OsmPbf,
    /// The messages are the records of an Avro file, which is read.
    AvroInput(Box<AvroInput>),
    /// The messages are the records of an Avro file, which is written.
    AvroOutput(Box<AvroOutput>),
}

/// The result of a conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of messages.
    pub messages: u64,
    /// Number of messages with unknown fields that the output lacks.
    pub with_losses: u64,
    /// The places of those fields.
    pub losses: Losses,
    /// What the output lacks of that which is around the messages.
    pub around: Option<String>,
}

/// The message and cause at which a conversion stopped.
#[derive(Debug)]
pub struct Error {
    /// Number of the message, from 1.
    pub message: u64,
    /// The cause.
    pub cause: Cause,
}

/// The cause of an error.
#[derive(Debug)]
pub enum Cause {
    /// The input stream.
    Input(StreamError),
    /// The output stream.
    Output(StreamError),
    /// The message.
    Message(Stage, Refusal),
    /// Its type is not known.
    Type(String),
}

/// Why a stream could not be read or written.
#[derive(Debug)]
pub enum StreamError {
    /// The framing.
    Framing(polywire_stream::Error),
    /// The blobs of an OpenStreetMap file.
    Osm(osm::Error),
    /// The elements of an array.
    Elements(elements::Error),
    /// An Avro file.
    Avro(avro::Error),
    /// A document of XML, and where.
    Document(DocumentError, TextPlace),
}

/// Converts all messages of `source`, one at a time.
pub fn run<R: BufRead, W: Write>(
    source: &mut Source<R>,
    transcoder: &mut Transcoder,
    sink: &mut Sink<W>,
) -> Result<Summary, Error> {
    if source.has_blocks() {
        return run_in_batches(source, transcoder, sink);
    }
    let mut summary = Summary::default();
    let (mut input, mut output) = (Vec::new(), Vec::new());
    loop {
        let numbered = |cause| Error { message: summary.messages + 1, cause };
        if !source.read(&mut input).map_err(|error| numbered(Cause::Input(error)))? {
            break;
        }
        let converted = transcoder.transcode(&input, &mut output);
        let lost = converted.map_err(|(stage, refusal)| {
            let refusal = match stage {
                Stage::Decode => source.locate(transcoder.reads(), &input, refusal),
                Stage::Encode => refusal,
            };
            numbered(Cause::Message(stage, refusal))
        })?;
        sink.write(&output).map_err(|error| numbered(Cause::Output(error)))?;
        summary.add(lost, source.has_losses(), &input, transcoder);
    }
    sink.finish().map_err(|error| Error { message: summary.messages, cause: Cause::Output(error) })?;
    summary.around = source.lost_around();
    Ok(summary)
}

/// The same for messages in blocks.
fn run_in_batches<R: BufRead, W: Write>(
    source: &mut Source<R>,
    transcoder: &mut Transcoder,
    sink: &mut Sink<W>,
) -> Result<Summary, Error> {
    let mut summary = Summary::default();
    let mut batch = Batch::default();
    loop {
        let more = batch.fill(source, summary.messages);
        batch.convert(transcoder);
        batch.write(sink, &mut summary)?;
        if !more.map_err(|error| Error { message: summary.messages + 1, cause: Cause::Input(error) })? {
            break;
        }
    }
    sink.finish().map_err(|error| Error { message: summary.messages, cause: Cause::Output(error) })?;
    Ok(summary)
}

impl Summary {
    /// Adds a converted message, with its losses and those around it.
    pub fn add(&mut self, lost: Lost, around: bool, input: &[u8], transcoder: &Transcoder) {
        self.messages += 1;
        self.with_losses += u64::from(lost != Lost::default() || around);
        if around {
            self.losses.add_container(self.messages);
        }
        self.losses.add(self.messages, lost, input, transcoder);
    }

    /// Adds the summary of later messages.
    fn append(&mut self, next: Self) {
        self.messages = next.messages;
        self.with_losses += next.with_losses;
        self.losses.append(next.losses);
    }
}

impl StreamError {
    /// The error of a document.
    fn document(error: DocumentError, document: &[u8]) -> Self {
        let place = TextPlace::of(document, error.offset);
        Self::Document(error, place)
    }

    /// Returns the error of the reader or writer, if that is the cause.
    pub fn io(&self) -> Option<&std::io::Error> {
        match self {
            Self::Framing(polywire_stream::Error::Io(error))
            | Self::Osm(osm::Error::Stream(polywire_stream::Error::Io(error)))
            | Self::Elements(elements::Error::Stream(polywire_stream::Error::Io(error)))
            | Self::Avro(avro::Error { problem: avro::Problem::Io(error), .. }) => Some(error),
            Self::Framing(_) | Self::Osm(_) | Self::Elements(_) | Self::Avro(_) | Self::Document(..) => None,
        }
    }
}

impl From<polywire_stream::Error> for StreamError {
    fn from(error: polywire_stream::Error) -> Self {
        Self::Framing(error)
    }
}

impl From<elements::Error> for StreamError {
    fn from(error: elements::Error) -> Self {
        Self::Elements(error)
    }
}

impl From<avro::Error> for StreamError {
    fn from(error: avro::Error) -> Self {
        Self::Avro(error)
    }
}

impl From<osm::Error> for StreamError {
    fn from(error: osm::Error) -> Self {
        Self::Osm(error)
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Framing(error) => error.fmt(f),
            Self::Osm(error) => error.fmt(f),
            Self::Elements(error) => error.fmt(f),
            Self::Avro(error) => error.fmt(f),
            Self::Document(error, place) => write!(f, "{error} ({place})"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.message;
        match &self.cause {
            Cause::Input(error) | Cause::Output(error) => write!(f, "message {number}: {error}"),
            Cause::Type(why) => write!(f, "message {number}: {why}"),
            Cause::Message(Stage::Decode, failure) => write!(f, "message {number} cannot be read: {failure}"),
            Cause::Message(Stage::Encode, failure) => write!(f, "message {number} cannot be written: {failure}"),
        }
    }
}

impl std::error::Error for StreamError {}

impl std::error::Error for Error {}
