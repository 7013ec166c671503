//! Arguments of `polywire serve`.

use super::call::protocol;
use super::wire::Wire;
use super::{Imports, MessageLimits};
use clap::Args as ClapArgs;
use polywire::calls::{PROTOCOLS, Protocol};
use std::path::PathBuf;

/// Serve the methods of a schema.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Serve {
    /// Answer with examples, or else with random values.
    #[arg(long, required = true)]
    pub mock: bool,

    /// Schema with the services; can be given several times.
    #[arg(value_name = "SCHEMA", required = true)]
    pub schema: Vec<PathBuf>,

    #[command(flatten)]
    pub imports: Imports,

    /// Where to listen: `http://host:port`, `https://host:port` or `unix:/path`. Port 0 is any that is free; it is printed.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:0")]
    pub listen: String,

    /// Protocol of calls.
    #[arg(long, value_name = "PROTOCOL", default_value = PROTOCOLS[0].name, value_parser = protocol)]
    pub protocol: &'static Protocol,

    /// Format of messages on the wire.
    #[arg(long, value_name = "FORMAT", default_value = "protobuf", value_parser = Wire::parser())]
    pub wire: Wire,

    /// File of JSON with what a method returns, one message or several; can be given several times.
    #[arg(long = "example", value_name = "METHOD=FILE")]
    pub examples: Vec<String>,

    /// Number that random values are made from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,

    /// File with the certificate, for `https`.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub cert: Option<PathBuf>,

    /// File with the private key of the certificate.
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub key: Option<PathBuf>,

    #[command(flatten)]
    pub limits: MessageLimits,
}

const HELP: &str = "\
A method that returns one message gives the first one; one that returns a stream gives all, or one for each that it gets if it takes a
stream, too. The server also has gRPC's health and reflection. It runs until it is ended, as by Ctrl+C.

Examples:
  polywire serve --mock trade.proto
  polywire serve --mock --listen unix:/run/exchange --example Place=order.json trade.proto";
