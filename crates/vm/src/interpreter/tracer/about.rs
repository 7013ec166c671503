//! The member that the current ops are about.

use super::Entry;
use crate::Value;
use crate::interpreter::item::{EntryPart, Hop, Item, Origin, Ref, Root};
use crate::interpreter::machine::{Frame, Machine};
use crate::trace::Role;
use polywire_ir::{Block, Place, VarId, subject};
use std::rc::Rc;

impl<'m> Machine<'m> {
    /// Starts an op. Once the trace is finished, the rest of the message is only decoded, which is much faster.
    pub(in crate::interpreter) fn trace_op(&mut self, frame: &Frame<'m>, block: &'m Block, index: usize) {
        let Some(tracer) = &mut self.tracer else { return };
        if tracer.is_finished() {
            self.finished_tracer = self.tracer.take();
            return;
        }
        let op = &block.ops[index];
        let find = || subject(frame.function, &block.ops, index);
        let place = *tracer.subjects.entry(std::ptr::from_ref(op)).or_insert_with(find);
        self.trace_uses(frame, op);
        self.trace_place(frame, place);
    }

    /// Sets the member of the following reads to a place.
    fn trace_place(&mut self, frame: &Frame<'m>, place: Option<&Place>) {
        let to = place.and_then(|place| self.resolve(frame, place).ok());
        if let Some(tracer) = &mut self.tracer {
            tracer.turn_to(to);
        }
    }

    /// Sets the member of the following reads to the native value in a variable.
    pub(in crate::interpreter) fn trace_var(&mut self, frame: &Frame<'m>, var: VarId) {
        let to = if let Some(Item::Ref(to)) = frame.get(var) { Some(to.clone()) } else { None };
        if let Some(tracer) = &mut self.tracer {
            tracer.turn_to(to);
        }
    }

    /// Sets the member of the following reads to the value of a parameter.
    pub(in crate::interpreter) fn trace_param(&mut self, frame: &Frame<'m>) {
        let mut vars = frame.function.params.iter().map(|param| param.var);
        let place = vars.find(|&var| matches!(frame.get(var), Some(Item::Ref(_))));
        match place {
            Some(var) => self.trace_var(frame, var),
            None => self.trace_place(frame, None),
        }
    }

    /// Restores the previous member.
    pub(in crate::interpreter) fn trace_back(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.about.pop();
        }
    }

    /// Returns the current loop, for [`Self::go_on_in`].
    pub(in crate::interpreter) fn iteration(&self) -> u64 {
        self.tracer.as_ref().map_or(0, |tracer| tracer.notes.iteration)
    }

    /// Starts the next iteration of a loop.
    pub(in crate::interpreter) fn trace_iteration(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.next_iteration();
        }
    }

    /// Ends a loop.
    pub(in crate::interpreter) fn go_on_in(&mut self, iteration: u64) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.iteration = iteration;
        }
    }

    /// Handles a key that was read, of a member or of none.
    pub(in crate::interpreter) fn trace_key(&mut self, key: &Origin) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.used(key, Role::Key, None);
        }
    }

    /// Handles a member's key that was read in this iteration; the following reads are about the member.
    pub(in crate::interpreter) fn trace_member(&mut self, frame: &Frame<'m>, place: Option<&Place>, key: &Origin) {
        self.trace_key(key);
        self.trace_place(frame, place);
        let Some(tracer) = &mut self.tracer else { return };
        let about = tracer.current();
        tracer.notes.move_iteration(about);
    }

    /// Assigns the reads of this iteration about the holder to its new element, or to its case.
    pub(in crate::interpreter) fn trace_element(&mut self, holder: &Ref, element: &Ref) {
        let Some(tracer) = &mut self.tracer else { return };
        if element.root != holder.root {
            tracer.entries.push(Entry { root: element.root, first_read: tracer.notes.first_of_iteration() });
        }
        tracer.notes.move_to_element(holder, &Rc::new(element.clone()));
    }

    /// Assigns a place to a map's entry, once its key is known.
    pub(in crate::interpreter) fn trace_entry(&mut self, entry: Root, map: &Ref, key: &Value) {
        let Some(tracer) = &mut self.tracer else { return };
        let Some(place) = tracer.entries.iter().rposition(|it| it.root == entry) else { return };
        let Entry { root, first_read } = tracer.entries.remove(place);
        tracer.notes.place_entry(root, first_read, &map.hop(Hop::Entry(Rc::new(key.clone()), EntryPart::Whole)));
    }
}
