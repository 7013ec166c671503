//! Elements that are encoded as soon as they are decoded.

use super::state::{Buffers, Fault, Machine, Reader};
use crate::bytecode::elements::ElementWriter;
use crate::bytecode::jit::MachineCode;
use crate::bytecode::program::Program;
use polywire_ir::ErrorCode;
use std::mem;

/// Output of elements, which is written while the message around them is decoded.
pub struct Apart {
    /// The state of the arena before the current element.
    mark: (usize, usize),
    /// True if input is discarded.
    pub discards_input: bool,
    pub written: Written,
}

/// Output written for elements.
pub struct Written {
    pub lists: Vec<List>,
    /// The budget left for the message around them.
    pub budget: u64,
    /// Messages nested in elements, which were decoded in order to encode them, kept unknown bytes.
    pub kept_unknown: bool,
}

/// A list whose elements are encoded separately.
pub struct List {
    /// Its first slot in the message.
    pub off: u32,
    pub writer: ElementWriter,
    /// The output.
    pub out: Vec<u8>,
    /// The first error in an element.
    pub fault: Option<Fault>,
    /// Some of the output was already sent.
    pub is_sent: bool,
}

/// Element output written before the message around it.
pub struct Spliced {
    pub lists: Vec<List>,
    /// The pieces of the message written so far.
    pub pieces: Vec<Vec<u8>>,
    /// The lists in the order of their output.
    pub order: Vec<u32>,
    /// The list before which encoding stops.
    pub until: Option<u32>,
    /// True if encoding stopped there.
    pub reached: bool,
}

impl Spliced {
    /// Starts with an empty message.
    pub fn new(lists: Vec<List>) -> Self {
        Self { lists, pieces: Vec::new(), order: Vec::new(), until: None, reached: false }
    }
}

impl Apart {
    /// Starts with no output.
    pub fn new(lists: Vec<List>, budget: u64) -> Self {
        let written = Written { lists, budget, kept_unknown: false };
        Self { mark: (0, 0), discards_input: false, written }
    }
}

/// The encoder's part of a machine, swapped with the decoder's while an element is encoded.
pub struct Writer<'a> {
    program: &'a Program,
    buffers: &'a mut Buffers,
    code: Option<&'a MachineCode>,
    reader: Reader,
    outside: usize,
    base: usize,
    budget: u64,
    depth: u32,
}

impl<'a> Writer<'a> {
    /// Makes an encoder without output.
    pub fn new(program: &'a Program, buffers: &'a mut Buffers) -> Self {
        Self { program, buffers, code: None, reader: Reader::of(&[]), outside: 0, base: 0, budget: 0, depth: 0 }
    }
}

impl<'a> Machine<'a> {
    /// Appends an element to a list; if it is encoded separately, the list only counts it.
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

    /// Encodes and removes an element, if its list is encoded separately.
    pub(super) fn leave_element(&mut self, element: u64, list: usize, off: u32) {
        let (Some(mut apart), Some(mut writer)) = (self.apart.take(), self.writer.take()) else { return };
        if let Some(at) = apart.written.lists.iter().position(|list| list.off == off) {
            let index = self.arena.get(list + 1) - 1;
            let kept_by_reader = mem::take(&mut self.arena.keeps_unknown);
            self.write_element(&mut writer, (&mut apart.written, at), [element, index]);
            apart.written.kept_unknown |= mem::replace(&mut self.arena.keeps_unknown, kept_by_reader);
            self.arena.release(apart.mark);
            self.copies = apart.discards_input;
        }
        (self.apart, self.writer) = (Some(apart), Some(writer));
    }

    /// Appends an element, given by address and index, to the output of its list, unless that has failed.
    fn write_element(&mut self, writer: &mut Writer<'a>, (written, at): (&mut Written, usize), element: [u64; 2]) {
        let Some(list) = written.lists.get_mut(at).filter(|list| list.fault.is_none()) else { return };
        let func = list.writer.func;
        (writer.reader, writer.outside, writer.base) = (Reader::of(self.input), 0, 0);
        (writer.budget, writer.depth, writer.code) =
            (written.budget, list.writer.depth, writer.program.tiers.ready(func));
        writer.buffers.begin(writer.program);
        self.change_places(writer, &mut list.out);
        list.fault = self.execute(func, &element).err();
        self.change_places(writer, &mut list.out);
        written.budget = writer.budget;
        // The whole message, including the element, is encoded again as bytecode.
        self.is_exhausted = false;
    }

    /// Swaps the decoding and encoding parts of the machine.
    fn change_places(&mut self, writer: &mut Writer<'a>, out: &mut Vec<u8>) {
        mem::swap(&mut self.out, out);
        mem::swap(&mut self.program, &mut writer.program);
        mem::swap(&mut self.buffers, &mut writer.buffers);
        mem::swap(&mut self.code, &mut writer.code);
        mem::swap(&mut self.reader, &mut writer.reader);
        mem::swap(&mut self.outside, &mut writer.outside);
        mem::swap(&mut self.base, &mut writer.base);
        mem::swap(&mut self.budget, &mut writer.budget);
        mem::swap(&mut self.depth, &mut writer.depth);
    }

    /// Discards the output of a list.
    pub(super) fn reset_elements(&mut self, off: u32) {
        let Some(apart) = &mut self.apart else { return };
        for list in apart.written.lists.iter_mut().filter(|list| list.off == off) {
            list.out.clear();
            // Output already sent cannot be discarded.
            list.fault = list.is_sent.then_some((ErrorCode::Internal, 0));
        }
    }

    /// Inserts the output of a list, if there is some; fails if encoding it failed.
    pub(super) fn splice(&mut self, off: u32) -> Result<bool, Fault> {
        let Some(spliced) = &mut self.spliced else { return Ok(false) };
        let Some(list) = spliced.lists.iter_mut().find(|list| list.off == off) else { return Ok(false) };
        spliced.pieces.push(mem::take(&mut self.out));
        if spliced.until == Some(off) {
            spliced.reached = true;
            return Err((ErrorCode::Internal, 0));
        }
        if let Some(fault) = list.fault {
            return Err(fault);
        }
        spliced.pieces.push(mem::take(&mut list.out));
        spliced.order.push(off);
        Ok(true)
    }
}
