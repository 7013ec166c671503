//! `polywire diff`.

mod avro;
mod report;
mod side;
mod untyped;

use super::args::{Diff, FramingArg, Global};
use super::avro_file;
use super::failure::Failure;
use super::first_message::FirstMessage;
use super::messages::no_codec;
use super::model::Schema;
use super::progress::Progress;
use super::writers::{Resolved, Writers, are_told};
use polywire::any::Contents;
use polywire::codec::{Codec, Codecs};
use polywire::diff::{Change, Difference, Options, differences};
use polywire::value_text::text;
use polywire::{Format, Limits, Value};
use polywire_ir::types::Type;
use polywire_vm::Path;
use report::Report;
use side::{Decoder, Side};

/// As with `diff`, one exit code means that the inputs differ, and another one reports errors.
pub fn run(args: &Diff, global: Global) -> Result<(), Failure> {
    compare(args, global).map_err(Failure::into_trouble)
}

fn compare(args: &Diff, global: Global) -> Result<(), Failure> {
    let formats = formats(args)?;
    let framing = args.messages.framing_of(&args.wire);
    let framings = framings(args, formats)?;
    if framings.contains(&FramingArg::AvroFile) {
        framings.iter().zip(formats).try_for_each(|(framing, format)| framing.check(&[format]))?;
    } else {
        framing.check(&formats)?;
    }
    args.messages.check_split(&framings)?;
    args.messages.check_without_schema(&formats)?;
    args.messages.check_entities(&formats)?;
    if framings.contains(&FramingArg::AvroFile) {
        let avro::Sides { schema, name, resolved } = avro::Sides::of(args, framings, global)?;
        return of_type(args, (formats, framings), (&schema, &name, resolved), global);
    }
    check_writers(args, formats)?;
    if !args.messages.has_types(&[framing], &formats) {
        return untyped::compare(args, formats, framing, global);
    }
    let sides = [(&args.input, formats[0]), (&args.other, formats[1])];
    let named = sides.iter().find(|(_, format)| format.names_types());
    let first = named.map(|(path, format)| FirstMessage { path, framing, format });
    let (schema, name) = args.messages.message_type_in((&[framing], &formats), first, global)?;
    let resolved = |format: &'static Format| match format.resolves_writers()
        || !formats.iter().any(|format| format.resolves_writers())
    {
        true => Resolved::named(&args.messages, (framing, format), global),
        false => Ok(None),
    };
    let resolved = [resolved(formats[0])?, resolved(formats[1])?];
    of_type(args, (formats, framings), (&schema, &name, resolved), global)
}

/// Checks that messages tell their writers where the user names their schemas, and that the type is known as which they are compared.
fn check_writers(args: &Diff, formats: [&'static Format; 2]) -> Result<(), Failure> {
    if !args.messages.writers.are_several() {
        return Ok(());
    }
    let problem = if args.messages.schema.is_none() {
        "messages are compared as a type of one schema, which `--schema` names"
    } else if !formats.iter().any(|format| are_told(&args.messages, format)) {
        "--writer-schemas is for messages of `avro_single`, --registry for those of `avro`"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(problem.to_owned()))
}

/// Compares messages of a type, which of a side may be the records of an Avro file with another schema.
fn of_type(
    args: &Diff,
    (formats, framings): ([&'static Format; 2], [FramingArg; 2]),
    (schema, name, resolved): (&Schema, &str, [Option<Resolved>; 2]),
    global: Global,
) -> Result<(), Failure> {
    let selection = args.select.as_deref().map(|paths| schema.selection(name, paths, global)).transpose()?;
    let selection = selection.unwrap_or_default();
    let selecting = polywire::Options { selection, report_unknown: true, ..polywire::Options::default() };
    let limits = Limits { ignore_unknown: args.ignore_unknown, ..args.messages.limits() };
    let codec = |(schema, name): (&Schema, &str), format: &'static Format, options: polywire::Options| {
        let codecs = schema.codecs_of(name, format, &options, global)?;
        let codec = codecs.codec(&schema.model, name).filter(Codec::can_decode);
        let codec = codec.ok_or_else(|| Failure::Usage(format!("{} cannot be read by diff", format.name)))?;
        Ok((codecs, codec.with_limits(limits).with_engine(args.messages.engine())))
    };
    let of_writer = |writer| polywire::Options { writer, ..selecting.clone() };
    let known = |format, resolved: &Option<Resolved>| -> Result<(Codecs, Codec), Failure> {
        codec((schema, name), format, of_writer(resolved.as_ref().map(|it| it.writer.clone())))
    };
    let [of_one, of_other] = &resolved;
    let ((codecs, one), (_, other)) = (known(formats[0], of_one)?, known(formats[1], of_other)?);
    let record = codecs.record(&schema.model, name).ok_or_else(|| no_codec(formats[0], name))?;
    // Two inputs are read in turn, so a single bar could not show progress.
    let progress = Progress::hidden();
    let side = |path, (framing, resolved): (FramingArg, &Option<Resolved>), known: Codec| {
        let format = known.format();
        if are_told(&args.messages, format) {
            let make = |ty: (&_, &str), polywire::Options { writer, header, .. }| {
                codec(ty, format, polywire::Options { header, ..of_writer(writer) }).map(|(_, codec)| codec)
            };
            let writers = Writers::new(&args.messages, (framing, format), global, make)?;
            let framing = framing.of(format, None);
            return Side::open(args, path, (Decoder::ByWriter(Box::new(writers)), framing), &progress);
        }
        let framing = match (framing, resolved) {
            (_, Some(resolved)) => resolved.framing.clone(),
            (FramingArg::AvroFile, None) => avro_file::reading(&args.messages, (schema, name), global)?,
            (_, None) => args.messages.framing_to_read((framing, format), (schema, name), global)?,
        };
        Side::open(args, path, (Decoder::Known(Box::new(known)), framing), &progress)
    };
    let (mut one, mut other) =
        (side(&args.input, (framings[0], of_one), one)?, side(&args.other, (framings[1], of_other), other)?);
    let contents = Contents::new(&schema.model, limits);
    let (types, options) = (&codecs.module().types, Options { tolerance: args.tolerance, contents: contents.as_ref() });
    let whole = |value: &Value| text(types, &Type::Struct(record), value);
    let report = Report::new(args, formats, global);
    let report = if framings.contains(&FramingArg::AvroFile) { report.of_stream() } else { report };
    let next: [&mut dyn FnMut() -> Result<Option<Value>, Failure>; 2] = [&mut || one.next(), &mut || other.next()];
    let compared = in_turn(next, report, &|a, b| differences(types, record, (a, b), options), &whole);
    [&one, &other].iter().for_each(|side| side.warn(global));
    compared
}

/// Compares the messages of two inputs in turn. A message without a counterpart is shown as a whole.
fn in_turn(
    [one, other]: [&mut dyn FnMut() -> Result<Option<Value>, Failure>; 2],
    mut report: Report<'_>,
    differences: &dyn Fn(&Value, &Value) -> Vec<Difference>,
    whole: &dyn Fn(&Value) -> String,
) -> Result<(), Failure> {
    for number in 1.. {
        let found = match (one()?, other()?) {
            (None, None) => break,
            (Some(a), Some(b)) => differences(&a, &b),
            (Some(a), None) => vec![of_message(Change::Removed(whole(&a)))],
            (None, Some(b)) => vec![of_message(Change::Added(whole(&b)))],
        };
        report.message(number, &found)?;
    }
    report.finish()
}

fn of_message(change: Change) -> Difference {
    Difference { path: Path::default(), other_path: Path::default(), change }
}

/// Returns how messages are separated in each file. Beside an Avro file, text has one message on each line.
fn framings(args: &Diff, formats: [&'static Format; 2]) -> Result<[FramingArg; 2], Failure> {
    let framing = args.messages.framing_of(&args.wire);
    let is_file = |path, format| avro_file::is_file(&args.messages, (framing, format), path);
    let framings = match [is_file(&args.input, formats[0])?, is_file(&args.other, formats[1])?] {
        [true, _] if formats[1].is_text => [FramingArg::AvroFile, FramingArg::Lines],
        [_, true] if formats[0].is_text => [FramingArg::Lines, FramingArg::AvroFile],
        found => found.map(|is_file| if is_file { FramingArg::AvroFile } else { framing }),
    };
    Ok(framings)
}

/// Returns one format for both files, or one for each.
fn formats(args: &Diff) -> Result<[&'static Format; 2], Failure> {
    let framing = args.messages.framing_of(&args.wire);
    match args.wire.as_slice() {
        [both] => Ok([framing.format(both.format); 2]),
        [one, other] => Ok([framing.format(one.format), framing.format(other.format)]),
        _ => Err(Failure::Usage("--wire takes one format, or one for each file, as in `protobuf,json`".to_owned())),
    }
}
