use crate::command::args::{Diff, Global};
use crate::command::failure::Failure;
use crate::command::progress::Progress;
use crate::command::writers::{Unusable, Writers};
use crate::command::{losses, terminal};
use polywire::Value;
use polywire::codec::Codec;
use polywire::convert::{Framing, Losses, Source};
use std::io::BufRead;
use std::path::Path;

/// What reads messages.
pub(super) enum Decoder<'a> {
    Known(Box<Codec>),
    /// By the schemas of their writers.
    ByWriter(Box<Writers<'a, Codec>>),
}

/// The messages of one input.
pub(super) struct Side<'a> {
    path: &'a Path,
    source: Source<Box<dyn BufRead>>,
    decoder: Decoder<'a>,
    bytes: Vec<u8>,
    /// The number of messages read.
    pub messages: u64,
    /// The number of messages with dropped unknown parts.
    with_unknown: u64,
    omitted: Losses,
}

impl<'a> Side<'a> {
    pub fn open(
        args: &Diff,
        path: &'a Path,
        (decoder, framing): (Decoder<'a>, Framing),
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let source = args.messages.open(path, framing, progress)?;
        Ok(Self { path, source, decoder, bytes: Vec::new(), messages: 0, with_unknown: 0, omitted: Losses::default() })
    }

    /// Returns the next message, if any.
    pub fn next(&mut self) -> Result<Option<Value>, Failure> {
        let number = self.messages + 1;
        let wrong = |error: String| Failure::Input(format!("{}: message {number}: {error}", self.path.display()));
        match self.source.read(&mut self.bytes) {
            Ok(false) => Ok(None),
            Ok(true) => {
                self.messages = number;
                let codec = match &mut self.decoder {
                    Decoder::Known(codec) => codec,
                    Decoder::ByWriter(writers) => writers.choose(&self.bytes).map_err(|unusable| match unusable {
                        Unusable::Unknown(why) => wrong(why),
                        Unusable::Failed(failure) => failure,
                    })?,
                };
                let decoded = codec.decode_telling(&self.bytes);
                let located = |refusal| self.source.locate(codec.format(), &self.bytes, refusal);
                let (value, omitted) = decoded.map_err(|refusal| wrong(located(refusal).to_string()))?;
                self.with_unknown += u64::from(!omitted.is_empty());
                self.omitted.add_omitted(number, omitted);
                Ok(Some(value))
            }
            Err(error) => Err(match error.io() {
                Some(io) => Failure::reading(self.path, io),
                None => wrong(error.to_string()),
            }),
        }
    }

    /// Warns about parts that could not be compared.
    pub fn warn(&self, global: Global) {
        if self.with_unknown > 0 && !global.quiet {
            let message = format!(
                "{}: {} of {} messages have fields that the schema does not have, which were not compared{}",
                self.path.display(),
                self.with_unknown,
                self.messages,
                losses::lines(&self.omitted),
            );
            terminal::print("warning", &message, global);
        }
    }
}
