//! The plugin of the Cap'n Proto compiler: reads a request from the standard input, and writes files to the current folder.

mod plugin;

use polywire::capnp_plugin::{DEFAULT_PARAMETERS, generate};
use std::path::Path;
use std::process::ExitCode;

/// The environment variable with the parameters, because the compiler passes none.
const PARAMETERS: &str = "POLYWIRE_PARAMETERS";

const USAGE: &str = "\
This is a plugin of the Cap'n Proto compiler. Use it as follows:
  capnp compile -o polywire:generated trade.capnp
The environment variable POLYWIRE_PARAMETERS contains the options of `polywire gen`, as in lang=cpp,wire=capnp+json; without it,
C++ for the format capnp is generated.";

fn main() -> ExitCode {
    plugin::run("capnpc-polywire", USAGE, answer)
}

fn answer(request: &[u8]) -> Result<(), String> {
    let parameters = std::env::var(PARAMETERS).unwrap_or_else(|_| DEFAULT_PARAMETERS.to_owned());
    let outputs = generate(request, &parameters, &plugin::read_file)?;
    outputs.iter().try_for_each(|(path, contents)| write(Path::new(path), contents))
}

fn write(path: &Path, contents: &str) -> Result<(), String> {
    let report = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(report)?;
    }
    std::fs::write(path, contents).map_err(report)
}
