//! `polywire inspect`.

use super::args::{FramingArg, Global, Inspect, ReportFormat};
use super::failure::Failure;
use super::messages::stream_failure;
use super::output::Output;
use super::progress::Progress;
use super::{model, terminal};
use polywire::codec::{Codec, Codecs};
use polywire::convert::{self, Prefix};
use polywire::inspect::guess::{self, Guess};
use polywire::inspect::{Inspection, Placed, listing, page, report};
use polywire::{Format, Limits, Options};
use std::path::Path;

pub fn run(args: &Inspect, global: Global) -> Result<(), Failure> {
    args.messages.framing.check(&[model::format(&args.wire)?])?;
    let mut reader = Reader::new(args, global)?;
    let progress = Progress::new(global);
    let mut source = args.messages.open(reader.framing.clone(), &progress)?;
    let mut sink = Sink::new(args, global)?;
    let mut message = Vec::new();
    let mut number = 0;
    while source.read(&mut message).map_err(|error| stream_failure(&args.messages, number + 1, &error))? {
        number += 1;
        if args.message.is_none_or(|wanted| wanted == number) {
            let inspection = reader.inspect(&message)?;
            progress.suspend(|| sink.show(number, source.prefix(), inspection))?;
        }
        if args.message == Some(number) {
            break;
        }
    }
    progress.clear();
    match args.message.filter(|wanted| *wanted > number) {
        Some(_) => Err(Failure::Input(format!("{}: there are {number} messages", args.messages.input.display()))),
        None => sink.finish(),
    }
}

/// How messages are read.
struct Reader {
    format: &'static Format,
    framing: convert::Framing,
    limits: Limits,
    /// The known type; none where it is guessed for each message.
    known: Option<Known>,
    /// The last guess; neighbours are usually alike.
    guessed: Option<(Guess, Codec)>,
}

/// A type that is known.
struct Known {
    codec: Codec,
    /// The same codec, reporting the parts that it leaves out.
    telling: Codec,
    name: String,
}

impl Reader {
    fn new(args: &Inspect, global: Global) -> Result<Self, Failure> {
        let format = model::format(&args.wire)?;
        let limits = Limits { ignore_unknown: args.ignore_unknown, ..args.messages.limits() };
        let has_schema = args.messages.schema.is_some() || args.messages.framing == FramingArg::OsmPbf;
        let (known, framing) = if !has_schema && guess::can_guess(format.name) {
            (None, args.messages.framing_to_guess(format))
        } else {
            let (schema, name) = args.messages.message_type(global)?;
            let codec = |options: &Options| -> Result<Codec, Failure> {
                let codecs = schema.codecs_with(format, options, global)?;
                let missing = || Failure::Input(format!("{} has no codec for `{name}`", format.name));
                Ok(codecs.codec(&schema.model, &name).ok_or_else(missing)?.with_limits(limits))
            };
            let (codec, telling) = (codec(&thorough())?, codec(&Options { report_unknown: true, ..thorough() })?);
            let framing = args.messages.framing_to_read(format, (&schema, &name), global)?;
            (Some(Known { codec, telling, name }), framing)
        };
        if known.as_ref().is_some_and(|known| !known.codec.can_decode()) {
            let message = format!("{} is read with its writer's schema, which inspect does not take", format.name);
            return Err(Failure::Usage(message));
        }
        Ok(Self { format, framing, limits, known, guessed: None })
    }

    fn inspect(&mut self, message: &[u8]) -> Result<Inspection, Failure> {
        let inspection = match &self.known {
            Some(Known { codec, telling, name }) => {
                Inspection::of(codec, Some(name), message).map(|inspection| inspection.with_omitted(telling, message))
            }
            None => Inspection::of(self.guessed(message)?, None, message),
        };
        inspection.map_err(|failure| Failure::Input(failure.to_string()))
    }

    fn guessed(&mut self, message: &[u8]) -> Result<&Codec, Failure> {
        let name = self.format.name;
        let missing = || Failure::Input(format!("no schema can be guessed for {name}; give --schema"));
        let guess = guess::guess(name, message).ok_or_else(missing)?;
        let (_, codec) = match self.guessed.take().filter(|(last, _)| *last == guess) {
            Some(last) => self.guessed.insert(last),
            None => {
                let codec = self.codec_of(&guess).ok_or_else(missing)?;
                self.guessed.insert((guess, codec))
            }
        };
        Ok(codec)
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
    global: Global,
    output: Output,
    /// Messages of a page, which is written at the end.
    shown: Vec<Placed>,
    has_faults: bool,
}

impl<'a> Sink<'a> {
    fn new(args: &'a Inspect, global: Global) -> Result<Self, Failure> {
        let output = Output::create(path(args))?;
        Ok(Self { args, global, output, shown: Vec::new(), has_faults: false })
    }

    fn show(&mut self, number: u64, prefix: Option<&Prefix>, inspection: Inspection) -> Result<(), Failure> {
        self.has_faults |= !inspection.faults.is_empty();
        let placed = Placed { number, prefix: prefix.cloned(), inspection };
        if self.args.html.is_some() {
            self.shown.push(placed);
            return Ok(());
        }
        let text = match self.args.format {
            ReportFormat::Text if self.args.messages.framing == FramingArg::None => self.listing(&placed.inspection),
            ReportFormat::Text if number == 1 || self.args.message.is_some() => self.of_stream(&placed),
            ReportFormat::Text => format!("\n{}", self.of_stream(&placed)),
            ReportFormat::Json => format!("{}\n", report(&placed)),
        };
        self.output.put(text.as_bytes())
    }

    /// The message with its place in the stream.
    fn of_stream(&self, placed: &Placed) -> String {
        let prefix = placed.prefix.as_ref().map(|prefix| {
            let bytes: String = prefix.bytes.iter().map(|byte| format!(" {byte:02x}")).collect();
            format!(", behind its length{bytes} at byte {} of the stream", prefix.offset)
        });
        format!("message {}{}: {}", placed.number, prefix.unwrap_or_default(), self.listing(&placed.inspection))
    }

    fn listing(&self, inspection: &Inspection) -> String {
        listing(inspection, terminal::style_of_output(self.global))
    }

    fn finish(mut self) -> Result<(), Failure> {
        if self.args.html.is_some() {
            let text = page(&self.args.messages.input.display().to_string(), &self.shown);
            self.output.put(text.as_bytes())?;
        }
        self.output.finish()?;
        // Faults are part of the output.
        if self.has_faults { Err(Failure::Reported) } else { Ok(()) }
    }
}

fn path(args: &Inspect) -> &Path {
    args.html.as_deref().unwrap_or(Path::new("-"))
}
