//! Records reads and the values built from them.

use super::{Tracer, add};
use crate::interpreter::bytes::Bytes;
use crate::interpreter::item::{Item, Origin};
use crate::interpreter::machine::{Cursor, Frame, Machine};
use crate::trace::How;
use polywire_ir::{Expr, ReadWhat, VarId};

impl<'m> Machine<'m> {
    /// Records the bytes that a read op has read since a position.
    pub(in crate::interpreter) fn trace_read(
        &mut self,
        frame: &Frame<'m>,
        (what, results): (&ReadWhat, &[VarId]),
        (item, start): (Option<&Item>, usize),
    ) -> Origin {
        if self.tracer.is_none() {
            return Origin::new();
        }
        let how = match what {
            ReadWhat::Int { width, order } => {
                How::Int { width: *width, little: self.is_little(frame, *order).unwrap_or(true) }
            }
            ReadWhat::Span(_) => How::Bytes,
            ReadWhat::Peek => return Origin::new(),
            ReadWhat::Skip(_) | ReadWhat::SkipWhile(_) => How::Skipped,
            ReadWhat::Align { .. } => How::Aligned,
            ReadWhat::Leaf(leaf) => How::Leaf(*leaf),
        };
        let number = match item {
            Some(Item::U64(number)) => Some(*number),
            Some(Item::I64(number)) => Some(*number as u64),
            Some(Item::Bool(_) | Item::Bytes(_) | Item::Ref(_)) | None => None,
        };
        let name = results.first().map_or("", |var| frame.function.var(*var).name.as_str());
        self.trace_since(start, how, name, number)
    }

    /// Records the bytes read since a position of the current region.
    pub(in crate::interpreter) fn trace_since(
        &mut self,
        start: usize,
        how: How,
        name: &str,
        number: Option<u64>,
    ) -> Origin {
        let Some(tracer) = &mut self.tracer else { return Origin::new() };
        let Cursor { region, pos, .. } = &self.cursor;
        region.part(start, *pos).map(|bytes| tracer.note(&bytes, how, name, number)).unwrap_or_default()
    }

    /// Records a section of a region, which may be truncated or extended.
    pub(in crate::interpreter) fn trace_section(
        &mut self,
        section: &Bytes,
        present: Option<Bytes>,
        name: &str,
    ) -> Origin {
        let (Some(tracer), Some(present)) = (&mut self.tracer, present) else { return Origin::new() };
        tracer.notes.continue_with(section, &present);
        tracer.note(&present, How::Section, name, None)
    }

    /// Returns the reads from which a value is computed; loads from sections count as reads.
    pub(in crate::interpreter) fn origin(&mut self, frame: &Frame<'m>, expr: &Expr) -> Origin {
        let mut origin = Origin::new();
        if self.tracer.is_none() {
            return origin;
        }
        expr.visit(&mut |part| {
            let found = match part {
                Expr::Var(var) => frame.tracked(*var).map(|it| it.origin.clone()).unwrap_or_default(),
                Expr::Load { .. } | Expr::Slice { .. } => self.trace_load(frame, part),
                Expr::Since(_) => self.trace_run(frame, part),
                _ => return,
            };
            found.into_iter().for_each(|read| add(&mut origin, read));
        });
        origin
    }

    /// Records skipped bytes that are used as a whole.
    fn trace_run(&mut self, frame: &Frame<'m>, run: &Expr) -> Origin {
        let bytes = self.eval_bytes(frame, run).ok();
        let note = |tracer: &mut Box<Tracer<'m>>| bytes.map(|bytes| tracer.note(&bytes, How::Bytes, "", None));
        self.tracer.as_mut().and_then(note).unwrap_or_default()
    }

    fn trace_load(&mut self, frame: &Frame<'m>, load: &Expr) -> Origin {
        let (var, offset, how) = match load {
            Expr::Load { section, offset, width, order } => {
                let little = self.is_little(frame, *order).unwrap_or(true);
                (*section, *offset as usize, How::Int { width: *width, little })
            }
            Expr::Slice { section, offset, .. } => (*section, *offset as usize, How::Bytes),
            _ => return Origin::new(),
        };
        let (Ok(loaded), Ok(section)) = (self.eval(frame, load), self.section(frame, var)) else {
            return Origin::new();
        };
        let (len, number) = match (&loaded, load) {
            (Item::U64(number), Expr::Load { width, .. }) => (usize::from(*width), Some(*number)),
            (Item::Bytes(bytes), _) => (bytes.len(), None),
            _ => return Origin::new(),
        };
        let Some(bytes) = section.part(offset, offset + len) else { return Origin::new() };
        self.tracer.as_mut().map(|tracer| tracer.note(&bytes, how, "", number)).unwrap_or_default()
    }
}
