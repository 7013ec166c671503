//! The type that the first message of an input names.

use super::args::{FramingArg, Global, Messages};
use super::failure::Failure;
use super::input;
use super::messages::{framing_to_guess, next, osm_failure};
use super::model::Schema;
use super::progress::Progress;
use polywire::Format;
use polywire::convert::{Framing, Source};
use std::io::{BufRead, Read};
use std::path::Path;

/// Where the first message of an input is, and its format.
#[derive(Clone, Copy)]
pub struct FirstMessage<'a> {
    pub path: &'a Path,
    pub framing: FramingArg,
    pub format: &'static Format,
}

/// Bytes at the beginning of a message that are enough to find its type.
const HEAD: u64 = 64;
/// Those of a document.
const HEAD_OF_TEXT: u64 = 1 << 14;

impl FirstMessage<'_> {
    /// Returns the name of its type, in a format whose messages name it.
    pub fn type_name(self, messages: &Messages, schema: &Schema, global: Global) -> Result<String, Failure> {
        if self.path == Path::new("-") {
            let message = format!(
                "--type is needed: {} names the type in each message, but the standard input cannot be read twice",
                self.format.name
            );
            return Err(Failure::Usage(message));
        }
        let head = self.read(messages)?;
        let model = schema.model_for(&[self.format], global)?;
        let found = self.format.type_of(&model, &head).map(|id| model.decl(id).path());
        found.ok_or_else(|| {
            Failure::Input(format!(
                "{}: the first message does not name a type of the schema in its header; name the type with --type",
                self.path.display()
            ))
        })
    }

    fn read(self, messages: &Messages) -> Result<Vec<u8>, Failure> {
        let input = input::open(self.path, messages.decompress, &Progress::hidden())?;
        let framing = framing_to_guess(self.framing, self.format);
        let reader: Box<dyn BufRead> = match framing {
            Framing::None => Box::new(input.reader.take(HEAD)),
            Framing::Document(_) => Box::new(input.reader.take(HEAD_OF_TEXT)),
            _ => input.reader,
        };
        let mut source = Source::with_max_size(reader, framing, messages.limits.max_size).map_err(osm_failure)?;
        let mut message = Vec::new();
        next(&mut source, &mut message, (self.path, 1))?;
        Ok(message)
    }
}
