//! Conversion of messages element by element ([`super::elements`]).
//!
//! Design: docs/decisions/0032-element-by-element.md

use super::program::Program;
use super::run::{Apart, List, Machine, Spliced, Suspended, Writer, Written};
use super::session::{Session, failure};
use crate::{Failure, Limits};
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, FuncId};
use std::mem;

/// Writes bytes; returns false if that failed.
pub type PipeWrite<'a> = dyn FnMut(&[u8]) -> bool + 'a;

/// A message that is read and written in pieces.
pub struct Pipe<'a> {
    /// Reads the next bytes of the message into the buffer; returns their number, 0 at the end.
    pub read: &'a mut dyn FnMut(&mut [u8]) -> usize,
    /// Writes the next bytes of the output; returns false if that failed. `None` if the output cannot be discarded.
    pub write: Option<&'a mut PipeWrite<'a>>,
    /// Bytes of the message held at a time; an element should take at most a quarter of it.
    pub size: usize,
    /// Size of the whole message, if known; it decides whether machine code is compiled at the start.
    pub len: Option<usize>,
}

/// A message and the programs that decode and encode it.
struct Job<'a> {
    from: &'a Program,
    to: &'a Program,
    decode: FuncId,
    encode: FuncId,
    /// Address of the message.
    at: u64,
    limits: &'a Limits,
}

impl Session {
    /// Like [`Session::transcode`], with programs of [`Program::compile_by_element`]: the elements of the message's own
    /// lists are encoded as soon as they are decoded if both formats allow it, so that only one is in memory at a time.
    /// The output is the concatenation of the pieces.
    ///
    /// # Errors
    /// As for `transcode`.
    pub fn transcode_by_element(
        &mut self,
        (from, to): (&Program, &Program),
        record: StructId,
        input: &[u8],
        limits: &Limits,
    ) -> Result<Vec<Vec<u8>>, Failure> {
        let job = self.start((from, to), record, limits)?;
        let mut machine = Machine::new(from, (input, &mut self.arena, &mut self.buffers), limits);
        machine.writer = Some(Box::new(Writer::new(to, &mut self.writing)));
        machine.apart = Some(Box::new(Apart::new(element_lists((from, to), record), limits.budget)));
        machine.call(job.decode, &[job.at])?;
        let written = machine.apart.take().map(|apart| apart.written);
        let written = written.ok_or_else(|| failure(ErrorCode::Internal))?;
        let spliced = self.write_around(&job, input, written)?;
        Ok(spliced.pieces)
    }

    /// Converts a message of which only a part is held, and whose output is sent while it is read. Returns the output
    /// that is still to be written at the end, or `None` if the message must be converted as a whole, because its
    /// structure is not as expected or it is invalid. Output already written must be discarded then.
    pub fn pipe(
        &mut self,
        (from, to): (&Program, &Program),
        record: StructId,
        mut pipe: Pipe<'_>,
        limits: &Limits,
    ) -> Option<Vec<Vec<u8>>> {
        let job = self.start((from, to), record, limits).ok()?;
        let apart = Apart::new(element_lists((from, to), record), limits.budget);
        if !from.elements.discards_input() || apart.written.lists.is_empty() {
            return None;
        }
        if let Some(len) = pipe.len {
            self.compile_for(&job, &apart, len);
        }
        let mut buffer = Held { bytes: vec![0; pipe.size], len: 0 };
        let (written, sent) = self.read_sliding(&job, apart, (&mut pipe, &mut buffer))?;
        let spliced = self.write_around(&job, buffer.bytes(), written).ok()?;
        left_to_write(spliced, &sent)
    }

    fn start<'a>(
        &mut self,
        (from, to): (&'a Program, &'a Program),
        record: StructId,
        limits: &'a Limits,
    ) -> Result<Job<'a>, Failure> {
        let unsupported = || failure(ErrorCode::Unsupported);
        let entry = from.entry(record)?;
        if !self.have_same_types(from, to) || entry.schema.is_some() {
            return Err(unsupported());
        }
        let encode = to.entry(record)?.encode.ok_or_else(unsupported)?;
        self.arena.clear();
        let at = self.arena.alloc(&from.layouts.records[record.0 as usize].template) as u64;
        Ok(Job { from, to, decode: entry.decode, encode, at, limits })
    }

    /// Decodes a message through a sliding buffer.
    fn read_sliding(
        &mut self,
        job: &Job<'_>,
        mut apart: Apart,
        (pipe, buffer): (&mut Pipe<'_>, &mut Held),
    ) -> Option<(Written, Sent)> {
        let mut sent = if pipe.write.is_some() { Sent::Nothing } else { Sent::Never };
        let mut is_ended = !buffer.fill(pipe);
        apart.discards_input = !is_ended;
        let mut stopped = None;
        loop {
            let enough = if is_ended { 0 } else { pipe.size / 4 };
            let (reached, read);
            (apart, reached, read) = self.read_part(job, (apart, stopped), (buffer.bytes(), enough))?;
            stopped = reached;
            if stopped.is_none() {
                break;
            }
            self.send(job, &mut apart, (pipe, buffer.bytes()), &mut sent)?;
            buffer.drop_front(read);
            is_ended = !buffer.fill(pipe);
        }
        // The message may only seem to end because the buffer does.
        let has_more = !is_ended && (pipe.read)(&mut [0]) > 0;
        (!has_more).then_some((apart.written, sent))
    }

    /// Compiles the decoders and encoders of elements to machine code, if that pays off for this many further bytes.
    fn compile_for(&self, job: &Job<'_>, apart: &Apart, bytes: usize) {
        job.from.tiers.code(job.from, job.decode, self.engine, bytes);
        for list in &apart.written.lists {
            job.to.tiers.code(job.to, list.writer.func, self.engine, bytes);
        }
    }

    /// Decodes from the start of the buffer until the machine stops. Returns the output, the state to resume unless the
    /// message has ended, and the number of bytes consumed.
    fn read_part(
        &mut self,
        job: &Job<'_>,
        (apart, stopped): (Apart, Option<Stopped>),
        (buffer, enough): (&[u8], usize),
    ) -> Option<(Apart, Option<Stopped>, usize)> {
        self.compile_for(job, &apart, buffer.len());
        let (copies, parts) = (apart.discards_input, (buffer, &mut self.arena, &mut self.buffers));
        let mut machine = match stopped {
            None => Machine::new(job.from, parts, job.limits),
            Some(Stopped { budget, depth, .. }) => {
                Machine { budget, depth, ..Machine::again(job.from, parts, job.limits) }
            }
        };
        machine.writer = Some(Box::new(Writer::new(job.to, &mut self.writing)));
        machine.apart = Some(Box::new(apart));
        (machine.enough, machine.copies) = (enough, copies);
        machine.code = job.from.tiers.ready(job.decode);
        let outcome = match stopped {
            None => machine.execute(job.decode, &[job.at]),
            Some(Stopped { at, .. }) => machine.resume(at),
        };
        let (budget, depth) = (machine.budget, machine.depth);
        let stopped = machine.suspended.take().map(|at| Stopped { at, budget, depth });
        if outcome.is_err() && stopped.is_none() {
            return None;
        }
        Some((*machine.apart.take()?, stopped, machine.reader.pos))
    }

    /// Sends the output of one list, assuming that the output before it is complete.
    fn send(
        &mut self,
        job: &Job<'_>,
        apart: &mut Apart,
        (pipe, buffer): (&mut Pipe<'_>, &[u8]),
        sent: &mut Sent,
    ) -> Option<()> {
        let Some(write) = &mut pipe.write else { return Some(()) };
        if *sent == Sent::Nothing
            && let Some(off) = apart.written.lists.iter().find(|list| !list.out.is_empty()).map(|list| list.off)
        {
            *sent = match self.before(job, apart, off, buffer) {
                Some(before) if write(&before) => Sent::Elements { before, off },
                Some(_) => return None,
                None => Sent::Never,
            };
        }
        if let Sent::Elements { off, .. } = *sent {
            let list = apart.written.lists.iter_mut().find(|list| list.off == off)?;
            list.is_sent = true;
            if !write(&list.out) {
                return None;
            }
            list.out.clear();
        }
        Some(())
    }

    /// Encodes the message so far up to a list, if no elements precede it.
    fn before(&mut self, job: &Job<'_>, apart: &mut Apart, off: u32, buffer: &[u8]) -> Option<Vec<u8>> {
        if apart.written.lists.iter().any(|list| list.off != off && !list.out.is_empty()) {
            return None;
        }
        let lists = mem::take(&mut apart.written.lists);
        let mut machine = Machine::new(job.to, (buffer, &mut self.arena, &mut self.writing), job.limits);
        machine.spliced = Some(Spliced { until: Some(off), ..Spliced::new(lists) });
        // An error means that the list was reached, or will occur again at the end.
        let _ = machine.execute(job.encode, &[job.at]);
        let spliced = machine.spliced.take()?;
        apart.written.lists = spliced.lists;
        spliced.reached.then(|| spliced.pieces.concat())
    }

    /// Encodes the parts around elements that are already encoded.
    fn write_around(&mut self, job: &Job<'_>, input: &[u8], written: Written) -> Result<Spliced, Failure> {
        self.kept_unknown = mem::take(&mut self.arena.keeps_unknown);
        let mut machine = Machine::new(job.to, (input, &mut self.arena, &mut self.buffers), job.limits);
        machine.budget = written.budget;
        machine.spliced = Some(Spliced::new(written.lists));
        machine.call(job.encode, &[job.at])?;
        let last = mem::take(&mut machine.out);
        let mut spliced = machine.spliced.take().ok_or_else(|| failure(ErrorCode::Internal))?;
        spliced.pieces.push(last);
        self.arena.keeps_unknown |= written.kept_unknown;
        Ok(spliced)
    }
}

/// The state in which decoding stopped.
#[derive(Clone, Copy)]
struct Stopped {
    at: Suspended,
    budget: u64,
    depth: u32,
}

/// The output sent while the message was read.
#[derive(Debug, PartialEq, Eq)]
enum Sent {
    /// Nothing yet.
    Nothing,
    /// These bytes of the message, followed by elements of the list in this slot.
    Elements { before: Vec<u8>, off: u32 },
    /// Nothing, and nothing can be: other output must come first.
    Never,
}

/// The buffered part of a message, starting with the next byte.
struct Held {
    bytes: Vec<u8>,
    len: usize,
}

impl Held {
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Fills the buffer; returns false at the end of the message.
    fn fill(&mut self, pipe: &mut Pipe<'_>) -> bool {
        while self.len < self.bytes.len() {
            match (pipe.read)(&mut self.bytes[self.len..]) {
                0 => return false,
                read => self.len += read,
            }
        }
        true
    }

    fn drop_front(&mut self, count: usize) {
        self.bytes.copy_within(count..self.len, 0);
        self.len -= count;
    }
}

/// Returns the unsent rest of a message, if the sent part is its beginning.
fn left_to_write(spliced: Spliced, sent: &Sent) -> Option<Vec<Vec<u8>>> {
    let mut pieces = spliced.pieces;
    match sent {
        Sent::Nothing | Sent::Never => Some(pieces),
        Sent::Elements { before, off } => {
            // There is a piece before and after each list.
            let at = 2 * spliced.order.iter().position(|list| list == off)? + 1;
            let left = pieces.split_off(at);
            (pieces.concat() == *before).then_some(left)
        }
    }
}

/// Returns the lists that one program decodes and another encodes element by element.
fn element_lists((from, to): (&Program, &Program), record: StructId) -> Vec<List> {
    let fields = &to.layouts.records[record.0 as usize].fields;
    let lists = to.elements.writers().filter(|(field, _)| from.elements.is_read(*field)).map(|(field, writer)| List {
        off: fields[field as usize] as u32,
        writer,
        out: Vec::new(),
        fault: None,
        is_sent: false,
    });
    lists.collect()
}
