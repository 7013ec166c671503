//! Bits of a record that no member has.

use super::Memory;
use super::form::Form;
use super::plan::Record;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, VarId};
use polywire_model::attr::ByteOrder;

/// Returns, for each byte of a record, the bits that are padding: 1 for each of them.
pub(super) fn of(record: &Record, order: ByteOrder) -> Vec<u8> {
    let mut free = vec![0xffu8; record.size as usize];
    let members = record.members.iter().map(|it| (u64::from(it.at) * 8, it));
    for (start, member) in members {
        match &member.form {
            Form::Number(cell) => take(&mut free, (cell.start, cell.end()), order),
            // What a struct has inside of itself, its own function checks.
            form => take(&mut free, (start, start + 8 * form.size()), order),
        }
    }
    let tellers = record.tellers.iter().map(|it| it.cell);
    for cell in tellers.chain(record.length) {
        take(&mut free, (cell.start, cell.end()), order);
    }
    if let Some(flexible) = &record.flexible {
        take(&mut free, (8 * u64::from(flexible.at), 8 * u64::from(record.size)), order);
    }
    free
}

fn take(free: &mut [u8], (start, end): (u64, u64), order: ByteOrder) {
    let end = end.min(8 * free.len() as u64);
    for bit in start..end {
        let mask = match order {
            ByteOrder::Little => 1 << (bit % 8),
            ByteOrder::Big => 0x80 >> (bit % 8),
        };
        free[(bit / 8) as usize] &= !mask;
    }
}

/// More bytes are cheaper to zero with the section.
const LONGEST: usize = 16;

/// Writes short runs of padding, so that sections without others need not be zeroed first.
pub(super) fn put_padding(b: &mut FunctionBuilder, record: &Record) {
    let mut at = 0;
    for run in record.padding.chunk_by(|one, next| (*one == 0xff) == (*next == 0xff)) {
        if run[0] == 0xff && run.len() <= LONGEST {
            b.put(at, Datum::Bytes(vec![0; run.len()]));
        }
        at += run.len() as u32;
    }
}

impl Memory<'_> {
    /// Refuses padding that is not zero.
    pub(super) fn check_padding(&self, b: &mut FunctionBuilder, section: VarId, record: &Record) {
        if !self.checks_padding {
            return;
        }
        let mut all: Option<Expr> = None;
        let mut at = 0;
        while at < record.padding.len() {
            let width = [8, 4, 2, 1].into_iter().find(|width| at + width <= record.padding.len()).unwrap_or(1);
            let mask =
                record.padding[at..at + width].iter().rev().fold(0u64, |mask, byte| mask << 8 | u64::from(*byte));
            if mask != 0 {
                let load = Expr::Load { section, offset: at as u32, width: width as u8, order: Order::Little };
                let some = load & mask;
                all = Some(all.map_or_else(|| some.clone(), |all| all | some.clone()));
            }
            at += width;
        }
        if let Some(all) = all {
            b.check(all.is(0u64), ErrorCode::Mismatch);
        }
    }
}
