//! Translates the instructions of one function to Cranelift IR.

mod build;
mod control;
mod emit;
mod family;
mod read;
mod value;
mod write;

use super::code::STACK_EXHAUSTED;
use super::helpers::{CODE_BITS, status};
use super::reach::code_of;
use crate::bytecode::Program;
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::run::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Function, InstBuilder, SigRef, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::FuncId;
pub(super) use family::instrs_of;
use polywire_ir::ErrorCode;
use std::collections::{BTreeSet, HashMap};
use std::mem::offset_of;

/// A function that others can call.
#[derive(Clone, Copy)]
pub struct Callee {
    pub id: FuncId,
    pub params: u32,
    pub results: u32,
    pub nests: bool,
}

/// Functions of a module by index in the program.
pub type Callees = HashMap<u32, Callee>;

/// Fills in the body of a function.
pub fn translate(
    program: &Program,
    index: u32,
    callees: &Callees,
    module: &mut JITModule,
    (function, memory): (&mut Function, &mut FunctionBuilderContext),
) {
    let builder = FunctionBuilder::new(function, memory);
    Translator::new(program, index, callees, module, builder).whole();
}

/// Translates one function.
///
/// The read position and the output length are cached in variables like registers. They are stored to the machine
/// before a call that uses them, and reloaded afterwards. The window's end changes less often than it would have to be
/// saved across calls, so it stays in the machine.
struct Translator<'t> {
    program: &'t Program,
    callees: &'t Callees,
    module: &'t mut JITModule,
    builder: FunctionBuilder<'t>,
    /// The function.
    index: u32,
    machine: Value,
    registers: Vec<Variable>,
    pos: Variable,
    out: Variable,
    uses: Uses,
    /// Signatures of helpers, by the number of operands.
    helpers: [SigRef; 4],
    /// Blocks of jump targets.
    blocks: HashMap<u32, Block>,
    /// Blocks for jump targets outside of the function.
    strays: Vec<Block>,
    /// Ends the function with a helper's status.
    fail: Block,
    /// Error exits, by instruction and error.
    faults: HashMap<(u32, ErrorCode), Block>,
    /// Ends the function with the status of a called function.
    propagate: Block,
    /// The instruction being translated.
    pc: u32,
    /// The number of bytes for which the output has reserved space.
    slack: u32,
}

/// The parts of the machine's state that a function uses.
#[derive(Clone, Copy, Default)]
struct Uses {
    cursor: bool,
    output: bool,
    calls: bool,
}

impl<'t> Translator<'t> {
    fn new(
        program: &'t Program,
        index: u32,
        callees: &'t Callees,
        module: &'t mut JITModule,
        mut builder: FunctionBuilder<'t>,
    ) -> Self {
        let registers = program.functions[index as usize].registers;
        let registers = (0..registers).map(|_| builder.declare_var(types::I64)).collect();
        let [pos, out] = std::array::from_fn(|_| builder.declare_var(types::I64));
        let helpers =
            std::array::from_fn(|operands| builder.import_signature(emit::helper_signature(module, operands)));
        let (fail, propagate) = (builder.create_block(), builder.create_block());
        builder.set_cold_block(fail);
        builder.set_cold_block(propagate);
        Self {
            program,
            callees,
            module,
            builder,
            index,
            machine: Value::from_u32(0),
            registers,
            pos,
            out,
            uses: Uses::default(),
            helpers,
            blocks: HashMap::new(),
            strays: Vec::new(),
            fail,
            faults: HashMap::new(),
            propagate,
            pc: 0,
            slack: 0,
        }
    }

    fn whole(mut self) {
        let range = code_of(self.program, self.index);
        let code = &self.program.code[range.clone()];
        code.iter().for_each(|instr| self.uses.see(instr));
        for target in self.targets(code) {
            if range.contains(&(target as usize)) {
                let block = self.builder.create_block();
                self.blocks.insert(target, block);
            }
        }
        self.prologue();
        self.code(code, range.start as u32);
        self.endings();
        self.builder.seal_all_blocks();
        self.builder.finalize();
    }

    /// Returns the instructions that others jump to.
    fn targets(&self, code: &[Instr]) -> BTreeSet<u32> {
        let mut targets = BTreeSet::new();
        for instr in code {
            match *instr {
                Instr::Switch { table, .. } => {
                    if let Some(switch) = self.program.tables.switches.get(table as usize) {
                        targets.extend(&switch.dense);
                        targets.extend(switch.sparse.iter().map(|(_, target)| target));
                        targets.insert(switch.default);
                    }
                }
                Instr::SwitchBytes { table, .. } => targets.extend(self.byte_targets(table)),
                mut instr => targets.extend(instr.target().copied()),
            }
        }
        targets
    }

    fn prologue(&mut self) {
        let entry = self.builder.create_block();
        self.builder.append_block_params_for_function_params(entry);
        self.builder.switch_to_block(entry);
        self.builder.seal_block(entry);
        let params = self.builder.block_params(entry).to_vec();
        self.machine = params[0];
        if self.uses.calls {
            self.check_stack();
        }
        for (register, param) in params[1..].iter().enumerate() {
            self.set(register as Reg, *param);
        }
        self.reload();
    }

    fn check_stack(&mut self) {
        let stack = self.builder.ins().get_stack_pointer(types::I64);
        let limit = self.field(offset_of!(Machine<'_>, vm_context.stack_limit));
        let fits = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, stack, limit);
        let status = self.builder.ins().iconst(types::I32, i64::from(STACK_EXHAUSTED));
        let next = self.builder.create_block();
        self.builder.ins().brif(fits, next, &[], self.propagate, &[status.into()]);
        self.go_to(next);
    }

    /// Translates instructions; unreachable ones are left out.
    fn code(&mut self, code: &[Instr], start: u32) {
        let mut reached = true;
        for (instr, pc) in code.iter().zip(start..) {
            self.pc = pc;
            if let Some(&block) = self.blocks.get(&pc) {
                if reached {
                    self.builder.ins().jump(block, &[]);
                }
                self.builder.switch_to_block(block);
                self.slack = 0;
                reached = true;
            }
            if reached {
                reached = self.instr(*instr);
            }
        }
        if reached {
            self.fail(ErrorCode::Internal);
        }
    }

    /// Translates an instruction; returns true if the next one is reachable.
    fn instr(&mut self, instr: Instr) -> bool {
        match instr {
            instrs_of!(control) => return self.control(instr),
            instrs_of!(value) => self.value(instr),
            instrs_of!(reading) => self.reading(instr),
            instrs_of!(building) => self.building(instr),
            instrs_of!(writing) => self.writing(instr),
            instrs_of!(apart) => {
                self.fail(ErrorCode::Internal);
                return false;
            }
        }
        true
    }

    /// Emits the blocks in which all errors end.
    fn endings(&mut self) {
        for block in std::mem::take(&mut self.strays) {
            self.builder.switch_to_block(block);
            self.fail(ErrorCode::Internal);
        }
        for ((pc, code), block) in std::mem::take(&mut self.faults) {
            self.builder.switch_to_block(block);
            let status = self.number(status(code, pc));
            self.builder.ins().jump(self.fail, &[status.into()]);
        }
        let fail = self.fail;
        let status = self.builder.append_block_param(fail, types::I64);
        self.builder.switch_to_block(fail);
        self.flush();
        let pc = self.builder.ins().ushr_imm(status, i64::from(CODE_BITS));
        self.set_field(offset_of!(Machine<'_>, vm_context.fault), pc);
        let code = self.builder.ins().band_imm(status, (1 << CODE_BITS) - 1);
        let code = self.builder.ins().ireduce(types::I32, code);
        self.builder.ins().return_(&[code]);

        let propagate = self.propagate;
        let status = self.builder.append_block_param(propagate, types::I32);
        self.builder.switch_to_block(propagate);
        self.builder.ins().return_(&[status]);
    }
}

impl Uses {
    fn see(&mut self, instr: &Instr) {
        let asks = matches!(instr, Instr::JumpIfLeft { .. } | Instr::JumpUnlessLeft { .. } | Instr::Predict { .. });
        self.cursor |= asks || matches!(instr, instrs_of!(reading));
        self.output |= matches!(instr, instrs_of!(writing));
        self.calls |= matches!(instr, Instr::Call { .. });
    }
}
