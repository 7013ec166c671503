//! Maps: entries in the order of their keys.

use super::read::Step;
use super::state::Machine;
use crate::bytecode::layout::LIST;
use crate::bytecode::program::Sort;
use polywire_ir::ErrorCode;
use std::cmp::Ordering;

impl Machine<'_> {
    /// Sorts the entries pushed to a map; of equal keys, the last one pushed is kept.
    pub fn settle(&mut self, map: usize, table: u32) -> Step<()> {
        let (first, count) = (self.arena.get(map), self.arena.get(map + 1));
        if self.arena.get(map + LIST) == count {
            return Ok(());
        }
        let program = self.program;
        let sort = program.tables.sorts.get(table as usize).ok_or(ErrorCode::Internal)?;
        if !self.ascends(sort, first, count) {
            let (start, _) = self.sort(map, table)?;
            let mut order = self.buffers.order.split_off(start);
            order.dedup_by(|later, earlier| {
                let replaces = self.compare(sort, *later, *earlier) == Ordering::Equal;
                if replaces {
                    *earlier = *later;
                }
                replaces
            });
            self.arena.gather(map, &order, sort.stride as usize);
        }
        let count = self.arena.get(map + 1);
        self.arena.set(map + LIST, count);
        Ok(())
    }

    /// Returns true if each entry has a greater key than the previous one.
    fn ascends(&self, sort: &Sort, first: u64, count: u64) -> bool {
        let entry = |index: u64| first + index * u64::from(sort.stride);
        (1..count).all(|index| self.compare(sort, entry(index - 1), entry(index)) == Ordering::Less)
    }
}
