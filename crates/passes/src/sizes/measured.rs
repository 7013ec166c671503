//! Bodies preceded by their length.

use super::count::{Counter, moved};
use crate::pure::fresh;
use polywire_ir::{Block, ErrorCode, Expr, Op, Prefix, PureLeaf, SiteId, ValueType, VarId};

/// The encoding of a length.
pub(super) struct Length {
    pub prefix: Prefix,
    pub unit: u32,
    pub bias: i32,
    pub site: SiteId,
}

impl Counter<'_> {
    /// Counts a prefix and its body. Positions in the body are those after the shortest prefix.
    pub fn measured(&mut self, length: &Length, body: Block, results: Vec<VarId>, out: &mut Vec<Op>) -> Option<()> {
        let prefix_size = match length.prefix {
            Prefix::Varint => 1,
            Prefix::Int { width, .. } => u64::from(width),
        };
        let start = moved(self.at.clone(), prefix_size.into());
        self.at = start.clone();
        self.inline(body, results, out)?;
        let size = self.bound("size", self.at.clone() - start, out);
        let number = self.checked_number(length, size, out);
        if length.prefix == Prefix::Varint {
            let prefix = Expr::Leaf(PureLeaf::VarintSize, vec![number]);
            self.at = self.bound("at", self.at.clone() - 1_u64 + prefix, out);
        }
        Some(())
    }

    /// Checks the number that is written for a body of a size: it must be whole and fit into the prefix.
    fn checked_number(&mut self, length: &Length, size: Expr, out: &mut Vec<Op>) -> Expr {
        let mut number = size;
        let mut conditions = Vec::new();
        if length.bias != 0 {
            number = self.bound("biased", number + i64::from(length.bias) as u64, out);
            conditions.push(number.clone().at_most(i64::MAX as u64));
        }
        if length.unit != 1 {
            conditions.push((number.clone() % u64::from(length.unit)).is(0_u64));
            number = self.bound("units", number / u64::from(length.unit), out);
        }
        if let Prefix::Int { width: width @ (1 | 2 | 4), .. } = length.prefix {
            conditions.push(number.clone().at_most((1_u64 << (8 * width)) - 1));
        }
        let (code, site) = (ErrorCode::TooLarge, length.site);
        if let Some(cond) = conditions.into_iter().reduce(|left, right| left & right) {
            out.push(Op::Check { cond, code, site });
        }
        number
    }

    /// Binds a value to a variable.
    pub fn bound(&mut self, name: &str, value: Expr, out: &mut Vec<Op>) -> Expr {
        if matches!(value, Expr::Var(_) | Expr::Const(_)) {
            return value;
        }
        let var = fresh(&mut self.function, name, ValueType::U64);
        out.push(Op::Let { var, value });
        var.into()
    }
}
