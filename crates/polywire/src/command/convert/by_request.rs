//! Conversion of streams of calls.

use super::each::{File, Step, Steps};
use super::typed::{codecs, report_losses};
use super::{Formats, end_line};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::by_request;
use crate::command::failure::Failure;
use crate::command::inputs::Inputs;
use crate::command::output::Output;
use polywire::Options;
use polywire::codec::Transcoder;
use std::path::Path;

/// Converts messages, and replies with the types of their operations.
pub(super) struct ByRequest<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framings: [FramingArg; 2],
    calls: by_request::ByRequest<'a, Transcoder>,
}

impl<'a> ByRequest<'a> {
    /// Returns `None` if messages have one type.
    pub fn new(
        args: &'a Convert,
        formats: Formats,
        framings: [FramingArg; 2],
        global: Global,
    ) -> Result<Option<Self>, Failure> {
        let all = [formats.from, formats.to];
        // Other formats would need one schema for all messages.
        let can_differ = all.iter().all(|it| it.is_text || it.is_multiline_text || it.built_in.is_some());
        if !(can_differ && by_request::is_expected(&args.messages, &framings, &all)) || args.explain_loss {
            return Ok(None);
        }
        let make = move |schema: &_, name: &str| {
            let (reader, writer) = codecs(args, (formats, Options::default()), (schema, name), global)?;
            Ok(Transcoder::new(reader, writer))
        };
        let calls = by_request::ByRequest::new(&args.messages, &all, make, global)?;
        Ok(calls.map(|calls| Self { args, global, formats, framings, calls }))
    }

    pub fn inputs(&self) -> Inputs {
        self.calls.inputs()
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output)) -> Result<(), Failure> {
        let [read, write] = self.framings;
        let framings = [read.of(self.formats.from, None), write.of(self.formats.to, None)];
        let file = File { path, framings, is_single: false };
        let summary = file.convert(self.args, (name, output), &mut self.calls, self.global)?;
        end_line(self.args, output, (write, self.formats.to))?;
        report_losses(&summary, (self.args, self.formats), self.global)
    }
}

impl Steps for by_request::ByRequest<'_, Transcoder> {
    fn step(&mut self, message: &[u8]) -> Result<Step<'_>, Failure> {
        Ok(Step::Convert(self.choose(message)?))
    }
}
