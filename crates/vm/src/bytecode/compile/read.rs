//! Reading: `read`, `match`, `window`, `at`, `section`.

use super::function::FunctionCompiler;
use super::{CompileResult, IllFormed, push};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::program::SectionFill;
use crate::bytecode::run::AT_REGISTERS;
use polywire_ir::{Block, ErrorCode, Expr, Miss, Op, Order, ReadLeaf, ReadWhat, Rest, SiteId, VarId, ops_of};
use polywire_runtime::read::ByteSet;

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn reading(&mut self, op: &'m Op) -> CompileResult<()> {
        match op {
            Op::Read { what, results, site } => {
                let result = match self.bind_all(results)?[..] {
                    [] => None,
                    [result] => Some(result),
                    _ => return Err(IllFormed),
                };
                self.scoped(|it| it.read(what, result, *site))
            }
            Op::Match { bytes, miss } => {
                let literal = self.all.literal(bytes);
                match miss {
                    Miss::Fail { code, site } => self.emit_at(Instr::Match { literal, code: *code }, *site),
                    Miss::Yield(var) => {
                        let dst = self.bind(*var)?;
                        self.emit(Instr::Matches { dst, literal });
                    }
                }
                Ok(())
            }
            Op::Window { len, body, rest, results, site } => {
                let results = self.bind_all(results)?;
                self.window(len, body, (*rest, *site), &results)
            }
            Op::At { region, pos, body, results, site } => {
                let results = self.bind_all(results)?;
                self.at((region, pos, *site), body, &results)
            }
            Op::Section { var, region, pos, len, fill, code, site } => {
                let code = code.unwrap_or(ErrorCode::Internal);
                let section = SectionFill { fill: self.all.literal_span(fill), code };
                self.section(*var, [region, pos, len], section, *site)
            }
            Op::Keyed { .. } => self.keyed(op),
            ops_of!(control | building | writing) => Err(IllFormed),
        }
    }

    fn read(&mut self, what: &'m ReadWhat, result: Option<Reg>, site: SiteId) -> CompileResult<()> {
        let dst = result.unwrap_or_else(|| self.temp());
        let instr = match what {
            ReadWhat::Int { width, order } => return self.read_int(dst, *width, *order, site),
            ReadWhat::Span(len) => Instr::ReadSpan { dst, len: self.eval(len)? },
            ReadWhat::Peek => Instr::Peek { dst },
            ReadWhat::Skip(len) => Instr::Skip { len: self.eval(len)? },
            ReadWhat::SkipWhile(set) => {
                let set = push(&mut self.all.tables.byte_sets, ByteSet::new(set.words()));
                Instr::SkipWhile { set }
            }
            ReadWhat::Align { to, from } => Instr::ReadAlign { to: self.eval(to)?, from: self.eval(from)? },
            ReadWhat::Leaf(ReadLeaf::Varint) => Instr::ReadVarint { dst },
            ReadWhat::Leaf(leaf) => Instr::Read { dst, leaf: *leaf },
        };
        self.emit_at(instr, site);
        Ok(())
    }

    fn read_int(&mut self, dst: Reg, width: u8, order: Order, site: SiteId) -> CompileResult<()> {
        match order {
            Order::Little => self.emit_at(Instr::ReadInt { dst, width, big: false }, site),
            Order::Big => self.emit_at(Instr::ReadInt { dst, width, big: true }, site),
            Order::LittleIf(little) => {
                let (big, end) = (self.label(), self.label());
                let a = self.var(little)?;
                self.emit(Instr::JumpUnless { a, to: big.0 });
                self.emit_at(Instr::ReadInt { dst, width, big: false }, site);
                self.jump(end);
                self.place_label(big);
                self.emit_at(Instr::ReadInt { dst, width, big: true }, site);
                self.place_label(end);
            }
        }
        Ok(())
    }

    fn window(
        &mut self,
        len: &'m Expr,
        body: &'m Block,
        (rest, site): (Rest, SiteId),
        results: &[Reg],
    ) -> CompileResult<()> {
        let mark = self.mark();
        let save = self.temp();
        let len = self.eval(len)?;
        self.emit_at(Instr::WindowEnter { len, save }, site);
        self.fixed_block(body, results)?;
        match rest {
            Rest::Skip => self.emit(Instr::WindowSkip { save }),
            Rest::Fail(code) => self.emit_at(Instr::WindowCheck { save, code }, site),
        }
        self.release(mark);
        Ok(())
    }

    fn at(
        &mut self,
        (region, pos, site): (&'m Expr, &'m Expr, SiteId),
        body: &'m Block,
        results: &[Reg],
    ) -> CompileResult<()> {
        let mark = self.mark();
        let save = self.temps(AT_REGISTERS);
        let (region, pos) = (self.eval(region)?, self.eval(pos)?);
        self.emit_at(Instr::AtEnter { region, pos, save }, site);
        self.fixed_block(body, results)?;
        self.emit(Instr::AtLeave { save });
        self.release(mark);
        Ok(())
    }

    fn section(&mut self, var: VarId, given: [&'m Expr; 3], section: SectionFill, site: SiteId) -> CompileResult<()> {
        let dst = self.bind(var)?;
        let mark = self.mark();
        let args = self.temps(given.len() as u32);
        for (value, reg) in given.into_iter().zip(args..) {
            self.eval_into(value, reg)?;
        }
        let table = push(&mut self.all.tables.sections, section);
        self.emit_at(Instr::Section { dst, args, table }, site);
        self.release(mark);
        Ok(())
    }
}
