//! `polywire convert`.

use super::args::{Convert, Framing, Global};
use super::failure::Failure;
use super::model::{self, Schema};
use super::output::Output;
use super::progress::Progress;
use super::{input, terminal};
use polywire::codec::Codec;
use polywire::convert::{self, Cause, Error, Sink, Source, Summary, is_text};
use polywire::osm::{self, OsmFile};
use std::io::{BufRead, Write};

pub fn run(args: &Convert, global: Global) -> Result<(), Failure> {
    let types = Types::load(args, global)?;
    let progress = Progress::new(global);
    let reader = input::open(&args.input, &progress)?;
    let mut output = Output::create(&args.output)?;
    let mut source = types.source(args, reader, global)?;
    let mut sink = types.sink(args, &mut output, global)?;
    let result = convert::run(&mut source, &mut sink);
    progress.clear();
    let summary = result.map_err(|error| failure(args, &error))?;
    drop(sink);
    output.finish()?;
    print_losses(summary, args, global);
    Ok(())
}

/// The types of the messages: those of a schema, or those of OpenStreetMap files.
struct Types {
    schema: Schema,
    name: String,
    is_osm: bool,
}

impl Types {
    fn load(args: &Convert, global: Global) -> Result<Self, Failure> {
        check_framing(args)?;
        if args.framing == Framing::OsmPbf {
            let model = osm::model().map_err(|error| Failure::Input(error.to_string()))?;
            return Ok(Self { schema: Schema::built_in(model), name: osm::BLOCK.to_owned(), is_osm: true });
        }
        let path = args.schema.as_deref().ok_or_else(|| Failure::Usage("--schema is needed".to_owned()))?;
        let schema = Schema::load(path, &args.imports, global)?;
        let name = schema.type_name(args.type_name.as_deref())?;
        Ok(Self { schema, name, is_osm: false })
    }

    fn source<R: BufRead>(&self, args: &Convert, reader: R, global: Global) -> Result<Source<R>, Failure> {
        if self.is_osm && !is_text(&args.from) {
            return Ok(Source::osm(reader, self.osm_file()?));
        }
        Ok(Source::messages(reader, self.codec(&args.from, global)?, framing(args, &args.from)))
    }

    fn sink<W: Write>(&self, args: &Convert, writer: W, global: Global) -> Result<Sink<W>, Failure> {
        if self.is_osm && !is_text(&args.to) {
            return Ok(Sink::osm(writer, self.osm_file()?));
        }
        Ok(Sink::messages(writer, self.codec(&args.to, global)?, framing(args, &args.to)))
    }

    fn osm_file(&self) -> Result<OsmFile, Failure> {
        OsmFile::new(&self.schema.model).map_err(|error| Failure::Input(error.to_string()))
    }

    fn codec(&self, format: &str, global: Global) -> Result<Codec, Failure> {
        let codecs = self.schema.codecs(model::format(format)?, global)?;
        let missing = || Failure::Input(format!("{format} has no codec for `{}`", self.name));
        codecs.codec(&self.schema.model, &self.name).ok_or_else(missing)
    }
}

fn check_framing(args: &Convert) -> Result<(), Failure> {
    let formats = [args.from.as_str(), args.to.as_str()];
    let problem = match args.framing {
        Framing::None | Framing::Delimited => return Ok(()),
        Framing::Lines if formats.into_iter().all(is_text) => return Ok(()),
        Framing::Lines => "messages of binary formats can hold line feeds; use `--framing delimited`",
        Framing::OsmPbf if formats.into_iter().all(|format| is_text(format) || format == "protobuf") => return Ok(()),
        Framing::OsmPbf => "OpenStreetMap files are protobuf, and can be converted to and from text formats",
    };
    Err(Failure::Usage(problem.to_owned()))
}

/// A stream of several messages has a line for each of them in text formats.
fn framing(args: &Convert, format: &str) -> convert::Framing {
    match args.framing {
        Framing::None => convert::Framing::None,
        Framing::Delimited | Framing::Lines | Framing::OsmPbf if is_text(format) => convert::Framing::Lines,
        Framing::Delimited | Framing::Lines | Framing::OsmPbf => convert::Framing::Delimited,
    }
}

fn failure(args: &Convert, error: &Error) -> Failure {
    use polywire_stream::Error as StreamError;
    match &error.cause {
        Cause::Input(StreamError::Io(io)) | Cause::OsmInput(osm::Error::Stream(StreamError::Io(io))) => {
            Failure::file(&args.input, io)
        }
        Cause::Output(StreamError::Io(io)) | Cause::OsmOutput(osm::Error::Stream(StreamError::Io(io))) => {
            Failure::file(&args.output, io)
        }
        _ => Failure::Input(format!("{}: {error}", args.input.display())),
    }
}

fn print_losses(summary: Summary, args: &Convert, global: Global) {
    if summary.with_losses > 0 && !global.quiet {
        let message = format!(
            "{} of {} messages hold fields that the schema does not know; {} cannot hold them, so they were left out",
            summary.with_losses, summary.messages, args.to
        );
        terminal::print("warning", &message, global);
    }
}
