//! Arguments of `polywire proxy`.

use super::call::{CallCompression, Spoken, spoken, time, wire_format};
use super::listening::Listening;
use super::wire::Wire;
use super::{Imports, MessageLimits};
use crate::command::failure::Failure;
use clap::Args as ClapArgs;
use polywire::Format;
use std::path::PathBuf;
use std::time::Duration;

/// Answer calls of one protocol by calls of another one.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Proxy {
    /// Protocols, and where to listen for them, as in `grpc-web,connect=http://127.0.0.1:8080`; can be given several times. Only those over HTTP
    /// can share a place. Port 0 is any that is free; it is printed.
    #[arg(long, value_name = "PROTOCOLS=URL", required = true, value_parser = ends)]
    pub listen: Vec<Ends>,

    /// The protocol of the server that answers, and where it is, as in `grpc=http://localhost:50051` or `capnp=localhost:4000`, or an
    /// object of CORBA, as in `giop=corbaloc:…`.
    #[arg(long, value_name = "PROTOCOL=URL", value_parser = ends)]
    pub to: Ends,

    /// Schema with the services; can be given several times. Without it, the server is asked for its schema.
    #[arg(value_name = "SCHEMA")]
    pub schema: Vec<PathBuf>,

    #[command(flatten)]
    pub imports: Imports,

    /// Interface of the object with which connections of callers by Cap'n Proto start; optional if only one interface is returned by no method.
    #[arg(long, value_name = "INTERFACE")]
    pub bootstrap: Option<String>,

    /// Format of messages for the server; the default is `protobuf`. Callers may use any format, such as `json`.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser())]
    pub wire: Option<Wire>,

    /// Compress what is sent to the server.
    #[arg(long, value_enum)]
    pub compress: Option<CallCompression>,

    /// Use HTTP/2 to the server even if the protocol and the method do not need it.
    #[arg(long)]
    pub http2: bool,

    /// Time for calls without a deadline, as in `5s` or `250ms`.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub deadline: Option<Duration>,

    /// Time for connecting to the server.
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10s")]
    pub connect_timeout: Duration,

    #[command(flatten)]
    pub listening: Listening,

    /// File with the certificates of authorities that are trusted as those of the server, in the place of those of the system.
    #[arg(long, value_name = "FILE")]
    pub cacert: Option<PathBuf>,

    /// Trust any server.
    #[arg(long, conflicts_with = "cacert")]
    pub insecure: bool,

    /// File with this side's certificate, for servers that ask for one.
    #[arg(long, value_name = "FILE", requires = "to_key")]
    pub to_cert: Option<PathBuf>,

    /// File with the private key of this certificate.
    #[arg(long, value_name = "FILE", requires = "to_cert")]
    pub to_key: Option<PathBuf>,

    /// Name of the server in requests, if it is another one than in the URL.
    #[arg(long, value_name = "NAME")]
    pub authority: Option<String>,

    #[command(flatten)]
    pub limits: MessageLimits,
}

impl Proxy {
    /// Returns the format of messages for a server of a protocol.
    pub fn wire(&self, protocol: Spoken) -> Option<&'static Format> {
        wire_format(self.wire.as_ref(), protocol)
    }
}

/// Protocols, and a place for them.
#[derive(Clone)]
pub struct Ends {
    spoken: Vec<Spoken>,
    pub url: String,
}

fn ends(text: &str) -> Result<Ends, String> {
    let (names, url) = text.split_once('=').ok_or("write it as in `grpc=http://localhost:50051`")?;
    let spoken = names.split(',').map(spoken).collect::<Result<_, _>>()?;
    Ok(Ends { spoken, url: url.to_owned() })
}

impl Ends {
    /// Returns the protocols.
    pub fn protocols(&self) -> Vec<Spoken> {
        self.spoken.clone()
    }

    /// Returns the only protocol.
    pub fn spoken(&self) -> Result<Spoken, Failure> {
        match self.spoken.as_slice() {
            [spoken] => Ok(*spoken),
            _ => Err(Failure::Usage("--to has one protocol".to_owned())),
        }
    }
}

const HELP: &str = "\
Calls of several protocols can arrive at the same place. Callers choose the format of their messages; what the server does not use is converted.
Metadata, deadlines, statuses with their details, and cancelled calls pass in both directions. Reflection is answered from the schema, questions
about health by the server. It runs until it is ended, as by Ctrl+C; calls then end with UNAVAILABLE.

Exit codes are those of `serve`.

Examples:
  polywire proxy --listen grpc-web,connect=http://127.0.0.1:8080 --to grpc=http://localhost:50051
  polywire proxy --listen grpc=unix:/run/shop --to connect=https://shop.example.com shop.proto
  polywire proxy --listen giop=127.0.0.1:2809 --to grpc=http://localhost:50051 bank.idl";
