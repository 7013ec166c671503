//! Keyed members.
//!
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md

use super::Builder;
use super::block::ends;
use crate::low::{Body, MemberArm, Members, Prediction, Stmt};
use polywire_ir::{Block, Op, VarId, first_subject};

/// With more than twice as many arms, the end of the window is tested after this many.
const STRIDE: usize = 8;

impl<'m> Builder<'m> {
    pub(super) fn keyed(&mut self, op: &'m Op) {
        let Op::Keyed { index, head, key, arms, default, carried, results, separation, predict } = op else { return };
        let carried = self.declare_carried(carried);
        let index = Some(*index).filter(|index| self.uses.of(*index) > 0);
        if let Some(var) = index {
            self.emit(Stmt::Var { var, first: 0u64.into() });
        }
        let is_predicted = *predict && !self.cx.target.explains && arms.iter().any(|arm| !arm.label.is_empty());
        let prediction = match separation.space {
            _ if !is_predicted => Prediction::None,
            Some(space) => Prediction::ByLabel { space },
            None => Prediction::InTurn { stride: if arms.len() > 2 * STRIDE { STRIDE } else { 0 } },
        };
        let mut head_body = self.captured(|builder| builder.ops(&head.ops, &mut |_| {}));
        head_body.ends = ends(&head.ops);
        let built = arms.iter().map(|arm| MemberArm {
            keys: arm.keys.clone(),
            label: arm.label.clone(),
            repeats: arm.repeats,
            body: self.member(&arm.body, &carried, index),
        });
        let members = Members {
            arms: built.collect(),
            head: head_body,
            more: head.yields[0].clone(),
            key: *key,
            key_value: head.yields[1].clone(),
            default: self.member(default, &carried, index),
            separation: separation.clone(),
            prediction,
        };
        self.emit(Stmt::Members(Box::new(members)));
        self.alias_results(results, &carried);
    }

    /// Reads a member and counts it.
    fn member(&mut self, body: &'m Block, carried: &[Option<VarId>], index: Option<VarId>) -> Body {
        let place = first_subject(body).cloned();
        let mut built = self.captured(|builder| {
            builder.about(place, |builder| {
                builder.ops(&body.ops, &mut |builder| {
                    if ends(&body.ops) {
                        return;
                    }
                    builder.assign_yields(body, carried);
                    index.into_iter().for_each(|index| builder.emit(Stmt::Count(index)));
                });
            });
        });
        built.ends = ends(&body.ops);
        built
    }
}
