//! Converts streams in several threads.

use super::batch::Batch;
use super::{Cause, Error, Sink, Source, StreamError, Summary};
use crate::STACK;
use crate::codec::Transcoder;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Limit on the bytes of input read ahead, unless a single message is larger.
const MOST_WAITING: usize = 32 << 20;

/// Limit on the memory kept for reuse by later batches.
const MOST_IDLE: usize = 4 * MOST_WAITING;

/// Batches per thread: one being converted, one waiting, one being written.
const BATCHES_PER_JOB: usize = 3;

/// Converts all messages of `source` in `jobs` threads. The calling thread reads and writes, so that the output equals
/// that of [`super::run`]: messages in order, up to the first that fails.
pub fn run<R: BufRead, W: Write>(
    source: &mut Source<R>,
    transcoder: &Transcoder,
    sink: &mut Sink<W>,
    jobs: usize,
) -> Result<Summary, Error> {
    let (work, tasks) = channel();
    let tasks = &Mutex::new(tasks);
    scope(|scope| {
        for _ in 0..jobs {
            let worker = transcoder.fork();
            let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, move || convert_all(worker, tasks));
            spawned.map_err(|error| failed(1, &format!("cannot start a thread: {error}")))?;
        }
        Pipeline { work, sink, waiting: VecDeque::new(), idle: Vec::new(), summary: Summary::default() }
            .run(source, jobs)
    })
}

/// A batch, and the channel for its result.
struct Task {
    batch: Batch,
    done: Sender<Batch>,
}

/// The loop of a worker thread: handles tasks until there are no more.
fn convert_all(mut transcoder: Transcoder, tasks: &Mutex<Receiver<Task>>) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { mut batch, done }) = task else { return };
        batch.convert(&mut transcoder);
        // After an error there is no receiver.
        let _ = done.send(batch);
    }
}

/// Batches between source and sink.
struct Pipeline<'a, W> {
    work: Sender<Task>,
    sink: &'a mut Sink<W>,
    /// For each batch, in order: its bytes of input, and the channel of its result.
    waiting: VecDeque<(usize, Receiver<Batch>)>,
    /// Batches whose memory can be reused.
    idle: Vec<Batch>,
    summary: Summary,
}

impl<W: Write> Pipeline<'_, W> {
    fn run<R: BufRead>(mut self, source: &mut Source<R>, jobs: usize) -> Result<Summary, Error> {
        let mut messages = 0;
        let ended = loop {
            let mut batch = self.idle.pop().unwrap_or_default();
            let more = batch.fill(source, messages);
            messages += batch.len();
            self.hand_over(batch);
            match more {
                Ok(true) => {
                    self.write_while(|waiting, bytes| waiting > BATCHES_PER_JOB * jobs || bytes > MOST_WAITING)?
                }
                Ok(false) => break Ok(()),
                Err(error) => break Err(Error { message: messages + 1, cause: Cause::Input(error) }),
            }
        };
        self.write_while(|waiting, _| waiting > 0)?;
        ended?;
        self.sink.finish().map_err(|error| Error { message: messages, cause: Cause::Output(error) })?;
        self.summary.around = source.lost_around();
        Ok(self.summary)
    }

    /// Keeps a batch for reuse, unless long messages have made it too large.
    fn keep(&mut self, batch: Batch) {
        let kept: usize = self.idle.iter().map(Batch::memory).sum();
        if kept + batch.memory() <= MOST_IDLE {
            self.idle.push(batch);
        }
    }

    fn hand_over(&mut self, batch: Batch) {
        let (done, converted) = channel();
        self.waiting.push_back((batch.input_len(), converted));
        // Worker threads take tasks until the sender is dropped.
        let _ = self.work.send(Task { batch, done });
    }

    /// Writes batches in order while too many batches or bytes are waiting.
    fn write_while(&mut self, too_much: impl Fn(usize, usize) -> bool) -> Result<(), Error> {
        while too_much(self.waiting.len(), self.waiting.iter().map(|(len, _)| len).sum()) {
            let Some((_, converted)) = self.waiting.pop_front() else { return Ok(()) };
            let next = self.summary.messages + 1;
            let mut batch = converted.recv().map_err(|_| failed(next, "a thread has stopped unexpectedly"))?;
            batch.write(self.sink, &mut self.summary)?;
            self.keep(batch);
        }
        Ok(())
    }
}

fn failed(message: u64, what: &str) -> Error {
    let error = polywire_stream::Error::Io(io::Error::other(what));
    Error { message, cause: Cause::Input(StreamError::Framing(error)) }
}
