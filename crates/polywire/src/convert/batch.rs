use super::avro_file::AvroBlock;
use super::source::locate_in;
use super::{Cause, Error, Sink, Source, StreamError, Summary};
use crate::codec::{Stage, Transcoder};
use polywire_stream::xml_elements::Origin;
use std::io::{BufRead, Write};

/// The size of an input batch in bytes; a longer message forms its own batch.
const FULL: usize = 1 << 18;

/// Messages that one thread converts in order.
#[derive(Default)]
pub(super) struct Batch {
    input: Vec<u8>,
    read: Vec<Read>,
    /// The number of messages that were read.
    count: u64,
    output: Vec<u8>,
    /// The end of each converted message in the output.
    ends: Vec<usize>,
    /// The summary of these messages, which are numbered from the start of the stream.
    summary: Summary,
    failure: Option<Cause>,
    /// Reusable memory for a message.
    message: Vec<u8>,
}

/// Messages that were read.
struct Read {
    /// Their end in the input.
    end: usize,
    what: Messages,
}

enum Messages {
    One(One),
    /// Those of a block, whose ends only their decoder knows.
    Block(Box<AvroBlock>),
}

/// One message.
struct One {
    /// True if its surroundings in the stream have losses.
    has_losses: bool,
    /// Where it stands, if it is an element of a document.
    origin: Option<Box<Origin>>,
}

impl One {
    fn locate(&self, input: &[u8], cause: Cause) -> Cause {
        match (&self.origin, cause) {
            (Some(origin), Cause::Message(Stage::Decode, refusal)) => {
                Cause::Message(Stage::Decode, locate_in(origin, input, refusal))
            }
            (_, cause) => cause,
        }
    }
}

impl Batch {
    /// Returns the number of messages.
    pub fn len(&self) -> u64 {
        self.count
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
        self.count = 0;
        self.summary = Summary { messages: before, ..Summary::default() };
        while self.input.len() < FULL {
            let (what, count) = if source.has_blocks() {
                let Some(block) = source.read_block(&mut self.input)? else { return Ok(false) };
                let count = block.count;
                (Messages::Block(Box::new(block)), count)
            } else {
                if !source.read(&mut self.message)? {
                    return Ok(false);
                }
                append(&mut self.input, &mut self.message);
                let origin = source.origin().map(Box::new);
                (Messages::One(One { has_losses: source.has_losses(), origin }), 1)
            };
            self.read.push(Read { end: self.input.len(), what });
            self.count += count;
        }
        Ok(true)
    }

    /// Converts the messages, up to the first that fails.
    pub fn convert(&mut self, transcoder: &mut Transcoder) {
        self.output.clear();
        self.ends.clear();
        let (input, read) = (std::mem::take(&mut self.input), std::mem::take(&mut self.read));
        let mut start = 0;
        self.failure = read.iter().find_map(|read| {
            let data = &input[std::mem::replace(&mut start, read.end)..read.end];
            match &read.what {
                Messages::One(it) => {
                    self.convert_one(data, it.has_losses, transcoder).map_err(|cause| it.locate(data, cause))
                }
                Messages::Block(block) => self.convert_block(block, data, transcoder),
            }
            .err()
        });
        (self.input, self.read) = (input, read);
    }

    fn convert_one(&mut self, input: &[u8], has_losses: bool, transcoder: &mut Transcoder) -> Result<(), Cause> {
        let converted = transcoder.transcode(input, &mut self.message);
        let lost = converted.map_err(|(stage, refusal)| Cause::Message(stage, refusal))?;
        self.summary.add(lost, has_losses, input, transcoder);
        self.push();
        Ok(())
    }

    /// Converts the messages of a block, each from where the decoder of the one before has stopped. From the first that the
    /// decoder refuses or that is too long, they are divided first, which finds the error.
    fn convert_block(&mut self, block: &AvroBlock, data: &[u8], transcoder: &mut Transcoder) -> Result<(), Cause> {
        let mut at = 0;
        let mut done = 0;
        while done < block.count {
            let left = &data[at..];
            let Ok((lost, len)) = transcoder.transcode_first(left, &mut self.message) else { break };
            if len as u64 > block.max_size {
                break;
            }
            self.summary.add(lost, false, &left[..len], transcoder);
            self.push();
            at += len;
            done += 1;
        }
        let mut records = block.divide(&data[at..], done);
        let mut record = Vec::new();
        while records.read_in_block(&mut record).map_err(|error| Cause::Input(error.into()))? {
            self.convert_one(&record, false, transcoder)?;
        }
        Ok(())
    }

    /// Adds the converted message to the output.
    fn push(&mut self) {
        append(&mut self.output, &mut self.message);
        self.ends.push(self.output.len());
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
            Some(cause) => Err(Error { message: summary.messages + 1, cause }),
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
