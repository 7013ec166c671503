use super::{Framing, StreamError};
use crate::osm::OsmFile;
use polywire_stream::avro_file::Writer;
use polywire_stream::sized::{self, Size};
use polywire_stream::xml_document::{Canonical, canonicalize};
use polywire_stream::{Error, delimited, lines, sofh, xml_elements};
use std::io::Write;

/// An output stream of messages.
pub struct Sink<W> {
    writer: W,
    frames: Frames,
    canonical: Option<Canonical>,
}

enum Frames {
    Whole,
    Delimited,
    Sized(Size),
    Sofh(u16),
    Lines,
    Array { is_begun: bool },
    Elements(xml_elements::Writer),
    Osm(Box<OsmFile>),
    Avro(Box<Writer>),
}

impl<W: Write> Sink<W> {
    /// Creates a stream with this framing.
    pub fn new(writer: W, framing: Framing) -> Result<Self, StreamError> {
        let frames = match framing {
            Framing::None | Framing::Document(_) | Framing::Concatenated(_) | Framing::Giop | Framing::AvroInput(_) => {
                Frames::Whole
            }
            Framing::Sized(size) => Frames::Sized(size),
            Framing::Sofh(encoding_type) => Frames::Sofh(encoding_type),
            Framing::Delimited => Frames::Delimited,
            Framing::Lines => Frames::Lines,
            Framing::Array => Frames::Array { is_begun: false },
            Framing::Elements => Frames::Elements(xml_elements::Writer::default()),
            Framing::OsmPbf => Frames::Osm(Box::new(OsmFile::new()?)),
            Framing::AvroOutput(output) => Frames::Avro(Box::new(output.writer()?)),
        };
        Ok(Self { writer, frames, canonical: None })
    }

    /// Writes documents of XML in a canonical form.
    pub fn with_canonical(self, canonical: Option<Canonical>) -> Self {
        Self { canonical, ..self }
    }

    /// Writes a message.
    pub fn write(&mut self, message: &[u8]) -> Result<(), StreamError> {
        let Some(form) = &self.canonical else { return self.write_as_it_is(message) };
        let mut canonical = Vec::new();
        canonicalize(message, form, &mut canonical).map_err(Error::Document)?;
        self.write_as_it_is(&canonical)
    }

    fn write_as_it_is(&mut self, message: &[u8]) -> Result<(), StreamError> {
        let writer = &mut self.writer;
        match &mut self.frames {
            Frames::Whole => writer.write_all(message).map_err(Error::from)?,
            Frames::Delimited => delimited::write_record(writer, message)?,
            Frames::Sized(size) => sized::write_record(writer, *size, message)?,
            Frames::Sofh(encoding_type) => sofh::write_record(writer, *encoding_type, message)?,
            Frames::Lines => lines::write_record(writer, message)?,
            Frames::Array { is_begun } => {
                let before: &[u8] = if *is_begun { b",\n" } else { b"[" };
                *is_begun = true;
                writer.write_all(before).and_then(|()| writer.write_all(message)).map_err(Error::from)?;
            }
            Frames::Elements(document) => document.write(writer, message)?,
            Frames::Osm(file) => file.write(writer, message)?,
            Frames::Avro(file) => file.write(writer, message).map_err(Error::from)?,
        }
        Ok(())
    }

    /// Ends the stream and flushes the writer.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        let writer = &mut self.writer;
        match &mut self.frames {
            Frames::Array { is_begun } => {
                let end: &[u8] = if *is_begun { b"]\n" } else { b"[]\n" };
                writer.write_all(end).map_err(Error::from)?;
            }
            Frames::Elements(document) => document.finish(writer)?,
            Frames::Avro(file) => file.finish(writer).map_err(Error::from)?,
            Frames::Whole | Frames::Delimited | Frames::Sized(_) | Frames::Sofh(_) | Frames::Lines | Frames::Osm(_) => {
            }
        }
        Ok(self.writer.flush().map_err(Error::from)?)
    }
}
