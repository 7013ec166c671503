//! Scalars of a data section that may be shorter than in this schema.

use super::view::args;
use crate::scalar::Scalar;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// Functions for sections that end inside a scalar, by its width: `short_N(data, offset) -> bits`.
pub(super) struct Shorts([FuncId; 3]);

impl Shorts {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder) -> Self {
        Self([2, 4, 8].map(|width| module.add(short(width))))
    }

    /// Returns the zero-extended bits at an offset in bits; bits beyond the section are zero.
    pub fn bits(&self, b: &mut FunctionBuilder, data: VarId, bit: u32, scalar: &Scalar) -> Expr {
        let (offset, width) = (u64::from(bit / 8), scalar.width());
        let len = || Expr::from(data).bytes_len();
        let all = b.if_yields(
            Expr::from(offset + u64::from(width)).at_most(len()),
            &[("bits", ValueType::U64)],
            |b| vec![load(b, (data.into(), offset.into(), u64::from(width).into()), width)],
            |b| match width {
                1 => vec![0u64.into()],
                _ => self.short_bits(b, data, offset, width),
            },
        )[0];
        match (scalar.bits, bit % 8) {
            (1, 0) => all & 1u64,
            (1, shift) => (all >> u64::from(shift)) & 1u64,
            _ => all.into(),
        }
    }

    fn short_bits(&self, b: &mut FunctionBuilder, data: VarId, offset: u64, width: u8) -> Vec<Expr> {
        let behind = Expr::from(data).bytes_len().at_most(offset);
        let bits = b.if_yields(
            behind,
            &[("bits", ValueType::U64)],
            |_| vec![0u64.into()],
            |b| {
                let function = self.0[width.ilog2() as usize - 1];
                let args = [args(&[data]), vec![Arg::Value(offset.into())]].concat();
                vec![b.call(function, args, &[("bits", ValueType::U64)])[0].into()]
            },
        );
        vec![bits[0].into()]
    }
}

fn short(width: u8) -> Function {
    let mut b = FunctionBuilder::new(format!("short_{}", 8 * u32::from(width)));
    b.rare();
    let data = b.value_param("data", ValueType::Bytes);
    let offset = b.value_param("offset", ValueType::U64);
    let rest = Expr::from(data).bytes_len() - offset;
    let bits = load(&mut b, (data.into(), offset.into(), rest), width);
    b.finish(vec![bits], vec![ValueType::U64])
}

/// The integer at the start of a section of at most this many bytes.
pub(super) fn load(b: &mut FunctionBuilder, at: (Expr, Expr, Expr), width: u8) -> Expr {
    let section = b.section("field", at, vec![0; width.into()], ErrorCode::BadPointer);
    Expr::Load { section, offset: 0, width, order: Order::Little }
}
