use super::{Mixed, StreamError};
use crate::codec::Codec;
use crate::elements::{ElementReader, Elements};
use crate::untyped::msgpack;
use polywire_ir::ErrorCode;
use polywire_lower::framing::FrameFormat;
use polywire_lower::{Delimiting, Format};
use polywire_stream::Error;
use polywire_vm::Session;
use std::collections::BTreeMap;
use std::io::{BufRead, Read};

/// Finds the ends of consecutive messages.
#[derive(Clone, Debug)]
pub enum Boundary {
    /// Framed: the ends can be found without the schema.
    Framed(&'static FrameFormat),
    /// Self-delimiting: only a decoder that knows the schema can find the ends. The codec must satisfy
    /// [`Codec::end_of_message`].
    Read(Box<Codec>),
    /// The same for messages that name their types.
    ReadMixed(Mixed),
    /// Self-describing: the ends are found by reading the messages as MessagePack.
    MessagePack,
}

impl Boundary {
    /// Returns the framing that delimits messages of a format independently of the schema.
    pub fn framed(format: &Format) -> Option<Self> {
        match format.delimiting {
            Delimiting::Framed(framing) => Some(Self::Framed(framing)),
            Delimiting::None | Delimiting::SelfDelimiting => None,
        }
    }

    /// Returns what delimits messages of a format whose types are not known.
    pub fn without_schema(format: &Format) -> Option<Self> {
        if ["msgpack", "zebrapack"].contains(&format.name) { Some(Self::MessagePack) } else { Self::framed(format) }
    }
}

/// Concatenated messages.
pub(super) enum Concatenated {
    Framed(Box<ElementReader>),
    Read(Box<Ahead>),
    /// With the limit on the bytes of a message.
    MessagePack(u64),
}

impl Concatenated {
    pub fn new(boundary: Boundary, max_size: u64) -> Self {
        match boundary {
            Boundary::Framed(framing) => Self::Framed(Box::new(Elements::new(framing, max_size).reader())),
            Boundary::Read(codec) => {
                Self::Read(Box::new(Ahead::new(Reader::Typed(Box::new((codec.session(), *codec))), max_size)))
            }
            Boundary::ReadMixed(mixed) => {
                Self::Read(Box::new(Ahead::new(Reader::Mixed(mixed, BTreeMap::new()), max_size)))
            }
            Boundary::MessagePack => Self::MessagePack(max_size),
        }
    }

    pub fn read(&mut self, reader: &mut impl BufRead, message: &mut Vec<u8>) -> Result<bool, StreamError> {
        match self {
            Self::Framed(elements) => Ok(elements.read(reader, message)?),
            Self::Read(ahead) => Ok(ahead.read(reader, message)?),
            Self::MessagePack(max_size) => Ok(msgpack::read_next(reader, *max_size, message)?),
        }
    }
}

/// Bytes read ahead, in which messages are found.
pub(super) struct Ahead {
    reader: Reader,
    max_size: u64,
    bytes: Vec<u8>,
    /// Start of the next message.
    start: usize,
    is_ended: bool,
}

/// What finds the end of a message.
enum Reader {
    Typed(Box<(Session, Codec)>),
    /// With a session for each type that has occurred.
    Mixed(Mixed, BTreeMap<usize, Session>),
}

impl Reader {
    /// Returns the length of the message at the beginning, or why there is none; nothing if it does not name a known type.
    fn end_of_message(&mut self, ahead: &[u8]) -> Result<usize, Option<ErrorCode>> {
        let found = match self {
            Self::Typed(typed) => {
                let (session, codec) = &mut **typed;
                codec.end_of_message(ahead, session)
            }
            Self::Mixed(mixed, sessions) => {
                let (at, _, codec) = mixed.of_message(ahead).ok_or(None)?;
                codec.end_of_message(ahead, sessions.entry(at).or_insert_with(|| codec.session()))
            }
        };
        found.map_err(|failure| Some(failure.code))
    }
}

/// The number of bytes read ahead at first; it is doubled whenever they are not enough.
const AHEAD: usize = 1 << 16;

impl Ahead {
    fn new(reader: Reader, max_size: u64) -> Self {
        Self { reader, max_size, bytes: Vec::new(), start: 0, is_ended: false }
    }

    /// Reads a message. Invalid data is returned as a message of all bytes read ahead, so that the decoder reports the
    /// error; nothing after it can be found.
    fn read(&mut self, reader: &mut impl BufRead, message: &mut Vec<u8>) -> Result<bool, Error> {
        message.clear();
        loop {
            let ahead = self.bytes.get(self.start..).unwrap_or_default();
            if !ahead.is_empty() {
                match self.reader.end_of_message(ahead) {
                    Ok(end) => return self.take(end, message).map(|()| true),
                    Err(Some(ErrorCode::Truncated)) if !self.is_ended => {}
                    Err(_) => {
                        self.is_ended = true;
                        return self.take(ahead.len(), message).map(|()| true);
                    }
                }
            }
            if self.is_ended {
                return Ok(false);
            }
            self.read_on(reader)?;
        }
    }

    fn take(&mut self, len: usize, message: &mut Vec<u8>) -> Result<(), Error> {
        let end = self.start + len;
        message.extend_from_slice(self.bytes.get(self.start..end).unwrap_or_default());
        self.start = end;
        let len = message.len() as u64;
        if len > self.max_size { Err(Error::TooLong { len, limit: self.max_size }) } else { Ok(()) }
    }

    fn read_on(&mut self, reader: &mut impl BufRead) -> Result<(), Error> {
        self.bytes.drain(..self.start);
        self.start = 0;
        let have = self.bytes.len() as u64;
        if have > self.max_size {
            return Err(Error::TooLong { len: have, limit: self.max_size });
        }
        let wanted = self.bytes.len().max(AHEAD) as u64;
        self.is_ended = (reader.take(wanted).read_to_end(&mut self.bytes)? as u64) < wanted;
        Ok(())
    }
}
