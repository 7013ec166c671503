use super::{Framing, StreamError};
use crate::osm::{self, OsmFile};
use polywire_stream::{Error, delimited, lines};
use std::io::Write;

/// A stream of messages to write.
pub struct Sink<W> {
    writer: W,
    frames: Frames,
}

enum Frames {
    Whole,
    Delimited,
    Lines,
    Osm(Box<OsmFile>),
}

impl<W: Write> Sink<W> {
    /// Messages that follow each other in this way.
    pub fn new(writer: W, framing: Framing) -> Result<Self, osm::Error> {
        let frames = match framing {
            Framing::None => Frames::Whole,
            Framing::Delimited => Frames::Delimited,
            Framing::Lines => Frames::Lines,
            Framing::OsmPbf => Frames::Osm(Box::new(OsmFile::new()?)),
        };
        Ok(Self { writer, frames })
    }

    /// Writes a message.
    pub fn write(&mut self, message: &[u8]) -> Result<(), StreamError> {
        let writer = &mut self.writer;
        match &mut self.frames {
            Frames::Whole => writer.write_all(message).map_err(Error::from)?,
            Frames::Delimited => delimited::write_record(writer, message)?,
            Frames::Lines => lines::write_record(writer, message)?,
            Frames::Osm(file) => file.write(writer, message)?,
        }
        Ok(())
    }

    /// Hands over what the writer still holds.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        Ok(self.writer.flush().map_err(Error::from)?)
    }
}
