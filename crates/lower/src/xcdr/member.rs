//! Members with an EMHEADER: an id and a size, in version 2.

use super::length_code::OWN_SIZE;
use super::plan::Member;
use super::{Version, Xcdr};
use crate::cdr::read::Layout;
use crate::plan::block;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Order, Prefix, ValueType, VarId};

/// The bit of members that must be understood.
const MUST_UNDERSTAND: u32 = 31;
const LENGTH_CODE: u32 = 28;
const ID: u64 = (1 << LENGTH_CODE) - 1;

/// What precedes the value of a member.
pub(super) struct MemberHeader {
    /// U64.
    pub id: Expr,
    /// 1 if the member must be understood.
    pub must_understand: Expr,
    /// Octets of the value.
    pub size: Expr,
}

impl Xcdr<'_> {
    pub(super) fn write_member(
        &self,
        b: &mut FunctionBuilder,
        (member, length_code): (Member, u8),
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder, VarId),
    ) {
        if self.version == Version::V1 {
            return self.write_parameter(b, member, origin, write);
        }
        let flag = u64::from(member.must_understand) << MUST_UNDERSTAND;
        let header = flag | u64::from(length_code) << LENGTH_CODE | u64::from(member.id);
        self.write_number(b, header.into(), 4, origin);
        match length_code {
            OWN_SIZE => b.measured(Prefix::Int { width: 4, order: self.order }, |b| write(b, origin)),
            _ => write(b, origin),
        }
    }

    pub(super) fn read_emheader(&self, b: &mut FunctionBuilder, layout: Layout) -> MemberHeader {
        let header = layout.read(b, "emheader", 4);
        let size = read_size(b, header.clone(), layout);
        MemberHeader { id: header.clone() & ID, must_understand: header >> u64::from(MUST_UNDERSTAND), size }
    }
}

fn read_size(b: &mut FunctionBuilder, header: Expr, layout: Layout) -> Expr {
    let order = Order::LittleIf(layout.little);
    let code = |code: u64, body| Arm { keys: vec![Const::U64(code)], body };
    let fixed = (0..4).map(|it| code(it, b.block(|_| vec![(1u64 << it).into()])));
    let mut arms: Vec<Arm> = fixed.collect();
    arms.push(code(4, b.block(|b| vec![b.read_int("len", 4, order).into()])));
    for (it, unit) in [(5, 1u64), (6, 4), (7, 8)] {
        // The value begins with this number, which is not consumed.
        arms.push(code(
            it,
            b.block(|b| {
                let next = b.at(Expr::Input, Expr::Pos, &[("next", ValueType::U64)], |b| {
                    vec![b.read_int("next", 4, order).into()]
                });
                vec![next[0] * unit + 4u64]
            }),
        ));
    }
    let mut other = block(b, |b| b.fail(ErrorCode::Internal));
    other.yields = vec![0u64.into()];
    let code = (header >> u64::from(LENGTH_CODE)) & 7u64;
    b.switch(code, arms, other, &[("size", ValueType::U64)])[0].into()
}
