//! The plugin of the Cap'n Proto compiler: reads a request from the standard input, and writes files to the current folder.

use polywire::capnp_plugin::{DEFAULT_PARAMETERS, generate};
use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::thread::Builder;

/// The environment variable that holds the parameters, for the compiler hands none over.
const PARAMETERS: &str = "POLYWIRE_PARAMETERS";

const USAGE: &str = "\
This is a plugin, which the Cap'n Proto compiler runs:
  capnp compile -o polywire:generated trade.capnp
The environment variable POLYWIRE_PARAMETERS holds the options of `polywire gen`, as in lang=cpp,wire=capnp+json; without it,
C++ for the format capnp is generated.";

fn main() -> ExitCode {
    // The compiler gives no arguments; who does is a person.
    if std::env::args_os().len() > 1 {
        let _ = writeln!(stdout(), "capnpc-polywire {}\n{USAGE}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let worker = Builder::new().stack_size(polywire::STACK).spawn(run);
    let result = worker.map_err(|error| format!("no thread can be started: {error}"));
    match result.and_then(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // What the standard error does not take is lost, for there is nowhere to report it.
            let _ = writeln!(std::io::stderr(), "capnpc-polywire: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut request = Vec::new();
    stdin().read_to_end(&mut request).map_err(|error| error.to_string())?;
    let parameters = std::env::var(PARAMETERS).unwrap_or_else(|_| DEFAULT_PARAMETERS.to_owned());
    let read_file = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
    let outputs = generate(&request, &parameters, &read_file)?;
    outputs.iter().try_for_each(|(path, contents)| write(Path::new(path), contents))
}

fn write(path: &Path, contents: &str) -> Result<(), String> {
    let report = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(report)?;
    }
    std::fs::write(path, contents).map_err(report)
}
