//! The plugin of protoc: reads a request from the standard input, and writes the answer to the standard output.

mod plugin;

use std::io::{Write, stdout};
use std::process::ExitCode;

const USAGE: &str = "\
This is a plugin of protoc. Use it as follows:
  protoc --polywire_out=lang=cpp,wire=protobuf+json:generated trade.proto
The parameters are the options of `polywire gen`.";

fn main() -> ExitCode {
    plugin::run("protoc-gen-polywire", USAGE, answer)
}

fn answer(request: &[u8]) -> Result<(), String> {
    let answer = polywire::protoc_plugin::answer(request, &plugin::read_file)?;
    stdout().write_all(&answer).map_err(|error| error.to_string())
}
