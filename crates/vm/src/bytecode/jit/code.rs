use super::compile;
use super::vm_context::VALUES;
use crate::bytecode::Program;
use crate::bytecode::run::{Fault, Machine};
use cranelift_jit::JITModule;
use polywire_ir::{ErrorCode, FuncId};

/// The status of a function on stack exhaustion, instead of an error's number.
pub const STACK_EXHAUSTED: u32 = 255;

/// Limit on the stack of machine code. Messages that need more are left to the bytecode.
const STACK: usize = 256 << 10;

/// Functions as machine code.
pub struct MachineCode {
    module: Option<JITModule>,
    /// By index of the function in the program.
    entries: Vec<Option<Entry>>,
}

/// A function that the bytecode can call.
#[derive(Clone, Copy)]
pub enum Entry {
    None(extern "C" fn(*mut Machine<'_>) -> u32),
    One(extern "C" fn(*mut Machine<'_>, u64) -> u32),
    Two(extern "C" fn(*mut Machine<'_>, u64, u64) -> u32),
    Three(extern "C" fn(*mut Machine<'_>, u64, u64, u64) -> u32),
    Four(extern "C" fn(*mut Machine<'_>, u64, u64, u64, u64) -> u32),
}

// SAFETY: The code and its data are immutable once made.
unsafe impl Send for MachineCode {}
// SAFETY: As above; running it only modifies the machine.
unsafe impl Sync for MachineCode {}

impl Entry {
    /// # Safety The address must be that of a function that takes the machine and this many words, and returns a
    /// number.
    pub unsafe fn new(address: *const u8, params: u32) -> Option<Self> {
        // SAFETY: Guaranteed by the caller.
        unsafe {
            match params {
                0 => {
                    Some(Self::None(std::mem::transmute::<*const u8, extern "C" fn(*mut Machine<'_>) -> u32>(address)))
                }
                1 => Some(Self::One(std::mem::transmute::<*const u8, extern "C" fn(*mut Machine<'_>, u64) -> u32>(
                    address,
                ))),
                2 => Some(Self::Two(
                    std::mem::transmute::<*const u8, extern "C" fn(*mut Machine<'_>, u64, u64) -> u32>(address),
                )),
                3 => Some(Self::Three(std::mem::transmute::<
                    *const u8,
                    extern "C" fn(*mut Machine<'_>, u64, u64, u64) -> u32,
                >(address))),
                4 => Some(Self::Four(std::mem::transmute::<
                    *const u8,
                    extern "C" fn(*mut Machine<'_>, u64, u64, u64, u64) -> u32,
                >(address))),
                _ => None,
            }
        }
    }

    fn call(self, machine: &mut Machine<'_>, registers: &[u64]) -> u32 {
        match (self, registers) {
            (Self::None(function), _) => function(machine),
            (Self::One(function), &[a, ..]) => function(machine, a),
            (Self::Two(function), &[a, b, ..]) => function(machine, a, b),
            (Self::Three(function), &[a, b, c, ..]) => function(machine, a, b, c),
            (Self::Four(function), &[a, b, c, d, ..]) => function(machine, a, b, c, d),
            _ => ErrorCode::Internal as u32,
        }
    }
}

impl MachineCode {
    /// Compiles a function and its callees as far as possible; `None` if that is nothing.
    pub fn compile(program: &Program, function: FuncId) -> Option<Self> {
        let (module, entries) = compile::compile(program, function)?;
        Some(Self { module: Some(module), entries })
    }

    /// Returns true if a function is available as machine code.
    #[inline]
    pub fn has(&self, function: u32) -> bool {
        self.entry(function).is_some()
    }

    fn entry(&self, function: u32) -> Option<Entry> {
        self.entries.get(function as usize).copied().flatten()
    }

    /// Runs a function whose arguments and results are in the first registers; `pc` is the instruction of the call. The
    /// machine's program must be the one from which the code was compiled.
    pub fn run(&self, machine: &mut Machine<'_>, function: u32, registers: &mut [u64], at: u32) -> Result<(), Fault> {
        let program = machine.program;
        let (Some(entry), Some(compiled)) = (self.entry(function), program.functions.get(function as usize)) else {
            return Err((ErrorCode::Internal, at));
        };
        if compiled.nests && machine.depth == machine.limits.depth {
            return Err((ErrorCode::TooDeep, at));
        }
        let depth = machine.depth;
        machine.depth += u32::from(compiled.nests);
        let here = 0u8;
        machine.vm_context.stack_limit = (&raw const here as usize).saturating_sub(STACK);
        machine.publish();
        let status = entry.call(machine, registers);
        // SAFETY: The code writes data before it counts them, and checks the capacity before it writes.
        unsafe {
            machine.settle_output();
            machine.settle_slots();
        }
        match status {
            0 => {
                machine.depth = depth;
                let results = (compiled.results as usize).min(VALUES).min(registers.len());
                registers[..results].copy_from_slice(&machine.vm_context.values[..results]);
                Ok(())
            }
            STACK_EXHAUSTED => {
                machine.is_exhausted = true;
                Err((ErrorCode::Internal, at))
            }
            number => {
                let code = ErrorCode::ALL.get(number as usize - 1).copied().unwrap_or(ErrorCode::Internal);
                Err((code, machine.vm_context.fault as u32))
            }
        }
    }
}

impl Drop for MachineCode {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: Code runs only while its `MachineCode` is borrowed.
            unsafe { module.free_memory() };
        }
    }
}

impl std::fmt::Debug for MachineCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MachineCode").finish_non_exhaustive()
    }
}
