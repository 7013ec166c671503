//! `polywire convert`.

use super::args::{Convert, FramingArg, Global};
use super::failure::Failure;
use super::input;
use super::losses;
use super::messages::osm_failure;
use super::model::{self, Schema};
use super::output::{self, Output};
use super::progress::Progress;
use super::terminal;
use polywire::codec::{Codec, Transcoder};
use polywire::convert::{self, Cause, Error, Expected, Sink, Summary, expected_losses};
use polywire::{Format, Limits, Model, Options};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The formats of the input and the output.
#[derive(Clone, Copy)]
struct Formats {
    from: &'static Format,
    to: &'static Format,
}

pub fn run(args: &Convert, global: Global) -> Result<(), Failure> {
    let formats = Formats { from: model::format(&args.from)?, to: model::format(&args.to)? };
    let framings = [args.messages.framing, args.framing_to_write()];
    check_framings(framings, formats)?;
    let (schema, name) = args.messages.message_type_in(&framings, global)?;
    let mut transcoder = transcoder(args, formats, (&schema, &name), global)?;
    if args.explain_loss {
        return explain_loss(&*schema.model_for(&[formats.from, formats.to], global)?, &name, formats);
    }
    if output::would_grow(&args.messages.input, &args.output) {
        return Err(Failure::Usage("the standard output is the input; name it with -o to replace it".to_owned()));
    }
    let progress = Progress::beside(&args.output, global);
    let mut output = Output::create(&args.output)?;
    if framings == [FramingArg::None; 2] && through(args, &mut transcoder, &progress, &mut output)? {
        progress.clear();
        return output.finish();
    }
    let framing = args.messages.framing_to_read(formats.from, (&schema, &name), global)?;
    let mut source = args.messages.open(framing, &progress)?;
    let mut sink = Sink::new(&mut output, framings[1].of(formats.to)).map_err(osm_failure)?;
    let result = match args.jobs() {
        1 => convert::run(&mut source, &mut transcoder, &mut sink),
        jobs => convert::run_parallel(&mut source, &transcoder, &mut sink, jobs),
    };
    progress.clear();
    let summary = result.map_err(|error| failure(args, &error))?;
    output.finish()?;
    report_losses(&summary, formats, args.allow_loss, global)
}

/// Returns whether messages can be read and written as the user says.
fn check_framings([read, write]: [FramingArg; 2], formats: Formats) -> Result<(), Failure> {
    if read == write {
        return read.check(&[formats.from, formats.to]);
    }
    if write == FramingArg::None {
        return Err(Failure::Usage(
            "a stream of messages cannot be written as one; leave out `--to-framing none`".to_owned(),
        ));
    }
    read.check(&[formats.from])?;
    write.check(&[formats.to])
}

/// Converts a large file that is one message while it is read. False if the message has to be converted as a whole.
fn through(
    args: &Convert,
    transcoder: &mut Transcoder,
    progress: &Progress,
    output: &mut Output,
) -> Result<bool, Failure> {
    const LARGE: u64 = 1 << 20;
    let path = &args.messages.input;
    // The standard input cannot be read twice.
    let file = if path == Path::new("-") { None } else { fs::metadata(path).ok().filter(|data| data.is_file()) };
    let Some(len) = file.map(|file| file.len()).filter(|&len| len >= LARGE) else { return Ok(false) };
    let mut input = input::open(path, progress)?;
    let early = output.can_restart().then_some(&mut *output as &mut dyn Write);
    match convert::through(transcoder, (&mut input, usize::try_from(len).ok()), args.messages.limits.max_size, early) {
        Some(left) => left.iter().try_for_each(|piece| output.put(piece)).map(|()| true),
        None => output.restart().map(|()| false),
    }
}

/// Tells what the output would lack, whatever the input.
fn explain_loss(model: &Model, name: &str, formats: Formats) -> Result<(), Failure> {
    let root = model.find(name).ok_or_else(|| Failure::Input(format!("there is no type `{name}`")))?;
    let expected = expected_losses(model, root, formats.from, formats.to);
    let line = |it: &Expected| format!("{}: {}", it.message, it.paths.join(", "));
    match expected.as_slice() {
        [] => terminal::print_lines(&["nothing is lost"]),
        expected => terminal::print_lines(&expected.iter().map(line).collect::<Vec<_>>()),
    }
}

fn transcoder(
    args: &Convert,
    formats: Formats,
    (schema, name): (&Schema, &str),
    global: Global,
) -> Result<Transcoder, Failure> {
    let selection = args.select.as_deref().map(|paths| schema.selection(name, paths, global)).transpose()?;
    let limits =
        Limits { ignore_unknown: args.ignore_unknown, write_unknown: args.write_unknown, ..args.messages.limits() };
    let codec = |format: &'static Format, options: &Options| -> Result<Codec, Failure> {
        let codecs = schema.codecs_with(format, options, global)?;
        let missing = || Failure::Input(format!("{} has no codec for `{name}`", format.name));
        let codec = codecs.codec(&schema.model, name).ok_or_else(missing)?;
        Ok(codec.with_limits(limits).with_engine(args.messages.engine()))
    };
    let selecting = Options { selection: selection.unwrap_or_default(), report_unknown: true, ..Options::default() };
    let (from, to) = (codec(formats.from, &selecting)?, codec(formats.to, &Options::default())?);
    if !from.can_decode() {
        return Err(Failure::Usage(format!(
            "{} is read with its writer's schema, which convert does not take",
            args.from
        )));
    }
    if !to.can_encode() {
        return Err(Failure::Usage(format!("{} can be read only", args.to)));
    }
    Ok(Transcoder::new(from, to))
}

fn failure(args: &Convert, error: &Error) -> Failure {
    let input = &args.messages.input;
    match &error.cause {
        Cause::Input(stream) if let Some(io) = stream.io() => Failure::reading(input, io),
        Cause::Output(stream) if let Some(io) = stream.io() => Failure::writing(&args.output, io),
        Cause::Output(_) => Failure::Input(format!("{}: {error}", args.output.display())),
        Cause::Input(_) | Cause::Message(..) => Failure::Input(format!("{}: {error}", input.display())),
    }
}

fn report_losses(summary: &Summary, formats: Formats, allowed: bool, global: Global) -> Result<(), Failure> {
    if summary.with_losses == 0 {
        return Ok(());
    }
    let message = format!(
        "{} of {} messages hold fields that the schema does not know; {}{}",
        summary.with_losses,
        summary.messages,
        why_left_out(formats),
        losses::lines(&summary.losses),
    );
    if !allowed {
        return Err(Failure::Loss(message));
    }
    if !global.quiet {
        terminal::print("warning", &message, global);
    }
    Ok(())
}

fn why_left_out(Formats { from, to }: Formats) -> String {
    if !from.keeps_unknown || from.name == to.name {
        return format!("they cannot be read from {} without it, so they were left out", from.name);
    }
    let remedy = if to.shows_unknown { " (`--write-unknown` shows them)" } else { "" };
    format!("{} cannot hold them, so they were left out{remedy}", to.name)
}
