//! The meaning of each byte of a message: the decoder's trace, cut into spans.
//!
//! Design: docs/decisions/0056-terms-of-formats.md

pub mod guess;
mod html;
mod json;
mod omitted;
mod spans;
mod text;
mod tree;
mod wording;

pub use html::page;
pub use json::report;
pub use text::{Extent, listing};

use crate::Format;
use crate::codec::{Codec, Refusal};
use crate::convert::{AvroPlace, Prefix};
use polywire_ir::types::Types;
use polywire_vm::{Failure, Path, Trace};
use std::sync::Arc;
use wording::Wording;

/// An inspected message.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// Name of the format.
    pub format: &'static str,
    /// Dotted name of the type; `None` if it is guessed.
    pub type_name: Option<String>,
    /// The message, followed by buffers unpacked from it.
    pub sections: Vec<Section>,
    /// The errors, in the order in which they were found.
    pub faults: Vec<Refusal>,
}

/// A message of a stream.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its number, from 1.
    pub number: u64,
    /// Its length prefix.
    pub prefix: Option<Prefix>,
    /// Its place in an Avro file.
    pub place: Option<AvroPlace>,
    /// The meaning of its bytes.
    pub inspection: Inspection,
}

/// A buffer in which each byte belongs to one span.
#[derive(Clone, Debug)]
pub struct Section {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Spans in order, without gaps.
    pub spans: Vec<Span>,
}

/// Consecutive bytes with one meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Start offset.
    pub offset: usize,
    /// Number of bytes; at least one.
    pub len: usize,
    /// The kind of explanation.
    pub kind: Kind,
    /// The member that the bytes belong to; empty for the message itself.
    pub path: Arc<Path>,
    /// Its role in the format: `key`, `length`, `value`, …
    pub element: String,
    /// Its encoding: `varint`, `u32le`, `text`, …; empty if obvious.
    pub encoding: String,
    /// Its value in readable form.
    pub value: Option<String>,
    /// Other possible values, if the schema is guessed.
    pub others: Vec<String>,
    /// The number of other members for which it is read again.
    pub shared: u32,
}

/// The kinds of spans, by how they are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The decoder read it.
    Element,
    /// Part of a member that is not in the schema.
    Unknown,
    /// Unreferenced zeros.
    Padding,
    /// Not read by the decoder.
    Unread,
    /// After an error.
    Unexplained,
}

/// Limit on the spans of a message; the rest becomes a single span.
pub(crate) const MOST_SPANS: usize = polywire_vm::MOST_READS;

/// The element name of that span.
pub(crate) const NOT_SHOWN: &str = "not shown: the message has too many parts";

impl Span {
    /// Returns a span without further explanation.
    pub(crate) fn plain((offset, len): (usize, usize), kind: Kind, path: Arc<Path>, element: &str) -> Self {
        let (element, encoding) = (element.to_owned(), String::new());
        Self { offset, len, kind, path, element, encoding, value: None, others: Vec::new(), shared: 0 }
    }
}

impl Kind {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Unknown => "unknown",
            Self::Padding => "padding",
            Self::Unread => "unread",
            Self::Unexplained => "unexplained",
        }
    }
}

impl Inspection {
    /// Inspects a message.
    ///
    /// # Errors
    /// `unsupported` if the format requires the writer's schema.
    pub fn of(codec: &Codec, type_name: Option<&str>, message: &[u8]) -> Result<Self, Failure> {
        Ok(Self::of_trace(codec.format(), codec.types(), type_name, codec.trace(message)?))
    }

    /// Marks the parts that are not in the schema, as reported by the codec `telling`.
    #[must_use]
    pub fn with_omitted(mut self, telling: &Codec, message: &[u8]) -> Self {
        let omitted = telling.trace(message).map(|trace| trace.omitted).unwrap_or_default();
        for (number, section) in self.sections.iter_mut().enumerate() {
            section.spans = omitted::marked(std::mem::take(&mut section.spans), number, &omitted);
        }
        self
    }

    /// Makes the inspection from a decoder's trace.
    pub fn of_trace(format: &'static Format, types: &Types, type_name: Option<&str>, mut trace: Trace) -> Self {
        let words = Wording { format, types, guessed: type_name.is_none() };
        if words.guessed && guess::is_wrapped(format.name) {
            trace.reads.iter_mut().for_each(|read| guess::unwrap(Arc::make_mut(&mut read.path)));
            trace.faults.iter_mut().for_each(|fault| guess::unwrap(&mut fault.path));
        }
        let fault = trace.faults.last().map(|fault| fault.failure.offset);
        let sections = trace.buffers.into_iter().enumerate().map(|(number, bytes)| {
            let spans =
                spans::of_buffer(&bytes, number, (&trace.reads, trace.is_cut), fault.filter(|_| number == 0), &words);
            let spans = guess::opened(format.name, &bytes, spans);
            Section { bytes, spans }
        });
        let type_name = type_name.map(str::to_owned);
        Self { format: format.name, type_name, sections: sections.collect(), faults: trace.faults }
    }
}
