use super::code::MachineCode;
use super::reach::{code_of, reachable};
use crate::bytecode::Program;
use crate::bytecode::engine::Engine;
use polywire_ir::FuncId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes to be processed per compiled instruction for compiling to pay off.
const BYTES_PER_INSTRUCTION: u64 = 4096;

/// The compilation state of each function of a program. Shared by threads.
#[derive(Debug)]
pub struct Tiers(Vec<Tier>);

#[derive(Debug, Default)]
struct Tier {
    /// Bytes that the function has processed so far.
    processed: AtomicU64,
    /// The number of bytes from which compiling pays off.
    pays: OnceLock<u64>,
    /// `None` inside: it cannot be compiled.
    code: OnceLock<Option<MachineCode>>,
}

impl Tiers {
    /// The state for this many functions, none of which is compiled.
    pub fn new(functions: usize) -> Self {
        Self((0..functions).map(|_| Tier::default()).collect())
    }

    /// Returns the machine code of a function, if it has already been compiled.
    pub fn ready(&self, function: FuncId) -> Option<&MachineCode> {
        self.0.get(function.0 as usize)?.code.get()?.as_ref()
    }

    /// Returns the machine code of a function, if it pays off for this many further bytes.
    pub fn code(&self, program: &Program, function: FuncId, engine: Engine, bytes: usize) -> Option<&MachineCode> {
        let tier = self.0.get(function.0 as usize)?;
        let wanted = match engine {
            Engine::Bytecode => false,
            Engine::Jit => true,
            Engine::Auto => tier.code.get().is_some() || tier.pays(program, function, bytes as u64),
        };
        if !wanted {
            return None;
        }
        tier.code.get_or_init(|| MachineCode::compile(program, function)).as_ref()
    }
}

impl Tier {
    fn pays(&self, program: &Program, function: FuncId, bytes: u64) -> bool {
        let processed = self.processed.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let instructions =
            || reachable(program, function).iter().map(|it| code_of(program, *it).len() as u64).sum::<u64>();
        processed >= *self.pays.get_or_init(|| BYTES_PER_INSTRUCTION * instructions())
    }
}
