//! Shared parts of commands that read messages.

use super::args::{self, FramingArg, Global, Messages};
use super::failure::Failure;
use super::input;
use super::model::Schema;
use super::progress::Progress;
use polywire::convert::{self, Boundary, Source, StreamError};
use polywire::osm;
use polywire::{Delimiting, Engine, Format, Limits, Options};
use std::io::BufRead;
use std::path::Path;

impl Messages {
    /// The type of the messages: one of a schema, or that of OpenStreetMap files.
    pub fn message_type(&self, global: Global) -> Result<(Schema, String), Failure> {
        self.message_type_in(&[self.framing], global)
    }

    /// The type of messages that are framed in these ways.
    pub fn message_type_in(&self, framings: &[FramingArg], global: Global) -> Result<(Schema, String), Failure> {
        if framings.contains(&FramingArg::OsmPbf) {
            return Ok((Schema::built_in(osm::model().map_err(osm_failure)?), osm::BLOCK.to_owned()));
        }
        let path = self.schema.as_deref().ok_or_else(|| Failure::Usage("--schema is needed".to_owned()))?;
        let schema = Schema::load(path, &self.imports, global)?;
        let name = schema.type_name(self.type_name.as_deref())?;
        Ok((schema, name))
    }

    /// The limits on a message.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.limits.max_depth, budget: self.limits.budget, ..Limits::default() }
    }

    /// How codecs are run.
    pub fn engine(&self) -> Engine {
        self.engine.into()
    }

    /// How messages of a type follow each other in the input.
    pub fn framing_to_read(
        &self,
        format: &'static Format,
        (schema, name): (&Schema, &str),
        global: Global,
    ) -> Result<convert::Framing, Failure> {
        if self.framing != FramingArg::Concatenated || !matches!(format.delimiting, Delimiting::SelfDelimiting) {
            return Ok(self.framing_to_guess(format));
        }
        let codecs = schema.validators(format, &Options { trailing_bytes: true, ..Options::default() }, global)?;
        let missing = || Failure::Input(format!("{} has no codec for `{name}`", format.name));
        let codec = codecs.codec(&schema.model, name).ok_or_else(missing)?;
        let codec = codec.with_limits(self.limits()).with_engine(self.engine());
        Ok(convert::Framing::Concatenated(Boundary::Read(Box::new(codec))))
    }

    /// How messages follow each other in the input, of which no type is known.
    pub fn framing_to_guess(&self, format: &Format) -> convert::Framing {
        match Boundary::framed(format) {
            Some(boundary) if self.framing == FramingArg::Concatenated => convert::Framing::Concatenated(boundary),
            _ => self.framing.of(format),
        }
    }

    /// Opens the input.
    pub fn open(&self, framing: convert::Framing, progress: &Progress) -> Result<Source<Box<dyn BufRead>>, Failure> {
        self.open_file(&self.input, framing, progress)
    }

    /// Opens another file of such messages.
    pub fn open_file(
        &self,
        path: &Path,
        framing: convert::Framing,
        progress: &Progress,
    ) -> Result<Source<Box<dyn BufRead>>, Failure> {
        Source::with_max_size(input::open(path, progress)?, framing, self.limits.max_size).map_err(osm_failure)
    }
}

impl From<args::Engine> for Engine {
    fn from(engine: args::Engine) -> Self {
        match engine {
            args::Engine::Auto => Self::Auto,
            args::Engine::Bytecode => Self::Bytecode,
            args::Engine::Jit => Self::Jit,
        }
    }
}

/// A stream of which no further message can be read.
pub fn stream_failure(messages: &Messages, number: u64, error: &StreamError) -> Failure {
    let path = &messages.input;
    match error.io() {
        Some(io) => Failure::reading(path, io),
        None => Failure::Input(format!("{}: message {number}: {error}", path.display())),
    }
}

pub fn osm_failure(error: osm::Error) -> Failure {
    Failure::Input(error.to_string())
}
