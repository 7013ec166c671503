//! Keyed members.
//!
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md

use super::Builder;
use super::ahead::count_ahead;
use super::block::ends;
use crate::low::{Body, MemberArm, Members, Prediction, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{Block, Const, Expr, KeyedArm, Op, Place, Separation, Step, VarId, first_subject};

/// With more than twice as many arms, the end of the window is tested after this many.
const STRIDE: usize = 8;

impl<'m> Builder<'m> {
    pub(super) fn keyed(&mut self, op: &'m Op) {
        let Op::Keyed { index, count, head, key, arms, default, carried, results, separation, predict } = op else {
            return;
        };
        let carried = self.declare_carried(carried);
        let expected = count.as_ref().map(|count| Expr::Var(*index).below(count.clone()));
        let index = Some(*index).filter(|index| self.uses.of(*index) > 0 || expected.is_some());
        if let Some(var) = index {
            self.emit(Stmt::Var { var, first: 0u64.into() });
        }
        let is_predicted = *predict && !self.cx.target.explains && arms.iter().any(|arm| !arm.label.is_empty());
        let prediction = match separation.space {
            // Members that are counted have nothing between them.
            _ if !is_predicted || expected.is_some() && *separation != Separation::default() => Prediction::None,
            Some(space) => Prediction::ByLabel { space },
            None => Prediction::InTurn { stride: if arms.len() > 2 * STRIDE { STRIDE } else { 0 } },
        };
        let is_counted = matches!(prediction, Prediction::InTurn { .. }) && separation.separator.is_empty();
        let exit = exit(head).filter(|exit| self.is_idle(exit.end));
        let (before, more, to_key, key_value) = match &exit {
            Some(exit) => {
                let more = if exit.ends_if { !exit.cond.clone() } else { exit.cond.clone() };
                (exit.before, more, exit.member.ops.as_slice(), &exit.member.yields[exit.key])
            }
            None => (head.ops.as_slice(), head.yields[0].clone(), [].as_slice(), &head.yields[1]),
        };
        let (head, to_key) = (self.open_body(before), self.open_body(to_key));
        let built = arms.iter().map(|arm| MemberArm {
            name: self.arm_name(arm),
            keys: arm.keys.clone(),
            label: arm.label.clone(),
            repeats: arm.repeats,
            body: {
                let mut body = self.member(&arm.body, &carried, index);
                if arm.repeats && is_counted {
                    count_ahead(&arm.label, &mut body);
                }
                body
            },
        });
        let members = Members {
            arms: built.collect(),
            head,
            more,
            to_key,
            key: *key,
            key_value: key_value.clone(),
            default: self.member(default, &carried, index),
            expected: expected.filter(|_| prediction != Prediction::None),
            separation: separation.clone(),
            prediction,
        };
        self.emit(Stmt::Members(Box::new(members)));
        self.alias_results(results, &carried);
    }

    fn arm_name(&self, arm: &KeyedArm) -> String {
        let member = first_subject(&arm.body).and_then(|place| self.name_at(place));
        member.unwrap_or_else(|| match &arm.keys[..] {
            [Const::Bytes(key), ..] => String::from_utf8_lossy(key).into_owned(),
            [Const::U64(key), ..] => format!("key_{key}"),
            [Const::I64(key), ..] => format!("key_{}", key.unsigned_abs()),
            [Const::Bool(_), ..] | [] => "member".to_owned(),
        })
    }

    /// Returns the name of the field or case that a place is in.
    fn name_at(&self, place: &Place) -> Option<String> {
        let named = place.steps.iter().rposition(|step| matches!(step, Step::Field(_) | Step::Case(_)))?;
        let owner = Place { root: place.root, steps: place.steps[..named].to_vec() };
        match (&place.steps[named], self.place_type(&owner)?) {
            (Step::Field(field), Type::Struct(id)) => {
                Some(self.types().record(*id).fields[*field as usize].name.clone())
            }
            (Step::Case(case), Type::Union(id)) => Some(self.types().union(*id).cases[*case as usize].name.clone()),
            _ => None,
        }
    }

    /// Returns ops as a body whose variables stay visible.
    fn open_body(&mut self, ops: &'m [Op]) -> Body {
        let mut body = self.captured(|builder| builder.ops(ops, &mut |_| {}));
        body.ends = ends(ops);
        body
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

/// A head whose last op decides between the end of the loop and another member.
struct Exit<'m> {
    before: &'m [Op],
    cond: &'m Expr,
    /// True if the loop ends where the condition holds.
    ends_if: bool,
    end: &'m Block,
    member: &'m Block,
    /// The index of the key among the member's yields.
    key: usize,
}

fn exit(head: &Block) -> Option<Exit<'_>> {
    let (Op::If { cond, then, other, results }, before) = head.ops.split_last()? else { return None };
    let result = |value: &Expr| results.iter().position(|var| *value == Expr::Var(*var));
    let (more, key) = (head.yields.first()?, result(head.yields.get(1)?)?);
    let goes_on = |block: &Block, holds: bool| match result(more) {
        Some(index) => constant_flag(block.yields.get(index)?),
        None if *more == *cond && !cond.uses_cursor() => Some(holds),
        None if *more == !cond.clone() && !cond.uses_cursor() => Some(!holds),
        None => None,
    };
    match (goes_on(then, true)?, goes_on(other, false)?) {
        (false, true) => Some(Exit { before, cond, ends_if: true, end: then, member: other, key }),
        (true, false) => Some(Exit { before, cond, ends_if: false, end: other, member: then, key }),
        _ => None,
    }
}

fn constant_flag(value: &Expr) -> Option<bool> {
    if let Expr::Const(Const::Bool(value)) = value { Some(*value) } else { None }
}
