//! The dimensions in front of a group: the length of an entry's block, and the number of entries.
//!
//! Design: docs/decisions/0159-wide-groups-of-sbe.md

use super::shape::MAX_UINT16;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Const, Expr, Order, VarId};
use polywire_model::attr::SbeOptions;

/// The width of the number of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// 16 bits.
    Narrow,
    /// 32 bits.
    Wide,
}

/// The dimensions of a group in a message.
#[derive(Clone, Copy)]
pub(super) struct Dimensions {
    /// Bytes of each entry's block.
    pub size: VarId,
    /// Number of entries.
    pub count: VarId,
}

/// The maximum of a 32-bit number of entries, as the reference implementation has it.
pub(super) const MAX_WIDE: u64 = i32::MAX as u64;

impl Counts {
    pub fn of(options: SbeOptions) -> Self {
        if options.has_wide_counts { Self::Wide } else { Self::Narrow }
    }

    /// The largest number of entries.
    pub fn most(self) -> u64 {
        match self {
            Self::Narrow => MAX_UINT16,
            Self::Wide => MAX_WIDE,
        }
    }

    /// Bytes of the dimensions.
    pub fn width(self) -> u32 {
        match self {
            Self::Narrow => 4,
            Self::Wide => 6,
        }
    }

    /// Writes the dimensions of a group.
    pub fn write(self, b: &mut FunctionBuilder, size: u32, count: impl Into<Expr>) {
        match self {
            Self::Narrow => b.write_int(both(size, count.into()), 4, Order::Little),
            Self::Wide => {
                b.write_int(u64::from(size), 2, Order::Little);
                b.write_int(count, 4, Order::Little);
            }
        }
    }

    /// Puts the dimensions at the start of a section.
    pub fn put(self, b: &mut FunctionBuilder, size: u32, count: impl Into<Expr>) {
        match self {
            Self::Narrow => b.put_int(0, both(size, count.into()), 4, Order::Little),
            Self::Wide => {
                b.put_int(0, u64::from(size), 2, Order::Little);
                b.put_int(2, count, 4, Order::Little);
            }
        }
    }

    /// Reads the dimensions of a group.
    pub fn read(self, b: &mut FunctionBuilder) -> Dimensions {
        match self {
            Self::Narrow => {
                let dimensions = b.read_int("dimensions", 4, Order::Little);
                let size = b.let_("size", Expr::from(dimensions).low_bits(16));
                Dimensions { size, count: b.let_("count", dimensions >> 16u64) }
            }
            Self::Wide => {
                let size = b.read_int("size", 2, Order::Little);
                Dimensions { size, count: b.read_int("count", 4, Order::Little) }
            }
        }
    }
}

fn both(size: u32, count: Expr) -> Expr {
    match count {
        Expr::Const(Const::U64(count)) => (count << 16 | u64::from(size)).into(),
        count => (count << 16u64) | u64::from(size),
    }
}
