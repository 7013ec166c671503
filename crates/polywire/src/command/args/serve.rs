//! Arguments of `polywire serve`.

use super::call::{Spoken, spoken, wire_format};
use super::listening::Listening;
use super::wire::Wire;
use super::{FramingArg, Imports, MessageLimits};
use clap::Args as ClapArgs;
use polywire::Format;
use polywire::calls::PROTOCOLS;
use std::path::PathBuf;

/// Serve the methods of a schema.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Serve {
    /// Answer with examples, or else with random values.
    #[arg(long, required_unless_present = "exec", conflicts_with = "exec")]
    pub mock: bool,

    /// Answer with a program, which runs once for each call: the program and its arguments, with quotes around those that have spaces.
    #[arg(long, value_name = "PROGRAM")]
    pub exec: Option<String>,

    /// Schema with the services; can be given several times.
    #[arg(value_name = "SCHEMA", required = true)]
    pub schema: Vec<PathBuf>,

    #[command(flatten)]
    pub imports: Imports,

    /// Where to listen: `http://host:port`, `https://host:port` or `unix:/path`. Port 0 is any that is free; it is printed.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:0")]
    pub listen: String,

    /// Protocol of calls; those over HTTP can be served together, as in `grpc,grpc-web,connect`.
    #[arg(long, value_name = "PROTOCOL", default_value = PROTOCOLS[0].name, value_parser = spoken, value_delimiter = ',')]
    pub protocol: Vec<Spoken>,

    /// Interface of the object with which connections of Cap'n Proto start; optional if only one interface is returned by no method.
    #[arg(long, value_name = "INTERFACE")]
    pub bootstrap: Option<String>,

    /// Format of messages on the wire; the default is that of the protocol: `protobuf`, `capnp`, `msgpack` or `avro`.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser())]
    pub wire: Option<Wire>,

    /// Format of what the program reads and writes.
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = Wire::parser(), conflicts_with = "mock")]
    pub format: Wire,

    /// How messages are separated in what the program reads and writes. The default is for texts one message on each line, or any that
    /// follow each other in what it writes.
    #[arg(long, value_enum, default_value_t = FramingArg::None, conflicts_with = "mock")]
    pub framing: FramingArg,

    /// Programs at the same time; other calls wait.
    #[arg(long, value_name = "NUMBER", default_value_t = 64, value_parser = at_least_one, conflicts_with = "mock")]
    pub max_programs: usize,

    /// File of JSON with what a method returns, one message or several; can be given several times.
    #[arg(long = "example", value_name = "METHOD=FILE", conflicts_with = "exec")]
    pub examples: Vec<String>,

    /// Number that random values are made from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, conflicts_with = "exec")]
    pub seed: u64,

    #[command(flatten)]
    pub listening: Listening,

    #[command(flatten)]
    pub limits: MessageLimits,
}

impl Serve {
    /// Returns the format of messages on the wire.
    pub fn wire(&self) -> Option<&'static Format> {
        let protocol = self.protocol.first()?;
        wire_format(self.wire.as_ref(), *protocol)
    }
}

pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "write a number that is at least 1".to_owned())
}

const HELP: &str = "\
With --mock, a method that returns one message gives the first one; one that returns a stream gives all, or one for each that it gets if it takes a
stream, too. With --exec, a program gets what the method takes on its standard input, and what it writes is returned; its exit code is the
status of the call, with standard error as the message, and POLYWIRE_METHOD and other variables tell it about the call.

The server also has gRPC's health and reflection. It runs until it is ended, as by Ctrl+C; calls then end with UNAVAILABLE.

With --protocol capnp or giop, there is an object for each interface. References in results of Cap'n Proto lead to these objects; those of CORBA's are
printed at the start.

Examples:
  polywire serve --mock trade.proto
  polywire serve --mock --listen unix:/run/exchange --example Place=order.json trade.proto
  polywire serve --exec 'python3 answer.py' trade.proto
  polywire serve --mock --protocol capnp --bootstrap Store store.capnp";
