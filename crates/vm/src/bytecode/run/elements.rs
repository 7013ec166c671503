//! Elements that are written as soon as they are read.

use super::state::{Buffers, Fault, Machine};
use crate::Limits;
use crate::bytecode::arena::Arena;
use crate::bytecode::elements::ElementWriter;
use crate::bytecode::program::Program;
use polywire_ir::{ErrorCode, FuncId};

/// What writes elements while the message around them is read.
pub struct Apart {
    buffers: Buffers,
    limits: Limits,
    /// The arena before the element that is being read.
    mark: (usize, usize),
    /// The input does not stay.
    pub slides: bool,
    pub written: Written,
}

/// What was written of elements.
pub struct Written {
    pub lists: Vec<List>,
    /// What is left for the message around them.
    pub budget: u64,
    /// Messages inside of elements, which were decoded to write them, kept bytes that they did not know.
    pub kept_unknown: bool,
}

/// A list whose elements are written apart.
pub struct List {
    /// Its first slot in the message.
    pub off: u32,
    pub writer: ElementWriter,
    /// What was written of it.
    pub out: Vec<u8>,
    /// The first element that could not be written.
    pub fault: Option<Fault>,
    /// Some of it was sent on.
    pub is_sent: bool,
}

/// What was written of elements before the message around them is.
pub struct Spliced {
    pub lists: Vec<List>,
    /// The message as far as it was written.
    pub pieces: Vec<Vec<u8>>,
    /// The lists in the order in which they come.
    pub order: Vec<u32>,
    /// The list before which writing ends.
    pub until: Option<u32>,
    /// It ended there.
    pub reached: bool,
}

impl Spliced {
    /// Nothing of the message is written.
    pub fn new(lists: Vec<List>) -> Self {
        Self { lists, pieces: Vec::new(), order: Vec::new(), until: None, reached: false }
    }
}

impl Apart {
    /// Nothing is written yet.
    pub fn new(lists: Vec<List>, limits: &Limits) -> Self {
        let written = Written { lists, budget: limits.budget, kept_unknown: false };
        let (buffers, limits) = (Buffers::default(), *limits);
        Self { buffers, limits, mark: (0, 0), slides: false, written }
    }

    fn write(&mut self, program: &Program, at: usize, (input, arena): (&[u8], &mut Arena), element: [u64; 2]) {
        let Some(list) = self.written.lists.get_mut(at).filter(|list| list.fault.is_none()) else { return };
        let mut machine = Machine::new(program, (input, &mut *arena, &mut self.buffers), &self.limits);
        machine.out = std::mem::take(&mut list.out);
        (machine.budget, machine.depth) = (self.written.budget, list.writer.depth);
        machine.code = program.tiers.ready(list.writer.func);
        list.fault = machine.execute(list.writer.func, &element).err();
        list.out = std::mem::take(&mut machine.out);
        self.written.budget = machine.budget;
    }

    /// What the message begins with as it is now, up to a list, if there are no elements before. `func` writes the message at
    /// an address.
    pub fn before(
        &mut self,
        off: u32,
        (program, func, message): (&Program, FuncId, u64),
        (input, arena): (&[u8], &mut Arena),
    ) -> Option<Vec<u8>> {
        if self.written.lists.iter().any(|list| list.off != off && !list.out.is_empty()) {
            return None;
        }
        let lists = std::mem::take(&mut self.written.lists);
        let mut machine = Machine::new(program, (input, arena, &mut self.buffers), &self.limits);
        machine.spliced = Some(Spliced { until: Some(off), ..Spliced::new(lists) });
        // An error is either that it came to the list, or comes again at the end.
        let _ = machine.execute(func, &[message]);
        let spliced = machine.spliced.take()?;
        self.written.lists = spliced.lists;
        spliced.reached.then(|| spliced.pieces.concat())
    }
}

impl Machine<'_> {
    /// Appends an element to a list; one that is written apart belongs to it by its number alone.
    pub(super) fn enter_element(&mut self, list: usize, off: u32, template: u32) -> usize {
        let template = self.template(template);
        match &mut self.apart {
            Some(apart) if apart.written.lists.iter().any(|list| list.off == off) => {
                apart.mark = self.arena.mark();
                self.copies = false;
                self.arena.set(list + 1, self.arena.get(list + 1) + 1);
                self.arena.alloc(template)
            }
            Some(_) | None => self.arena.push(list, template),
        }
    }

    /// Writes an element and takes it away, if that is done apart.
    pub(super) fn leave_element(&mut self, element: u64, list: usize, off: u32) {
        let (Some(mut apart), Some(writer)) = (self.apart.take(), self.writer) else { return };
        if let Some(at) = apart.written.lists.iter().position(|list| list.off == off) {
            let index = self.arena.get(list + 1) - 1;
            let kept_by_reader = std::mem::take(&mut self.arena.keeps_unknown);
            apart.write(writer, at, (self.input, self.arena), [element, index]);
            apart.written.kept_unknown |= std::mem::replace(&mut self.arena.keeps_unknown, kept_by_reader);
            self.arena.release(apart.mark);
            self.copies = apart.slides;
        }
        self.apart = Some(apart);
    }

    /// Forgets what was written of a list.
    pub(super) fn reset_elements(&mut self, off: u32) {
        let Some(apart) = &mut self.apart else { return };
        for list in apart.written.lists.iter_mut().filter(|list| list.off == off) {
            list.out.clear();
            // What was sent cannot be taken back here.
            list.fault = list.is_sent.then_some((ErrorCode::Internal, 0));
        }
    }

    /// Goes on behind what was written of a list, if it was; fails as that did.
    pub(super) fn splice(&mut self, off: u32) -> Result<bool, Fault> {
        let Some(spliced) = &mut self.spliced else { return Ok(false) };
        let Some(list) = spliced.lists.iter_mut().find(|list| list.off == off) else { return Ok(false) };
        spliced.pieces.push(std::mem::take(&mut self.out));
        if spliced.until == Some(off) {
            spliced.reached = true;
            return Err((ErrorCode::Internal, 0));
        }
        if let Some(fault) = list.fault {
            return Err(fault);
        }
        spliced.pieces.push(std::mem::take(&mut list.out));
        spliced.order.push(off);
        Ok(true)
    }
}
