use super::{Framing, StreamError};
use crate::osm::{self, OsmFile};
use polywire_stream::{Error, delimited, lines};
use std::io::{BufRead, Read};

/// A message may have this many bytes in a stream.
const MESSAGE_LIMIT: u64 = 1 << 31;

/// A stream of messages to read.
pub struct Source<R> {
    reader: R,
    frames: Frames,
}

enum Frames {
    Whole { is_read: bool },
    Delimited,
    Lines,
    Osm(Box<OsmFile>),
}

impl<R: BufRead> Source<R> {
    /// Messages that follow each other in this way.
    pub fn new(reader: R, framing: Framing) -> Result<Self, osm::Error> {
        let frames = match framing {
            Framing::None => Frames::Whole { is_read: false },
            Framing::Delimited => Frames::Delimited,
            Framing::Lines => Frames::Lines,
            Framing::OsmPbf => Frames::Osm(Box::new(OsmFile::new()?)),
        };
        Ok(Self { reader, frames })
    }

    /// Reads the next message; false at the end of the stream.
    pub fn read(&mut self, message: &mut Vec<u8>) -> Result<bool, StreamError> {
        let reader = &mut self.reader;
        Ok(match &mut self.frames {
            Frames::Whole { is_read: true } => false,
            Frames::Whole { is_read } => {
                *is_read = true;
                read_whole(reader, message)?
            }
            Frames::Delimited => delimited::read_record(reader, MESSAGE_LIMIT, message)?,
            Frames::Lines => lines::read_record(reader, MESSAGE_LIMIT, message)?,
            Frames::Osm(file) => file.read(reader, message)?,
        })
    }

    /// Whether what stood around the message read last held unknown fields, which are left out.
    pub fn has_losses(&self) -> bool {
        match &self.frames {
            Frames::Osm(file) => file.has_losses(),
            Frames::Whole { .. } | Frames::Delimited | Frames::Lines => false,
        }
    }
}

fn read_whole(reader: &mut impl Read, message: &mut Vec<u8>) -> Result<bool, Error> {
    let len = reader.take(MESSAGE_LIMIT + 1).read_to_end(message)? as u64;
    if len > MESSAGE_LIMIT { Err(Error::TooLong { len, limit: MESSAGE_LIMIT }) } else { Ok(true) }
}
