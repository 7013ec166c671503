//! What a program is told about its call.

use super::Exec;
use super::outcome::Files;
use polywire_rpc::Call;
use std::process::Command;
use std::time::Duration;

const SERVICE: &str = "POLYWIRE_SERVICE";
const METHOD: &str = "POLYWIRE_METHOD";
const METADATA: &str = "POLYWIRE_METADATA";
const TIMEOUT: &str = "POLYWIRE_TIMEOUT_MS";
const START: &str = "POLYWIRE_START";
const END: &str = "POLYWIRE_END";

/// Puts a call into the environment of a program, with the time that is left.
pub fn tell(command: &mut Command, exec: &Exec, (call, waited): (&Call, Duration), files: &Files) {
    let metadata: Vec<String> = call.metadata.iter().map(|it| exec.texts.text(it)).collect();
    command.env(SERVICE, &call.service).env(METHOD, &call.method).env(METADATA, metadata.join("\n"));
    command.env(START, &files.start).env(END, &files.end);
    match call.timeout {
        Some(timeout) => {
            let left = Duration::from_nanos(timeout).saturating_sub(waited);
            command.env(TIMEOUT, left.as_millis().to_string());
        }
        None => {
            command.env_remove(TIMEOUT);
        }
    }
}
