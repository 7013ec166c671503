//! The meaning of each byte of a message: the trace of the format's decoder, cut into spans.

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
pub use text::listing;

use crate::Format;
use crate::codec::{Codec, Refusal};
use crate::convert::Prefix;
use polywire_ir::types::Types;
use polywire_vm::{Failure, Path, Trace};
use std::sync::Arc;
use wording::Wording;

/// A message, taken apart.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// Name of the format.
    pub format: &'static str,
    /// Dotted name of the type; none where it is guessed.
    pub type_name: Option<String>,
    /// The message; then what was unpacked of it.
    pub sections: Vec<Section>,
    /// The faults, in the order in which they were found.
    pub faults: Vec<Refusal>,
}

/// A message of a stream.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its number, from 1.
    pub number: u64,
    /// The prefix in front of it.
    pub prefix: Option<Prefix>,
    /// The meaning of its bytes.
    pub inspection: Inspection,
}

/// Bytes, each in one span.
#[derive(Clone, Debug)]
pub struct Section {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Spans in order, without gaps.
    pub spans: Vec<Span>,
}

/// Bytes that are one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Where it starts.
    pub offset: usize,
    /// How many bytes it has; at least one.
    pub len: usize,
    /// The kind of explanation.
    pub kind: Kind,
    /// The member that it is about; the message itself where that is empty.
    pub path: Arc<Path>,
    /// Its part in the format: `key`, `length`, `value`, …
    pub element: String,
    /// How it is written: `varint`, `u32le`, `text`, …; empty where that goes without saying.
    pub encoding: String,
    /// Its value, for people.
    pub value: Option<String>,
    /// Other possible values, where the schema is guessed.
    pub others: Vec<String>,
    /// How often it is read again for other members.
    pub shared: u32,
}

/// The kinds of spans, by how they are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The decoder read it.
    Element,
    /// Part of a member that the schema does not know.
    Unknown,
    /// Zeros that nothing leads to.
    Padding,
    /// The decoder had no reason to read it.
    Unread,
    /// It follows a fault.
    Unexplained,
}

impl Kind {
    /// The name in reports.
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
    /// Takes a message apart.
    ///
    /// # Errors
    /// `unsupported` if the format reads such messages with their writer's schema only.
    pub fn of(codec: &Codec, type_name: Option<&str>, message: &[u8]) -> Result<Self, Failure> {
        Ok(Self::of_trace(codec.format(), codec.types(), type_name, codec.trace(message)?))
    }

    /// Marks the parts that the schema does not know, as a codec reports them that is asked to.
    #[must_use]
    pub fn with_omitted(mut self, telling: &Codec, message: &[u8]) -> Self {
        let omitted = telling.trace(message).map(|trace| trace.omitted).unwrap_or_default();
        for (number, section) in self.sections.iter_mut().enumerate() {
            section.spans = omitted::marked(std::mem::take(&mut section.spans), number, &omitted);
        }
        self
    }

    /// The inspection of a decoder's trace.
    pub fn of_trace(format: &'static Format, types: &Types, type_name: Option<&str>, mut trace: Trace) -> Self {
        let words = Wording { format, types, guessed: type_name.is_none() };
        if words.guessed && guess::is_wrapped(format.name) {
            trace.reads.iter_mut().for_each(|read| guess::unwrap(Arc::make_mut(&mut read.path)));
            trace.faults.iter_mut().for_each(|fault| guess::unwrap(&mut fault.path));
        }
        let fault = trace.faults.last().map(|fault| fault.failure.offset);
        let sections = trace.buffers.into_iter().enumerate().map(|(number, bytes)| {
            let spans = spans::of_buffer(&bytes, number, &trace.reads, fault.filter(|_| number == 0), &words);
            let spans = guess::opened(format.name, &bytes, spans);
            Section { bytes, spans }
        });
        let type_name = type_name.map(str::to_owned);
        Self { format: format.name, type_name, sections: sections.collect(), faults: trace.faults }
    }
}
