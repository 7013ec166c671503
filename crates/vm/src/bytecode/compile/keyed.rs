//! Keyed members: `keyed`.

use super::function::{FunctionCompiler, Label};
use super::{CompileResult, IllFormed};
use crate::bytecode::instr::{Instr, Reg};
use polywire_ir::{Block, Const, Expr, KeyedArm, Op, Separation, VarId};

/// State shared by the parts of a keyed loop.
struct Members<'m> {
    arms: &'m [KeyedArm],
    /// Labels of the arms.
    labels: Vec<Label>,
    /// Label of the general code for the next member.
    head: Label,
    end: Label,
    index: Reg,
    /// The number of members, if it is known before the first one.
    count: Option<&'m Expr>,
    key: Reg,
    state: Vec<Reg>,
    separation: &'m Separation,
    predict: bool,
}

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn keyed(&mut self, op: &'m Op) -> CompileResult<()> {
        let Op::Keyed { index, count, head, key, arms, default, carried, results, separation, predict } = op else {
            return Err(IllFormed);
        };
        let state = self.carry(carried, results)?;
        let mark = self.mark();
        let members = Members {
            arms,
            labels: arms.iter().map(|_| self.label()).collect(),
            head: self.label(),
            end: self.label(),
            index: self.bind(*index)?,
            count: count.as_ref(),
            key: self.bind(*key)?,
            state,
            separation,
            predict: *predict,
        };
        self.word(0, members.index);
        self.predict_first(&members)?;
        self.place_label(members.head);
        let (known, other) = (self.label(), self.label());
        self.head(head, &members, known)?;
        self.place_label(known);
        let keys: Vec<(&'m [Const], Label)> =
            arms.iter().map(|arm| &arm.keys[..]).zip(members.labels.iter().copied()).collect();
        self.dispatch(members.key, &keys, other)?;
        for arm in 0..arms.len() {
            self.arm(&members, arm)?;
        }
        self.place_label(other);
        self.member(default, &members)?;
        self.jump(members.head);
        self.place_label(members.end);
        self.release(mark);
        Ok(())
    }

    /// Compiles a block that yields a flag for a next member, and its key: it jumps to the end or to `known`. If its
    /// last op chooses between two such blocks, each of them jumps separately.
    fn head(&mut self, block: &'m Block, members: &Members<'m>, known: Label) -> CompileResult<()> {
        let [more, key] = &block.yields[..] else {
            return Err(IllFormed);
        };
        let mark = self.mark();
        if let Some((last, before)) = block.ops.split_last()
            && let Op::If { cond, then, other, results } = last
            && are_vars([more, key], results)
        {
            before.iter().for_each(|op| self.op_or_fail(op));
            let no = self.label();
            self.branch(cond, false, no)?;
            self.head(then, members, known)?;
            self.place_label(no);
            self.head(other, members, known)?;
        } else {
            self.ops(block);
            self.branch(more, false, members.end)?;
            if *more != Expr::Const(Const::Bool(false)) {
                self.eval_into(key, members.key)?;
                self.jump(known);
            }
        }
        self.release(mark);
        Ok(())
    }

    fn arm(&mut self, members: &Members<'m>, arm: usize) -> CompileResult<()> {
        self.place_label(members.labels[arm]);
        self.member(&members.arms[arm].body, members)?;
        if members.predict {
            self.predict_next(members, arm)?;
        }
        self.jump(members.head);
        Ok(())
    }

    fn member(&mut self, body: &'m Block, members: &Members<'m>) -> CompileResult<()> {
        self.block(body, &members.state)?;
        self.emit(Instr::AddK { dst: members.index, a: members.index, k: 1 });
        self.refill();
        Ok(())
    }

    /// Tries the first arm immediately.
    fn predict_first(&mut self, members: &Members<'m>) -> CompileResult<()> {
        self.while_expected(members, |it| {
            if let (true, Some(arm)) = (members.predict, members.arms.first()) {
                it.predict(members, (0, arm), &arm.label);
            }
        })
    }

    /// Compiles predictions that apply only if another member is expected.
    fn while_expected(&mut self, members: &Members<'m>, predict: impl FnOnce(&mut Self)) -> CompileResult<()> {
        let Some(count) = members.count.filter(|_| members.predict) else {
            predict(self);
            return Ok(());
        };
        let all = self.label();
        let mark = self.mark();
        let (a, b) = (self.eval(count)?, members.index);
        self.emit(Instr::JumpLeU { a, b, to: all.0 });
        self.release(mark);
        predict(self);
        self.place_label(all);
        Ok(())
    }

    /// After a member, predicts the same one if it can repeat, or one of those after it.
    fn predict_next(&mut self, members: &Members<'m>, arm: usize) -> CompileResult<()> {
        const AHEAD: usize = 2;
        let from = if members.arms[arm].repeats { arm } else { arm + 1 };
        self.while_expected(members, |it| {
            for next in (from..members.arms.len()).take(AHEAD) {
                let arm = &members.arms[next];
                it.predict(members, (next, arm), &members.separation.before(&arm.label));
            }
        })
    }

    fn predict(&mut self, members: &Members<'m>, (number, arm): (usize, &'m KeyedArm), bytes: &[u8]) {
        let [key] = &arm.keys[..] else {
            return;
        };
        if arm.label.is_empty() {
            return;
        }
        // The general code replaces the key left by a misprediction.
        self.constant(key, members.key);
        let literal = self.all.literal(bytes);
        self.emit(Instr::Predict { literal, to: members.labels[number].0 });
    }
}

/// Returns true if the values are exactly these variables.
fn are_vars(values: [&Expr; 2], vars: &[VarId]) -> bool {
    vars.len() == values.len() && values.iter().zip(vars).all(|(value, var)| **value == Expr::Var(*var))
}
