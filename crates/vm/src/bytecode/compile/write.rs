//! Writing: `write`, `measured`, `block`, `put`, `sub`, `tail`, `memo`, `scratch`.

use super::function::FunctionCompiler;
use super::{CompileResult, IllFormed, push};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::program::{ByteOrder, Measure};
use crate::bytecode::run::MEASURE_REGISTERS;
use polywire_ir::{Block, Datum, Expr, Op, Order, Prefix, SiteId, VarId, WriteLeaf, ops_of};

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn writing(&mut self, op: &'m Op) -> CompileResult<()> {
        match op {
            Op::Write { what } => self.scoped(|it| it.write(what)),
            Op::Measured { prefix, unit, bias, body, results, site } => {
                let results = self.bind_all(results)?;
                self.measured((*prefix, *unit, *bias), body, &results, *site)
            }
            Op::Block { size, body, results } => {
                let results = self.bind_all(results)?;
                let mark = self.mark();
                let (save, size) = (self.temp(), self.eval(size)?);
                self.emit(Instr::BlockEnter { size, save });
                self.section_body(body, save, &results, mark)
            }
            Op::Put { offset, what } => self.scoped(|it| it.put(*offset, what)),
            Op::Sub { offset, body, results } => {
                let results = self.bind_all(results)?;
                let mark = self.mark();
                let save = self.temp();
                self.emit(Instr::SubEnter { offset: *offset, save });
                self.section_body(body, save, &results, mark)
            }
            Op::Tail { body, results } => {
                let results = self.bind_all(results)?;
                self.block(body, &results)
            }
            Op::Memo { key, body, result } => self.memo(key, body, *result),
            Op::Scratch { var, body } => {
                let dst = self.bind(*var)?;
                self.emit(Instr::ScratchEnter);
                self.fixed_block(body, &[])?;
                self.emit(Instr::ScratchLeave { dst });
                Ok(())
            }
            Op::Each { .. } => self.each(op),
            ops_of!(control | reading | building) => Err(IllFormed),
        }
    }

    fn section_body(&mut self, body: &'m Block, save: Reg, results: &[Reg], mark: Reg) -> CompileResult<()> {
        self.block(body, results)?;
        self.emit(Instr::SetBase { src: save });
        self.release(mark);
        Ok(())
    }

    fn write(&mut self, what: &'m Datum) -> CompileResult<()> {
        match what {
            Datum::Int { value, width, order } => {
                let src = self.eval(value)?;
                self.in_order(*order, |big| Instr::WriteInt { src, width: *width, big })?;
            }
            Datum::Bytes(bytes) => {
                let literal = self.all.literal(bytes);
                self.emit(Instr::WriteLiteral { literal });
            }
            Datum::Span(value) => {
                let src = self.eval(value)?;
                self.emit(Instr::WriteSpan { src });
            }
            Datum::Zeros(count) => {
                let count = self.eval(count)?;
                self.emit(Instr::WriteZeros { count });
            }
            Datum::Align { to, from } => {
                let from = self.eval(from)?;
                self.emit(Instr::WriteAlign { from, to: *to });
            }
            Datum::Leaf(leaf, args) => {
                let [arg] = &args[..] else {
                    return Err(IllFormed);
                };
                let src = self.eval(arg)?;
                self.emit(match leaf {
                    WriteLeaf::Varint => Instr::WriteVarint { src },
                    leaf => Instr::Write { src, leaf: *leaf },
                });
            }
        }
        Ok(())
    }

    fn put(&mut self, offset: u32, what: &'m Datum) -> CompileResult<()> {
        match what {
            Datum::Int { value, width, order } => {
                let src = self.eval(value)?;
                self.in_order(*order, |big| Instr::PutInt { src, offset, width: *width, big })
            }
            Datum::Bytes(bytes) => {
                let (src, span) = (self.temp(), self.all.literal_span(bytes));
                self.word(span.0, src);
                self.emit(Instr::PutSpan { src, offset });
                Ok(())
            }
            Datum::Span(value) => {
                let src = self.eval(value)?;
                self.emit(Instr::PutSpan { src, offset });
                Ok(())
            }
            Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => Err(IllFormed),
        }
    }

    fn measured(
        &mut self,
        (prefix, unit, bias): (Prefix, u32, i32),
        body: &'m Block,
        results: &[Reg],
        site: SiteId,
    ) -> CompileResult<()> {
        let mark = self.mark();
        let save = self.temps(MEASURE_REGISTERS);
        let (width, order) = match prefix {
            Prefix::Varint => (0, ByteOrder::Little),
            Prefix::Int { width, order: Order::Little } => (width, ByteOrder::Little),
            Prefix::Int { width, order: Order::Big } => (width, ByteOrder::Big),
            Prefix::Int { width, order: Order::LittleIf(little) } => {
                let src = self.var(little)?;
                self.emit(Instr::Move { dst: save + 2, src });
                (width, ByteOrder::Asked)
            }
        };
        let measure = Measure { width, order, unit, bias, positioned: self.is_positioned(body) };
        let table = push(&mut self.all.tables.measures, measure);
        self.emit(Instr::MeasureEnter { save, table });
        self.block(body, results)?;
        self.emit_at(Instr::MeasureLeave { save, table }, site);
        self.release(mark);
        Ok(())
    }

    /// Returns true if a block's output depends on its start position.
    fn is_positioned(&self, block: &Block) -> bool {
        let by_expr = |expr: &Expr| {
            let mut found = false;
            expr.visit(&mut |expr| found |= matches!(expr, Expr::Base | Expr::Tail));
            found
        };
        let by_op = |op: &Op| {
            let mut found = matches!(op, Op::Memo { .. } | Op::Write { what: Datum::Align { .. } });
            if let Op::Call { func, .. } = op {
                found |= self.all.effects.get(func.0 as usize).is_none_or(|it| it.out_positions || it.memo);
            }
            op.visit_exprs(&mut |expr| found |= by_expr(expr));
            found || op.blocks().into_iter().any(|block| self.is_positioned(block))
        };
        block.ops.iter().any(by_op) || block.yields.iter().any(by_expr)
    }

    fn memo(&mut self, key: &'m Expr, body: &'m Block, result: VarId) -> CompileResult<()> {
        let dst = self.bind(result)?;
        let mark = self.mark();
        let known = self.label();
        let key = self.eval(key)?;
        self.emit(Instr::MemoFind { dst, key, to: known.0 });
        self.block(body, &[dst])?;
        self.emit(Instr::MemoKeep { key, src: dst });
        self.place_label(known);
        self.release(mark);
        Ok(())
    }
}
