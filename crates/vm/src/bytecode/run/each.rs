//! Visiting lists in the order of keys.

use super::read::Step;
use super::state::Machine;
use crate::bytecode::program::{Sort, SortKind};
use crate::bytecode::span::Span;
use polywire_ir::ErrorCode;
use std::cmp::Ordering;

impl Machine<'_> {
    /// Appends the sorted addresses of a list's elements to the order buffer; returns their start and count.
    pub fn sort(&mut self, list: usize, table: u32) -> Step<(usize, usize)> {
        let program = self.program;
        let sort = program.tables.sorts.get(table as usize).ok_or(ErrorCode::Internal)?;
        let (first, count) = match sort.array {
            Some(count) => (list as u64, u64::from(count)),
            None => (self.arena.get(list), self.arena.get(list + 1)),
        };
        let stride = u64::from(sort.stride);
        let mut order = std::mem::take(&mut self.buffers.order);
        let start = order.len();
        order.extend((0..count).map(|index| first + index * stride));
        order[start..].sort_by(|&left, &right| self.compare(sort, left, right));
        self.buffers.order = order;
        Ok((start, count as usize))
    }

    /// Starts a visit: returns the first element's address, its index, their count, and their start in the order
    /// buffer.
    pub fn enter_sorted(&mut self, list: usize, table: u32) -> Step<[u64; 4]> {
        let (start, count) = self.sort(list, table)?;
        Ok([self.ordered(start), 0, count as u64, start as u64])
    }

    /// Returns the next element of a visit in the same four words, and a flag that is false at the end.
    pub fn next_sorted(&mut self, index: u64, count: u64, start: u64) -> ([u64; 4], bool) {
        let next = index + 1;
        let item = [self.ordered((start + next) as usize), next, count, start];
        if next >= count {
            self.buffers.order.truncate(start as usize);
        }
        (item, next < count)
    }

    fn ordered(&self, at: usize) -> u64 {
        self.buffers.order.get(at).copied().unwrap_or(0)
    }

    /// Compares two elements by their keys.
    pub fn compare(&self, sort: &Sort, left: u64, right: u64) -> Ordering {
        let (left, right) = (self.key(sort, left), self.key(sort, right));
        match sort.kind {
            SortKind::Signed => (left as i64).cmp(&(right as i64)),
            SortKind::Unsigned => left.cmp(&right),
            SortKind::Bytes => self.bytes(Span(left)).cmp(self.bytes(Span(right))),
        }
    }

    fn key(&self, sort: &Sort, element: u64) -> u64 {
        sort.path.iter().fold(element, |at, &off| self.arena.get(at as usize + off as usize))
    }
}
