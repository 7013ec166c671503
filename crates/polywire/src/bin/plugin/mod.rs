//! Shared parts of the plugins of other compilers.

use std::io::{Read, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::thread::Builder;

/// Runs `answer` on the request from the standard input.
pub fn run(name: &str, usage: &str, answer: fn(&[u8]) -> Result<(), String>) -> ExitCode {
    // Compilers pass no arguments, so a person started the plugin.
    if std::env::args_os().len() > 1 {
        let _ = writeln!(stdout(), "{name} {}\n{usage}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let worker = Builder::new().stack_size(polywire::STACK).spawn(move || answer(&request()?));
    let result = worker.map_err(|error| format!("cannot start a thread: {error}"));
    match result.and_then(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere else to report a failure to write to the standard error.
            let _ = writeln!(stderr(), "{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn request() -> Result<Vec<u8>, String> {
    let mut request = Vec::new();
    stdin().read_to_end(&mut request).map_err(|error| error.to_string())?;
    Ok(request)
}

/// Reads a file that a schema needs.
pub fn read_file(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| error.to_string())
}
