//! Arguments of `polywire call`.

use super::messages::MessageLimits;
use super::wire::Wire;
use super::{FramingArg, Imports, ReportFormat};
use clap::{Args as ClapArgs, ValueEnum};
use polywire::Format;
use polywire::calls::{CAPNP_WIRE, PROTOCOLS, Protocol, USUAL_FORMAT, avro_ipc, msgpack_rpc};
use std::path::PathBuf;
use std::time::Duration;

/// Call a method of a server.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Call {
    /// The server: `http://host:port`, `https://host`, `host:port` or `unix:/path`; or an object of CORBA: `corbaloc:…`, `corbaname:…` or `IOR:…`.
    #[arg(value_name = "URL")]
    pub url: String,

    /// The method, as in `trade.Exchange/Place`; an end of its name is enough. Without it, the methods are listed. For Cap'n Proto, it can be a chain:
    /// `Store.open({"name": "x"}).shelf.book`.
    #[arg(value_name = "METHOD")]
    pub method: Option<String>,

    /// File with what the method takes; `-` is standard input, which is also read if it is not a terminal.
    #[arg(value_name = "FILE", conflicts_with = "data")]
    pub input: Option<PathBuf>,

    /// What the method takes, as a text: one message, or several one behind the other.
    #[arg(short, long, value_name = "TEXT")]
    pub data: Option<String>,

    /// Schema with the services; can be given several times. Without it, the server is asked for its schema.
    #[arg(long, value_name = "FILE")]
    pub schema: Vec<PathBuf>,

    #[command(flatten)]
    pub imports: Imports,

    /// Protocol of the call.
    #[arg(long, value_name = "PROTOCOL", default_value = PROTOCOLS[0].name, value_parser = spoken)]
    pub protocol: Spoken,

    /// Format of the input.
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = Wire::parser())]
    pub from: Wire,

    /// Format of the output.
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = Wire::parser())]
    pub to: Wire,

    /// Format of messages on the wire; the default is that of the protocol: `protobuf`, `capnp`, `msgpack` or `avro`.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser())]
    pub wire: Option<Wire>,

    /// How messages are separated in the input and in the output. The default is for JSON one behind the other, else that there is one.
    #[arg(long, value_enum, default_value_t = FramingArg::None)]
    pub framing: FramingArg,

    /// Metadata of the call, in base64 if the name ends with `-bin`; can be given several times.
    #[arg(short = 'H', long = "metadata", value_name = "NAME: VALUE")]
    pub metadata: Vec<String>,

    /// Time for connecting and the whole call, as in `5s` or `250ms`.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub deadline: Option<Duration>,

    /// Compress what is sent.
    #[arg(long, value_enum)]
    pub compress: Option<CallCompression>,

    /// Send the message in the URL by `GET`, which caches understand: for Connect, and methods that change nothing.
    #[arg(long)]
    pub get: bool,

    /// Use HTTP/2 even if the protocol and the method do not need it.
    #[arg(long)]
    pub http2: bool,

    /// Show metadata of the answer on standard error: before its messages, and behind them. As json, an object on a line is the start of the
    /// answer, and another one its end, with the status, the text and the details of the call.
    #[arg(short, long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub include: Option<ReportFormat>,

    /// File with the certificates of authorities that are trusted, in the place of those of the system.
    #[arg(long, value_name = "FILE")]
    pub cacert: Option<PathBuf>,

    /// Trust whoever answers.
    #[arg(long, conflicts_with = "cacert")]
    pub insecure: bool,

    /// File with this side's certificate, for servers that ask for one.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub cert: Option<PathBuf>,

    /// File with the private key of the certificate.
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub key: Option<PathBuf>,

    /// Name of the server in requests, if it is another one than in the URL.
    #[arg(long, value_name = "NAME")]
    pub authority: Option<String>,

    #[command(flatten)]
    pub limits: MessageLimits,
}

/// Compressions of messages.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CallCompression {
    Gzip,
}

/// A protocol that this command speaks.
#[derive(Clone, Copy)]
pub enum Spoken {
    /// One of those over HTTP.
    Http(&'static Protocol),
    /// Cap'n Proto's, over a stream of bytes.
    Capnp,
    /// CORBA's, over a stream of bytes.
    Giop,
    /// MessagePack's, over a stream of bytes.
    MsgpackRpc,
    /// Avro's.
    Avro(AvroTransport),
}

/// How messages of Avro's protocol are sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AvroTransport {
    /// Over HTTP.
    Http,
    /// As Avro for Java does it by Netty, over a stream of bytes.
    Netty,
}

const CAPNP: &str = "capnp";
const GIOP: &str = "giop";
const MSGPACK_RPC: &str = "msgpack-rpc";
const AVRO: &str = "avro";
const AVRO_NETTY: &str = "avro-netty";

pub(super) fn spoken(name: &str) -> Result<Spoken, String> {
    match name {
        CAPNP => Ok(Spoken::Capnp),
        GIOP => Ok(Spoken::Giop),
        MSGPACK_RPC => Ok(Spoken::MsgpackRpc),
        AVRO => Ok(Spoken::Avro(AvroTransport::Http)),
        AVRO_NETTY => Ok(Spoken::Avro(AvroTransport::Netty)),
        _ => protocol(name).map(Spoken::Http).map_err(|error| {
            let others = [CAPNP, GIOP, MSGPACK_RPC, AVRO, AVRO_NETTY].join(", ");
            format!("{error}, {others}")
        }),
    }
}

impl Spoken {
    /// Returns true if methods can be called that nobody answers.
    pub fn has_one_way(self) -> bool {
        matches!(self, Self::Giop | Self::MsgpackRpc | Self::Avro(_))
    }

    /// Returns the format of messages, if the user names no other one.
    pub fn messages(self) -> &'static str {
        match self {
            Self::Http(protocol) if protocol.has_routes => "json",
            Self::Http(_) => USUAL_FORMAT,
            Self::Capnp => CAPNP_WIRE,
            // Values in messages are aligned from the start of the message, so they are no messages of their own.
            Self::Giop => "json",
            Self::MsgpackRpc => msgpack_rpc::WIRE,
            Self::Avro(_) => avro_ipc::WIRE,
        }
    }
}

/// Returns the format that a user names, or that of a protocol.
pub(super) fn wire_format(wire: Option<&Wire>, protocol: Spoken) -> Option<&'static Format> {
    wire.map_or_else(|| polywire::format(protocol.messages()), |wire| Some(wire.format))
}

impl Call {
    /// Returns the format of messages on the wire.
    pub fn wire(&self) -> Option<&'static Format> {
        wire_format(self.wire.as_ref(), self.protocol)
    }
}

pub(super) fn protocol(name: &str) -> Result<&'static Protocol, String> {
    let names = || PROTOCOLS.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    Protocol::of(name).ok_or_else(|| format!("the protocols are {}", names()))
}

/// Reads a time: a number and a unit.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "write a number and `ms`, `s`, `m` or `h`, as in `5s`".to_owned();
    let at = text.find(|it: char| !it.is_ascii_digit()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(at);
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let milliseconds = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(wrong()),
    };
    let time = number.checked_mul(milliseconds).filter(|time| *time > 0).map(Duration::from_millis);
    time.ok_or_else(|| "the time is 0 or too long".to_owned())
}

const HELP: &str = "\
The schema tells the types of the method. Without --schema, the server is asked by gRPC's reflection. A method that takes a stream gets
the messages of the input while they are read, and the messages of an answer are written when they arrive.

Exit codes:
  0  the call succeeded
  1  the input does not fit the method
  2  invalid arguments, such as a method that does not exist
  3  a file cannot be read or written, or there is no connection
  5  the call failed: its status and message are printed

Examples:
  polywire call http://localhost:50051
  polywire call http://localhost:50051 trade.Exchange/Place -d '{\"symbol\": \"AAPL\"}'
  polywire call https://example.com --schema trade.proto -H 'authorization: Bearer x' Place order.json
  cat orders.jsonl | polywire call unix:/run/exchange Exchange/PlaceAll
  polywire call --protocol capnp --schema store.capnp localhost:4000 'Store.open({\"shelf\": \"a\"}).shelf.size'
  polywire call --protocol giop --schema bank.idl corbaname::localhost#bank/ana Account._get_owner
  polywire call --protocol msgpack-rpc --schema nvim.proto unix:/tmp/nvim nvim_eval -d '{\"expr\": \"1 + 2\"}'";
