//! Conversion with a schema.

use super::avro_target::AvroTarget;
use super::{Formats, end_line, failure};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::described;
use crate::command::failure::Failure;
use crate::command::first_message::FirstMessage;
use crate::command::messages::{no_codec, sink_failure};
use crate::command::model::Schema;
use crate::command::output::Output;
use crate::command::progress::Progress;
use crate::command::writers::{Resolved, check_registry_id, registry_header};
use crate::command::{avro_file, hints, input, losses, terminal};
use polywire::codec::{Codec, Stage, Transcoder};
use polywire::convert::{
    self, Cause, Error, Expected, Framing, Sink, Source, Summary, expected_losses, expected_wrapping,
};
use polywire::{Format, Options};
use polywire_stream::avro_file::Header;
use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;

/// Converts messages of a type.
pub(super) struct Typed<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framings: [FramingArg; 2],
    pub schema: Schema,
    name: String,
    /// The input codec alone, for hints about refused messages.
    reader: Codec,
    transcoder: Transcoder,
    /// How messages are found, if not by the schema of what is read.
    records: Option<Framing>,
    /// The Avro file that is read first.
    avro: Option<Header>,
    target: AvroTarget,
}

impl<'a> Typed<'a> {
    pub fn new(
        args: &'a Convert,
        formats: Formats,
        framings: [FramingArg; 2],
        global: Global,
    ) -> Result<Self, Failure> {
        let paths = if args.explain_loss { Vec::new() } else { args.files.paths()? };
        let (framing, format) = (framings[0], formats.from);
        let first = paths.first().map(|path| FirstMessage { path, framing, format });
        let target = AvroTarget::of(args)?;
        let (schema, name) = match &target.continued {
            Some(header) if args.messages.schema.is_none() => {
                avro_file::schema_in(header, &args.output, &args.messages.imports, global)?
            }
            Some(_) | None => args.messages.message_type_in((&framings, &[formats.from, formats.to]), first, global)?,
        };
        let resolved = Resolved::named(&args.messages, (framing, format), global)?;
        let (records, written_by) = resolved.map(|it| (it.framing, it.writer)).unzip();
        let reading = Options { writer: written_by, ..Options::default() };
        let (reader, writer) = codecs(args, (formats, reading), (&schema, &name), global)?;
        let transcoder = Transcoder::new(reader.clone(), writer);
        Ok(Self { args, global, formats, framings, schema, name, reader, transcoder, records, avro: None, target })
    }

    /// Returns what converts the records of an Avro file by the schema in it.
    pub fn of_avro_file(
        args: &'a Convert,
        formats: Formats,
        framings: [FramingArg; 2],
        (path, header): (&Path, &Header),
        global: Global,
    ) -> Result<Self, Failure> {
        let (schema, name, records, reader, writer);
        if args.messages.schema.is_some() {
            let resolved = Resolved::of_file(&args.messages, (path, header), global)?;
            (schema, name) = args.messages.message_type_in((&[], &[]), None, global)?;
            let reading = Options { writer: Some(resolved.writer), ..of_records() };
            (reader, writer) = codecs(args, (formats, reading), (&schema, &name), global)?;
            records = Some(resolved.framing);
        } else {
            (schema, name) = avro_file::schema_in(header, path, &args.messages.imports, global)?;
            records = Some(avro_file::reading(&args.messages, (&schema, &name), global)?);
            (reader, writer) = codecs(args, (formats, of_records()), (&schema, &name), global)?;
        }
        let transcoder = Transcoder::new(reader.clone(), writer);
        let (avro, target) = (Some(header.clone()), AvroTarget::of(args)?);
        Ok(Self { args, global, formats, framings, schema, name, reader, transcoder, records, avro, target })
    }

    /// Prints what the output would lack, and what the format wraps, for any input.
    pub fn explain_loss(&self) -> Result<(), Failure> {
        let Formats { from, to } = self.formats;
        let model = self.schema.model_for(&[from, to], self.global)?;
        let missing = || Failure::Input(format!("there is no type `{}`", self.name));
        let root = model.find(&self.name).ok_or_else(missing)?;
        let expected = expected_losses(&model, root, from, to);
        let line = |it: &Expected| format!("{}: {}", it.message, it.paths.join(", "));
        let lost: Vec<String> = expected.iter().map(line).collect();
        let lost = if lost.is_empty() { vec!["nothing is lost".to_owned()] } else { lost };
        let wrapped = expected_wrapping(&model, root, to);
        let wrapped =
            wrapped.iter().map(|it| format!("not lost, but {} in {}: {}", it.message, to.name, it.paths.join(", ")));
        terminal::print_lines(&lost.into_iter().chain(wrapped).collect::<Vec<_>>())
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output), is_alone: bool) -> Result<(), Failure> {
        let progress = Progress::beside(name, self.global);
        let text_end = (self.framings[1], self.formats.to);
        if self.args.self_describing {
            let count = Some(1).filter(|_| self.framings[0] == FramingArg::None);
            output.put(&described::header(&self.schema, &self.name, count, self.global)?)?;
        } else if is_alone
            && self.framings == [FramingArg::None; 2]
            && self.args.canonical.is_none()
            && self.through(path, &progress, output)?
        {
            progress.clear();
            return end_line(self.args, output, text_end);
        }
        let mut source = self.args.messages.open(path, self.framing_to_read()?, &progress)?;
        let sink = Sink::new(&mut *output, self.framing_to_write(is_alone)?).map_err(sink_failure)?;
        let mut sink = sink.with_canonical(self.args.canonical());
        let result = match self.args.jobs() {
            _ if source.is_single() => convert::run(&mut source, &mut self.transcoder, &mut sink),
            1 => convert::run(&mut source, &mut self.transcoder, &mut sink),
            jobs => convert::run_parallel(&mut source, &self.transcoder, &mut sink, jobs),
        };
        progress.clear();
        let summary = result.map_err(|error| {
            let place = source.place_of(error.message).filter(|_| matches!(error.cause, Cause::Message(..)));
            self.failure(path, name, &error).in_place(place)
        })?;
        end_line(self.args, output, text_end)?;
        report_damage(path, &source, (self.args, self.global))?;
        report_losses(&summary, (self.args, self.formats), self.global)
    }

    fn framing_to_read(&self) -> Result<Framing, Failure> {
        if let Some(records) = &self.records {
            return Ok(records.clone());
        }
        let framing = (self.framings[0], self.formats.from);
        self.args.messages.framing_to_read(framing, (&self.schema, &self.name), self.global)
    }

    fn framing_to_write(&mut self, is_alone: bool) -> Result<Framing, Failure> {
        if self.framings[1] != FramingArg::AvroFile || self.formats.to.is_text {
            return Ok(self.framings[1].of(self.formats.to, Some(&self.schema.model)));
        }
        let own = self.avro.as_ref().filter(|_| self.args.messages.schema.is_none());
        let schema = || match own.and_then(|header| header.schema().ok()) {
            Some(text) => Ok(text.to_vec()),
            None => avro_file::schema_text((&self.schema, &self.name), self.global),
        };
        self.target.framing((self.args, is_alone), self.avro.as_ref(), schema)
    }

    /// Converts a large file that is one message while it is read. Returns false if the message must be converted as a
    /// whole.
    fn through(&mut self, path: &Path, progress: &Progress, output: &mut Output) -> Result<bool, Failure> {
        const LARGE: u64 = 1 << 20;
        // The standard input cannot be read twice.
        let file = if path == Path::new("-") { None } else { fs::metadata(path).ok().filter(|data| data.is_file()) };
        if file.is_none_or(|file| file.len() < LARGE) {
            return Ok(false);
        }
        let messages = &self.args.messages;
        let mut input = input::open(path, messages.decompress, progress)?;
        let len = input.len.and_then(|len| usize::try_from(len).ok());
        let early = output.can_restart().then_some(&mut *output as &mut dyn Write);
        match convert::through(&mut self.transcoder, (&mut input.reader, len), messages.limits.max_size, early) {
            Some(left) => left.iter().try_for_each(|piece| output.put(piece)).map(|()| true),
            None => output.restart().map(|()| false),
        }
    }

    fn failure(&self, path: &Path, output: &Path, error: &Error) -> Failure {
        match (failure(path, output, error), &error.cause) {
            (Failure::Input(message), Cause::Message(Stage::Decode, refusal)) => {
                let is_valid = |message: &[u8]| self.reader.decode(message).is_ok();
                let judge = hints::Judge { format: self.reader.format(), is_valid: &is_valid };
                let help = hints::of_refusal(&self.args.messages, path, judge, refusal);
                let ty = (&self.schema, self.name.as_str());
                let mistake = hints::of_mistake_in((&self.args.messages, path), self.reader.format(), ty);
                Failure::Input(message + &help + &mistake)
            }
            (failure, _) => failure,
        }
    }
}

/// Reports blocks of an Avro file that the output lacks.
fn report_damage<R: BufRead>(
    path: &Path,
    source: &Source<R>,
    (args, global): (&Convert, Global),
) -> Result<(), Failure> {
    let Some(damage) = source.damage() else { return Ok(()) };
    let message = avro_file::report_damage(path, damage, global);
    if !args.allow_loss {
        return Err(Failure::Loss(message));
    }
    if !global.quiet {
        terminal::print("warning", &message, global);
    }
    Ok(())
}

/// Reports fields that the output lacks.
pub(super) fn report_losses(
    summary: &Summary,
    (args, formats): (&Convert, Formats),
    global: Global,
) -> Result<(), Failure> {
    let of_messages = (summary.with_losses > 0).then(|| {
        format!(
            "{} of {} messages have fields that the schema does not have; {}{}",
            summary.with_losses,
            summary.messages,
            why_left_out(formats),
            losses::lines(&summary.losses),
        )
    });
    let allow = if args.allow_loss { "" } else { "; --allow-loss accepts this" };
    let around = summary.around.iter().map(|text| format!("{text}{allow}"));
    let found: Vec<String> = around.chain(of_messages).collect();
    match found.join("\n") {
        message if message.is_empty() => {}
        message if !args.allow_loss => return Err(Failure::Loss(message)),
        message if !global.quiet => terminal::print("warning", &message, global),
        _ => {}
    }
    Ok(())
}

/// Options of decoders for the records of a block, of which only they find the ends.
fn of_records() -> Options {
    Options { trailing_bytes: true, ..Options::default() }
}

/// Returns the codecs of the input and output. Of the options of the input, its data's own matter.
pub(super) fn codecs(
    args: &Convert,
    (formats, reading): (Formats, Options),
    (schema, name): (&Schema, &str),
    global: Global,
) -> Result<(Codec, Codec), Failure> {
    let selection = args.select.as_deref().map(|paths| schema.selection(name, paths, global)).transpose()?;
    let limits = args.limits();
    let codec = |format: &'static Format, options: &Options| -> Result<Codec, Failure> {
        let codecs = schema.codecs_of(name, format, options, global)?;
        let codec = codecs.codec(&schema.model, name).ok_or_else(|| no_codec(format, name))?;
        Ok(codec.with_limits(limits).with_engine(args.messages.engine()))
    };
    let reading = Options { selection: selection.unwrap_or_default(), report_unknown: true, ..reading };
    if let Some(id) = args.to_registry_id {
        check_registry_id(&args.messages, id, (schema, name), global)?;
    }
    let header = args.to_registry_id.map(registry_header).unwrap_or_default();
    let writing = Options { header, ..Options::default() };
    let (from, to) = (codec(formats.from, &reading)?, codec(formats.to, &writing)?);
    if !from.can_decode() {
        let name = formats.from.name;
        return Err(Failure::Usage(format!("{name} needs the writer's schema, which convert cannot take")));
    }
    if !to.can_encode() {
        return Err(Failure::Usage(format!("{} can only be read, not written", formats.to.name)));
    }
    Ok((from, to))
}

fn why_left_out(Formats { from, to }: Formats) -> String {
    if !from.keeps_unknown || from.name == to.name {
        return format!("{} cannot be read without a schema that has them, so they were left out", from.name);
    }
    let remedy = if to.shows_unknown { " (`--write-unknown` shows them)" } else { "" };
    format!("{} cannot represent them, so they were left out{remedy}", to.name)
}
