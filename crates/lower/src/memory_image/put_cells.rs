//! Writing numbers at any bits.

use super::Memory;
use super::cell::{Cell, native};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr, Place};

impl Memory<'_> {
    /// Returns the bits (U64) of a native number; refuses one that does not fit.
    pub(super) fn bits_of(&self, b: &mut FunctionBuilder, ty: &Type, cell: &Cell, place: Place) -> Expr {
        let (bits, signed) = native(self, ty);
        let number = match ty {
            Type::Bool => Expr::Get(place).as_int(),
            _ => Expr::Get(place),
        };
        if cell.covers(bits, signed) {
            return if is_i64(ty) { number.reinterpret() } else { number };
        }
        let number = Expr::from(b.let_("number", number));
        let unsigned = if is_i64(ty) { number.clone().reinterpret() } else { number.clone() };
        let fits = match (cell.signed, cell.bits) {
            (true, 64) => unsigned.clone().below(1u64 << 63),
            (true, bits) if is_i64(ty) => number.clone().sign_extended(bits).is(number.clone()),
            (true, bits) => unsigned.clone().below(1u64 << (bits - 1)),
            // Enums of 64 bits without a sign are I64, too.
            (false, 64) if !signed => true.into(),
            (false, 64) => unsigned.clone().below(1u64 << 63),
            (false, bits) => unsigned.clone().below(1u64 << bits),
        };
        b.check(fits, ErrorCode::OutOfRange);
        unsigned
    }

    /// Puts numbers behind a number of bytes. Those that share bytes are put together.
    pub(super) fn put_numbers(&self, b: &mut FunctionBuilder, numbers: Vec<(Cell, Expr)>, behind: u32) {
        let (whole, mut parts): (Vec<_>, Vec<_>) = numbers.into_iter().partition(|(cell, _)| cell.whole().is_some());
        for (cell, bits) in whole {
            b.put_int(behind + cell.first(), bits, cell.bits / 8, self.order);
        }
        parts.sort_by_key(|(cell, _)| cell.start);
        let parts: Vec<(Cell, Expr)> = parts
            .into_iter()
            .map(|(cell, bits)| (cell, if cell.bits == 64 { bits } else { bits.low_bits(cell.bits) }))
            .map(|(cell, bits)| (cell, b.let_("field", bits).into()))
            .collect();
        let mut from = 0;
        while from < parts.len() {
            let start = u64::from(parts[from].0.first());
            let (mut end, mut to) = (parts[from].0.end().div_ceil(8), from + 1);
            while to < parts.len() && u64::from(parts[to].0.first()) < end {
                end = end.max(parts[to].0.end().div_ceil(8));
                to += 1;
            }
            self.put_run(b, &parts[from..to], (start, end), behind);
            from = to;
        }
    }

    /// Puts bytes that numbers share.
    fn put_run(&self, b: &mut FunctionBuilder, parts: &[(Cell, Expr)], (start, end): (u64, u64), behind: u32) {
        let mut at = start;
        while at < end {
            let width = [8, 4, 2, 1].into_iter().find(|width| at + width <= end).unwrap_or(1);
            let (first, last) = (8 * at, 8 * (at + width));
            let of_part = |(cell, bits): &(Cell, Expr)| {
                let overlaps = cell.start < last && first < cell.end();
                overlaps.then(|| match self.is_little() {
                    true => shifted(bits.clone(), cell.start, first),
                    false => shifted(bits.clone(), last, cell.end()),
                })
            };
            if let Some(all) = parts.iter().filter_map(of_part).reduce(|all, part| all | part) {
                b.put_int(behind + at as u32, all, width as u8, self.order);
            }
            at += width;
        }
    }
}

/// Returns true if reading a native number gives an I64.
pub(super) const fn is_i64(ty: &Type) -> bool {
    matches!(ty, Type::Int { signed: true, .. } | Type::Enum(_))
}

/// Shifts left by the distance from `to` to `from`, or right if `from` is below.
fn shifted(bits: Expr, from: u64, to: u64) -> Expr {
    match from.cmp(&to) {
        std::cmp::Ordering::Greater => bits << (from - to),
        std::cmp::Ordering::Equal => bits,
        std::cmp::Ordering::Less => bits >> (to - from),
    }
}
