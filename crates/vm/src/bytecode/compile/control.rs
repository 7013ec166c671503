//! Control: `let`, `if`, `switch`, `loop`, `call`, `check`, `charge`.

use super::function::FunctionCompiler;
use super::{CompileResult, IllFormed};
use crate::bytecode::instr::{Instr, Reg};
use polywire_ir::{Arg, Arm, Block, Carried, Const, Expr, FuncId, Op, VarId, ops_of};

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn control(&mut self, op: &'m Op) -> CompileResult<()> {
        match op {
            Op::Let { var, value } => {
                let dst = self.bind(*var)?;
                self.eval_into(value, dst)
            }
            Op::If { cond, then, other, results } => {
                let results = self.bind_all(results)?;
                self.choice(cond, then, other, &results)
            }
            Op::Switch { on, arms, default, results } => {
                let results = self.bind_all(results)?;
                self.switch(on, arms, default, &results)
            }
            Op::Loop { carried, cond, body, results } => {
                if self.push_varints(carried, cond, body)? {
                    return Ok(());
                }
                let state = self.carry(carried, results)?;
                self.repeat(cond, body, &state)
            }
            Op::Call { func, args, results } => self.call(*func, args, results),
            Op::Check { cond, code, site } => {
                let pass = self.label();
                self.branch(cond, true, pass)?;
                self.emit_at(Instr::Fail { code: *code }, *site);
                self.place_label(pass);
                Ok(())
            }
            Op::Charge { cost, site } => self.scoped(|it| {
                let cost = it.eval(cost)?;
                it.emit_at(Instr::Charge { cost }, *site);
                Ok(())
            }),
            Op::Credit { amount } => self.scoped(|it| {
                let amount = it.eval(amount)?;
                it.emit(Instr::Credit { amount });
                Ok(())
            }),
            ops_of!(reading | building | writing) => Err(IllFormed),
        }
    }

    fn choice(&mut self, cond: &'m Expr, then: &'m Block, other: &'m Block, results: &[Reg]) -> CompileResult<()> {
        let (no, end) = (self.label(), self.label());
        self.branch(cond, false, no)?;
        self.block(then, results)?;
        let other_is_empty = other.ops.is_empty() && other.yields.is_empty();
        if !other_is_empty {
            self.jump(end);
        }
        self.place_label(no);
        self.block(other, results)?;
        self.place_label(end);
        Ok(())
    }

    fn switch(&mut self, on: &'m Expr, arms: &'m [Arm], default: &'m Block, results: &[Reg]) -> CompileResult<()> {
        let mark = self.mark();
        let key = self.eval(on)?;
        let (other, end) = (self.label(), self.label());
        let keyed: Vec<(&'m [Const], _)> = arms.iter().map(|arm| (&arm.keys[..], self.label())).collect();
        self.dispatch(key, &keyed, other)?;
        self.release(mark);
        for (arm, (_, label)) in arms.iter().zip(&keyed) {
            self.place_label(*label);
            self.block(&arm.body, results)?;
            self.jump(end);
        }
        self.place_label(other);
        self.block(default, results)?;
        self.place_label(end);
        Ok(())
    }

    /// Allocates registers of carried variables, which the results share because they are never in scope at the same
    /// time.
    pub(super) fn carry(&mut self, carried: &'m [Carried], results: &[VarId]) -> CompileResult<Vec<Reg>> {
        if carried.len() != results.len() {
            return Err(IllFormed);
        }
        let state = self.bind_all(results)?;
        for (it, &reg) in carried.iter().zip(&state) {
            self.eval_into(&it.init, reg)?;
        }
        for (it, &reg) in carried.iter().zip(&state) {
            self.bind_to(it.var, reg)?;
        }
        Ok(state)
    }

    fn repeat(&mut self, cond: &'m Expr, body: &'m Block, state: &[Reg]) -> CompileResult<()> {
        let (again, end) = (self.label(), self.label());
        self.branch(cond, false, end)?;
        self.place_label(again);
        self.refill();
        self.block(body, state)?;
        self.branch(cond, true, again)?;
        self.place_label(end);
        Ok(())
    }

    /// Arguments are placed at the start of the callee's registers, and so are its results.
    fn call(&mut self, func: FuncId, args: &'m [Arg], results: &[VarId]) -> CompileResult<()> {
        let first = self.mark();
        let count = args.len() as u32;
        self.temps(count.max(results.len() as u32));
        for (arg, dst) in args.iter().zip(first..) {
            match arg {
                Arg::Value(value) => self.eval_into(value, dst)?,
                Arg::Place(place) => {
                    let mark = self.mark();
                    let location = self.location(place)?.value()?;
                    self.address_into(location, dst);
                    self.release(mark);
                }
            }
        }
        self.emit(Instr::Call { function: func.0, first });
        self.release(first);
        self.bind_all(results)?;
        Ok(())
    }
}
