use crate::{Answer, Engine, Request, from_hex};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};

/// An engine in a program that answers lines on its standard input.
pub struct Process {
    /// Name for messages.
    pub name: String,
    /// The program with its arguments.
    pub command: Command,
}

impl Engine for Process {
    fn name(&self) -> &str {
        &self.name
    }

    /// # Panics
    /// If the program cannot be started, crashes, or answers fewer lines than it was asked.
    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: cannot be started: {error}", self.name));
        let mut input = BufWriter::new(child.stdin.take().expect("standard input is piped"));
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let lines: Vec<String> = requests.iter().map(Request::line).collect();
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A program that dies early is reported by its missing answers.
                for line in &lines {
                    if writeln!(input, "{line}").is_err() {
                        break;
                    }
                }
            });
            output.lines().map(|line| answer(&line.expect("answers are text"))).collect()
        });
        let status = child.wait().expect("the program ends");
        let unanswered = requests.get(answers.len()).map(Request::line);
        assert!(
            status.success() && unanswered.is_none(),
            "{}: {status} after {} of {} answers; the next request is\n{}",
            self.name,
            answers.len(),
            requests.len(),
            unanswered.unwrap_or_default()
        );
        answers
    }
}

fn answer(line: &str) -> Answer {
    match line.split_once(' ') {
        Some(("ok", hex)) => Answer::Bytes(from_hex(hex)),
        Some(("error", code)) => Answer::Error(code.to_owned()),
        _ => panic!("not an answer: {line:?}"),
    }
}
