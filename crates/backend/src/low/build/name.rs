//! Strings that are only compared with names, such as those of enumerators: names without escapes, as most are, are recognised
//! in the input.
//!
//! Design: docs/decisions/0096-short-forms-and-names.md

use super::Builder;
use crate::low::{LeafTarget, Stmt};
use polywire_ir::{Arm, Block, Const, Expr, Op, ReadLeaf, SiteId, VarId};

/// More names than this are compared with the string when it has been read.
const MOST: usize = 8;

impl<'m> Builder<'m> {
    /// Appends a read of a string and the switch behind it; returns false if what follows is not such a switch.
    pub(super) fn read_name(&mut self, read: &[VarId], site: SiteId, following: &'m [Op]) -> bool {
        let (Some(name), Some(Op::Switch { on, arms, default, results })) = (read.first(), following.first()) else {
            return false;
        };
        let is_only_use = *on == Expr::Var(*name) && self.uses.of(*name) == 1;
        let Some(names) = names(arms).filter(|_| is_only_use && !self.cx.target.explains) else { return false };
        let results = self.declare_results(results);
        self.match_names(&names, &results, &mut |builder| {
            builder.copies.insert(*name);
            builder.emit(Stmt::ReadLeaf { leaf: ReadLeaf::JsonString, into: LeafTarget::Var(*name), site });
            builder.switch_into(on, arms, default, &results);
        });
        true
    }

    /// Tries the names in order.
    fn match_names(
        &mut self,
        names: &[(Vec<u8>, &'m Block)],
        results: &[Option<VarId>],
        otherwise: &mut dyn FnMut(&mut Self),
    ) {
        let Some(((bytes, body), names)) = names.split_first() else { return otherwise(self) };
        let var = self.flag("is_next");
        self.emit(Stmt::MatchIf { var, bytes: bytes.clone() });
        let then = self.block(body, results);
        let other = self.captured(|builder| builder.match_names(names, results, otherwise));
        self.emit(Stmt::If { cond: Expr::Var(var), then, other, rare: [false; 2] });
    }
}

/// Returns the strings of all keys, if these are few names and the arms only yield values.
fn names(arms: &[Arm]) -> Option<Vec<(Vec<u8>, &Block)>> {
    let is_plain = arms.iter().all(|arm| arm.body.ops.is_empty());
    let keys = arms.iter().flat_map(|arm| arm.keys.iter().map(|key| (key, &arm.body)));
    let names: Option<Vec<_>> = keys.map(|(key, body)| Some((quoted(key)?, body))).collect();
    names.filter(|names| is_plain && (1..=MOST).contains(&names.len()))
}

/// Returns a text in quotes, unless something in it could be escaped.
fn quoted(key: &Const) -> Option<Vec<u8>> {
    let Const::Bytes(text) = key else { return None };
    let is_plain = text.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    is_plain.then(|| [b"\"", text.as_slice(), b"\""].concat())
}
