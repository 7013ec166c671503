//! The messages of a method, between the formats of the input, of the wire and of the output.

use super::super::args::{Call as Args, FramingArg, Global, MessageLimits};
use super::super::failure::Failure;
use super::super::messages::no_codec;
use super::super::model::Schema;
use super::internal;
use polywire::calls::Called;
use polywire::codec::{Codec, Stage, Transcoder};
use polywire::convert::Framing;
use polywire::{Format, Limits, Options};
use polywire_model::DeclId;
use polywire_rpc::Item;
use polywire_rpc::compressed;

/// Converts what a method takes and returns.
pub struct Messages {
    framing: FramingArg,
    from: &'static Format,
    request: Request,
    /// Converts what it returns, if it returns something.
    answer: Option<Transcoder>,
    wire: &'static str,
}

/// Converts what it takes.
pub struct Request {
    transcoder: Transcoder,
    /// What is sent if there is no input.
    empty: Vec<u8>,
    is_compressed: bool,
}

impl Messages {
    pub fn of(args: &Args, (schema, called): (&Schema, Called<'_>), global: Global) -> Result<Self, Failure> {
        let returned = called.method.output;
        if returned.is_none() && !args.protocol.has_one_way() {
            return Err(Failure::Usage(format!(
                "`{}` returns nothing, and the protocol has no such calls",
                called.name()
            )));
        }
        let codec = |format, id| codec_of((schema, format), id, &args.limits, global);
        let (taken, wire) = (called.method.input, args.wire().ok_or_else(|| internal("a format"))?);
        let writer = codec(wire, taken)?;
        let empty = writer.encode(&writer.new_value()).unwrap_or_default();
        let transcoder = Transcoder::new(codec(args.from.format, taken)?, writer);
        let request = Request { transcoder, empty, is_compressed: args.compress.is_some() };
        let between =
            |id| -> Result<Transcoder, Failure> { Ok(Transcoder::new(codec(wire, id)?, codec(args.to.format, id)?)) };
        let answer = returned.map(between).transpose()?;
        let framing = if args.from.is_lines { FramingArg::Lines } else { args.framing };
        Ok(Self { framing, from: args.from.format, request, answer, wire: wire.name })
    }

    /// Returns how the messages of the input are found.
    pub fn framing_to_read(&self) -> Result<Framing, Failure> {
        Ok(self.framing.to_read(self.from))
    }

    /// Returns how the messages of the output are separated.
    pub fn framing_to_write(&self, format: &Format) -> Framing {
        self.framing.to_write(format)
    }

    /// Returns what converts what the method takes, for another thread.
    pub fn request(&self) -> Request {
        let Request { transcoder, empty, is_compressed } = &self.request;
        Request { transcoder: transcoder.fork(), empty: empty.clone(), is_compressed: *is_compressed }
    }

    /// Converts a message that the method returns.
    pub fn answer(&mut self, message: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut output = Vec::new();
        let Some(answer) = &mut self.answer else { return Ok(output) };
        match answer.transcode(message, &mut output) {
            Ok(_) => Ok(output),
            Err((Stage::Decode, refusal)) => {
                let wire = self.wire;
                Err(Failure::Input(format!("the answer does not fit the schema, in {wire}: {refusal}")))
            }
            Err((Stage::Encode, refusal)) => Err(Failure::Input(format!("the answer cannot be written: {refusal}"))),
        }
    }
}

/// Returns the codec of a type.
pub fn codec_of(
    (schema, format): (&Schema, &'static Format),
    id: DeclId,
    limits: &MessageLimits,
    global: Global,
) -> Result<Codec, Failure> {
    let name = schema.model.decl(id).path();
    let codecs = schema.codecs_of(&name, format, &Options::default(), global)?;
    let codec = codecs.codec(&schema.model, &name).ok_or_else(|| no_codec(format, &name))?;
    Ok(codec.with_limits(Limits { depth: limits.max_depth, budget: limits.budget, ..Limits::default() }))
}

impl Request {
    /// Converts a message of the input, or makes one without fields.
    pub fn convert(&mut self, message: Option<&[u8]>, number: u64) -> Result<Item, Failure> {
        let mut body = Vec::new();
        match message {
            None => body.clone_from(&self.empty),
            Some(message) => {
                let converted = self.transcoder.transcode(message, &mut body);
                converted.map_err(|(stage, refusal)| {
                    let problem = match stage {
                        Stage::Decode => "cannot be read",
                        Stage::Encode => "cannot be sent",
                    };
                    Failure::Input(format!("message {number} {problem}: {refusal}"))
                })?;
            }
        }
        Ok(if self.is_compressed { compressed(&body) } else { Item { compressed: false, body } })
    }
}
