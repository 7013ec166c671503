//! Conversion of messages each of which tells the schema of its writer.

use super::avro_target::AvroTarget;
use super::each::{File, Step, Steps};
use super::typed::{codecs, report_losses};
use super::{Formats, end_line};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::avro_file;
use crate::command::failure::Failure;
use crate::command::inputs::Inputs;
use crate::command::output::Output;
use crate::command::writers::{Unusable, Writers};
use polywire::codec::Transcoder;
use polywire::convert::Framing;
use std::path::Path;

/// Converts messages of several writers.
pub(super) struct ByWriter<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framings: [FramingArg; 2],
    writers: Writers<'a, Transcoder>,
    target: AvroTarget,
}

impl<'a> ByWriter<'a> {
    pub fn new(
        args: &'a Convert,
        formats: Formats,
        framings: [FramingArg; 2],
        global: Global,
    ) -> Result<Self, Failure> {
        let make = move |ty: (&_, &str), options| {
            let (reader, writer) = codecs(args, (formats, options), ty, global)?;
            Ok(Transcoder::new(reader, writer))
        };
        let writers = Writers::new(&args.messages, (framings[0], formats.from), global, make)?;
        if writers.reader.is_none() && framings[1] == FramingArg::AvroFile {
            let message =
                "the records of an Avro file have one schema, but messages may have several; name it with --schema";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(Self { args, global, formats, framings, writers, target: AvroTarget::of(args)? })
    }

    /// Returns the files of the schemas.
    pub fn inputs(&self) -> Inputs {
        self.writers.inputs()
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output), is_alone: bool) -> Result<(), Failure> {
        let framings = [self.framings[0].of(self.formats.from, None), self.framing_to_write(is_alone)?];
        let file = File { path, framings, is_single: false };
        let summary = file.convert(self.args, (name, output), &mut self.writers, self.global)?;
        end_line(self.args, output, (self.framings[1], self.formats.to))?;
        report_losses(&summary, (self.args, self.formats), self.global)
    }

    fn framing_to_write(&mut self, is_alone: bool) -> Result<Framing, Failure> {
        match (&self.writers.reader, self.framings[1]) {
            (Some((schema, name)), FramingArg::AvroFile) => {
                let text = || avro_file::schema_text((schema, name), self.global);
                self.target.framing((self.args, is_alone), None, text)
            }
            (reader, framing) => Ok(framing.of(self.formats.to, reader.as_ref().map(|(schema, _)| &schema.model))),
        }
    }
}

impl Steps for Writers<'_, Transcoder> {
    fn step(&mut self, message: &[u8]) -> Result<Step<'_>, Failure> {
        match self.choose(message) {
            Ok(transcoder) => Ok(Step::Convert(transcoder)),
            Err(Unusable::Unknown(why)) => Ok(Step::Refuse(why)),
            Err(Unusable::Failed(failure)) => Err(failure),
        }
    }
}
