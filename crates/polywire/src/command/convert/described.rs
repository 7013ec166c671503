//! Conversion of streams that begin with their schema.

use super::typed::{codecs, report_losses};
use super::{Formats, end_line, failure};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::described::Described as Objects;
use crate::command::failure::Failure;
use crate::command::messages::{framing_to_guess, sink_failure};
use crate::command::output::Output;
use crate::command::progress::Progress;
use polywire::codec::Transcoder;
use polywire::convert::{Cause, Error, Sink, Summary};
use std::path::Path;

/// Converts messages with the schemas in front of them.
pub(super) struct Described<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framing: FramingArg,
    objects: Objects<'a, Transcoder>,
}

impl<'a> Described<'a> {
    pub fn new(args: &'a Convert, formats: Formats, framings: [FramingArg; 2], global: Global) -> Self {
        let make = move |schema: &_, name: &str| {
            let (reader, writer) = codecs(args, formats, (schema, name), global)?;
            Ok(Transcoder::new(reader, writer))
        };
        let objects = Objects::new(&args.messages.imports, global, make);
        Self { args, global, formats, framing: written(framings[1], formats), objects }
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output)) -> Result<(), Failure> {
        let progress = Progress::beside(name, self.global);
        let framing = framing_to_guess(FramingArg::Concatenated, self.formats.from);
        let mut source = self.args.messages.open(path, framing, &progress)?;
        let framing = self.framing.of(self.formats.to, None);
        let mut sink = Sink::new(&mut *output, framing).map_err(sink_failure)?;
        let (mut object, mut converted, mut summary) = (Vec::new(), Vec::new(), Summary::default());
        self.objects.begin(path);
        let failed = |number: u64, cause| failure(path, name, &Error { message: number, cause });
        while source.read(&mut object).map_err(|error| failed(summary.messages + 1, Cause::Input(error)))? {
            let number = summary.messages + 1;
            let written = |error| failed(number, Cause::Output(error));
            let Some(transcoder) = self.objects.next(&object)? else {
                if self.args.self_describing {
                    sink.write(&object).map_err(written)?;
                }
                continue;
            };
            if number > 1 && self.framing == FramingArg::None {
                return Err(Failure::Usage(several()));
            }
            let lost = transcoder.transcode(&object, &mut converted);
            let lost = lost.map_err(|(stage, refusal)| failed(number, Cause::Message(stage, refusal)))?;
            sink.write(&converted).map_err(written)?;
            summary.add(lost, false, &object, transcoder);
        }
        self.objects.finish()?;
        sink.finish().map_err(|error| failed(summary.messages, Cause::Output(error)))?;
        progress.clear();
        end_line(output, (self.framing, self.formats.to))?;
        report_losses(&summary, (self.args, self.formats), self.global)
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

fn several() -> String {
    "the input has several messages, which cannot be written as one; choose how they are separated, as in `--to-framing delimited`"
        .to_owned()
}
