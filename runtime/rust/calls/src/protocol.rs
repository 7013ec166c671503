//! What generated code says about protocols.

use crate::envelope::Envelope;
use crate::{FrameHeader, Shape, Status, Whole, convert, method};
use polywire_runtime::{Decode, Encode, Error};

/// A protocol of calls.
#[derive(Debug)]
pub struct Protocol {
    /// Its name for users.
    pub name: &'static str,
    /// How calls with streams are sent.
    pub form: Form,
    /// How calls without streams are sent, if in another way.
    pub unary: Option<Form>,
}

/// How envelopes are sent.
#[derive(Debug)]
pub struct Form {
    /// The codec of envelopes.
    pub envelopes: EnvelopeCodec,
    /// What tells the sizes of messages in bodies. The lowest bit of the first byte tells that a message is compressed.
    pub frames: FrameHeader,
    /// It needs HTTP/2.
    pub is_http2: bool,
    /// It needs HTTP/2 for streams in both directions.
    pub is_http2_if_duplex: bool,
    /// Calls end with trailers of HTTP; otherwise with the last message.
    pub has_trailers: bool,
    /// A call that fails can have a head as its whole answer.
    pub fails_in_head: bool,
    /// Set if a body has one message as it is instead.
    pub whole: Option<Whole>,
    /// Statuses by the codes of HTTP/2 with which a request ends; all others are `INTERNAL`.
    pub resets: &'static [(u32, Status)],
}

/// A codec of envelopes.
#[derive(Debug)]
pub struct EnvelopeCodec {
    encode: fn(&Envelope) -> Result<Vec<u8>, Error>,
    decode: fn(&[u8]) -> Result<Envelope, Error>,
}

impl EnvelopeCodec {
    /// Returns that of the format `F`.
    pub const fn of<F>() -> Self
    where
        Envelope: Encode<F> + Decode<F>,
    {
        Self { encode: method::encode::<F, Envelope>, decode: method::decode::<F, Envelope> }
    }
}

impl Protocol {
    /// Returns the form of methods of a shape.
    pub(crate) fn form(&self, shape: Shape) -> &Form {
        let has_streams = shape != Shape::ONE_TO_ONE;
        self.unary.as_ref().filter(|_| !has_streams).unwrap_or(&self.form)
    }

    pub(crate) fn forms(&self) -> impl Iterator<Item = &Form> {
        [&self.form].into_iter().chain(&self.unary)
    }
}

impl Form {
    pub(crate) fn encode(&self, envelope: polywire_rpc::Envelope) -> Result<Vec<u8>, Error> {
        (self.envelopes.encode)(&convert::to_codec(envelope))
    }

    /// Returns an envelope, or why bytes are none.
    pub(crate) fn decode(&self, bytes: &[u8]) -> Result<polywire_rpc::Envelope, String> {
        let envelope = (self.envelopes.decode)(bytes).map_err(|error| error.to_string())?;
        convert::from_codec(envelope).ok_or_else(|| "an envelope holds nothing".to_owned())
    }

    /// Returns true if calls of methods of a shape need HTTP/2.
    pub(crate) fn needs_http2(&self, shape: Shape) -> bool {
        self.is_http2 || self.is_http2_if_duplex && shape == Shape::MANY_TO_MANY
    }

    /// Returns the status of a code with which a request ended; without one, the connection was lost.
    pub(crate) fn reset(&self, code: Option<u32>) -> Status {
        let Some(code) = code else { return Status::UNAVAILABLE };
        self.resets.iter().find(|(known, _)| *known == code).map_or(Status::INTERNAL, |(_, status)| *status)
    }
}
