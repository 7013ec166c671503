//! Bits of a record that no member has.
//!
//! Design: docs/decisions/0147-speed-of-raw-memory.md

use super::Memory;
use super::cell::Cell;
use super::form::Form;
use super::plan::{Member, Record};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, VarId};
use std::collections::BTreeMap;
use std::ops::Range;

/// Returns the bits of a record that are padding, as ranges in order, in which bits are numbered as in cells.
pub(super) fn of(record: &Record) -> Vec<Range<u64>> {
    let of_member = |member: &Member| match &member.form {
        Form::Number(cell) => cell.start..cell.end(),
        // What a struct has inside of itself, its own function checks.
        form => u64::from(member.at) * 8..u64::from(member.at) * 8 + 8 * form.size(),
    };
    let size = 8 * u64::from(record.size);
    let told = record.tellers.iter().map(|it| it.cell).chain(record.length).map(|cell| cell.start..cell.end());
    let flexible = record.flexible.iter().map(|it| 8 * u64::from(it.at)..size);
    let mut taken: Vec<Range<u64>> = record.members.iter().map(of_member).chain(told).chain(flexible).collect();
    taken.push(size..size);
    taken.sort_by_key(|it| it.start);
    let mut gaps = Vec::new();
    let mut at = 0;
    for part in taken {
        if part.start.min(size) > at {
            gaps.push(at..part.start.min(size));
        }
        at = at.max(part.end);
    }
    gaps
}

/// More bytes are cheaper to zero with the section.
const LONGEST: u64 = 16;

/// Widens numbers over the padding behind them, and returns the padding that is left: one store of a wider number is faster than that of a
/// number and that of zeros.
pub(super) fn widen(numbers: &mut [(Cell, Expr)], padding: &[Range<u64>], is_little: bool) -> Vec<Range<u64>> {
    let mut left = padding.to_vec();
    for (cell, bits) in numbers.iter_mut().filter(|(cell, _)| cell.whole().is_some()) {
        let Some(gap) = left.iter_mut().find(|gap| gap.start == cell.end()) else { continue };
        let fits = |width: &u8| cell.start + u64::from(*width) <= gap.end;
        let Some(width) = [64u8, 32, 16].into_iter().filter(|width| *width > cell.bits).find(fits) else { continue };
        *bits = match is_little {
            true => bits.clone().low_bits(cell.bits),
            false => bits.clone() << u64::from(width - cell.bits),
        };
        gap.start = cell.start + u64::from(width);
        *cell = Cell { bits: width, ..*cell };
    }
    left.retain(|gap| !gap.is_empty());
    left
}

/// Writes short runs of padding, so that sections without others need not be zeroed first.
pub(super) fn put_padding(b: &mut FunctionBuilder, padding: &[Range<u64>]) {
    for gap in padding {
        let (from, to) = (gap.start.div_ceil(8), gap.end / 8);
        if from < to && to - from <= LONGEST {
            b.put(from as u32, Datum::Bytes(vec![0; (to - from) as usize]));
        }
    }
}

/// Returns the place and the width of the word around a byte, from the last multiple of eight on; at the end of a record words are shorter.
fn word_around(byte: u64, size: u64) -> (u64, u64) {
    let mut at = byte / 8 * 8;
    loop {
        let width = [8, 4, 2].into_iter().find(|width| at + width <= size).unwrap_or(1);
        if byte < at + width {
            return (at, width);
        }
        at += width;
    }
}

impl Memory<'_> {
    /// Refuses padding that is not zero.
    pub(super) fn check_padding(&self, b: &mut FunctionBuilder, section: VarId, record: &Record) {
        if !self.checks_padding {
            return;
        }
        let mut masks: BTreeMap<u64, u8> = BTreeMap::new();
        for bit in record.padding.iter().cloned().flatten() {
            *masks.entry(bit / 8).or_default() |= if self.is_little() { 1 << (bit % 8) } else { 0x80 >> (bit % 8) };
        }
        let mut all: Option<Expr> = None;
        while let Some((byte, _)) = masks.first_key_value() {
            let (at, width) = word_around(*byte, u64::from(record.size));
            let taken: Vec<u8> = (at..at + width).map(|byte| masks.remove(&byte).unwrap_or_default()).collect();
            let mask = taken.iter().rev().fold(0u64, |mask, byte| mask << 8 | u64::from(*byte));
            let load = Expr::Load { section, offset: at as u32, width: width as u8, order: Order::Little };
            let some = load & mask;
            all = Some(all.map_or_else(|| some.clone(), |all| all | some.clone()));
        }
        if let Some(all) = all {
            b.check(all.is(0u64), ErrorCode::Mismatch);
        }
    }
}
