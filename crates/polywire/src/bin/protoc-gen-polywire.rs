//! The plugin of protoc: reads a request from the standard input, and writes the answer to the standard output.

use std::io::{Read, Write, stdin, stdout};
use std::process::ExitCode;
use std::thread::Builder;

const USAGE: &str = "\
This is a plugin, which protoc runs:
  protoc --polywire_out=lang=cpp,wire=protobuf+json:generated trade.proto
The parameters are the options of `polywire gen`.";

fn main() -> ExitCode {
    // protoc gives no arguments; who does is a person.
    if std::env::args_os().len() > 1 {
        let _ = writeln!(stdout(), "protoc-gen-polywire {}\n{USAGE}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let worker = Builder::new().stack_size(polywire::STACK).spawn(run);
    let result = worker.map_err(|error| format!("no thread can be started: {error}"));
    match result.and_then(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // What the standard error does not take is lost, for there is nowhere to report it.
            let _ = writeln!(std::io::stderr(), "protoc-gen-polywire: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut request = Vec::new();
    stdin().read_to_end(&mut request).map_err(|error| error.to_string())?;
    let read_file = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
    let answer = polywire::protoc_plugin::answer(&request, &read_file)?;
    stdout().write_all(&answer).map_err(|error| error.to_string())
}
