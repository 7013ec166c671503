use super::avro_file::{AvroBlock, AvroPlace, AvroRecords, Damage};
use super::boundary::Concatenated;
use super::document::Document;
use super::{Framing, StreamError};
use crate::elements::{ElementReader, Elements};
use crate::osm::{self, OsmFile};
use polywire_lower::Format;
use polywire_stream::giop::Fragments;
use polywire_stream::sized::{self, Size};
use polywire_stream::xml_elements::{Origin, Position};
use polywire_stream::{delimited, lines, sofh, whole, xml_elements};
use polywire_vm::{Refusal, TextPlace};
use std::io::BufRead;

/// The default limit on the bytes of a message.
pub const MAX_SIZE: u64 = 1 << 31;

/// An input stream of messages.
pub struct Source<R> {
    reader: R,
    frames: Frames,
    max_size: u64,
}

/// The length prefix of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Its offset in the stream.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

enum Frames {
    Whole {
        is_read: bool,
    },
    Document(Document),
    /// Length-prefixed messages: the form of the prefix, the prefix of the last message, and the offset of the next.
    Prefixed(Form, Prefix, u64),
    Concatenated(Concatenated),
    Giop(Fragments),
    Lines,
    Array(Box<ElementReader>),
    Elements(Box<xml_elements::Elements>),
    Osm(Box<OsmFile>),
    Avro(Box<AvroRecords>),
}

/// The forms of prefixes.
#[derive(Clone, Copy)]
enum Form {
    Varint,
    Sized(Size),
    Sofh,
}

impl<R: BufRead> Source<R> {
    /// Creates a stream with this framing.
    pub fn new(reader: R, framing: Framing) -> Result<Self, osm::Error> {
        Self::with_max_size(reader, framing, MAX_SIZE)
    }

    /// Like [`Self::new`]; longer messages are refused. Blobs of OpenStreetMap files have a limit of their own.
    pub fn with_max_size(reader: R, framing: Framing, max_size: u64) -> Result<Self, osm::Error> {
        let frames = match framing {
            Framing::None | Framing::AvroOutput(_) => Frames::Whole { is_read: false },
            Framing::Document(entities) => Frames::Document(Document::new(entities)),
            Framing::Delimited => Frames::prefixed(Form::Varint),
            Framing::Sized(size) => Frames::prefixed(Form::Sized(size)),
            Framing::Sofh(_) => Frames::prefixed(Form::Sofh),
            Framing::Concatenated(boundary) => Frames::Concatenated(Concatenated::new(boundary, max_size)),
            Framing::Giop => Frames::Giop(Fragments::default()),
            Framing::Lines => Frames::Lines,
            Framing::Array => Frames::Array(Box::new(Elements::of_json_array(max_size).reader())),
            Framing::Elements => Frames::Elements(Box::default()),
            Framing::OsmPbf => Frames::Osm(Box::new(OsmFile::new()?)),
            Framing::AvroInput(input) => Frames::Avro(Box::new(AvroRecords::new(*input, max_size))),
        };
        Ok(Self { reader, frames, max_size })
    }

    /// Reads the next message; false at the end of the stream.
    pub fn read(&mut self, message: &mut Vec<u8>) -> Result<bool, StreamError> {
        let reader = &mut self.reader;
        Ok(match &mut self.frames {
            Frames::Whole { is_read: true } => false,
            Frames::Whole { is_read } => {
                *is_read = true;
                whole(reader, self.max_size, message)?;
                true
            }
            Frames::Document(document) => document.read(reader, self.max_size, message)?,
            Frames::Prefixed(form, prefix, end) => {
                let (limit, bytes) = (self.max_size, &mut prefix.bytes);
                let found = match form {
                    Form::Varint => delimited::read_record(reader, limit, bytes, message)?,
                    Form::Sized(size) => sized::read_record(reader, *size, limit, bytes, message)?,
                    Form::Sofh => sofh::read_record(reader, limit, bytes, message)?,
                };
                prefix.offset = *end;
                *end += (prefix.bytes.len() + message.len()) as u64;
                found
            }
            Frames::Concatenated(messages) => messages.read(reader, message)?,
            Frames::Giop(fragments) => fragments.read_message(reader, self.max_size, message)?,
            Frames::Lines => lines::read_record(reader, self.max_size, message)?,
            Frames::Array(elements) => elements.read(reader, message)?,
            Frames::Elements(elements) => elements.read(reader, self.max_size, message)?,
            Frames::Osm(file) => file.read(reader, message)?,
            Frames::Avro(records) => records.read(reader, message)?,
        })
    }

    /// True if [`Self::read_block`] reads the messages.
    pub(super) fn has_blocks(&self) -> bool {
        self.avro().is_some_and(|records| !records.skips_damage())
    }

    /// Appends messages that are not divided to `data`; `None` at the end of the stream, or if it has no such messages.
    pub(super) fn read_block(&mut self, data: &mut Vec<u8>) -> Result<Option<AvroBlock>, StreamError> {
        match &mut self.frames {
            Frames::Avro(records) => Ok(records.read_block(&mut self.reader, data)?),
            Frames::Whole { .. }
            | Frames::Document(_)
            | Frames::Prefixed(..)
            | Frames::Concatenated(_)
            | Frames::Giop(_)
            | Frames::Lines
            | Frames::Array(_)
            | Frames::Elements(_)
            | Frames::Osm(_) => Ok(None),
        }
    }

    /// Returns the prefix of the last message.
    pub fn prefix(&self) -> Option<&Prefix> {
        match &self.frames {
            Frames::Prefixed(_, prefix, _) => Some(prefix),
            Frames::Whole { .. }
            | Frames::Document(_)
            | Frames::Concatenated(_)
            | Frames::Giop(_)
            | Frames::Lines
            | Frames::Array(_)
            | Frames::Elements(_)
            | Frames::Osm(_)
            | Frames::Avro(_) => None,
        }
    }

    /// Returns the place of the last message in an Avro file.
    pub fn place(&self) -> Option<AvroPlace> {
        self.avro().map(AvroRecords::place)
    }

    /// Returns the place of a message in an Avro file, unless it was read long ago.
    pub fn place_of(&self, number: u64) -> Option<AvroPlace> {
        self.avro()?.place_of(number)
    }

    /// Returns the damaged blocks of an Avro file that were skipped, if any.
    pub fn damage(&self) -> Option<&Damage> {
        self.avro().map(AvroRecords::damage).filter(|damage| damage.blocks > 0)
    }

    fn avro(&self) -> Option<&AvroRecords> {
        match &self.frames {
            Frames::Avro(records) => Some(records),
            Frames::Whole { .. }
            | Frames::Document(_)
            | Frames::Prefixed(..)
            | Frames::Concatenated(_)
            | Frames::Giop(_)
            | Frames::Lines
            | Frames::Array(_)
            | Frames::Elements(_)
            | Frames::Osm(_) => None,
        }
    }

    /// Returns true if the stream is one message.
    pub fn is_single(&self) -> bool {
        matches!(self.frames, Frames::Whole { .. } | Frames::Document(_))
    }

    /// Adds the line and column to the refusal of a message in a text format, if those of the file are known. In a document whose entities
    /// were expanded, it gets the place of what it was before; an element of a document, that in the document.
    pub fn locate(&self, format: &Format, message: &[u8], mut refusal: Refusal) -> Refusal {
        let place;
        (refusal.failure.offset, place) = self.position(format, message, refusal.failure.offset);
        refusal.place = place.map(Box::new);
        refusal
    }

    /// Returns the offset in the file for an offset in a message whose place in a file of text is known, and its line and column.
    pub fn position(&self, format: &Format, message: &[u8], offset: usize) -> (usize, Option<TextPlace>) {
        let place = self.place_in_text(format, message, offset);
        match &self.frames {
            Frames::Document(document) => (document.original(offset), place),
            Frames::Elements(elements) => (elements.origin().position(message, offset).offset, place),
            _ => (offset, place),
        }
    }

    /// Returns the line and column of an offset in such a message.
    pub fn place_in_text(&self, format: &Format, message: &[u8], offset: usize) -> Option<TextPlace> {
        match &self.frames {
            _ if !(format.is_text || format.is_multiline_text) => None,
            Frames::Whole { .. } => Some(TextPlace::of(message, offset)),
            Frames::Document(document) => Some(document.place(message, offset)),
            Frames::Elements(elements) => Some(text_place(elements.origin().position(message, offset))),
            Frames::Prefixed(..)
            | Frames::Concatenated(_)
            | Frames::Giop(_)
            | Frames::Lines
            | Frames::Array(_)
            | Frames::Osm(_)
            | Frames::Avro(_) => None,
        }
    }

    /// Returns where the last message stands, if it is an element of a document.
    pub(super) fn origin(&self) -> Option<Origin> {
        let Frames::Elements(elements) = &self.frames else { return None };
        Some(elements.origin().clone())
    }

    /// Returns what is lost of that which is around the messages.
    pub fn lost_around(&self) -> Option<String> {
        let Frames::Elements(elements) = &self.frames else { return None };
        let (element, attributes) = elements.attributes_around();
        let quoted: Vec<String> = attributes.iter().map(|name| format!("`{name}`")).collect();
        let attributes = if quoted.len() == 1 { "attribute" } else { "attributes" };
        (!quoted.is_empty()).then(|| {
            format!(
                "the element `{element}` around the messages has {attributes} that are left out: {}",
                quoted.join(", ")
            )
        })
    }

    /// Returns true if the structures around the last message had unknown fields, which are dropped.
    pub fn has_losses(&self) -> bool {
        match &self.frames {
            Frames::Osm(file) => file.has_losses(),
            Frames::Whole { .. }
            | Frames::Document(_)
            | Frames::Prefixed(..)
            | Frames::Concatenated(_)
            | Frames::Giop(_)
            | Frames::Lines
            | Frames::Array(_)
            | Frames::Elements(_)
            | Frames::Avro(_) => false,
        }
    }
}

impl Frames {
    fn prefixed(form: Form) -> Self {
        Self::Prefixed(form, Prefix { offset: 0, bytes: Vec::new() }, 0)
    }
}

/// Gives the refusal of an element the place in its document.
pub(super) fn locate_in(origin: &Origin, message: &[u8], mut refusal: Refusal) -> Refusal {
    let position = origin.position(message, refusal.failure.offset);
    refusal.failure.offset = position.offset;
    refusal.place = Some(Box::new(text_place(position)));
    refusal
}

fn text_place(Position { line, column, .. }: Position) -> TextPlace {
    TextPlace { line, column }
}
