use super::thread::thread_jumps;
use super::{CompileResult, Compiler, IllFormed};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::program::Compiled;
use polywire_ir::types::Types;
use polywire_ir::{Block, ErrorCode, Expr, FuncId, Function, Op, SiteId, VarId, ops_of};

/// A jump target, which may be named before its position is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(pub u32);

/// Compiles one function.
///
/// Registers are allocated as a stack: a block's variables are above those of enclosing blocks and are freed with the
/// block, so that a callee's registers can start at the caller's arguments.
pub struct FunctionCompiler<'c, 'm> {
    pub(super) all: &'c mut Compiler<'m>,
    pub(super) id: FuncId,
    pub(super) function: &'m Function,
    /// Registers of variables.
    vars: Vec<Reg>,
    /// The next free register.
    top: Reg,
    /// The maximum number of registers in use.
    registers: Reg,
    /// The number of enclosing ops during which the input must not be discarded.
    pub(super) fixed: u32,
    /// Positions of labels.
    labels: Vec<u32>,
    /// Tables whose targets are still labels.
    pub(super) switches: Vec<u32>,
    pub(super) byte_switches: Vec<u32>,
}

impl<'c, 'm> FunctionCompiler<'c, 'm> {
    /// Appends a function's code.
    pub(super) fn compile(all: &'c mut Compiler<'m>, id: FuncId) -> Compiled {
        let start = all.code.len();
        let function = all.module.function(id);
        let mut compiler = Self {
            vars: vec![0; function.vars.len()],
            id,
            function,
            all,
            top: 0,
            registers: 0,
            fixed: 0,
            labels: Vec::new(),
            switches: Vec::new(),
            byte_switches: Vec::new(),
        };
        if compiler.whole().is_err() {
            compiler.emit(Instr::Fail { code: ErrorCode::Internal });
        }
        compiler.resolve(start);
        Compiled {
            start: start as u32,
            registers: compiler.registers + 1,
            params: function.params.len() as u32,
            results: function.body.yields.len() as u32,
            nests: function.nests,
        }
    }

    fn whole(&mut self) -> CompileResult<()> {
        for param in &self.function.params {
            self.bind(param.var)?;
        }
        let function = self.function;
        let body = &function.body;
        self.ops(body);
        let yields: Vec<Reg> = (0..body.yields.len() as Reg).collect();
        self.move_all(&body.yields, &yields)?;
        self.emit(Instr::Return);
        Ok(())
    }

    /// Replaces labels by positions.
    fn resolve(&mut self, start: usize) {
        let labels = &self.labels;
        let position = |target: &mut u32| *target = labels.get(*target as usize).copied().unwrap_or(u32::MAX);
        self.all.code[start..].iter_mut().filter_map(Instr::target).for_each(position);
        for &table in &self.switches {
            let table = &mut self.all.tables.switches[table as usize];
            table.dense.iter_mut().for_each(position);
            table.sparse.iter_mut().for_each(|(_, target)| position(target));
            position(&mut table.default);
        }
        for &table in &self.byte_switches {
            let table = &mut self.all.tables.byte_switches[table as usize];
            table.buckets.iter_mut().flatten().for_each(|(_, target)| position(target));
            position(&mut table.default);
        }
        let placed = labels.iter().copied().collect();
        thread_jumps(&mut self.all.code[start..], start, &placed);
    }

    pub(super) fn types(&self) -> &'m Types {
        &self.all.module.types
    }

    pub(super) fn emit(&mut self, instr: Instr) {
        self.all.code.push(instr);
    }

    /// Emits an instruction that can fail.
    pub(super) fn emit_at(&mut self, instr: Instr, site: SiteId) {
        self.all.sites.push((self.all.code.len() as u32, site));
        self.emit(instr);
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    /// Places a label here.
    pub(super) fn place_label(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.all.code.len() as u32;
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.emit(Instr::Jump { to: to.0 });
    }

    /// Allocates a register.
    pub(super) fn temp(&mut self) -> Reg {
        self.temps(1)
    }

    /// Allocates consecutive registers.
    pub(super) fn temps(&mut self, count: u32) -> Reg {
        let first = self.top;
        self.top += count;
        self.registers = self.registers.max(self.top);
        first
    }

    /// Returns the next free register.
    pub(super) fn mark(&self) -> Reg {
        self.top
    }

    /// Frees registers starting at a mark.
    pub(super) fn release(&mut self, mark: Reg) {
        self.top = mark;
    }

    /// Compiles something and frees its registers afterwards.
    pub(super) fn scoped<T>(&mut self, compile: impl FnOnce(&mut Self) -> CompileResult<T>) -> CompileResult<T> {
        let mark = self.mark();
        let compiled = compile(self)?;
        self.release(mark);
        Ok(compiled)
    }

    /// Allocates a register for a variable.
    pub(super) fn bind(&mut self, var: VarId) -> CompileResult<Reg> {
        let reg = self.temp();
        self.bind_to(var, reg)?;
        Ok(reg)
    }

    pub(super) fn bind_to(&mut self, var: VarId, reg: Reg) -> CompileResult<()> {
        *self.vars.get_mut(var.0 as usize).ok_or(IllFormed)? = reg;
        Ok(())
    }

    /// Allocates registers for variables.
    pub(super) fn bind_all(&mut self, vars: &[VarId]) -> CompileResult<Vec<Reg>> {
        vars.iter().map(|&var| self.bind(var)).collect()
    }

    pub(super) fn var(&self, var: VarId) -> CompileResult<Reg> {
        self.vars.get(var.0 as usize).copied().ok_or(IllFormed)
    }

    /// Emits a refill instruction where a loop of the message itself starts an iteration.
    pub(super) fn refill(&mut self) {
        if self.fixed == 0 && self.all.elements.discards_input_in(self.id) {
            self.emit(Instr::Refill);
        }
    }

    /// Compiles a block during which the input must not be discarded.
    pub(super) fn fixed_block(&mut self, block: &'m Block, yields: &[Reg]) -> CompileResult<()> {
        self.fixed += 1;
        let compiled = self.block(block, yields);
        self.fixed -= 1;
        compiled
    }

    /// Compiles a block, whose yields are stored in registers outside of it.
    pub(super) fn block(&mut self, block: &'m Block, yields: &[Reg]) -> CompileResult<()> {
        let mark = self.mark();
        self.ops(block);
        self.move_all(&block.yields, yields)?;
        self.release(mark);
        Ok(())
    }

    /// Compiles a block's ops; its variables stay bound.
    pub(super) fn ops(&mut self, block: &'m Block) {
        block.ops.iter().for_each(|op| self.op_or_fail(op));
    }

    pub(super) fn op_or_fail(&mut self, op: &'m Op) {
        if self.op(op).is_err() {
            self.emit(Instr::Fail { code: ErrorCode::Internal });
        }
    }

    /// Computes values into registers simultaneously: no value depends on another's new value.
    pub(super) fn move_all(&mut self, values: &'m [Expr], to: &[Reg]) -> CompileResult<()> {
        if values.len() != to.len() {
            return Err(IllFormed);
        }
        let mark = self.mark();
        let changed: Vec<(&'m Expr, Reg)> =
            values.iter().zip(to.iter().copied()).filter(|(value, reg)| !self.is_in(value, *reg)).collect();
        if let [(value, reg)] = changed[..] {
            self.eval_into(value, reg)?;
        } else {
            let computed: Vec<Reg> =
                changed.iter().map(|(value, _)| self.eval_copy(value)).collect::<CompileResult<_>>()?;
            for (src, (_, dst)) in computed.into_iter().zip(changed) {
                self.emit(Instr::Move { dst, src });
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Returns true if a value is already in a register.
    fn is_in(&self, value: &Expr, reg: Reg) -> bool {
        matches!(value, Expr::Var(var) if self.var(*var).is_ok_and(|held| held == reg))
    }

    fn eval_copy(&mut self, value: &'m Expr) -> CompileResult<Reg> {
        let dst = self.temp();
        self.eval_into(value, dst)?;
        Ok(dst)
    }

    fn op(&mut self, op: &'m Op) -> CompileResult<()> {
        match op {
            ops_of!(control) => self.control(op),
            ops_of!(reading) => self.reading(op),
            ops_of!(building) => self.building(op),
            ops_of!(writing) => self.writing(op),
        }
    }
}
