//! Runs subjects: reads their introductions and answers.
//!
//! At its start, a subject writes every message, reads it back, and then writes one line of JSON. After that it
//! answers each line `OPERATION PASSES` with a line of numbers: the nanoseconds for this number of passes through all
//! messages and, if they are counted, the allocations and their bytes. It exits at the end of its input.

use crate::error::Error;
use crate::subject::{Operation, Subject};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The introduction of a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Introduction {
    /// Programming language.
    pub language: String,
    /// How the codec is used, in a few words; may be empty.
    pub mode: String,
    /// The version of the implementation.
    pub version: String,
    /// Its operations.
    pub operations: Vec<Operation>,
    /// Bytes of each message.
    pub sizes: Vec<u64>,
    /// Checksum of the images of the values that it read back.
    pub checksum: String,
    /// The number of messages that were read back as different values.
    pub changed: u64,
    /// Whether it can read the messages of others.
    pub reads_others: bool,
}

/// The cost of several passes through all messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Nanoseconds.
    pub time: u64,
    /// Allocations and their bytes, if they are counted.
    pub allocations: Option<[u64; 2]>,
}

/// A running subject.
pub struct Running {
    name: String,
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Running {
    /// Starts a subject, which reads the images and, given a file, writes its messages there.
    pub fn start(subject: &Subject, images: &Path, messages: Option<&Path>) -> Result<Self, Error> {
        let name = format!("{} of {}", subject.format, subject.implementation);
        let failed = |message: String| Error::Subject { name: name.clone(), message };
        let (program, arguments) = subject.command.split_first().ok_or_else(|| failed("no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).arg(images).args(messages);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(format!("cannot be started: {error}")))?;
        let requests = child.stdin.take();
        let answers = child.stdout.take().ok_or_else(|| failed("has no output".to_owned()))?;
        Ok(Self { name, child, requests, answers: BufReader::new(answers) })
    }

    /// Waits for the introduction of the subject.
    pub fn introduction(&mut self) -> Result<Introduction, Error> {
        let line = self.line()?;
        let said = format!("does not answer as a codec program: {}", line.trim_end());
        Introduction::of_json(&line).ok_or_else(|| self.failure(said))
    }

    /// Runs an operation this many times over all messages.
    pub fn ask(&mut self, operation: Operation, passes: u64) -> Result<Answer, Error> {
        let request = format!("{} {passes}\n", operation.name());
        let sent = self
            .requests
            .as_mut()
            .map(|requests| requests.write_all(request.as_bytes()).and_then(|()| requests.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.ended());
        }
        let line = self.line()?;
        let numbers: Vec<u64> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            [time] => Ok(Answer { time: *time, allocations: None }),
            [time, allocations, allocated] => Ok(Answer { time: *time, allocations: Some([*allocations, *allocated]) }),
            _ => Err(self.failure(format!("answers `{}` to `{}`", line.trim_end(), request.trim_end()))),
        }
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn line(&mut self) -> Result<String, Error> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(length) if length > 0 => Ok(line),
            _ => Err(self.ended()),
        }
    }

    /// Returns the error for a subject that ended: the last line that it wrote.
    fn ended(&mut self) -> Error {
        self.requests = None;
        let mut said = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            // Unreadable output is omitted.
            let _ = stderr.read_to_string(&mut said);
        }
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        self.failure(if said.trim().is_empty() { format!("ended early: {status}") } else { said })
    }

    fn failure(&self, message: String) -> Error {
        Error::Subject { name: self.name.clone(), message }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A subject exits at the end of its input; otherwise it is killed.
        self.requests = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Introduction {
    fn of_json(line: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| json.get(key).and_then(Value::as_str).map(str::to_owned);
        let list = |key: &str| json.get(key).and_then(Value::as_array);
        Some(Self {
            language: text("language")?,
            mode: text("mode")?,
            version: text("version")?,
            operations: list("operations")?.iter().map(|it| Operation::of_name(it.as_str()?)).collect::<Option<_>>()?,
            sizes: list("sizes")?.iter().map(Value::as_u64).collect::<Option<_>>()?,
            checksum: text("checksum")?,
            changed: json.get("changed")?.as_u64()?,
            reads_others: json.get("reads_others").and_then(Value::as_bool).unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Subject {
        let command = ["sh", "-c", script].map(Into::into).to_vec();
        Subject { format: "some".into(), implementation: "A Shell".into(), command, build: None }
    }

    const HELLO: &str = r#"echo '{"language":"sh","mode":"","version":"1","operations":["copy"],"sizes":[3],"checksum":"00000000","changed":0}'"#;

    fn start(script: &str) -> Result<(Running, Introduction), Error> {
        let mut running = Running::start(&shell(script), Path::new("images"), None)?;
        let introduction = running.introduction()?;
        Ok((running, introduction))
    }

    #[test]
    fn a_subject_answers() {
        let script = format!("{HELLO}; while read what passes; do echo $passes 2 3; done");
        let (mut running, introduction) = start(&script).expect("a subject");
        assert_eq!((introduction.operations, introduction.sizes), (vec![Operation::Copy], vec![3]));
        let answer = running.ask(Operation::Copy, 17).expect("an answer");
        assert_eq!(answer, Answer { time: 17, allocations: Some([2, 3]) });
    }

    fn error<T>(result: Result<T, Error>) -> String {
        result.map(drop).expect_err("an error").to_string()
    }

    #[test]
    fn messages_of_failing_subjects_are_reported() {
        let said = error(start("echo 'refuses its own message 3' >&2; exit 1"));
        assert_eq!(said, "some of A Shell: refuses its own message 3");
        assert_eq!(error(start("exit 7")), "some of A Shell: ended early: exit status: 7");
        let (mut running, _) = start(&format!("{HELLO}; read request; echo 1 2")).expect("a subject");
        let said = error(running.ask(Operation::Copy, 1));
        assert_eq!(said, "some of A Shell: answers `1 2` to `copy 1`");
    }
}
