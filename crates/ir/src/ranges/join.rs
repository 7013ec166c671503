//! Branches, and what is known where they meet again.

use super::known::Cursor;
use super::node::ValueId;
use super::range::Range;
use super::walk::{Walk, arm_of, range_of_keys};
use crate::{Arm, Block, VarId};

/// The end of a block.
pub(super) struct End {
    /// False if no run gets there.
    pub runs: bool,
    /// The yields.
    pub values: Vec<ValueId>,
    /// Their ranges there.
    pub ranges: Vec<Option<Range>>,
    pub cursor: Cursor,
}

impl Walk<'_> {
    /// Visits the blocks of an `if`; returns false if no op after it runs. A block that never runs is not visited.
    pub fn branch(&mut self, cond: ValueId, [then, other]: [&mut Block; 2], results: &[VarId]) -> bool {
        if let Some(holds) = self.known.truth(cond) {
            let end = self.block(if holds { then } else { other });
            return self.only(&end, results);
        }
        let start = self.known.cursor;
        let then = self.scoped(then, |known| known.assume(cond, true));
        self.known.cursor = start;
        let other = self.scoped(other, |known| known.assume(cond, false));
        match (then.runs, other.runs) {
            (true, true) => self.meet(&[then, other], Some(cond), results),
            (true, false) => {
                self.known.assume(cond, true);
                self.only(&then, results)
            }
            (false, _) => {
                self.known.assume(cond, false);
                self.only(&other, results)
            }
        }
    }

    /// Visits the arms of a `switch`; returns false if no op after it runs.
    pub fn switch(&mut self, on: ValueId, arms: &mut [Arm], default: &mut Block, results: &[VarId]) -> bool {
        if let Some(key) = self.known.constant_of(on) {
            let end = self.block(arm_of(arms, &key).map_or(default, |arm| &mut arm.body));
            return self.only(&end, results);
        }
        let start = self.known.cursor;
        let mut ends = Vec::with_capacity(arms.len() + 1);
        for arm in arms {
            let range = range_of_keys(&arm.keys);
            self.known.cursor = start;
            ends.push(self.scoped(&mut arm.body, |known| range.into_iter().for_each(|range| known.narrow(on, range))));
        }
        self.known.cursor = start;
        ends.push(self.scoped(default, |_| {}));
        ends.retain(|end| end.runs);
        match ends.as_slice() {
            [end] => self.only(end, results),
            _ => self.meet(&ends, None, results),
        }
    }

    /// Binds the results of the only block that gets to its end.
    fn only(&mut self, end: &End, results: &[VarId]) -> bool {
        self.known.cursor = end.cursor;
        for ((var, value), range) in results.iter().zip(&end.values).zip(&end.ranges) {
            range.iter().for_each(|range| self.known.narrow(*value, *range));
            self.bind(*var, *value);
        }
        end.runs
    }

    /// Binds results to what the ends of several blocks have in common.
    fn meet(&mut self, ends: &[End], cond: Option<ValueId>, results: &[VarId]) -> bool {
        match ends {
            [first, rest @ ..] if rest.iter().all(|end| end.cursor == first.cursor) => self.known.cursor = first.cursor,
            _ => self.known.moved(),
        }
        for (index, var) in results.iter().enumerate() {
            let range = ends.iter().map(|end| end.ranges.get(index).copied().flatten());
            let range = range.reduce(|all, range| Some(all?.union(range?))).flatten();
            let value = self.common(ends, cond, index);
            match value {
                Some(value) => {
                    range.into_iter().for_each(|range| self.known.narrow(value, range));
                    self.bind(*var, value);
                }
                None => {
                    self.bind_in_range(*var, range);
                }
            }
        }
        !ends.is_empty()
    }

    /// Returns the value that all ends yield, or for an `if` the choice among two.
    fn common(&mut self, ends: &[End], cond: Option<ValueId>, index: usize) -> Option<ValueId> {
        let values: Vec<ValueId> = ends.iter().filter_map(|end| end.values.get(index).copied()).collect();
        match (cond, values.as_slice()) {
            (_, [first, rest @ ..]) if rest.iter().all(|value| value == first) => Some(*first),
            (Some(cond), [then, other]) if self.known.is_bool(*then) => Some(self.known.select(cond, *then, *other)),
            _ => None,
        }
    }
}
