//! Conversion of messages of several types, each of which names its own.

use super::typed::report_losses;
use super::{Formats, end_line, failure};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::failure::Failure;
use crate::command::framing::is_json;
use crate::command::messages::{no_schema, sink_failure};
use crate::command::model::Schema;
use crate::command::output::Output;
use crate::command::progress::Progress;
use polywire::codec::Codec;
use polywire::convert::{self, Mixed, MixedTranscoder, Sink};
use polywire::{Format, Options};
use std::path::Path;

/// Converts messages as the types that they name.
pub(super) struct MixedTypes<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framings: [FramingArg; 2],
    pub schema: Schema,
    transcoder: MixedTranscoder,
}

impl<'a> MixedTypes<'a> {
    pub fn new(
        args: &'a Convert,
        formats: Formats,
        framings: [FramingArg; 2],
        global: Global,
    ) -> Result<Self, Failure> {
        check(formats)?;
        let path = args.messages.schema.as_deref().ok_or_else(no_schema)?;
        let schema = Schema::load(path, &args.messages.imports, global)?;
        let model = schema.model_for(&[formats.from, formats.to], global)?;
        let limits = args.limits();
        let finish = |codec: Codec| codec.with_limits(limits).with_engine(args.messages.engine());
        let mixed = |format: &'static Format, options: &Options| -> Result<Mixed, Failure> {
            Ok(Mixed::of(&schema.all_codecs_of(format, options, global)?, format, &model, finish))
        };
        let from = mixed(formats.from, &Options { report_unknown: true, ..Options::default() })?;
        let to = mixed(formats.to, &Options::default())?;
        drop(model);
        Ok(Self { args, global, formats, framings, schema, transcoder: MixedTranscoder::new(from, to) })
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output)) -> Result<(), Failure> {
        let progress = Progress::beside(name, self.global);
        let framing = (self.framings[0], self.formats.from);
        let framing = self.args.messages.framing_to_read_mixed(framing, &self.schema, self.global)?;
        let mut source = self.args.messages.open(path, framing, &progress)?;
        let mut sink = Sink::new(&mut *output, self.framings[1].of(self.formats.to, Some(&self.schema.model)))
            .map_err(sink_failure)?
            .with_canonical(self.args.canonical());
        let result = convert::run_mixed(&mut source, &mut self.transcoder, &mut sink);
        progress.clear();
        let summary = result.map_err(|error| failure(path, name, &error))?;
        end_line(self.args, output, (self.framings[1], self.formats.to))?;
        report_losses(&summary, (self.args, self.formats), self.global)
    }
}

/// Types are named by messages, or by tags in JSON.
fn check(formats: Formats) -> Result<(), Failure> {
    let all = [formats.from, formats.to];
    let wrong = all.into_iter().find(|format| !(format.names_types() || format.is_text && is_json(format)));
    if let Some(format) = wrong {
        let message =
            format!("--mixed: messages of {} do not name their types; use it between sbe and json", format.name);
        return Err(Failure::Usage(message));
    }
    if all.iter().any(|format| format.names_types()) {
        return Ok(());
    }
    Err(Failure::Usage("--mixed: one of the formats has to name types in messages, as sbe does".to_owned()))
}
