//! Comparison of self-describing messages without a schema, those of streams that begin with their schema among them: as JSON,
//! so that both sides may have other schemas.

use super::in_turn;
use super::report::Report;
use crate::command::args::{Diff, FramingArg, Global};
use crate::command::described::{Described, is_expected};
use crate::command::failure::Failure;
use crate::command::messages::{framing_to_guess, no_codec, no_schema};
use crate::command::model::{Schema, format};
use crate::command::progress::Progress;
use crate::command::{losses, terminal};
use polywire::codec::{Codec, Transcoder};
use polywire::convert::{Losses, Source};
use polywire::diff::{Options, untyped_differences};
use polywire::untyped::{Notes, Reader};
use polywire::value_text::text;
use polywire::{Format, Value};
use polywire_ir::types::{Type, Types};
use std::io::BufRead;
use std::path::Path;

/// The messages of one input.
struct Side<'a> {
    path: &'a Path,
    format: &'static Format,
    source: Source<Box<dyn BufRead>>,
    /// What reads messages that are behind their schema, as JSON.
    described: Option<Described<'a, Transcoder>>,
    reader: Reader,
    /// A message as JSON, and what was left out.
    json: Vec<u8>,
    losses: Losses,
    bytes: Vec<u8>,
    messages: u64,
    notes: Notes,
}

pub(super) fn compare(
    args: &Diff,
    formats: [&'static Format; 2],
    framing: FramingArg,
    global: Global,
) -> Result<(), Failure> {
    if args.select.is_some() {
        return Err(Failure::Usage("--select needs --schema".to_owned()));
    }
    let mut one = Side::open(args, (&args.input, formats[0]), framing, global)?;
    let mut other = Side::open(args, (&args.other, formats[1]), framing, global)?;
    let options = Options { tolerance: args.tolerance, contents: None };
    let whole = |value: &Value| text(&Types::default(), &Type::Bytes, value);
    let report = Report::new(args, formats, global);
    let next: [&mut dyn FnMut() -> Result<Option<Value>, Failure>; 2] = [&mut || one.next(), &mut || other.next()];
    let compared = in_turn(next, report, &|a, b| untyped_differences((a, b), options), &whole);
    [&one, &other].iter().for_each(|side| side.warn(global));
    compared
}

impl<'a> Side<'a> {
    fn open(
        args: &'a Diff,
        (path, format): (&'a Path, &'static Format),
        framing: FramingArg,
        global: Global,
    ) -> Result<Self, Failure> {
        let limits = &args.messages.limits;
        let described = described(args, (path, format), framing, global);
        let (framing, read) = match described {
            Some(_) => (FramingArg::Concatenated, self::format(JSON)?),
            None => (framing, format),
        };
        let reader = Reader::of(read, limits.max_depth, limits.budget).ok_or_else(no_schema)?;
        let source = args.messages.open(path, framing_to_guess(framing, format), &Progress::hidden())?;
        let (bytes, json, losses, notes) = Default::default();
        Ok(Self { path, format, source, described, reader, json, losses, bytes, messages: 0, notes })
    }

    /// Returns the next message, if any.
    fn next(&mut self) -> Result<Option<Value>, Failure> {
        while self.read()? {
            let number = self.messages + 1;
            let wrong = |error: String| Failure::Input(format!("{}: message {number}: {error}", self.path.display()));
            let located = |refusal| wrong(self.source.locate(self.format, &self.bytes, refusal).to_string());
            let message = match &mut self.described {
                None => &self.bytes,
                Some(described) => {
                    let Some(transcoder) = described.next(&self.bytes)? else { continue };
                    self.json.clear();
                    let lost = transcoder.transcode(&self.bytes, &mut self.json);
                    let lost = lost.map_err(|(_, refusal)| located(refusal))?;
                    self.losses.add(number, lost, &self.bytes, transcoder);
                    &self.json
                }
            };
            let (value, found) = self.reader.read(message).map_err(located)?;
            self.messages = number;
            self.notes.add(number, found);
            return Ok(Some(value));
        }
        self.described.as_ref().map_or(Ok(()), Described::finish)?;
        Ok(None)
    }

    /// Reads the next object into `bytes`; false at the end.
    fn read(&mut self) -> Result<bool, Failure> {
        self.source.read(&mut self.bytes).map_err(|error| match error.io() {
            Some(io) => Failure::reading(self.path, io),
            None => Failure::Input(format!("{}: message {}: {error}", self.path.display(), self.messages + 1)),
        })
    }

    /// Warns about parts that could not be compared.
    fn warn(&self, global: Global) {
        let duplicates = self.notes.duplicates("the last one is compared");
        for text in duplicates.into_iter().chain(self.notes.losses()).filter(|_| !global.quiet) {
            terminal::print("warning", &format!("{}: {text}", self.path.display()), global);
        }
        let lost = losses::lines(&self.losses);
        if !lost.is_empty() && !global.quiet {
            let message = format!("{}: parts of messages were not compared{lost}", self.path.display());
            terminal::print("warning", &message, global);
        }
    }
}

/// The format as which messages with other schemas are compared.
const JSON: &str = "json";

/// Returns the reader of a file that contains its schemas.
fn described<'a>(
    args: &'a Diff,
    (path, from): (&Path, &'static Format),
    framing: FramingArg,
    global: Global,
) -> Option<Described<'a, Transcoder>> {
    if !is_expected(&args.messages, framing, from) {
        return None;
    }
    let make = move |schema: &Schema, name: &str| {
        let codec = |format: &'static Format, report_unknown| {
            let options = polywire::Options { report_unknown, ..polywire::Options::default() };
            let codecs = schema.codecs_of(name, format, &options, global)?;
            let codec = codecs.codec(&schema.model, name).ok_or_else(|| no_codec(format, name))?;
            Ok::<Codec, Failure>(codec.with_limits(args.messages.limits()).with_engine(args.messages.engine()))
        };
        Ok(Transcoder::new(codec(from, true)?, codec(format(JSON)?, false)?))
    };
    let mut described = Described::new(&args.messages.imports, global, make);
    described.begin(path);
    Some(described)
}
