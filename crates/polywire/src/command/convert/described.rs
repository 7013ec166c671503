//! Conversion of streams that begin with their schema.

use super::each::{File, Step, Steps};
use super::typed::{codecs, report_losses};
use super::{Formats, end_line};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::described;
use crate::command::failure::Failure;
use crate::command::messages::framing_to_guess;
use crate::command::output::Output;
use polywire::Options;
use polywire::codec::Transcoder;
use std::path::Path;

/// Converts messages with the schemas in front of them.
pub(super) struct Described<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framing: FramingArg,
    objects: described::Described<'a, Transcoder>,
}

impl<'a> Described<'a> {
    pub fn new(args: &'a Convert, formats: Formats, framings: [FramingArg; 2], global: Global) -> Self {
        let make = move |schema: &_, name: &str| {
            let (reader, writer) = codecs(args, (formats, Options::default()), (schema, name), global)?;
            Ok(Transcoder::new(reader, writer))
        };
        let objects = described::Described::new(&args.messages.imports, global, make);
        Self { args, global, formats, framing: written(framings[1], formats), objects }
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output)) -> Result<(), Failure> {
        let read = framing_to_guess(FramingArg::Concatenated, self.formats.from);
        let framings = [read, self.framing.of(self.formats.to, None)];
        let file = File { path, framings, is_single: self.framing == FramingArg::None };
        self.objects.begin(path);
        let mut steps = Objects { objects: &mut self.objects, are_headers_kept: self.args.self_describing };
        let summary = file.convert(self.args, (name, output), &mut steps, self.global)?;
        self.objects.finish()?;
        end_line(self.args, output, (self.framing, self.formats.to))?;
        report_losses(&summary, (self.args, self.formats), self.global)
    }
}

/// The objects of a file.
struct Objects<'o, 'a> {
    objects: &'o mut described::Described<'a, Transcoder>,
    are_headers_kept: bool,
}

impl Steps for Objects<'_, '_> {
    fn step(&mut self, object: &[u8]) -> Result<Step<'_>, Failure> {
        Ok(match self.objects.next(object)? {
            Some(transcoder) => Step::Convert(transcoder),
            None if self.are_headers_kept => Step::Copy,
            None => Step::LeaveOut,
        })
    }
}

/// Returns the framing of the output: a stream is a stream of lines, or of messages behind each other, if that is possible.
fn written(framing: FramingArg, Formats { from, to }: Formats) -> FramingArg {
    match framing {
        FramingArg::None if to.is_text => FramingArg::Lines,
        FramingArg::None if to.is_multiline_text || to.name == from.name => FramingArg::Concatenated,
        framing => framing,
    }
}
