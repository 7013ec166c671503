//! Varints and little-endian numbers, written and read.

use crate::plan::{check_range, unzigzag, zigzag};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Order, ReadLeaf, WriteLeaf};
use polywire_model::attr::ProtobufInt;

/// A Bool or a number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Scalar {
    /// A varint 0 or 1.
    Bool,
    /// A varint: two's complement of 64 bits.
    Varint {
        /// Width of the native integer.
        bits: u8,
        /// True if it is signed.
        signed: bool,
    },
    /// A varint with the sign in the lowest bit. The native integer is signed.
    ZigZag {
        /// Width of the native integer.
        bits: u8,
    },
    /// Little-endian of 4 bytes, or 8 for a 64-bit integer.
    Fixed {
        /// Width of the native integer.
        bits: u8,
        /// True if it is signed.
        signed: bool,
    },
    /// Little-endian IEEE 754.
    Float {
        /// 32 or 64.
        bits: u8,
    },
}

impl Scalar {
    /// Returns an integer in an encoding; zigzag only if it is signed.
    pub fn int(bits: u8, signed: bool, encoding: ProtobufInt) -> Self {
        match encoding {
            ProtobufInt::Fixed => Self::Fixed { bits, signed },
            ProtobufInt::ZigZag if signed => Self::ZigZag { bits },
            ProtobufInt::ZigZag | ProtobufInt::Varint => Self::Varint { bits, signed },
        }
    }

    /// Wire type of a single value.
    pub fn wire_type(self) -> u32 {
        match self.fixed_width() {
            Some(8) => 1,
            Some(_) => 5,
            None => 0,
        }
    }

    /// Returns the number of bytes, if it is constant.
    pub fn fixed_width(self) -> Option<u8> {
        match self {
            Self::Fixed { bits, .. } | Self::Float { bits } => Some(if bits == 64 { 8 } else { 4 }),
            Self::Bool | Self::Varint { .. } | Self::ZigZag { .. } => None,
        }
    }
}

/// Appends a value taken from its place, without a key.
pub(super) fn write_scalar(b: &mut FunctionBuilder, scalar: Scalar, value: Expr) {
    let varint = match scalar {
        Scalar::Fixed { .. } | Scalar::Float { .. } => {
            return b.write_int(value, scalar.fixed_width().unwrap_or(8), Order::Little);
        }
        Scalar::Bool => value.as_int(),
        Scalar::Varint { signed: false, .. } => value,
        Scalar::Varint { signed: true, .. } => value.reinterpret(),
        Scalar::ZigZag { .. } => zigzag(value),
    };
    b.write_leaf(WriteLeaf::Varint, vec![varint]);
}

/// Reads a value in the form in which it is set.
pub(super) fn read_scalar(b: &mut FunctionBuilder, scalar: Scalar) -> Expr {
    match scalar {
        Scalar::Bool => read_varint(b).is_not(0u64),
        Scalar::Float { bits } => b.read_int("bits", bits / 8, Order::Little).into(),
        Scalar::Varint { bits, signed } => {
            let read = read_varint(b);
            narrow(b, read, bits, signed)
        }
        Scalar::ZigZag { bits } => {
            let read = read_varint(b);
            narrow(b, unzigzag(if bits == 64 { read } else { read.low_bits(32) }), bits, true)
        }
        Scalar::Fixed { bits, signed } => {
            let read = b.read_int("number", scalar.fixed_width().unwrap_or(8), Order::Little);
            narrow(b, read.into(), bits, signed)
        }
    }
}

/// Reads a varint.
pub(super) fn read_varint(b: &mut FunctionBuilder) -> Expr {
    b.read_leaf("varint", ReadLeaf::Varint).into()
}

/// A varint for a 32-bit type may have more bits, which the official decoders drop; setting the value does so too.
/// Types of 8 and 16 bits, which Protobuf lacks, are read with 32 bits and must fit.
fn narrow(b: &mut FunctionBuilder, read: Expr, bits: u8, signed: bool) -> Expr {
    if bits >= 32 {
        return if signed { read.reinterpret() } else { read };
    }
    let wide = if signed { read.sign_extended(32) } else { read.low_bits(32) };
    let wide = Expr::from(b.let_("wide", wide));
    check_range(b, &wide, bits, signed);
    wide
}
