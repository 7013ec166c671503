//! Keyed members.
//!
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md

use super::Builder;
use super::ahead::count_ahead;
use super::block::ends;
use super::input::fixed_width;
use crate::low::{Body, FirstRead, MemberArm, Members, Prediction, Stmt, VarType};
use polywire_ir::types::Type;
use polywire_ir::{Block, Const, Expr, KeyedArm, Op, Place, Separation, Step, ValueType, VarId, first_subject};

/// With more than twice as many arms, the end of the window is tested after this many.
const STRIDE: usize = 8;

impl<'m> Builder<'m> {
    pub(super) fn keyed(&mut self, op: &'m Op) {
        let Op::Keyed { index, count, head, key, arms, default, carried, results, separation, predict } = op else {
            return;
        };
        let carried = self.declare_carried(carried);
        let exit = exit(head).filter(|exit| self.is_idle(exit.end));
        let counter = self.count_members(*index, count.as_ref(), exit.as_ref());
        let expected = counter.as_ref().and_then(|counter| counter.more.clone());
        let is_predicted = *predict && !self.cx.target.explains && arms.iter().any(|arm| !arm.label.is_empty());
        let prediction = match separation.space {
            // Members that are counted have nothing between them.
            _ if !is_predicted || expected.is_some() && *separation != Separation::default() => Prediction::None,
            Some(space) => Prediction::ByLabel { space },
            None => Prediction::InTurn { stride: if arms.len() > 2 * STRIDE { STRIDE } else { 0 } },
        };
        let is_counted = matches!(prediction, Prediction::InTurn { .. }) && separation.separator.is_empty();
        let (before, more, to_key, key_value) = match &exit {
            Some(exit) => {
                let is_down = counter.as_ref().filter(|counter| counter.goes_down);
                let more = is_down.and_then(|counter| counter.more.clone()).unwrap_or_else(|| exit.goes_on());
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
            first: self.first_read(&arm.body).filter(|_| matches!(prediction, Prediction::InTurn { .. })),
            body: {
                let mut body = self.member(&arm.body, &carried, counter.as_ref());
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
            default: self.member(default, &carried, counter.as_ref()),
            expected: expected.filter(|_| prediction != Prediction::None),
            separation: separation.clone(),
            prediction,
        };
        self.emit(Stmt::Members(Box::new(members)));
        self.alias_results(results, &carried);
    }

    /// Declares the variable that counts members, if they are counted. Where the index is only compared with the count, it
    /// is the number of those that are left: a single variable, and a comparison with 0.
    fn count_members(&mut self, index: VarId, count: Option<&Expr>, exit: Option<&Exit<'m>>) -> Option<Counter> {
        let more = count.map(|count| Expr::Var(index).below(count.clone()));
        // The condition of the head and the flag that it yields.
        let is_only_compared = self.uses.of(index) <= 2 && exit.is_some_and(|exit| Some(exit.goes_on()) == more);
        if let Some(count) = count.filter(|_| is_only_compared) {
            let var = self.variable("left", VarType::Value(ValueType::U64));
            self.emit(Stmt::Var { var, first: count.clone() });
            return Some(Counter { var, more: Some(Expr::Var(var).is_not(0u64)), goes_down: true });
        }
        if self.uses.of(index) == 0 && more.is_none() {
            return None;
        }
        self.emit(Stmt::Var { var: index, first: 0u64.into() });
        Some(Counter { var: index, more, goes_down: false })
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

    /// Returns what a member, or the function that it calls first, reads before anything else.
    fn first_read(&self, member: &Block) -> Option<FirstRead> {
        let (of, op) = match member.ops.first()? {
            Op::Call { func, .. } => (*func, self.cx.module.function(*func).body.ops.first()?),
            op => (self.id, op),
        };
        let (Op::Read { site, .. }, Some(len @ 1..)) = (op, fixed_width(op)) else { return None };
        (!self.function.trusting).then_some(FirstRead { len, of, site: *site })
    }

    /// Returns ops as a body whose variables stay visible.
    fn open_body(&mut self, ops: &'m [Op]) -> Body {
        let mut body = self.captured(|builder| builder.ops(ops, &mut |_| {}));
        body.ends = ends(ops);
        body
    }

    /// Reads a member and counts it.
    fn member(&mut self, body: &'m Block, carried: &[Option<VarId>], counter: Option<&Counter>) -> Body {
        let place = first_subject(body).cloned();
        let mut built = self.captured(|builder| {
            builder.about(place, |builder| {
                builder.ops(&body.ops, &mut |builder| {
                    if ends(&body.ops) {
                        return;
                    }
                    builder.assign_yields(body, carried);
                    counter.into_iter().for_each(|counter| builder.emit(counter.step()));
                });
            });
        });
        built.ends = ends(&body.ops);
        built
    }
}

/// What counts members.
struct Counter {
    var: VarId,
    /// There are more, if it tells.
    more: Option<Expr>,
    goes_down: bool,
}

impl Counter {
    /// Counts a member.
    fn step(&self) -> Stmt {
        match self.goes_down {
            true => Stmt::Assign(vec![(self.var, Expr::Var(self.var) - 1u64)]),
            false => Stmt::Count(self.var),
        }
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

impl Exit<'_> {
    /// The condition for another member.
    fn goes_on(&self) -> Expr {
        if self.ends_if { !self.cond.clone() } else { self.cond.clone() }
    }
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
