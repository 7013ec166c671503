use polywire_ir::{Const, Expr, UnaryOp, ValueType};

/// Eight bytes of a section, the first one lowest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    /// Their value: U64; none if all are zero.
    pub(super) value: Option<Expr>,
    /// The bits that may be set.
    pub(super) known: u64,
}

impl Word {
    pub(super) const ZERO: Self = Self { value: None, known: 0 };

    /// The word as an expression.
    pub(super) fn expr(&self) -> Expr {
        self.value.clone().unwrap_or_else(|| Expr::from(0_u64))
    }

    /// Overwrites `bits` bits from `shift` on with a value that has no others.
    pub(super) fn put(&mut self, value: Expr, shift: u32, bits: u32) {
        let mask = (u64::MAX >> (64 - bits)) << shift;
        let kept = self.value.take().filter(|_| self.known & !mask != 0);
        let kept = kept.map(|kept| if self.known & mask == 0 { kept } else { and(kept, !mask) });
        let moved = shifted(value, shift);
        self.value = match kept {
            Some(kept) => Some(or(kept, moved)),
            None => Some(moved),
        };
        self.known |= mask;
    }
}

fn and(value: Expr, mask: u64) -> Expr {
    match value {
        Expr::Const(Const::U64(value)) => Expr::from(value & mask),
        value => value.and(mask),
    }
}

fn or(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Const(Const::U64(left)), Expr::Const(Const::U64(right))) => Expr::from(left | right),
        (left, Expr::Const(Const::U64(0))) => left,
        (left, right) => left.or(right),
    }
}

fn shifted(value: Expr, shift: u32) -> Expr {
    match value {
        Expr::Const(Const::U64(value)) => Expr::from(value << shift),
        value if shift == 0 => value,
        value => value.left_by(u64::from(shift)),
    }
}

/// The low `bits` bits of an integer, as a U64.
pub(super) fn low(value: Expr, ty: &ValueType, bits: u32) -> Expr {
    let mask = u64::MAX >> (64 - bits);
    match value {
        Expr::Const(Const::U64(value)) => Expr::from(value & mask),
        Expr::Const(Const::I64(value)) => Expr::from(value as u64 & mask),
        Expr::Load { width, .. } if u32::from(width) * 8 <= bits => value,
        Expr::Wrap { bits: kept, signed: false, .. } if u32::from(kept) <= bits => value,
        Expr::OfBool(_) => value,
        Expr::Unary(UnaryOp::Reinterpret, inner) if *ty == ValueType::U64 && bits < 64 => inner.low_bits(bits as u8),
        value if bits < 64 => value.low_bits(bits as u8),
        value if *ty == ValueType::I64 => value.reinterpret(),
        value => value,
    }
}
