//! Building native values.

use super::read::Step;
use super::state::Machine;
use crate::bytecode::span::{Space, Span};
use crate::leaves;
use polywire_ir::ErrorCode;

impl Machine<'_> {
    /// Returns a span that a native value may hold: constants of the program are copied, and the input is too if it is
    /// discarded.
    #[inline(always)]
    pub fn lasting(&mut self, span: u64) -> Step<u64> {
        match Span(span).space() {
            Space::Input if self.copies => {
                let bytes = self.input.get(Span(span).range()).unwrap_or_default();
                self.arena.keep(bytes).map(|kept| kept.0)
            }
            Space::Input | Space::Heap | Space::Defaults => Ok(span),
            Space::Literals => {
                let bytes = self.program.literal_bytes.get(Span(span).range()).unwrap_or_default();
                self.arena.keep(bytes).map(|kept| kept.0)
            }
        }
    }

    #[inline(always)]
    pub fn check_utf8(&self, span: u64) -> Step<()> {
        if leaves::utf8_valid(self.bytes(Span(span))) { Ok(()) } else { Err(ErrorCode::InvalidUtf8) }
    }

    /// Returns the bytes of a span before the first NUL.
    pub fn until_nul(&self, span: u64) -> u64 {
        let span = Span(span);
        span.part(0, leaves::until_nul(self.bytes(span)).len()).0
    }

    /// Returns the float value of a decimal text.
    pub fn decimal_float(&self, span: u64, bits: u8) -> u64 {
        let text = self.bytes(Span(span));
        if bits == 32 { leaves::decimal_float32(text) } else { leaves::decimal_float64(text) }
    }

    /// Gets or creates a value behind an address; returns true if it is new.
    #[inline(always)]
    pub fn open_pointer(&mut self, at: usize, template: u32) -> (u64, bool) {
        match self.arena.get(at) {
            0 => {
                let made = self.arena.alloc(self.template(template)) as u64;
                self.arena.set(at, made);
                (made, true)
            }
            present => (present, false),
        }
    }

    /// Gets or creates a value after its flag.
    pub fn open_flagged(&mut self, at: usize, template: u32) -> (u64, bool) {
        let created = self.arena.get(at) == 0;
        if created {
            self.arena.set(at, 1);
            self.arena.reset(at + 1, self.template(template));
        }
        (at as u64 + 1, created)
    }

    /// Gets or creates the value of a union's case.
    pub fn open_case(&mut self, at: usize, table: u32) -> (u64, bool) {
        let program = self.program;
        let Some(case) = program.tables.cases.get(table as usize) else {
            return (0, false);
        };
        let created = self.arena.get(at) != case.tag;
        if created {
            self.arena.set(at, case.tag);
            let template = self.template(case.template);
            if case.inline {
                self.arena.reset(at + 1, template);
            } else {
                let made = self.arena.alloc(template) as u64;
                self.arena.set(at + 1, made);
            }
        }
        (if case.inline { at as u64 + 1 } else { self.arena.get(at + 1) }, created)
    }

    /// Returns the bytes kept under a label, in the three slots at an address.
    pub fn unknown(&self, at: usize, literal: u32) -> u64 {
        let label = Span(self.arena.get(at));
        if self.bytes(label) == self.literal(literal) { self.arena.get(at + 1) } else { 0 }
    }

    /// Keeps bytes under a label.
    pub fn retain(&mut self, at: usize, src: u64, literal: u32) -> Step<()> {
        let src = Span(src);
        if src.len() == 0 {
            return Ok(());
        }
        self.arena.keeps_unknown = true;
        let label = self.literal(literal);
        if self.bytes(Span(self.arena.get(at))) != label {
            let label = self.arena.keep(label)?;
            self.arena.set(at, label.0);
            self.arena.reset(at + 1, &[0, 0]);
        }
        let (kept, capacity) = (Span(self.arena.get(at + 1)), self.arena.get(at + 2) as usize);
        let (kept, capacity) = self.appended(kept, capacity, src)?;
        self.arena.reset(at + 1, &[kept.0, capacity as u64]);
        Ok(())
    }

    /// Appends to kept bytes; returns the result and its capacity.
    fn appended(&mut self, kept: Span, capacity: usize, src: Span) -> Step<(Span, usize)> {
        if kept.len() == 0 {
            return Ok((Span(self.lasting(src.0)?), 0));
        }
        let adjacent = kept.space() == Space::Input && src.space() == Space::Input && kept.range().end == src.start();
        if adjacent {
            return Ok((Span::new(Space::Input, kept.start(), kept.len() + src.len()), 0));
        }
        let more = self.bytes(src).to_vec();
        if capacity >= kept.len() + more.len() {
            return Ok((self.arena.fill_spare(kept, &more), capacity));
        }
        if kept.space() == Space::Heap {
            return self.arena.keep_growing(kept, &more);
        }
        let all = [self.bytes(kept), &more].concat();
        self.arena.keep_growing(Span::new(Space::Heap, 0, 0), &all)
    }
}
