//! Programs that tests have generated and compiled.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Runs a command that has to succeed; returns what it prints.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [printed, errors] = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "{command:?}\n{printed}{errors}");
    printed
}

/// A generated server, which prints its address, and ends with this value.
pub struct Served {
    process: Child,
    pub address: String,
}

impl Served {
    pub fn start(program: &Path) -> Self {
        let mut command = Command::new(program);
        let mut process =
            command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the server");
        let mut address = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut address).expect("a line");
        Self { process, address: address.trim().to_owned() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
