//! A running program, and the threads that write to it and read from it.

use super::super::request::Post;
use super::Program;
use super::process::{Process, lead};
use super::running::News;
use polywire::convert::{Sink, Source};
use polywire_net::{Place, Postbox};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write, stderr};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// A running program, which is killed with this value.
pub struct Pipes {
    process: Process,
    /// Messages for its standard input; `None` when it has ended.
    input: Option<Sender<Vec<u8>>>,
    wanted: Sender<()>,
}

/// Bytes of standard error that become the message of a failed call: the last ones.
const MESSAGE: usize = 4096;

impl Pipes {
    /// Starts a program. It has its place until it is over.
    pub fn start(mut command: Command, program: &Program, place: Place, to: &Postbox<Post>) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        lead(&mut command);
        let mut child = command.spawn()?;
        let (stdin, stdout, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process::of(child);
        let ((input, messages), (wanted, asked)) = (channel(), channel());
        // From here on, the program is killed if something fails.
        let pipes = Self { process: process.clone(), input: Some(input), wanted };
        let (Some(stdin), Some(stdout), Some(errors)) = (stdin, stdout, errors) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let errors = spawn("standard error", move || tail(errors))?;
        let told = to.clone();
        spawn("exit", move || exit(&process, errors, place, &told))?;
        let writer = Writer { framing: program.input.clone(), ends_lines: program.ends_lines };
        let told = to.clone();
        spawn("standard input", move || writer.write(stdin, &messages, &told))?;
        let reader = Reader { framing: program.output.clone() };
        let told = to.clone();
        spawn("standard output", move || reader.read(stdout, &asked, &told))?;
        Ok(pipes)
    }

    /// Writes a message; [`News::Written`] tells when that is done.
    pub fn write(&self, message: Vec<u8>) {
        // A program that is over reads nothing.
        let _ = self.input.as_ref().map(|input| input.send(message));
    }

    /// Ends the standard input.
    pub fn finish(&mut self) {
        self.input = None;
    }

    /// Asks for the next message of the standard output.
    pub fn ask(&self) {
        let _ = self.wanted.send(());
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        self.process.kill();
    }
}

fn spawn<T: Send + 'static>(name: &str, run: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    Builder::new().name(name.to_owned()).spawn(run)
}

/// Writes the standard input of a program.
struct Writer {
    framing: polywire::convert::Framing,
    ends_lines: bool,
}

impl Writer {
    fn write(self, stdin: ChildStdin, messages: &Receiver<Vec<u8>>, to: &Postbox<Post>) {
        // A program need not read all of its input: what it does not want is dropped.
        let mut sink = Sink::new(stdin, self.framing).ok();
        for mut message in messages {
            if self.ends_lines && message.last() != Some(&b'\n') {
                message.push(b'\n');
            }
            if sink.as_mut().is_some_and(|sink| sink.write(&message).is_err()) {
                sink = None;
            }
            if !to.post(Post::Handler(News::Written)) {
                return;
            }
        }
        if let Some(mut sink) = sink {
            let _ = sink.finish();
        }
    }
}

/// Reads the standard output of a program, a message whenever one is wanted.
struct Reader {
    framing: polywire::convert::Framing,
}

impl Reader {
    fn read(self, stdout: ChildStdout, asked: &Receiver<()>, to: &Postbox<Post>) {
        let mut source = match Source::new(BufReader::new(stdout), self.framing) {
            Ok(source) => source,
            Err(error) => {
                to.post(Post::Handler(News::OutputFailed(error.to_string())));
                return;
            }
        };
        while asked.recv().is_ok() {
            let mut message = Vec::new();
            let news = match source.read(&mut message) {
                Ok(true) => News::Message(message),
                Ok(false) => News::OutputEnd,
                Err(error) => News::OutputFailed(error.to_string()),
            };
            let is_last = !matches!(news, News::Message(_));
            if !to.post(Post::Handler(news)) || is_last {
                return;
            }
        }
    }
}

/// Shows the standard error of a program, and returns the end of it.
fn tail(mut errors: ChildStderr) -> String {
    let (mut kept, mut is_cut, mut piece) = (VecDeque::new(), false, [0; 1 << 12]);
    while let Ok(size @ 1..) = errors.read(&mut piece) {
        let _ = stderr().write_all(&piece[..size]);
        kept.extend(&piece[..size]);
        is_cut |= kept.len() > MESSAGE;
        kept.drain(..kept.len().saturating_sub(MESSAGE));
    }
    let kept = Vec::from(kept);
    let text = String::from_utf8_lossy(&kept);
    let whole_lines = text.split_once('\n').filter(|_| is_cut).map_or(&*text, |(_, rest)| rest);
    whole_lines.trim().to_owned()
}

/// Waits until a program is over.
fn exit(process: &Process, errors: JoinHandle<String>, place: Place, to: &Postbox<Post>) {
    let status = process.wait();
    drop(place);
    let errors = errors.join().unwrap_or_default();
    to.post(Post::Handler(News::Exited(status.map(|status| (status, errors)))));
}
