//! Shared parts of commands that read messages.

use super::args::{self, FramingArg, Global, Messages};
use super::avro_file;
use super::failure::Failure;
use super::first_message::FirstMessage;
use super::input;
use super::model::Schema;
use super::progress::Progress;
use polywire::codec::Codec;
use polywire::convert::{self, Boundary, Mixed, Source, StreamError};
use polywire::osm::{self, Invalid};
use polywire::{BuiltIn, Delimiting, Engine, Format, Limits, Options};
use polywire_stream::avro_file::Split;
use std::io::BufRead;
use std::path::Path;

impl Messages {
    /// Returns the type of messages: one of the schema, or that which is built in with the OpenStreetMap framing or a format. If the user
    /// does not name it, it is the only one, or that which the first message names.
    pub fn message_type_in(
        &self,
        (framings, formats): (&[FramingArg], &[&Format]),
        first: Option<FirstMessage<'_>>,
        global: Global,
    ) -> Result<(Schema, String), Failure> {
        if framings.contains(&FramingArg::OsmPbf) {
            return Ok((Schema::built_in(osm::model().map_err(osm_failure)?), osm::BLOCK.to_owned()));
        }
        self.check_without_schema(formats)?;
        if let Some(built_in) = formats.iter().find_map(|format| format.built_in) {
            return Ok((self.with_built_in(built_in, global)?, built_in.message.to_owned()));
        }
        let path = self.schema.as_deref().ok_or_else(no_schema)?;
        let schema = Schema::load(path, &self.imports, global)?.with_message(self.type_name.as_deref());
        let name = match (schema.type_name(self.type_name.as_deref()), first) {
            (Err(_), Some(first)) if self.type_name.is_none() && first.format.names_types() => {
                first.type_name(self, &schema, global)?
            }
            (name, _) => name?,
        };
        Ok((schema, name))
    }

    /// Returns the schema of a format with types of its own: those alone, or beside a schema whose operations messages call.
    fn with_built_in(&self, built_in: BuiltIn, global: Global) -> Result<Schema, Failure> {
        match &self.schema {
            Some(path) => {
                let schema = Schema::load(path, &self.imports, global)?;
                let only_own = || Failure::Usage("the format has messages of its own types only".to_owned());
                let calls = built_in.calls.ok_or_else(only_own)?;
                let called = schema.called(calls, self.type_name.as_deref()).map_err(Failure::Usage)?;
                schema.calling(calls, &called)
            }
            None if self.type_name.is_some() => Err(Failure::Usage("--type needs --schema".to_owned())),
            None => Ok(Schema::built_in((built_in.model)())),
        }
    }

    /// Returns true if the types of messages are known: by a schema, or because they are built in.
    pub fn has_types(&self, framings: &[FramingArg], formats: &[&Format]) -> bool {
        let is_built_in = formats.iter().any(|format| format.built_in.is_some());
        self.schema.is_some() || is_built_in || framings.contains(&FramingArg::OsmPbf)
    }

    /// Checks that there is no schema for formats that have nothing to do with schemas.
    pub fn check_without_schema(&self, formats: &[&Format]) -> Result<(), Failure> {
        let has_own_types = |format: &Format| format.built_in.is_some_and(|it| it.calls.is_none());
        let needs_none = formats.iter().find(|format| format.is_without_schema() || has_own_types(format));
        needs_none.filter(|_| self.schema.is_some()).map_or(Ok(()), |format| Err(needs_no_schema(format)))
    }

    /// Checks that entities are expanded only where documents declare them: in files of these formats.
    pub fn check_entities(&self, formats: &[&Format]) -> Result<(), Failure> {
        let is_document = |format: &&Format| format.states_encoding && self.framing == FramingArg::None;
        if !self.xml_entities || formats.iter().any(is_document) {
            return Ok(());
        }
        let message = "--xml-entities is for files that are one document of `xml` or `xml_tree`";
        Err(Failure::Usage(message.to_owned()))
    }

    /// Checks that a part of the input is only read if there is an Avro file.
    pub fn check_split(&self, framings: &[FramingArg]) -> Result<(), Failure> {
        if Split::from(self.split) == Split::ALL || framings.contains(&FramingArg::AvroFile) {
            return Ok(());
        }
        Err(Failure::Usage("--split-start and --split-end are for Avro files that are read".to_owned()))
    }

    /// Returns the limits on a message.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.limits.max_depth, budget: self.limits.budget, ..Limits::default() }
    }

    /// Returns the engine of codecs.
    pub fn engine(&self) -> Engine {
        self.engine.into()
    }

    /// Returns the framing of the input, for messages of a known type.
    pub fn framing_to_read(
        &self,
        (framing, format): (FramingArg, &'static Format),
        (schema, name): (&Schema, &str),
        global: Global,
    ) -> Result<convert::Framing, Failure> {
        if !framing.is_concatenated(format) || !matches!(format.delimiting, Delimiting::SelfDelimiting) {
            return Ok(framing_to_guess(framing, format));
        }
        let codecs =
            schema.validators_of(name, format, &Options { trailing_bytes: true, ..Options::default() }, global)?;
        let codec = codecs.codec(&schema.model, name).ok_or_else(|| no_codec(format, name))?;
        let codec = codec.with_limits(self.limits()).with_engine(self.engine());
        Ok(convert::Framing::Concatenated(Boundary::Read(Box::new(codec))))
    }

    /// Returns the schema of a stream of messages that name their types, if it has several and the user names none.
    pub fn schema_of_mixed(
        &self,
        (framing, format): (FramingArg, &Format),
        global: Global,
    ) -> Result<Option<Schema>, Failure> {
        let is_stream = !matches!(framing, FramingArg::None | FramingArg::OsmPbf);
        let Some(path) = self.schema.as_deref().filter(|_| is_stream && format.names_types()) else { return Ok(None) };
        if self.type_name.is_some() || self.writers.writer_schema.is_some() {
            return Ok(None);
        }
        let schema = Schema::load(path, &self.imports, global)?;
        // One type may have a codec although others have none.
        let are_held = format.lower(&*schema.model_for(&[format], global)?).is_ok();
        Ok(Some(schema).filter(|schema| are_held && schema.type_name(None).is_err()))
    }

    /// Returns the framing of the input, for messages that name their types.
    pub fn framing_to_read_mixed(
        &self,
        (framing, format): (FramingArg, &'static Format),
        schema: &Schema,
        global: Global,
    ) -> Result<convert::Framing, Failure> {
        if !framing.is_concatenated(format) || !matches!(format.delimiting, Delimiting::SelfDelimiting) {
            return Ok(framing_to_guess(framing, format));
        }
        let options = Options { trailing_bytes: true, ..Options::default() };
        let codecs = schema.all_validators_of(format, &options, global)?;
        let finish = |codec: Codec| codec.with_limits(self.limits()).with_engine(self.engine());
        let mixed = Mixed::of(&codecs, format, &*schema.model_for(&[format], global)?, finish);
        Ok(convert::Framing::Concatenated(Boundary::ReadMixed(mixed)))
    }

    /// Opens a file of messages.
    pub fn open(
        &self,
        path: &Path,
        framing: convert::Framing,
        progress: &Progress,
    ) -> Result<Source<Box<dyn BufRead>>, Failure> {
        let framing = match framing {
            convert::Framing::Document(_) if self.xml_entities => {
                convert::Framing::Document(convert::Entities::Expanded)
            }
            framing => framing,
        };
        let framing = avro_file::of_split(framing, (path, self.split.into()));
        let input = match &framing {
            convert::Framing::AvroInput(avro) if !avro.left_out.is_empty() => {
                input::open_without(path, avro.left_out.clone(), progress)?
            }
            _ => input::open(path, self.decompress, progress)?,
        };
        Source::with_max_size(input.reader, framing, self.limits.max_size).map_err(osm_failure)
    }
}

/// Returns the framing of the input, for messages of an unknown type.
pub fn framing_to_guess(framing: FramingArg, format: &Format) -> convert::Framing {
    match Boundary::without_schema(format) {
        Some(boundary) if framing.is_concatenated(format) => convert::Framing::Concatenated(boundary),
        _ => framing.of(format, None),
    }
}

/// Returns the error that messages cannot be read without their schema.
pub fn no_schema() -> Failure {
    let message = "--schema is needed; without a schema, `convert` and `inspect` read MessagePack, FlexBuffers and JSON (and Protocol \
                   Buffers to show it), `validate` and `diff` the first three";
    Failure::Usage(message.to_owned())
}

/// Returns the error that a format is used with a schema, or with a format that needs one.
pub fn needs_no_schema(format: &Format) -> Failure {
    let name = format.name;
    Failure::Usage(format!(
        "{name} is read and written without a schema; leave out --schema, or convert in two steps with `json_plain` between {name} \
         and the format that has a schema"
    ))
}

/// Returns the error that a format cannot hold a type.
pub fn no_codec(format: &Format, name: &str) -> Failure {
    Failure::Input(format!("{} has no codec for `{name}`", format.name))
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

/// The next item of a stream.
pub enum Next {
    /// A message, and the rule of its container that it breaks, if any.
    Message(Option<Invalid>),
    /// The end.
    End,
}

/// Reads the message of this number.
pub fn next(
    source: &mut Source<Box<dyn BufRead>>,
    message: &mut Vec<u8>,
    (path, number): (&Path, u64),
) -> Result<Next, Failure> {
    match source.read(message) {
        Ok(true) => Ok(Next::Message(None)),
        Ok(false) => Ok(Next::End),
        Err(StreamError::Osm(osm::Error::Invalid(invalid))) => Ok(Next::Message(Some(invalid))),
        Err(error) => Err(stream_failure(path, number, &error)),
    }
}

/// Returns the error of a stream that cannot be read further.
fn stream_failure(path: &Path, number: u64, error: &StreamError) -> Failure {
    match error.io() {
        Some(io) => Failure::reading(path, io),
        None => Failure::Input(format!("{}: message {number}: {error}", path.display())),
    }
}

pub fn sink_failure(error: StreamError) -> Failure {
    Failure::Input(error.to_string())
}

pub fn osm_failure(error: osm::Error) -> Failure {
    Failure::Input(error.to_string())
}
