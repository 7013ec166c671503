use super::{Cause, Framing};
use crate::codec::Codec;
use crate::osm::OsmFile;
use polywire_stream::{Error, delimited, lines};
use polywire_vm::Value;
use std::io::Write;

/// Where messages go.
pub struct Sink<W> {
    writer: W,
    kind: Kind,
}

enum Kind {
    Messages { codec: Codec, framing: Framing },
    Osm(Box<OsmFile>),
}

impl<W: Write> Sink<W> {
    /// Messages in the format of a codec.
    pub fn messages(writer: W, codec: Codec, framing: Framing) -> Self {
        Self { writer, kind: Kind::Messages { codec, framing } }
    }

    /// The blobs of an OpenStreetMap file.
    pub fn osm(writer: W, file: OsmFile) -> Self {
        Self { writer, kind: Kind::Osm(Box::new(file)) }
    }

    /// The wire format of the messages.
    pub(super) fn format(&self) -> &str {
        match &self.kind {
            Kind::Messages { codec, .. } => codec.format(),
            Kind::Osm(_) => "protobuf",
        }
    }

    pub(super) fn put(&mut self, value: &Value) -> Result<(), Cause> {
        match &mut self.kind {
            Kind::Osm(file) => file.write(&mut self.writer, value).map_err(Cause::OsmOutput),
            Kind::Messages { codec, framing } => {
                let message = codec.encode(value).map_err(Cause::Encode)?;
                let written = match framing {
                    Framing::None => self.writer.write_all(&message).map_err(Error::from),
                    Framing::Delimited => delimited::write_record(&mut self.writer, &message),
                    Framing::Lines => lines::write_record(&mut self.writer, &message),
                };
                written.map_err(Cause::Output)
            }
        }
    }

    pub(super) fn finish(&mut self) -> Result<(), Cause> {
        self.writer.flush().map_err(|error| Cause::Output(error.into()))
    }
}
