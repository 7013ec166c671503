//! What commands that read messages share.

use super::args::{self, Framing, Global, Messages};
use super::failure::Failure;
use super::input;
use super::model::Schema;
use super::progress::Progress;
use polywire::convert::{self, Source, StreamError};
use polywire::osm;
use polywire::{Engine, Format, Limits};
use std::io::BufRead;
use std::path::Path;

impl Messages {
    /// The type of the messages: one of a schema, or that of OpenStreetMap files.
    pub fn message_type(&self, global: Global) -> Result<(Schema, String), Failure> {
        if self.framing == Framing::OsmPbf {
            return Ok((Schema::built_in(osm::model().map_err(osm_failure)?), osm::BLOCK.to_owned()));
        }
        let path = self.schema.as_deref().ok_or_else(|| Failure::Usage("--schema is needed".to_owned()))?;
        let schema = Schema::load(path, &self.imports, global)?;
        let name = schema.type_name(self.type_name.as_deref())?;
        Ok((schema, name))
    }

    /// What a message may cost.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.limits.max_depth, budget: self.limits.budget, ..Limits::default() }
    }

    /// How codecs are run.
    pub fn engine(&self) -> Engine {
        match self.engine {
            args::Engine::Auto => Engine::Auto,
            args::Engine::Bytecode => Engine::Bytecode,
            args::Engine::Jit => Engine::Jit,
        }
    }

    /// Opens the input, in which messages of a format are.
    pub fn open(&self, format: &Format, progress: &Progress) -> Result<Source<Box<dyn BufRead>>, Failure> {
        self.open_file(&self.input, format, progress)
    }

    /// Opens another file of such messages.
    pub fn open_file(
        &self,
        path: &Path,
        format: &Format,
        progress: &Progress,
    ) -> Result<Source<Box<dyn BufRead>>, Failure> {
        let source = Source::new(input::open(path, progress)?, self.framing_of(format)).map_err(osm_failure)?;
        Ok(source.with_max_size(self.limits.max_size))
    }

    /// Whether the input is one message, and not a stream of them.
    pub fn is_one_message(&self) -> bool {
        self.framing == Framing::None
    }

    /// Whether messages of all these formats can be framed as the user says.
    pub fn check_framing(&self, formats: &[&Format]) -> Result<(), Failure> {
        let all = |is_so: fn(&Format) -> bool| formats.iter().all(|format| is_so(format));
        let problem = match self.framing {
            Framing::None | Framing::Delimited => return Ok(()),
            Framing::Lines if all(|format| format.is_text) => return Ok(()),
            Framing::Array if formats.iter().any(|format| is_json(format)) => return Ok(()),
            Framing::Array => "only JSON has arrays; use `--framing delimited`",
            Framing::Lines => "messages of binary formats can hold line feeds; use `--framing delimited`",
            Framing::OsmPbf if all(|format| format.is_text || format.name == osm::FORMAT) => return Ok(()),
            Framing::OsmPbf => "OpenStreetMap files are protobuf, and can be converted to and from text formats",
        };
        Err(Failure::Usage(problem.to_owned()))
    }

    /// Text formats have a line for each message of a stream, whatever frames the other side has.
    pub fn framing_of(&self, format: &Format) -> convert::Framing {
        match self.framing {
            Framing::None => convert::Framing::None,
            Framing::Array if is_json(format) => convert::Framing::Array,
            Framing::Delimited | Framing::Lines | Framing::Array | Framing::OsmPbf if format.is_text => {
                convert::Framing::Lines
            }
            Framing::Delimited | Framing::Lines | Framing::Array => convert::Framing::Delimited,
            Framing::OsmPbf => convert::Framing::OsmPbf,
        }
    }
}

fn is_json(format: &Format) -> bool {
    ["json", "json_pretty", "json_plain"].contains(&format.name)
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
