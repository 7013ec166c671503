//! `polywire convert`.

use super::args::{Convert, Framing, Global, MessageLimits};
use super::failure::Failure;
use super::model::{self, Schema};
use super::output::Output;
use super::progress::Progress;
use super::{input, terminal};
use polywire::codec::{Codec, Transcoder};
use polywire::convert::{self, Cause, Error, Sink, Source, Summary};
use polywire::osm;
use polywire::{Format, Limits, Options};

/// What the input is in, and what the output shall be in.
#[derive(Clone, Copy)]
struct Formats {
    from: &'static Format,
    to: &'static Format,
}

pub fn run(args: &Convert, global: Global) -> Result<(), Failure> {
    let formats = Formats { from: model::format(&args.from)?, to: model::format(&args.to)? };
    formats.check(args.framing)?;
    let mut transcoder = transcoder(args, formats, global)?;
    let progress = Progress::new(global);
    let source = Source::new(input::open(&args.input, &progress)?, framing(args, formats.from)).map_err(osm_failure)?;
    let mut source = source.with_max_size(args.limits.max_size);
    let mut output = Output::create(&args.output)?;
    let mut sink = Sink::new(&mut output, framing(args, formats.to)).map_err(osm_failure)?;
    let result = convert::run(&mut source, &mut transcoder, &mut sink);
    progress.clear();
    let summary = result.map_err(|error| failure(args, &error))?;
    output.finish()?;
    print_losses(summary, formats.to, global);
    Ok(())
}

fn transcoder(args: &Convert, formats: Formats, global: Global) -> Result<Transcoder, Failure> {
    let (schema, name) = message_type(args, global)?;
    let selection = args.select.as_deref().map(|paths| schema.selection(&name, paths, global)).transpose()?;
    let MessageLimits { max_depth: depth, budget, .. } = args.limits;
    let limits = Limits { depth, budget, ignore_unknown: args.ignore_unknown, write_unknown: args.write_unknown };
    let codec = |format: &'static Format, options: &Options| -> Result<Codec, Failure> {
        let codecs = schema.codecs_with(format, options, global)?;
        let missing = || Failure::Input(format!("{} has no codec for `{name}`", format.name));
        Ok(codecs.codec(&schema.model, &name).ok_or_else(missing)?.with_limits(limits))
    };
    let selecting = Options { selection: selection.unwrap_or_default() };
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

/// The type of the messages: one of a schema, or that of OpenStreetMap files.
fn message_type(args: &Convert, global: Global) -> Result<(Schema, String), Failure> {
    if args.framing == Framing::OsmPbf {
        return Ok((Schema::built_in(osm::model().map_err(osm_failure)?), osm::BLOCK.to_owned()));
    }
    let path = args.schema.as_deref().ok_or_else(|| Failure::Usage("--schema is needed".to_owned()))?;
    let schema = Schema::load(path, &args.imports, global)?;
    let name = schema.type_name(args.type_name.as_deref())?;
    Ok((schema, name))
}

impl Formats {
    /// Whether messages of both formats can be framed in this way.
    fn check(self, framing: Framing) -> Result<(), Failure> {
        let problem = match framing {
            Framing::None | Framing::Delimited => return Ok(()),
            Framing::Lines if self.all(|format| format.is_text) => return Ok(()),
            Framing::Array if self.one(is_json) => return Ok(()),
            Framing::Array => "only JSON has arrays; use `--framing delimited`",
            Framing::Lines => "messages of binary formats can hold line feeds; use `--framing delimited`",
            Framing::OsmPbf if self.all(|format| format.is_text || format.name == osm::FORMAT) => return Ok(()),
            Framing::OsmPbf => "OpenStreetMap files are protobuf, and can be converted to and from text formats",
        };
        Err(Failure::Usage(problem.to_owned()))
    }

    fn one(self, is_so: impl Fn(&Format) -> bool) -> bool {
        is_so(self.from) || is_so(self.to)
    }

    fn all(self, is_so: impl Fn(&Format) -> bool) -> bool {
        is_so(self.from) && is_so(self.to)
    }
}

fn is_json(format: &Format) -> bool {
    ["json", "json_pretty", "json_plain"].contains(&format.name)
}

/// Text formats have a line for each message of a stream, whatever frames the other side has.
fn framing(args: &Convert, format: &Format) -> convert::Framing {
    match args.framing {
        Framing::None => convert::Framing::None,
        Framing::Array if is_json(format) => convert::Framing::Array,
        Framing::Delimited | Framing::Lines | Framing::Array | Framing::OsmPbf if format.is_text => {
            convert::Framing::Lines
        }
        Framing::Delimited | Framing::Lines | Framing::Array => convert::Framing::Delimited,
        Framing::OsmPbf => convert::Framing::OsmPbf,
    }
}

fn osm_failure(error: osm::Error) -> Failure {
    Failure::Input(error.to_string())
}

fn failure(args: &Convert, error: &Error) -> Failure {
    let (path, stream) = match &error.cause {
        Cause::Input(stream) => (&args.input, Some(stream)),
        Cause::Output(stream) => (&args.output, Some(stream)),
        Cause::Message(..) => (&args.input, None),
    };
    match stream.and_then(|stream| stream.io()) {
        Some(io) => Failure::file(path, io),
        None => Failure::Input(format!("{}: {error}", path.display())),
    }
}

fn print_losses(summary: Summary, to: &Format, global: Global) {
    if summary.with_losses > 0 && !global.quiet {
        let remedy = if to.shows_unknown { " (`--write-unknown` shows them)" } else { "" };
        let message = format!(
            "{} of {} messages hold fields that the schema does not know; {} cannot hold them, so they were left out{remedy}",
            summary.with_losses, summary.messages, to.name
        );
        terminal::print("warning", &message, global);
    }
}
