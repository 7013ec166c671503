//! Records the uses of values that were read.

use super::add;
use crate::Value;
use crate::interpreter::bytes::Bytes;
use crate::interpreter::item::{Item, Origin, Ref, Tracked};
use crate::interpreter::machine::{Frame, Machine};
use crate::trace::{Native, Role};
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Expr, Op, ReadWhat, VarId};
use std::rc::Rc;

impl<'m> Machine<'m> {
    /// Records how an op uses values that were read.
    pub(super) fn trace_uses(&mut self, frame: &Frame<'m>, op: &Op) {
        let mut uses: Vec<(&Expr, Role)> = Vec::new();
        let mut written: Vec<&Expr> = Vec::new();
        match op {
            Op::Window { len, .. } => uses.push((len, Role::Length)),
            Op::Read { what: ReadWhat::Span(len) | ReadWhat::Skip(len), .. } => uses.push((len, Role::Length)),
            Op::Fill { count, .. } => uses.push((count, Role::Count)),
            Op::At { region, pos, .. } => uses.extend([(region, Role::Region), (pos, Role::Position)]),
            Op::Section { region, pos, len, .. } => {
                uses.extend([(region, Role::Region), (len, Role::Length), (pos, Role::Position)]);
            }
            Op::If { cond: choice, .. } | Op::Switch { on: choice, .. } => uses.push((choice, Role::Choice)),
            // Recorded where the values are passed.
            Op::Let { .. } | Op::Call { .. } | Op::Keyed { .. } | Op::Loop { .. } | Op::Set { .. } => {}
            // The kept bytes were read by other ops.
            Op::Retain { .. } | Op::ReportUnknown { .. } => {}
            Op::Write { .. } => op.visit_exprs(&mut |value| written.push(value)),
            _ => op.visit_exprs(&mut |expr| uses.push((expr, Role::Other))),
        }
        for value in written {
            self.trace_written(frame, value);
        }
        for (expr, role) in uses {
            // The length of a list, or the position of an element: neither factor is one.
            let role = if is_product(expr) { Role::Other } else { role };
            let origin = self.origin(frame, expr);
            let meaning = self.meaning(frame, op, (expr, role));
            if let Some(tracer) = &mut self.tracer {
                tracer.notes.used(&origin, role, meaning);
            }
        }
    }

    /// Records that a variable got a value.
    pub(in crate::interpreter) fn trace_let(&mut self, frame: &Frame<'m>, var: VarId, value: &Tracked) {
        let Some(tracer) = &mut self.tracer else { return };
        let meaning = match value.item {
            Item::U64(number) => Some(number),
            Item::I64(number) => u64::try_from(number).ok(),
            Item::Bool(_) | Item::Bytes(_) | Item::Ref(_) => return,
        };
        tracer.notes.named(&value.origin, &frame.function.var(var).name, meaning);
    }

    /// Returns the number that is used; a position is relative to the whole buffer.
    fn meaning(&self, frame: &Frame<'m>, op: &Op, (expr, role): (&Expr, Role)) -> Option<u64> {
        if !matches!(role, Role::Length | Role::Count | Role::Position) {
            return None;
        }
        let number = self.eval_u64(frame, expr).ok()?;
        match (role, op) {
            (Role::Position, Op::At { region, .. } | Op::Section { region, .. }) => {
                let start = self.eval_bytes(frame, region).ok()?.range().start as u64;
                start.checked_add(number)
            }
            _ => Some(number),
        }
    }

    /// Records that a place got a value.
    pub(in crate::interpreter) fn trace_set(
        &mut self,
        frame: &Frame<'m>,
        (value, item): (&Expr, &Item),
        to: &Ref,
        native: Option<(&Type, &Value)>,
    ) {
        let mut origin = self.origin(frame, value);
        let Some(tracer) = &mut self.tracer else { return };
        if let (true, Item::Bytes(bytes)) = (origin.is_empty(), item) {
            origin = tracer.unpacked.get(&bytes.identity()).cloned().unwrap_or_default();
        }
        if tracer.is_of_message(to) {
            let native = native.map(|(ty, value)| Native { ty: ty.clone(), value: value.clone() });
            tracer.notes.became(&origin, &Rc::new(to.clone()), native);
        }
    }

    /// Records that bytes are kept as unknown.
    pub(in crate::interpreter) fn trace_unknown(&mut self, bytes: &Bytes) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.keep_as_unknown(bytes);
        }
    }

    /// Records that unknown bytes are dropped from a value.
    pub(in crate::interpreter) fn trace_omitted(&mut self, bytes: &Bytes, of: &Ref) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.report_unknown(bytes, tracer.is_of_message(of).then(|| Rc::new(of.clone())));
        }
    }

    /// Records the start of unpacking.
    pub(in crate::interpreter) fn trace_unpacking(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.written.push(Origin::new());
        }
    }

    /// Records a write, possibly of unpacked bytes.
    fn trace_written(&mut self, frame: &Frame<'m>, value: &Expr) {
        let origin = self.origin(frame, value);
        if let Some(written) = self.tracer.as_mut().and_then(|tracer| tracer.written.last_mut()) {
            origin.into_iter().for_each(|read| add(written, read));
        }
    }

    /// Records unpacked bytes, which may be read in turn.
    pub(in crate::interpreter) fn trace_unpacked(&mut self, bytes: &Bytes) {
        let Some(tracer) = &mut self.tracer else { return };
        tracer.notes.add_buffer(bytes);
        if let Some(written) = tracer.written.pop().filter(|written| !written.is_empty()) {
            tracer.unpacked.insert(bytes.identity(), written);
        }
    }
}

/// Returns true if a number is the product of two that a message states.
fn is_product(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(BinaryOp::Mul, left, right) => ![left, right].iter().any(|it| matches!(***it, Expr::Const(_))),
        _ => false,
    }
}
