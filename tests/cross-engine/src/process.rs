use crate::{Answer, Engine, Request, from_hex};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An engine in a program that answers lines on its standard input. It is started at the first request and runs until
/// the engine is dropped.
pub struct Process {
    name: String,
    command: Command,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Makes an engine of a program with its arguments, under a name for messages.
    pub fn new(name: String, command: Command) -> Self {
        Self { name, command, running: None }
    }

    fn start(&mut self) -> Running {
        let started = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.unwrap_or_else(|error| panic!("{}: cannot be started: {error}", self.name));
        let input = BufWriter::new(child.stdin.take().expect("standard input is piped"));
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        Running { child, input, output }
    }
}

impl Engine for Process {
    fn name(&self) -> &str {
        &self.name
    }

    /// # Panics
    /// If the program cannot be started, crashes, or answers fewer lines than it was asked.
    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        let mut running = self.running.take().unwrap_or_else(|| self.start());
        let answers = running.ask(requests);
        if let Some(unanswered) = requests.get(answers.len()) {
            let status = running.stop();
            let (name, line) = (&self.name, unanswered.line());
            let (count, all) = (answers.len(), requests.len());
            panic!("{name}: {status} after {count} of {all} answers; the next request is\n{line}");
        }
        self.running = Some(running);
        answers
    }
}

impl Drop for Process {
    /// Errors that sanitizers find at the end make the program fail.
    fn drop(&mut self) {
        let Some(running) = self.running.take() else { return };
        let status = running.stop();
        assert!(status.success() || std::thread::panicking(), "{}: {status} in the end", self.name);
    }
}

impl Running {
    /// Returns the answers, as far as there are any.
    fn ask(&mut self, requests: &[Request]) -> Vec<Answer> {
        let Self { input, output, .. } = self;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // If the program dies early, its missing answers are reported.
                let _ = requests.iter().try_for_each(|it| writeln!(input, "{}", it.line()));
                let _ = input.flush();
            });
            let lines = output.lines().take(requests.len());
            lines.map(|line| answer(&line.expect("answers are text"))).collect()
        })
    }

    fn stop(self) -> std::process::ExitStatus {
        let Self { mut child, input, .. } = self;
        // Drops the pipe without flushing its buffer, which a dead program would not read.
        drop(input.into_parts().0);
        child.wait().expect("the program ends")
    }
}

fn answer(line: &str) -> Answer {
    match line.split_once(' ') {
        Some(("ok", hex)) => Answer::Bytes(from_hex(hex)),
        Some(("error", code)) => Answer::Error(code.to_owned()),
        _ => panic!("not an answer: {line:?}"),
    }
}
