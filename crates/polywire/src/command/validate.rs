//! `polywire validate`.

mod judge;

use super::args::{FramingArg, Global, ReportFormat, Validate};
use super::avro_file;
use super::by_request::{self, ByRequest};
use super::described::{self, Described};
use super::failure::Failure;
use super::first_message::FirstMessage;
use super::messages::{Next, framing_to_guess, next, no_codec};
use super::model::Schema;
use super::progress::Progress;
use super::terminal;
use super::writers::{Resolved, Writers};
use super::{files, hints};
use judge::{Broken, Checked, Judge, Wrong};
use polywire::codec::{Codec, Refusal};
use polywire::constraints::{Constraints, Problem};
use polywire::convert::{self, AvroPlace, Mixed};
use polywire::osm::Invalid;
use polywire::untyped::{Converter, Found, Notes};
use polywire::{Format, Limits, Options};
use polywire_ir::ErrorCode;
use polywire_vm::TextPlace;
use serde_json::json;
use std::cell::RefCell;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

/// The most problems of a message that are reported.
const MOST_PROBLEMS: usize = 100;

/// The context of a check.
struct Check<'a> {
    args: &'a Validate,
    global: Global,
    judge: Judge<'a>,
    framing: convert::Framing,
    /// True if there are several files, whose names are printed.
    names_files: bool,
}

/// Why a message is refused.
struct Refused {
    code: &'static str,
    offset: usize,
    path: String,
    text: String,
    /// What to do, in the text.
    help: String,
    /// Where it is in a text file.
    in_text: Option<TextPlace>,
    /// Where it is in an Avro file.
    place: Option<AvroPlace>,
}

impl Refused {
    fn of(invalid: &Invalid) -> Self {
        let Invalid { path, offset, problem } = invalid;
        let (path, text) = (path.to_string(), invalid.to_string());
        Self { code: problem.name(), offset: *offset, path, text, help: String::new(), in_text: None, place: None }
    }

    /// `position` returns the offset in the file, and the line and column.
    fn of_broken(Broken { problem, offset }: Broken, position: impl Fn(usize) -> (usize, Option<TextPlace>)) -> Self {
        let Problem { code, path, text } = problem;
        let path = path.to_string();
        let position = offset.map(position);
        let in_text = position.and_then(|(_, place)| place);
        let at = position.map(|(offset, _)| format!(" at byte {offset}")).unwrap_or_default();
        let at = at + &in_text.map(|place| format!(" ({place})")).unwrap_or_default();
        let text = if path.is_empty() { format!("{text}{at}") } else { format!("{path}: {text}{at}") };
        let offset = position.map(|(offset, _)| offset).unwrap_or_default();
        Self { code, offset, path, text, help: String::new(), in_text, place: None }
    }

    fn of_unknown_type(text: String, help: &str) -> Self {
        let code = ErrorCode::Mismatch.name();
        Self { code, offset: 0, path: String::new(), text, help: help.to_owned(), in_text: None, place: None }
    }
}

pub fn run(args: &Validate, global: Global) -> Result<(), Failure> {
    let paths = args.files.paths()?;
    let framing = args.messages.framing_of(&[args.wire]);
    let format = framing.format(args.wire.format);
    let first = paths.first().map_or(Path::new("-"), PathBuf::as_path);
    if avro_file::is_file(&args.messages, (framing, format), first)? {
        return avro_files(args, format, &paths, global);
    }
    framing.check(&[format])?;
    args.messages.check_split(&[framing])?;
    args.messages.check_without_schema(&[format])?;
    args.messages.check_entities(&[format])?;
    let (judge, framing) = match untyped(args, format, framing) {
        _ if let Some(calls) = by_request(args, format, framing, global)? => {
            (Judge::ByRequest(format, Box::new(RefCell::new(calls))), framing.of(format, None))
        }
        _ if args.messages.writers.are_several() => {
            let make = move |ty: (&_, &str), options| codec(args, (format, &options), ty, global);
            let writers = Writers::new(&args.messages, (framing, format), global, make)?;
            (Judge::ByWriter(Box::new(RefCell::new(writers))), framing.of(format, None))
        }
        Some(judge) => (judge, framing_to_guess(framing, format)),
        None if let Some(schema) = args.messages.schema_of_mixed((framing, format), global)? => {
            let codecs = schema.all_validators_of(format, &Options::default(), global)?;
            let model = schema.model_for(&[format], global)?;
            let mixed = Mixed::of(&codecs, format, &model, |codec| with_limits(codec, args));
            let framing = args.messages.framing_to_read_mixed((framing, format), &schema, global)?;
            (Judge::Mixed(mixed, Constraints::of_all(&model)), framing)
        }
        None if described::is_expected(&args.messages, framing, format) => {
            (Judge::Described(format), framing_to_guess(FramingArg::Concatenated, format))
        }
        None => {
            let first = paths.first().map(|path| FirstMessage { path, framing, format });
            let (schema, name) = args.messages.message_type_in((&[framing], &[format]), first, global)?;
            let resolved = Resolved::named(&args.messages, (framing, format), global)?;
            let (found, writer) = resolved.map(|it| (it.framing, it.writer)).unzip();
            let codec = codec(args, (format, &Options { writer, ..Options::default() }), (&schema, &name), global)?;
            let framing = match found {
                Some(found) => found,
                None => args.messages.framing_to_read((framing, format), (&schema, &name), global)?,
            };
            (Judge::typed(codec, schema, name), framing)
        }
    };
    let check = Check { args, global, judge, framing, names_files: paths.len() > 1 };
    files::each(&paths, global, |path| check.file(path))
}

/// Checks Avro files, each by the schema in it.
fn avro_files(args: &Validate, format: &'static Format, paths: &[PathBuf], global: Global) -> Result<(), Failure> {
    FramingArg::AvroFile.check(&[format])?;
    files::each(paths, global, |path| {
        let header = avro_file::header(path, args.messages.decompress)?;
        let (schema, name, codec, framing);
        if args.messages.schema.is_some() {
            let resolved = Resolved::of_file(&args.messages, (path, &header), global)?;
            (schema, name) = args.messages.message_type_in((&[], &[]), None, global)?;
            let options = Options { writer: Some(resolved.writer), ..Options::default() };
            codec = self::codec(args, (format, &options), (&schema, &name), global)?;
            framing = resolved.framing;
        } else {
            (schema, name) = avro_file::schema_in(&header, path, &args.messages.imports, global)?;
            codec = self::codec(args, (format, &Options::default()), (&schema, &name), global)?;
            framing = avro_file::reading(&args.messages, (&schema, &name), global)?;
        }
        let judge = Judge::typed(codec, schema, name);
        Check { args, global, judge, framing, names_files: paths.len() > 1 }.file(path)
    })
}

impl Check<'_> {
    fn file(&self, path: &Path) -> Result<(), Failure> {
        let Self { args, global, .. } = *self;
        let progress = Progress::new(global);
        let mut source = args.messages.open(path, self.framing.clone(), &progress)?;
        let (mut messages, mut refused) = (0u64, 0u64);
        let (mut message, mut notes) = (Vec::new(), Notes::default());
        let mut described = self.described(path);
        while let Next::Message(invalid) = next(&mut source, &mut message, (path, messages + 1))? {
            let most = if args.all { MOST_PROBLEMS } else { 1 };
            let verdict = match &mut described {
                Some(described) => match described.next(&message)? {
                    Some(codec) => codec.validate(&message, most).map(|()| Found::default()),
                    None => continue,
                },
                None => self.judge.validate(&message, most),
            };
            messages += 1;
            let refused_for = match verdict {
                Err(Wrong::Refused(refusal)) => {
                    let refusal = source.locate(self.judge.format(), &message, refusal);
                    vec![self.refused((path, &message), &refusal)]
                }
                Err(Wrong::Unknown { text, help }) => vec![Refused::of_unknown_type(text, help)],
                Err(Wrong::Broken(problems)) => {
                    let position = |offset| source.position(self.judge.format(), &message, offset);
                    problems.into_iter().map(|it| Refused::of_broken(it, position)).collect()
                }
                Err(Wrong::Failed(failure)) => return Err(failure),
                Ok(found) if invalid.is_none() => {
                    notes.add(messages, found);
                    Vec::new()
                }
                Ok(_) => invalid.iter().map(Refused::of).collect(),
            };
            refused += u64::from(!refused_for.is_empty());
            for refused_for in refused_for {
                let refused_for = Refused { place: source.place(), ..refused_for };
                progress.suspend(|| self.report(path, messages, &refused_for))?;
                if !args.all {
                    return Err(Failure::Reported);
                }
            }
        }
        progress.clear();
        described.as_ref().map_or(Ok(()), Described::finish)?;
        if let (Some(text), false) = (notes.duplicates("a reader may see only one of them"), global.quiet) {
            terminal::print("warning", &format!("{}: {text}", path.display()), global);
        }
        if !global.quiet && args.format == ReportFormat::Text {
            let file = if self.names_files { format!("{}: ", path.display()) } else { String::new() };
            terminal::summary(&format!("{file}{refused} of {messages} messages rejected"), global);
        }
        if let Some(damage) = source.damage() {
            let message = avro_file::report_damage(path, damage, global);
            terminal::print("error", &message, global);
            return Err(Failure::Reported);
        }
        if refused == 0 { Ok(()) } else { Err(Failure::Reported) }
    }

    /// Returns the reader of a file that contains its schemas.
    fn described(&self, path: &Path) -> Option<Described<'_, Checked>> {
        let Self { args, global, .. } = *self;
        let Judge::Described(format) = self.judge else { return None };
        let make =
            move |schema: &Schema, name: &str| codec(args, (format, &Options::default()), (schema, name), global);
        let mut described = Described::new(&args.messages.imports, global, make);
        described.begin(path);
        Some(described)
    }

    fn refused(&self, (path, message): (&Path, &[u8]), refusal: &Refusal) -> Refused {
        let help = match self.args.format {
            ReportFormat::Text if matches!(self.judge, Judge::Described(_)) => String::new(),
            ReportFormat::Text => {
                let is_valid = |message: &[u8]| self.judge.validate(message, 1).is_ok();
                let judge = hints::Judge { format: self.judge.format(), is_valid: &is_valid };
                hints::of_refusal(&self.args.messages, path, judge, refusal) + &self.judge.mistake(message)
            }
            ReportFormat::Json => String::new(),
        };
        Refused {
            code: refusal.failure.code.name(),
            offset: refusal.failure.offset,
            path: refusal.path.to_string(),
            text: refusal.to_string(),
            help,
            in_text: refusal.place.as_deref().copied(),
            place: None,
        }
    }

    fn report(&self, path: &Path, number: u64, refused: &Refused) -> Result<(), Failure> {
        let Refused { code, offset, path: member, text, help, in_text, place } = refused;
        if self.args.format == ReportFormat::Text {
            let message = Failure::Input(format!("{}: message {number}: {text}{help}", path.display()));
            message.in_place(*place).print(self.global);
            return Ok(());
        }
        let mut line = json!({ "message": number, "code": code, "offset": offset, "path": member, "text": text });
        if let (Some(TextPlace { line: number, column }), Some(members)) = (in_text, line.as_object_mut()) {
            members.insert("line".to_owned(), json!(number));
            members.insert("column".to_owned(), json!(column));
        }
        if let (Some(place), Some(members)) = (place, line.as_object_mut()) {
            let AvroPlace { block, record, offset } = place;
            members.insert("avro_file".to_owned(), json!({ "block": block, "record": record, "block_offset": offset }));
        }
        if let (true, Some(members)) = (self.names_files, line.as_object_mut()) {
            members.insert("file".to_owned(), path.to_string_lossy().into());
        }
        writeln!(stdout(), "{line}").map_err(|error| Failure::writing(Path::new("-"), &error))
    }
}

/// Returns the codecs of a stream of calls.
fn by_request<'a>(
    args: &'a Validate,
    format: &'static Format,
    framing: FramingArg,
    global: Global,
) -> Result<Option<ByRequest<'a, Checked>>, Failure> {
    if !by_request::is_expected(&args.messages, &[framing], &[format]) {
        return Ok(None);
    }
    let make = move |schema: &Schema, name: &str| codec(args, (format, &Options::default()), (schema, name), global);
    ByRequest::new(&args.messages, &[format], make, global)
}

/// Returns the judge of a self-describing format, if no schema is given.
fn untyped<'a>(args: &'a Validate, format: &'static Format, framing: FramingArg) -> Option<Judge<'a>> {
    let limits = &args.messages.limits;
    let has_schema = args.messages.has_types(&[framing], &[format]);
    let converter = Converter::between(format, format).filter(|_| !has_schema)?;
    Some(Judge::Untyped(format, converter.with_limits(limits.max_depth, limits.budget)))
}

fn codec(
    args: &Validate,
    (format, options): (&'static Format, &Options),
    (schema, name): (&Schema, &str),
    global: Global,
) -> Result<Checked, Failure> {
    let codecs = schema.validators_of(name, format, options, global)?;
    let codec = codecs.codec(&schema.model, name).ok_or_else(|| no_codec(format, name))?;
    if !codec.can_decode() {
        let message = format!("{} needs the writer's schema, which validate cannot take", format.name);
        return Err(Failure::Usage(message));
    }
    Ok(Checked { codec: with_limits(codec, args), constraints: Constraints::of(&schema.model, name) })
}

fn with_limits(codec: Codec, args: &Validate) -> Codec {
    let limits = Limits { ignore_unknown: args.ignore_unknown, ..args.messages.limits() };
    codec.with_limits(limits).with_engine(args.messages.engine())
}
