use super::{Cause, Error, Sink, Source, StreamError, Summary};
use crate::codec::{Stage, Transcoder};
use polywire_vm::Refusal;
use std::io::{BufRead, Write};

/// The size of an input batch in bytes; a longer message forms its own batch.
const FULL: usize = 1 << 18;

/// Messages that one thread converts in order.
#[derive(Default)]
pub(super) struct Batch {
    input: Vec<u8>,
    read: Vec<Read>,
    output: Vec<u8>,
    /// The end of each converted message in the output.
    ends: Vec<usize>,
    /// The summary of these messages, which are numbered from the start of the stream.
    summary: Summary,
    failure: Option<(Stage, Refusal)>,
    /// Reusable memory for a message.
    message: Vec<u8>,
}

/// A message that was read.
struct Read {
    /// Its end in the input.
    end: usize,
    /// True if its surroundings in the stream have losses.
    has_losses: bool,
}

impl Batch {
    /// Returns the number of messages.
    pub fn len(&self) -> u64 {
        self.read.len() as u64
    }

    pub fn input_len(&self) -> usize {
        self.input.len()
    }

    /// Returns the bytes of allocated memory, used or not.
    pub fn memory(&self) -> usize {
        self.input.capacity() + self.output.capacity() + self.message.capacity()
    }

    /// Reads messages until the batch is full; `before` is the number of earlier messages. Returns false at the end of
    /// the stream.
    pub fn fill<R: BufRead>(&mut self, source: &mut Source<R>, before: u64) -> Result<bool, StreamError> {
        self.input.clear();
        self.read.clear();
        self.summary = Summary { messages: before, ..Summary::default() };
        while self.input.len() < FULL {
            if !source.read(&mut self.message)? {
                return Ok(false);
            }
            append(&mut self.input, &mut self.message);
            self.read.push(Read { end: self.input.len(), has_losses: source.has_losses() });
        }
        Ok(true)
    }

    /// Converts the messages, up to the first that fails.
    pub fn convert(&mut self, transcoder: &mut Transcoder) {
        self.output.clear();
        self.ends.clear();
        self.failure = None;
        let mut start = 0;
        for read in &self.read {
            let input = &self.input[start..read.end];
            match transcoder.transcode(input, &mut self.message) {
                Ok(lost) => self.summary.add(lost, read.has_losses, input, transcoder),
                Err(failure) => {
                    self.failure = Some(failure);
                    return;
                }
            }
            append(&mut self.output, &mut self.message);
            self.ends.push(self.output.len());
            start = read.end;
        }
    }

    /// Writes the converted messages, and adds their summary to the total.
    pub fn write<W: Write>(&mut self, sink: &mut Sink<W>, summary: &mut Summary) -> Result<(), Error> {
        let mut start = 0;
        for (number, end) in (summary.messages + 1..).zip(&self.ends) {
            let written = sink.write(&self.output[start..*end]);
            written.map_err(|error| Error { message: number, cause: Cause::Output(error) })?;
            start = *end;
        }
        summary.append(std::mem::take(&mut self.summary));
        match self.failure.take() {
            Some((stage, refusal)) => {
                Err(Error { message: summary.messages + 1, cause: Cause::Message(stage, refusal) })
            }
            None => Ok(()),
        }
    }
}

/// Appends a message; a long one is moved instead of copied.
fn append(messages: &mut Vec<u8>, message: &mut Vec<u8>) {
    if messages.is_empty() && message.len() >= FULL {
        std::mem::swap(messages, message);
    } else {
        messages.extend_from_slice(message);
    }
}
