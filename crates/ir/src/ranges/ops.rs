//! What is known after each op, by family.

use super::known::Cursor;
use super::node::ValueId;
use super::range::Range;
use super::walk::{Walk, range_of_keys};
use crate::{BinaryOp, Block, Carried, Expr, FuncId, KeyedArm, Miss, Op, Place, ReadLeaf, ReadWhat, VarId, ops_of};

impl Walk<'_> {
    /// Returns false if no op after this one runs.
    pub fn control(&mut self, op: &mut Op) -> bool {
        match op {
            Op::Let { var, value } => {
                let value = self.value(value);
                self.bind(*var, value);
            }
            Op::If { cond, then, other, results } => {
                let cond = self.value(cond);
                return self.branch(cond, [then, other], results);
            }
            Op::Switch { on, arms, default, results } => {
                let on = self.value(on);
                return self.switch(on, arms, default, results);
            }
            Op::Loop { carried, cond, body, results } => {
                self.carry(carried);
                let scope = self.known.enter();
                self.known.moved();
                let cond = self.value(cond);
                self.known.assume(cond, true);
                self.block(body);
                self.known.leave(&scope);
                self.after_loop(results);
            }
            Op::Check { cond, .. } => {
                let cond = self.value(cond);
                let never = self.known.truth(cond) == Some(false);
                self.known.assume(cond, true);
                return !never;
            }
            Op::Call { func, results, .. } => {
                let (func, results) = (*func, results.clone());
                self.operands(op);
                self.returned(func, &results);
            }
            Op::Charge { .. } | Op::Credit { .. } => self.operands(op),
            ops_of!(reading | building | writing) => {}
        }
        true
    }

    pub fn reading(&mut self, op: &mut Op) {
        match op {
            Op::Read { what, results, .. } => self.read(what, results),
            Op::Match { miss, .. } => {
                if let Miss::Yield(var) = miss {
                    self.bind_unknown(*var);
                }
                self.known.moved();
            }
            Op::Window { len, body, results, .. } => {
                let len = self.value(len);
                let left = self.known.cursor.left;
                self.known.assume_at_most(len, left);
                self.known.moved();
                self.known.cursor.left = len;
                let end = self.block(body);
                self.known.moved();
                self.bind_all(results, &end.values);
            }
            Op::At { region, pos, body, results, .. } => {
                let [region, pos] = [region, pos].map(|expr| self.value(expr));
                let length = self.known.length_of(region);
                self.known.assume_at_most(pos, length);
                let outer = self.known.cursor;
                let left = self.known.binary(BinaryOp::Sub, length, pos);
                self.known.cursor = Cursor { pos, left, region };
                let end = self.block(body);
                self.known.cursor = outer;
                self.bind_all(results, &end.values);
            }
            Op::Section { var, region, pos, len, .. } => {
                let [region, pos, len] = [region, pos, len].map(|expr| self.value(expr));
                self.known.assume_inside(region, pos, len);
                self.bind_unknown(*var);
            }
            Op::Keyed { index, count, head, key, arms, default, carried, results, .. } => {
                if let Some(count) = count {
                    self.value(count);
                }
                self.carry(carried);
                self.bind_unknown(*index);
                self.scoped(head, |known| known.moved());
                let key = self.bind_unknown(*key);
                for arm in arms {
                    self.keyed_arm(key, arm);
                }
                self.scoped(default, |known| known.moved());
                self.after_loop(results);
            }
            ops_of!(control | building | writing) => {}
        }
    }

    fn read(&mut self, what: &mut ReadWhat, results: &[VarId]) {
        let left = self.known.cursor.left;
        match what {
            ReadWhat::Int { width, .. } => {
                let range = Range::of_bits(*width * 8, false);
                for var in results {
                    self.bind_in_range(*var, Some(range));
                }
            }
            ReadWhat::Span(len) => {
                let len = self.value(len);
                self.known.assume_at_most(len, left);
                for var in results {
                    let bytes = self.bind_unknown(*var);
                    self.known.set_length(bytes, len);
                }
            }
            ReadWhat::Peek => {
                for var in results {
                    self.bind_in_range(*var, Some(Range::new(0, 256)));
                }
                return;
            }
            ReadWhat::Skip(len) => {
                let len = self.value(len);
                self.known.assume_at_most(len, left);
            }
            ReadWhat::SkipWhile(_) => {}
            ReadWhat::Align { to, from } => {
                self.value(to);
                self.value(from);
            }
            ReadWhat::Leaf(leaf) => {
                let range = match leaf {
                    ReadLeaf::JsonFloat32 => Some(Range::of_bits(32, false)),
                    ReadLeaf::ShortVarint => Some(Range::of_bits(35, false)),
                    _ => None,
                };
                for var in results {
                    self.bind_in_range(*var, range);
                }
            }
        }
        self.known.moved();
    }

    /// An engine may find the arm by its label, so nothing is known of what the head has read.
    fn keyed_arm(&mut self, key: ValueId, arm: &mut KeyedArm) {
        let range = range_of_keys(&arm.keys);
        self.scoped(&mut arm.body, |known| {
            known.moved();
            range.into_iter().for_each(|range| known.narrow(key, range));
        });
    }

    pub fn building_or_writing(&mut self, op: &mut Op) {
        match op {
            Op::Fill { count, index, body, carried, results, place, .. } => {
                place.visit_indices_mut(&mut |index| self.operand(index));
                let count = self.value(count);
                self.carry(carried);
                self.counted(*index, count, body);
                self.after_loop(results);
            }
            Op::Each { place, index, carried, body, results, .. } => {
                place.visit_indices_mut(&mut |index| self.operand(index));
                let count = self.known.value(&Expr::Len(Place::clone(place)));
                self.carry(carried);
                self.counted(*index, count, body);
                self.after_loop(results);
            }
            Op::Memo { key, body, result } => {
                self.value(key);
                self.scoped(body, |known| known.moved());
                self.known.moved();
                self.bind_unknown(*result);
            }
            Op::Scratch { var, body } => {
                self.block(body);
                self.bind_unknown(*var);
            }
            Op::Open { created, .. } => {
                self.bind_unknown(*created);
                self.around(op);
            }
            Op::Push { .. }
            | Op::Make { .. }
            | Op::Measured { .. }
            | Op::Block { .. }
            | Op::Sub { .. }
            | Op::Tail { .. } => self.around(op),
            Op::Set { .. }
            | Op::Reset { .. }
            | Op::Retain { .. }
            | Op::ReportUnknown { .. }
            | Op::Write { .. }
            | Op::Put { .. } => self.operands(op),
            ops_of!(control | reading) => {}
        }
    }

    /// Visits an op whose only block runs once and yields its results.
    fn around(&mut self, op: &mut Op) {
        self.operands(op);
        let mut values = Vec::new();
        for block in op.blocks_mut() {
            values = self.block(block).values;
        }
        if let Op::Open { results, .. }
        | Op::Push { results, .. }
        | Op::Make { results, .. }
        | Op::Measured { results, .. }
        | Op::Block { results, .. }
        | Op::Sub { results, .. }
        | Op::Tail { results, .. } = op
        {
            self.bind_all(results, &values);
        }
    }

    fn operands(&mut self, op: &mut Op) {
        op.visit_exprs_mut(&mut |expr| self.operand(expr));
    }

    fn carry(&mut self, carried: &mut [Carried]) {
        for Carried { var, init } in carried {
            self.value(init);
            self.bind_unknown(*var);
        }
    }

    /// Visits a body that runs with each index below a count.
    fn counted(&mut self, index: VarId, count: ValueId, body: &mut Block) {
        let index = self.bind_in_range(index, Some(below(self.known.range_of(count))));
        self.scoped(body, |known| {
            known.moved();
            let beyond = known.binary(BinaryOp::Le, count, index);
            known.assume(beyond, false);
        });
    }

    fn after_loop(&mut self, results: &[VarId]) {
        self.known.moved();
        self.bind_all_unknown(results);
    }

    fn returned(&mut self, func: FuncId, results: &[VarId]) {
        let callees = self.callees;
        let ranges = callees[func.0 as usize].as_ref().map_or(&[][..], |found| &found.results);
        for (index, var) in results.iter().enumerate() {
            self.bind_in_range(*var, ranges.get(index).copied().flatten());
        }
        self.known.moved();
    }
}

/// Returns the range of indices below a count.
fn below(count: Range) -> Range {
    Range::new(0, (count.max() - 1).max(0))
}
