//! Derives a function that counts the bytes that another one writes.

use super::is_writing;
use super::measured::Length;
use crate::pure::fresh;
use polywire_ir::{
    Arg, BinaryOp, Block, Carried, Const, Datum, Effects, Expr, FuncId, Function, Module, Op, Param, ParamKind,
    PureLeaf, ValueType, VarId, WriteLeaf, ops_of,
};
use std::collections::BTreeMap;

/// Returns the function with two more parameters, the output position and that of the caller's section, and the
/// position after the output as its last result; `None` if the size cannot be computed without writing. `counters` are
/// those of other functions.
pub(super) fn count(
    (module, effects): (&Module, &[Effects]),
    counters: &BTreeMap<FuncId, FuncId>,
    id: FuncId,
) -> Option<Function> {
    let mut function = module.function(id).clone();
    let [at, base] = ["at", "base"].map(|name| fresh(&mut function, name, ValueType::U64));
    let params = [at, base].map(|var| Param { var, kind: ParamKind::Value });
    function.params.extend(params);
    function.results.push(ValueType::U64);
    function.name = format!("size_of_{}", function.name);
    let body = std::mem::take(&mut function.body);
    let mut counter = Counter { counters, effects, function, at: at.into(), base: base.into() };
    let mut body = counter.block(body)?;
    body.yields.push(counter.at.clone());
    Some(Function { body, ..counter.function })
}

pub(super) struct Counter<'m> {
    counters: &'m BTreeMap<FuncId, FuncId>,
    effects: &'m [Effects],
    pub function: Function,
    /// The next output position.
    pub at: Expr,
    /// The position of the current section.
    base: Expr,
}

impl Counter<'_> {
    /// Rewrites a block with positions as values; afterwards `at` is the position at its end.
    fn block(&mut self, block: Block) -> Option<Block> {
        let mut ops = Vec::with_capacity(block.ops.len());
        for op in block.ops {
            self.op(op, &mut ops)?;
        }
        let mut yields = block.yields;
        yields.iter_mut().for_each(|value| self.place_positions(value));
        Some(Block { ops, yields })
    }

    fn op(&mut self, mut op: Op, out: &mut Vec<Op>) -> Option<()> {
        match op {
            // A separate stream whose bytes are needed.
            Op::Scratch { .. } => {
                out.push(op);
                return Some(());
            }
            Op::Loop { mut carried, cond, body, results } => {
                carried.iter_mut().for_each(|it| self.place_positions(&mut it.init));
                return self.loop_(carried, cond, body, results, out);
            }
            _ => op.visit_exprs_mut(&mut |value| self.place_positions(value)),
        }
        match op {
            Op::Write { what } => self.write(what, out)?,
            Op::Put { .. } => {}
            Op::Measured { prefix, unit, bias, body, results, site, .. } => {
                self.measured(&Length { prefix, unit, bias, site }, body, results, out)?;
            }
            Op::Block { size, body, results } => {
                let start = self.bound("start", self.at.clone(), out);
                let end = self.at.clone() + size;
                self.at = self.bound("at", end, out);
                self.section(start, body, results, out)?;
            }
            Op::Sub { offset, body, results } => {
                let start = moved(self.base.clone(), u64::from(offset).into());
                self.section(start, body, results, out)?;
            }
            Op::Tail { body, results } => self.inline(body, results, out)?,
            Op::Each { .. } => self.each(op, out)?,
            Op::Memo { .. } => return None,
            Op::Call { func, args, results } => self.call(func, args, results, out)?,
            Op::Scratch { .. } | Op::Make { .. } | ops_of!(control | reading | building) => self.around(op, out)?,
        }
        Some(())
    }

    /// Replaces positions by values.
    fn place_positions(&self, value: &mut Expr) {
        value.visit_mut(&mut |expr| match expr {
            Expr::Tail => *expr = self.at.clone(),
            Expr::Base => *expr = self.base.clone(),
            _ => {}
        });
    }

    fn write(&mut self, what: Datum, out: &mut Vec<Op>) -> Option<()> {
        let size: Expr = match what {
            Datum::Int { width, .. } => u64::from(width).into(),
            Datum::Bytes(bytes) => (bytes.len() as u64).into(),
            Datum::Span(value) => value.bytes_len(),
            Datum::Zeros(count) => count,
            Datum::Align { from, .. } if from == self.at => 0u64.into(),
            Datum::Align { to, from } => (from - self.at.clone()) & (u64::from(to) - 1),
            Datum::Leaf(WriteLeaf::Varint, args) => Expr::Leaf(PureLeaf::VarintSize, args),
            Datum::Leaf(_, _) => return None,
        };
        let next = moved(self.at.clone(), size);
        self.at = if is_moved_by_constant(&next) { next } else { self.bound("at", next, out) };
        Some(())
    }

    /// Replaces an op by its body.
    pub fn inline(&mut self, body: Block, results: Vec<VarId>, out: &mut Vec<Op>) -> Option<()> {
        let body = self.block(body)?;
        out.extend(body.ops);
        out.extend(results.into_iter().zip(body.yields).map(|(var, value)| Op::Let { var, value }));
        Some(())
    }

    fn section(&mut self, base: Expr, body: Block, results: Vec<VarId>, out: &mut Vec<Op>) -> Option<()> {
        let outer = std::mem::replace(&mut self.base, base);
        self.inline(body, results, out)?;
        self.base = outer;
        Some(())
    }

    fn each(&mut self, op: Op, out: &mut Vec<Op>) -> Option<()> {
        let Op::Each { place, item, index, stride, ordered, mut carried, body, mut results } = op else { return None };
        let outer = self.base.clone();
        if let Some(stride) = stride {
            self.base = self.base.clone() + index * u64::from(stride);
        }
        let body = self.carrying(&mut carried, body, &mut results)?;
        self.base = outer;
        out.push(Op::Each { place, item, index, stride: None, ordered, carried, body, results });
        Some(())
    }

    /// Rewrites the body of a loop; if it writes, the loop also carries the position.
    fn carrying(&mut self, carried: &mut Vec<Carried>, body: Block, results: &mut Vec<VarId>) -> Option<Block> {
        if !self.writes(&body) {
            return self.block(body);
        }
        let [var, last] = [(); 2].map(|()| fresh(&mut self.function, "at", ValueType::U64));
        carried.push(Carried { var, init: std::mem::replace(&mut self.at, var.into()) });
        results.push(last);
        let mut body = self.block(body)?;
        body.yields.push(std::mem::replace(&mut self.at, last.into()));
        Some(body)
    }

    fn call(&mut self, func: FuncId, mut args: Vec<Arg>, mut results: Vec<VarId>, out: &mut Vec<Op>) -> Option<()> {
        let mut counter = None;
        if is_writing(self.effects, func) {
            counter = Some(*self.counters.get(&func)?);
            args.extend([self.at.clone(), self.base.clone()].map(Arg::Value));
            let end = fresh(&mut self.function, "at", ValueType::U64);
            results.push(end);
            self.at = end.into();
        }
        out.push(Op::Call { func: counter.unwrap_or(func), args, results });
        Some(())
    }

    /// Rewrites an op that runs one of its blocks, which may write.
    fn around(&mut self, mut op: Op, out: &mut Vec<Op>) -> Option<()> {
        if !op.blocks().into_iter().any(|block| self.writes(block)) {
            for block in op.blocks_mut() {
                *block = self.block(std::mem::take(block))?;
            }
            out.push(op);
            return Some(());
        }
        let before = self.at.clone();
        for block in op.blocks_mut() {
            self.at = before.clone();
            *block = self.block(std::mem::take(block))?;
            block.yields.push(self.at.clone());
        }
        let end = fresh(&mut self.function, "at", ValueType::U64);
        let (Op::If { results, .. } | Op::Switch { results, .. } | Op::At { results, .. } | Op::Window { results, .. }) =
            &mut op
        else {
            return None;
        };
        results.push(end);
        self.at = end.into();
        out.push(op);
        Some(())
    }

    fn loop_(
        &mut self,
        mut carried: Vec<Carried>,
        mut cond: Expr,
        body: Block,
        mut results: Vec<VarId>,
        out: &mut Vec<Op>,
    ) -> Option<()> {
        let others = carried.len();
        let body = self.carrying(&mut carried, body, &mut results)?;
        // The condition is evaluated in each iteration, with the carried position.
        let after = carried.get(others).map(|it| Expr::from(it.var));
        let after = after.map(|position| std::mem::replace(&mut self.at, position));
        self.place_positions(&mut cond);
        self.at = after.unwrap_or(self.at.clone());
        out.push(Op::Loop { carried, cond, body, results });
        Some(())
    }

    fn writes(&self, block: &Block) -> bool {
        block.ops.iter().any(|op| match op {
            Op::Write { .. } | Op::Measured { .. } | Op::Block { .. } => true,
            Op::Scratch { .. } => false,
            Op::Call { func, .. } => self.effects.get(func.0 as usize).is_some_and(|it| it.writes || it.section),
            _ => op.blocks().into_iter().any(|block| self.writes(block)),
        })
    }
}

/// Returns a position advanced by this many bytes.
pub(super) fn moved(at: Expr, by: Expr) -> Expr {
    match (at, by) {
        (Expr::Binary(BinaryOp::Add, at, offset), Expr::Const(Const::U64(by))) => match *offset {
            Expr::Const(Const::U64(offset)) => *at + offset.wrapping_add(by),
            offset => *at + offset + by,
        },
        (at, by) => at + by,
    }
}

fn is_moved_by_constant(at: &Expr) -> bool {
    matches!(at, Expr::Binary(BinaryOp::Add, at, by)
        if matches!((&**at, &**by), (Expr::Var(_), Expr::Const(_)) | (Expr::Const(_), Expr::Const(_))))
}
