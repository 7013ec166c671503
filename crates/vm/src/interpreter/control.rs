//! Control: `let`, `if`, `switch`, `loop`, `call`, `check`, `charge`.

use super::item::{Item, Tracked};
use super::machine::{Frame, Machine, Outcome};
use polywire_ir::{Arg, Arm, Block, Carried, Const, ErrorCode, Expr, Op, VarId, ops_of};

impl<'m> Machine<'m> {
    pub(super) fn run_control(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        match op {
            Op::Let { var, value } => {
                let value = self.eval_tracked(frame, value)?;
                self.trace_let(frame, *var, &value);
                self.bind(frame, *var, value)
            }
            Op::If { cond, then, other, results } => {
                let block = if self.eval_bool(frame, cond)? { then } else { other };
                self.run_into(frame, block, results)
            }
            Op::Switch { on, arms, default, results } => {
                let on = self.eval(frame, on)?;
                self.run_into(frame, chosen_arm(&on, arms, default), results)
            }
            Op::Loop { carried, cond, body, results } => self.run_loop(frame, carried, cond, body, results),
            Op::Call { func, args, results } => {
                let args = args.iter().map(|arg| self.argument(frame, arg)).collect::<Outcome<Vec<Tracked>>>()?;
                let yields = self.call(*func, args)?;
                self.bind_all(frame, results, yields)
            }
            Op::Check { cond, code, site } => {
                if self.eval_bool(frame, cond)? {
                    Ok(())
                } else {
                    self.tested = self.tested_by(frame, cond);
                    self.fail(frame, *code, *site)
                }
            }
            Op::Charge { cost, site } => match self.budget.checked_sub(self.eval_u64(frame, cost)?) {
                Some(left) => {
                    self.budget = left;
                    Ok(())
                }
                None => self.fail(frame, ErrorCode::BudgetExceeded, *site),
            },
            Op::Credit { amount } => {
                self.budget = self.budget.saturating_add(self.eval_u64(frame, amount)?);
                Ok(())
            }
            ops_of!(reading | building | writing) => Err(self.internal(frame)),
        }
    }

    fn argument(&mut self, frame: &Frame<'m>, arg: &Arg) -> Outcome<Tracked> {
        match arg {
            Arg::Value(value) => self.eval_tracked(frame, value),
            Arg::Place(place) => self.resolve(frame, place).map(|to| Item::Ref(to).into()),
        }
    }

    fn run_loop(
        &mut self,
        frame: &mut Frame<'m>,
        carried: &'m [Carried],
        cond: &'m Expr,
        body: &'m Block,
        results: &[VarId],
    ) -> Outcome<()> {
        self.bind_first(frame, carried)?;
        let around = self.iteration();
        while self.eval_bool(frame, cond)? {
            self.trace_iteration();
            self.run_next(frame, body, carried)?;
        }
        self.go_on_in(around);
        self.bind_last(frame, carried, results)
    }

    /// Binds carried variables to their initial values.
    pub(super) fn bind_first(&mut self, frame: &mut Frame<'m>, carried: &[Carried]) -> Outcome<()> {
        let first = carried.iter().map(|it| self.eval_tracked(frame, &it.init)).collect::<Outcome<Vec<Tracked>>>()?;
        carried.iter().zip(first).try_for_each(|(it, item)| self.bind(frame, it.var, item))
    }

    /// Runs a block whose yields become the next values of carried variables.
    pub(super) fn run_next(&mut self, frame: &mut Frame<'m>, body: &'m Block, carried: &[Carried]) -> Outcome<()> {
        let next = self.run(frame, body)?;
        if next.len() != carried.len() {
            return Err(self.internal(frame));
        }
        carried.iter().zip(next).try_for_each(|(it, item)| self.bind(frame, it.var, item))
    }

    /// Binds results to the final values of carried variables.
    pub(super) fn bind_last(&self, frame: &mut Frame<'m>, carried: &[Carried], results: &[VarId]) -> Outcome<()> {
        let last: Option<Vec<Tracked>> = carried.iter().map(|it| frame.tracked(it.var).cloned()).collect();
        let last = last.ok_or_else(|| self.internal(frame))?;
        self.bind_all(frame, results, last)
    }
}

/// Returns the block of the arm with the value among its keys, or the default.
fn chosen_arm<'m>(on: &Item, arms: &'m [Arm], default: &'m Block) -> &'m Block {
    arms.iter().find(|arm| arm.keys.iter().any(|key| is_key(on, key))).map_or(default, |arm| &arm.body)
}

/// Returns true if a value equals a constant.
pub(super) fn is_key(item: &Item, key: &Const) -> bool {
    match (item, key) {
        (Item::Bool(value), Const::Bool(key)) => value == key,
        (Item::U64(value), Const::U64(key)) => value == key,
        (Item::I64(value), Const::I64(key)) => value == key,
        (Item::Bytes(value), Const::Bytes(key)) => **value == **key,
        _ => false,
    }
}
