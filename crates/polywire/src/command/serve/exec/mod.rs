//! Methods that a program answers: it runs once for each call.
//!
//! Design: docs/decisions/0144-servers.md

mod environment;
mod outcome;
mod pipes;
mod process;
mod running;
mod words;

use super::super::args::{FramingArg, Global, Serve as Args};
use super::super::call::{codec_of, internal};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::super::terminal;
use super::handler::Handler;
use super::methods::{Answers, Arrival};
use outcome::Outcomes;
use polywire::Format;
use polywire::calls::{Called, MetadataText};
use polywire::codec::Transcoder;
use polywire::convert::Framing;
use polywire_model::DeclId;
use polywire_net::{Network, Places};
use polywire_rpc::{End, Status};
pub use running::News;
use running::Running;
use std::io;
use std::sync::Arc;

/// The program.
pub struct Exec {
    name: String,
    arguments: Vec<String>,
    places: Places,
    texts: MetadataText,
    outcomes: Outcomes,
    global: Global,
}

/// A method that it answers: what it reads and writes.
pub struct Program {
    exec: Arc<Exec>,
    /// From the format of the wire to that of the program, and back if the method returns something.
    taken: Transcoder,
    returned: Option<Transcoder>,
    input: Framing,
    output: Framing,
    /// Messages of several lines end with a line feed.
    ends_lines: bool,
}

impl Exec {
    pub fn new(
        line: &str,
        args: &Args,
        (schema, network): (&Schema, &Network),
        global: Global,
    ) -> Result<Self, Failure> {
        args.framing.check(&[args.format.format])?;
        let mut words = words::words(line).map_err(Failure::Usage)?.into_iter();
        let name = words.next().ok_or_else(|| Failure::Usage("--exec names no program".to_owned()))?;
        Ok(Self {
            name,
            arguments: words.collect(),
            places: network.places(args.max_programs),
            texts: MetadataText::new().ok_or_else(|| internal("the codecs of metadata"))?,
            outcomes: Outcomes::new(&schema.model)?,
            global,
        })
    }

    /// Tells whoever runs the server that a program cannot be started, and returns the end of its call.
    fn cannot_start(&self, error: &io::Error) -> End {
        self.warn(&format!("`{}` cannot be started: {error}", self.name));
        let status = match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => Status::INTERNAL,
            // Another time there may be enough memory or processes.
            _ => Status::UNAVAILABLE,
        };
        End::failed(status, format!("the program of the method cannot be started: {error}"))
    }

    fn warn(&self, text: &str) {
        terminal::print("error", &text, self.global);
    }
}

impl Answers for Program {
    fn handler<'m>(&'m self, Arrival { call, shape, to, .. }: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        Ok(Box::new(Running::new(self, shape, (call.clone(), to.clone()))))
    }
}

impl Program {
    pub fn new(
        (exec, args): (Arc<Exec>, &Args),
        (schema, called): (&Schema, Called<'_>),
        global: Global,
    ) -> Result<Self, Failure> {
        let (wire, own) = (args.wire().ok_or_else(|| internal("a format"))?, args.format.format);
        let framing = if args.format.is_lines { FramingArg::Lines } else { args.framing };
        check_streams(framing, own, called)?;
        let codec = |format, id| codec_of((schema, format), id, &args.limits, global);
        let taken = called.method.input;
        let between =
            |id: DeclId| -> Result<Transcoder, Failure> { Ok(Transcoder::new(codec(own, id)?, codec(wire, id)?)) };
        Ok(Self {
            exec,
            taken: Transcoder::new(codec(wire, taken)?, codec(own, taken)?),
            returned: called.method.output.map(between).transpose()?,
            input: framing.to_write(own),
            output: framing.to_read(own),
            ends_lines: own.is_multiline_text,
        })
    }
}

/// Checks that messages of streams can be told apart.
fn check_streams(framing: FramingArg, format: &Format, called: Called<'_>) -> Result<(), Failure> {
    let is_stream = called.method.streams_input || called.method.streams_output;
    if !is_stream || framing != FramingArg::None || format.is_text {
        return Ok(());
    }
    let (name, format) = (called.name(), format.name);
    let message = format!("`{name}` has a stream, whose messages need --framing in {format}, such as `delimited`");
    Err(Failure::Usage(message))
}
