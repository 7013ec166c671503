//! `polywire inspect`.

use super::args::{FramingArg, Global, Inspect, ReportFormat};
use super::avro_file;
use super::by_request::{self, ByRequest};
use super::described::{self, Described};
use super::failure::Failure;
use super::first_message::FirstMessage;
use super::inputs::Inputs;
use super::messages::{Next, framing_to_guess, next, no_codec, no_schema};
use super::model::{Schema, format};
use super::output::Output;
use super::progress::Progress;
use super::writers::{Resolved, Unusable, Writers};
use super::{files, terminal};
use polywire::codec::{Codec, Codecs};
use polywire::convert::{self, AvroPlace, Mixed, Prefix, UNNAMED};
use polywire::inspect::guess::{self, Guess};
use polywire::inspect::{Extent, Inspection, Placed, listing, page, report};
use polywire::{Format, Limits, Options};
use polywire_stream::avro_file::Header;
use std::path::{Path, PathBuf};

pub fn run(args: &Inspect, global: Global) -> Result<(), Failure> {
    let mut framing = args.messages.framing_of(&[args.wire]);
    if described::is_expected(&args.messages, framing, args.wire.format) {
        framing = FramingArg::Concatenated;
    }
    let paths = args.files.paths()?;
    let first = paths.first().map_or(Path::new("-"), PathBuf::as_path);
    if avro_file::is_file(&args.messages, (framing, args.wire.format), first)? {
        framing = FramingArg::AvroFile;
    }
    framing.check(&[framing.format(args.wire.format)])?;
    args.messages.check_split(&[framing])?;
    args.messages.check_without_schema(&[args.wire.format])?;
    args.messages.check_entities(&[args.wire.format])?;
    if let (Some(_), [_, _, ..]) = (&args.html, paths.as_slice()) {
        return Err(Failure::Usage("--html shows one file; inspect the files one by one".to_owned()));
    }
    let (mut reader, mut inputs) = match framing {
        FramingArg::AvroFile => (None, Inputs::default()),
        _ => Reader::new(args, framing, &paths, global).map(|(reader, inputs)| (Some(reader), inputs))?,
    };
    inputs.extend(&paths);
    inputs.check(path(args))?;
    let mut sink = Sink::new(args, framing, global)?;
    let result = files::each(&paths, global, |path| {
        sink.begin(path, paths.len() > 1)?;
        match &mut reader {
            Some(reader) => file(args, path, (reader, &mut sink), global),
            None => {
                let (mut reader, header) = Reader::of_avro_file(args, path, global)?;
                sink.show_header(&header)?;
                file(args, path, (&mut reader, &mut sink), global)
            }
        }
    });
    if matches!(result, Err(Failure::Input(_) | Failure::File(_) | Failure::OutputClosed)) {
        return result;
    }
    sink.finish(&paths)?;
    result
}

/// Shows the messages of a file.
fn file(
    args: &Inspect,
    path: &Path,
    (reader, sink): (&mut Reader<'_>, &mut Sink<'_>),
    global: Global,
) -> Result<(), Failure> {
    let progress = Progress::new(global);
    if let Types::Described(described) = &mut reader.types {
        described.begin(path);
    }
    let mut source = args.messages.open(path, reader.framing.clone(), &progress)?;
    let mut message = Vec::new();
    let mut number = 0;
    let mut has_faults = false;
    while let Next::Message(invalid) = next(&mut source, &mut message, (path, number + 1))? {
        number += 1;
        if args.message.is_none_or(|wanted| wanted == number) {
            let mut inspection = reader.inspect(&message, (path, number))?;
            for fault in &mut inspection.faults {
                fault.place = source.place_in_text(reader.format, &message, fault.failure.offset).map(Box::new);
            }
            has_faults |= !inspection.faults.is_empty() || invalid.is_some();
            progress.suspend(|| sink.show((number, source.place()), source.prefix(), inspection))?;
            if let Some(invalid) = invalid {
                let message = format!("{}: message {number}: {invalid}", path.display());
                progress.suspend(|| terminal::print("error", &message, global));
            }
        }
        if args.message == Some(number) {
            break;
        }
    }
    progress.clear();
    if let Some(damage) = source.damage() {
        let message = avro_file::report_damage(path, damage, global);
        terminal::print("error", &message, global);
        has_faults = true;
    }
    match args.message.filter(|wanted| *wanted > number) {
        Some(_) => Err(Failure::Input(format!("{}: the file has {number} messages", path.display()))),
        // The errors have been printed with the output.
        None if has_faults => Err(Failure::Reported),
        None => Ok(()),
    }
}

/// Reads and inspects messages.
struct Reader<'a> {
    format: &'static Format,
    framing: convert::Framing,
    limits: Limits,
    types: Types<'a>,
}

/// How the types of messages are known.
enum Types<'a> {
    /// There is one.
    Known(Known),
    /// Messages name them.
    Mixed {
        codecs: Mixed,
        /// The same codecs with reports of the parts that they drop.
        telling: Mixed,
    },
    /// By the schemas in the input.
    Described(Box<Described<'a, Known>>),
    /// By the schemas of their writers.
    ByWriter(Box<Writers<'a, Known>>),
    /// Replies have those of the requests before them.
    ByRequest(Box<ByRequest<'a, Known>>),
    /// They are guessed; the last guess often fits the next message, too.
    Guessed(Option<(Guess, Codec)>),
}

/// A type that is known.
struct Known {
    codec: Codec,
    /// The same codec with reports of the parts that it drops.
    telling: Codec,
    name: String,
}

impl Known {
    fn of(
        (schema, name): (&Schema, &str),
        (format, limits): (&'static Format, Limits),
        global: Global,
    ) -> Result<Self, Failure> {
        Self::with((schema, name), (format, limits), Options::default(), global)
    }

    /// With options of the decoder.
    fn with(
        (schema, name): (&Schema, &str),
        (format, limits): (&'static Format, Limits),
        options: Options,
        global: Global,
    ) -> Result<Self, Failure> {
        let codec = |options: &Options| -> Result<Codec, Failure> {
            let codecs = schema.codecs_of(name, format, options, global)?;
            let codec = codecs.codec(&schema.model, name).ok_or_else(|| no_codec(format, name))?;
            Ok(codec.with_limits(limits))
        };
        let thorough = Options { thorough: true, ..options };
        let (codec, telling) = (codec(&thorough)?, codec(&Options { report_unknown: true, ..thorough.clone() })?);
        if !codec.can_decode() {
            let message = format!("{} needs the writer's schema, which inspect cannot take", format.name);
            return Err(Failure::Usage(message));
        }
        Ok(Self { codec, telling, name: name.to_owned() })
    }

    fn inspect(&self, message: &[u8]) -> Result<Inspection, Failure> {
        inspected((&self.codec, &self.telling), &self.name, message)
    }
}

/// Inspects a message with a codec, and with one that tells the parts that the first drops.
fn inspected((codec, telling): (&Codec, &Codec), name: &str, message: &[u8]) -> Result<Inspection, Failure> {
    let inspection = Inspection::of(codec, Some(name), message);
    let inspection = inspection.map(|inspection| inspection.with_omitted(telling, message));
    inspection.map_err(|failure| Failure::Input(failure.to_string()))
}

/// Returns the parts of a header, which is MessagePack with names.
fn header(object: &[u8], limits: &Limits) -> Result<Inspection, Failure> {
    let missing = || Failure::Input("the header cannot be shown".to_owned());
    guess::untyped(format("msgpack")?, object, limits).ok_or_else(missing)
}

impl<'a> Reader<'a> {
    /// Returns the reader, and the files that it was made from.
    fn new(
        args: &'a Inspect,
        framing: FramingArg,
        paths: &[PathBuf],
        global: Global,
    ) -> Result<(Self, Inputs), Failure> {
        let format = framing.format(args.wire.format);
        let limits = Limits { ignore_unknown: args.ignore_unknown, ..args.messages.limits() };
        let has_schema = args.messages.has_types(&[framing], &[format]);
        if args.messages.writers.are_several() {
            let make = move |ty: (&_, &str), options| Known::with(ty, (format, limits), options, global);
            let writers = Writers::new(&args.messages, (framing, format), global, make)?;
            let inputs = writers.inputs();
            let (framing, types) = (framing.of(format, None), Types::ByWriter(Box::new(writers)));
            return Ok((Self { format, framing, limits, types }, inputs));
        }
        if !has_schema && described::is_expected(&args.messages, framing, format) {
            let make = move |schema: &Schema, name: &str| Known::of((schema, name), (format, limits), global);
            let types = Types::Described(Box::new(Described::new(&args.messages.imports, global, make)));
            let framing = framing_to_guess(framing, format);
            return Ok((Self { format, framing, limits, types }, Inputs::default()));
        }
        if !has_schema {
            if format.is_without_schema() && !guess::can_guess(format.name) {
                return Err(Failure::Usage(format!("{} cannot be inspected; convert it to json", format.name)));
            }
            if !guess::can_guess(format.name) {
                return Err(no_schema());
            }
            let framing = framing_to_guess(framing, format);
            return Ok((Self { format, framing, limits, types: Types::Guessed(None) }, Inputs::default()));
        }
        if by_request::is_expected(&args.messages, &[framing], &[format]) {
            let make = move |schema: &Schema, name: &str| Known::of((schema, name), (format, limits), global);
            if let Some(calls) = ByRequest::new(&args.messages, &[format], make, global)? {
                let (inputs, framing) = (calls.inputs(), framing.of(format, None));
                return Ok((Self { format, framing, limits, types: Types::ByRequest(Box::new(calls)) }, inputs));
            }
        }
        if let Some(schema) = args.messages.schema_of_mixed((framing, format), global)? {
            return Self::mixed(args, (framing, format), (&schema, limits), global);
        }
        let first = paths.first().map(|path| FirstMessage { path, framing, format });
        let (schema, name) = args.messages.message_type_in((&[framing], &[format]), first, global)?;
        let resolved = Resolved::named(&args.messages, (framing, format), global)?;
        let (found, writer) = resolved.map(|it| (it.framing, it.writer)).unzip();
        let options = Options { writer, ..Options::default() };
        let types = Types::Known(Known::with((&schema, &name), (format, limits), options, global)?);
        let framing = match found {
            Some(found) => found,
            None => args.messages.framing_to_read((framing, format), (&schema, &name), global)?,
        };
        Ok((Self { format, framing, limits, types }, schema.inputs()))
    }

    /// Returns the reader of an Avro file, by the schema in it, and its header.
    fn of_avro_file(args: &'a Inspect, path: &Path, global: Global) -> Result<(Self, Header), Failure> {
        let format = args.wire.format;
        let limits = args.messages.limits();
        let header = avro_file::header(path, args.messages.decompress)?;
        if args.messages.schema.is_some() {
            let Resolved { framing, writer } = Resolved::of_file(&args.messages, (path, &header), global)?;
            let (schema, name) = args.messages.message_type_in((&[], &[]), None, global)?;
            let options = Options { writer: Some(writer), ..Options::default() };
            let known = Known::with((&schema, &name), (format, limits), options, global)?;
            return Ok((Self { format, framing, limits, types: Types::Known(known) }, header));
        }
        let (schema, name) = avro_file::schema_in(&header, path, &args.messages.imports, global)?;
        let types = Types::Known(Known::of((&schema, &name), (format, limits), global)?);
        let framing = avro_file::reading(&args.messages, (&schema, &name), global)?;
        Ok((Self { format, framing, limits, types }, header))
    }

    /// Returns the reader of messages of several types.
    fn mixed(
        args: &Inspect,
        (framing, format): (FramingArg, &'static Format),
        (schema, limits): (&Schema, Limits),
        global: Global,
    ) -> Result<(Self, Inputs), Failure> {
        let model = schema.model_for(&[format], global)?;
        let mixed = |options: &Options| -> Result<Mixed, Failure> {
            let codecs = schema.all_codecs_of(format, options, global)?;
            Ok(Mixed::of(&codecs, format, &model, |codec| codec.with_limits(limits)))
        };
        let telling = mixed(&Options { report_unknown: true, ..thorough() })?;
        let types = Types::Mixed { codecs: mixed(&thorough())?, telling };
        let framing = args.messages.framing_to_read_mixed((framing, format), schema, global)?;
        Ok((Self { format, framing, limits, types }, schema.inputs()))
    }

    fn inspect(&mut self, message: &[u8], (path, number): (&Path, u64)) -> Result<Inspection, Failure> {
        match &mut self.types {
            Types::Known(known) => known.inspect(message),
            Types::Mixed { codecs, telling } => {
                let unnamed = || Failure::Input(format!("{UNNAMED}; name the type with --type"));
                let (_, name, codec) = codecs.of_any_message(message).ok_or_else(unnamed)?;
                let (.., telling) = telling.of_any_message(message).ok_or_else(unnamed)?;
                inspected((codec, telling), name, message)
            }
            Types::Described(described) => match described.next(message)? {
                Some(known) => known.inspect(message),
                None => header(message, &self.limits),
            },
            Types::ByWriter(writers) => match writers.choose(message) {
                Ok(known) => known.inspect(message),
                Err(Unusable::Unknown(why)) => {
                    Err(Failure::Input(format!("{}: message {number}: {why}", path.display())))
                }
                Err(Unusable::Failed(failure)) => Err(failure),
            },
            Types::ByRequest(calls) => calls.choose(message)?.inspect(message),
            Types::Guessed(last) => {
                if let Some(inspection) = guess::untyped(self.format, message, &self.limits) {
                    return Ok(inspection);
                }
                let last = last.take();
                let guessed = self.guessed(last, message)?;
                let inspection = Inspection::of(&guessed.1, None, message);
                self.types = Types::Guessed(Some(guessed));
                inspection.map_err(|failure| Failure::Input(failure.to_string()))
            }
        }
    }

    /// Guesses the type of a message, given the last guess.
    fn guessed(&self, last: Option<(Guess, Codec)>, message: &[u8]) -> Result<(Guess, Codec), Failure> {
        let name = self.format.name;
        let missing = || Failure::Input(format!("no schema can be guessed for {name}; give --schema"));
        let guess = guess::guess(name, message).ok_or_else(missing)?;
        match last.filter(|(last, _)| *last == guess) {
            Some(last) => Ok(last),
            None => self.codec_of(&guess).map(|codec| (guess, codec)).ok_or_else(missing),
        }
    }

    fn codec_of(&self, guess: &Guess) -> Option<Codec> {
        let model = guess.model()?;
        let codecs = Codecs::with(&model, self.format, &thorough()).ok()?;
        Some(codecs.codec(&model, guess.type_name)?.with_limits(self.limits))
    }
}

fn thorough() -> Options {
    Options { thorough: true, ..Options::default() }
}

/// The output of the inspection.
struct Sink<'a> {
    args: &'a Inspect,
    framing: FramingArg,
    global: Global,
    output: Output,
    /// The current file, if there are several.
    file: Option<PathBuf>,
    /// True after the first message.
    is_begun: bool,
    /// Messages of an HTML page, which is written at the end.
    shown: Vec<Placed>,
}

impl<'a> Sink<'a> {
    fn new(args: &'a Inspect, framing: FramingArg, global: Global) -> Result<Self, Failure> {
        let output = Output::create(path(args))?;
        Ok(Self { args, framing, global, output, file: None, is_begun: false, shown: Vec::new() })
    }

    /// Begins the messages of a file.
    fn begin(&mut self, path: &Path, is_one_of_several: bool) -> Result<(), Failure> {
        if !is_one_of_several {
            return Ok(());
        }
        self.file = Some(path.to_owned());
        if self.args.format == ReportFormat::Json {
            return Ok(());
        }
        let gap = if std::mem::replace(&mut self.is_begun, false) { "\n" } else { "" };
        self.output.put(format!("{gap}{}\n", path.display()).as_bytes())
    }

    /// Shows the header of an Avro file, for people.
    fn show_header(&mut self, header: &Header) -> Result<(), Failure> {
        if self.args.format == ReportFormat::Json || self.args.html.is_some() {
            return Ok(());
        }
        let gap = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
        self.output.put(format!("{gap}{}", avro_file::described(header)).as_bytes())
    }

    fn show(
        &mut self,
        (number, place): (u64, Option<AvroPlace>),
        prefix: Option<&Prefix>,
        inspection: Inspection,
    ) -> Result<(), Failure> {
        let placed = Placed { number, prefix: prefix.cloned(), place, inspection };
        if self.args.html.is_some() {
            self.shown.push(placed);
            return Ok(());
        }
        let gap = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
        let text = match self.args.format {
            ReportFormat::Text if self.framing == FramingArg::None => self.listing(&placed.inspection),
            ReportFormat::Text => format!("{gap}{}", self.of_stream(&placed)),
            ReportFormat::Json => {
                let mut report = report(&placed);
                if let (Some(file), Some(members)) = (&self.file, report.as_object_mut()) {
                    members.insert("file".to_owned(), file.to_string_lossy().into());
                }
                format!("{report}\n")
            }
        };
        self.output.put(text.as_bytes())
    }

    /// Returns the message with its position in the stream.
    fn of_stream(&self, placed: &Placed) -> String {
        let prefix = placed.prefix.as_ref().map(|prefix| {
            let bytes: String = prefix.bytes.iter().map(|byte| format!(" {byte:02x}")).collect();
            format!(", after its length{bytes} at byte {} of the stream", prefix.offset)
        });
        let place = placed.place.map(|place| format!(", {place}"));
        let place = prefix.or(place).unwrap_or_default();
        format!("message {}{place}: {}", placed.number, self.listing(&placed.inspection))
    }

    fn listing(&self, inspection: &Inspection) -> String {
        let extent = if self.args.all { Extent::Whole } else { Extent::Abbreviated };
        listing(inspection, terminal::style_of_output(self.global), extent)
    }

    fn finish(mut self, paths: &[PathBuf]) -> Result<(), Failure> {
        if let (Some(_), [path]) = (&self.args.html, paths) {
            let text = page(&path.display().to_string(), &self.shown);
            self.output.put(text.as_bytes())?;
        }
        self.output.finish()
    }
}

fn path(args: &Inspect) -> &Path {
    args.html.as_deref().unwrap_or(Path::new("-"))
}
