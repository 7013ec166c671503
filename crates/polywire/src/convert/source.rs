use super::{Cause, Framing, MESSAGE_LIMIT};
use crate::codec::Codec;
use crate::osm::OsmFile;
use polywire_stream::{Error, delimited, lines};
use polywire_vm::Value;
use std::io::{BufRead, Read};

/// Where messages come from.
pub struct Source<R> {
    reader: R,
    kind: Kind,
}

enum Kind {
    Messages { codec: Codec, framing: Framing, buffer: Vec<u8>, is_done: bool },
    Osm(Box<OsmFile>),
}

impl<R: BufRead> Source<R> {
    /// Messages in the format of a codec.
    pub fn messages(reader: R, codec: Codec, framing: Framing) -> Self {
        Self { reader, kind: Kind::Messages { codec, framing, buffer: Vec::new(), is_done: false } }
    }

    /// The blobs of an OpenStreetMap file.
    pub fn osm(reader: R, file: OsmFile) -> Self {
        Self { reader, kind: Kind::Osm(Box::new(file)) }
    }

    pub(super) fn next_message(&mut self) -> Result<Option<Value>, Cause> {
        match &mut self.kind {
            Kind::Osm(file) => file.read(&mut self.reader).map_err(Cause::OsmInput),
            Kind::Messages { codec, framing, buffer, is_done } => {
                let found = match framing {
                    Framing::None if *is_done => Ok(false),
                    Framing::None => read_whole(&mut self.reader, buffer),
                    Framing::Delimited => delimited::read_record(&mut self.reader, MESSAGE_LIMIT, buffer),
                    Framing::Lines => lines::read_record(&mut self.reader, MESSAGE_LIMIT, buffer),
                };
                *is_done = true;
                if !found.map_err(Cause::Input)? {
                    return Ok(None);
                }
                codec.decode(buffer).map(Some).map_err(Cause::Decode)
            }
        }
    }
}

fn read_whole(reader: &mut impl Read, message: &mut Vec<u8>) -> Result<bool, Error> {
    let len = reader.take(MESSAGE_LIMIT + 1).read_to_end(message)? as u64;
    if len > MESSAGE_LIMIT { Err(Error::TooLong { len, limit: MESSAGE_LIMIT }) } else { Ok(true) }
}
