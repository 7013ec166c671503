//! Faults, and recovery after them.

use super::Tracer;
use crate::interpreter::item::{Ref, Root};
use crate::interpreter::machine::{Cursor, Frame, Machine, Outcome};
use crate::trace::{Omitted, Read, Trace};
use crate::{Failure, Note, Path, Refusal};
use polywire_ir::{ErrorCode, effects};

/// The state in which a decoder can continue after a failure.
pub(in crate::interpreter) struct Hold {
    cursor: Cursor,
    outside: Option<usize>,
    depth: u32,
    iteration: u64,
    about: usize,
    entries: usize,
    written: usize,
    streams: usize,
    made: usize,
}

/// Limit on the faults of a message; reading stops there.
const MOST_FAULTS: usize = 100;

impl<'m> Machine<'m> {
    /// Returns true if a function does not read at the cursor, so that a failure in it does not affect the position of
    /// later reads.
    pub(in crate::interpreter) fn seeks(&self, frame: &Frame<'m>) -> bool {
        let Some(tracer) = &self.tracer else { return false };
        let find = || effects(self.module).iter().map(|effects| !effects.reads).collect();
        tracer.seeking.get_or_init(find).get(frame.id.0 as usize) == Some(&true)
    }

    /// Returns the state in which reading can continue after a failure, if it can.
    pub(in crate::interpreter) fn hold(&self) -> Option<Hold> {
        let tracer = self.tracer.as_ref()?;
        Some(Hold {
            cursor: self.cursor.clone(),
            outside: self.outside,
            depth: self.depth,
            iteration: tracer.notes.iteration,
            about: tracer.about.len(),
            entries: tracer.entries.len(),
            written: tracer.written.len(),
            streams: self.streams.len(),
            made: self.made.len(),
        })
    }

    /// Continues in that state after recording the failure; or fails if it cannot.
    pub(in crate::interpreter) fn recover(&mut self, hold: Option<Hold>, failure: Failure) -> Outcome<()> {
        let is_final = matches!(failure.code, ErrorCode::BudgetExceeded | ErrorCode::Internal);
        let (Some(hold), false) = (hold, is_final) else { return Err(failure) };
        self.note_fault(failure)?;
        (self.cursor, self.outside, self.depth) = (hold.cursor, hold.outside, hold.depth);
        self.streams.truncate(hold.streams);
        self.made.truncate(hold.made);
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.iteration = hold.iteration;
            tracer.about.truncate(hold.about);
            tracer.entries.truncate(hold.entries);
            tracer.written.truncate(hold.written);
        }
        Ok(())
    }

    /// Records a recoverable failure; returns the failure itself without a tracer.
    pub(in crate::interpreter) fn note_fault(&mut self, failure: Failure) -> Outcome<()> {
        let Some(tracer) = &self.tracer else { return Err(failure) };
        if tracer.faults.len() >= MOST_FAULTS {
            return Err(failure);
        }
        let about = self.culprit.take().or_else(|| tracer.current().map(|about| (*about).clone()));
        let tested = self.tested.take();
        let path = about.map(|about| self.path(&tracer.root, &about)).unwrap_or_default();
        if let Some(tracer) = &mut self.tracer {
            tracer.faults.push(Refusal { note: tested.map(Note::Tested).map(Box::new), ..Refusal::at(failure, path) });
        }
        Ok(())
    }

    /// Finishes the trace.
    pub(in crate::interpreter) fn into_trace(mut self, end: Outcome<()>) -> Option<Trace> {
        let tracer = self.tracer.take().or_else(|| self.finished_tracer.take())?;
        let Tracer { notes, mut faults, root, .. } = *tracer;
        let is_end = |failure: &Failure| failure.code == ErrorCode::Truncated;
        let is_told = |failure: &Failure| faults.iter().any(|told| is_end(&told.failure) && is_end(failure));
        if let Some(failure) = end.err().filter(|failure| !is_told(failure)) {
            faults.push(self.refusal(failure, &root));
        }
        let is_cut = notes.is_cut;
        let path = |about: &Ref| if about.root == Root::Message { self.path(&root, about) } else { Path::default() };
        let (buffers, reads, omitted): (Vec<Vec<u8>>, Vec<Read>, Vec<Omitted>) = notes.finish(path);
        Some(Trace { buffers, reads, is_cut, faults, omitted, value: self.into_message() })
    }
}
