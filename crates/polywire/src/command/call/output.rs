//! What a method returns, written as it arrives.

use super::super::args::Call as Args;
use super::super::failure::Failure;
use super::super::messages::sink_failure;
use super::messages::Messages;
use polywire::convert::{Sink, StreamError};
use polywire_stream::Error;
use std::io::{self, Stdout, Write, stdout};
use std::path::Path;

/// The standard output, on which messages appear at once.
pub struct Output {
    sink: Sink<Flushed>,
    /// Messages of several lines end with a line feed.
    ends_lines: bool,
}

struct Flushed(Stdout);

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes)?;
        self.0.flush()?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Output {
    pub fn new(args: &Args, messages: &Messages) -> Result<Self, Failure> {
        let format = args.to.format;
        let sink = Sink::new(Flushed(stdout()), messages.framing_to_write(format)).map_err(failure)?;
        Ok(Self { sink, ends_lines: format.is_multiline_text })
    }

    pub fn write(&mut self, mut message: Vec<u8>) -> Result<(), Failure> {
        if self.ends_lines && message.last() != Some(&b'\n') {
            message.push(b'\n');
        }
        self.sink.write(&message).map_err(failure)
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        self.sink.finish().map_err(failure)
    }
}

fn failure(error: StreamError) -> Failure {
    match error {
        StreamError::Framing(Error::Io(error)) => Failure::writing(Path::new("-"), &error),
        error => sink_failure(error),
    }
}
