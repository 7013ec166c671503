use super::code::MachineCode;
use super::reach::{code_of, reachable};
use crate::bytecode::Program;
use crate::bytecode::engine::Engine;
use polywire_ir::FuncId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that must be processed for each instruction that is compiled, so that it pays.
const BYTES_PER_INSTRUCTION: u64 = 4096;

/// The state of each function of a program as machine code. Shared by threads.
#[derive(Debug)]
pub struct Tiers(Vec<Tier>);

#[derive(Debug, Default)]
struct Tier {
    /// Bytes that the function has processed so far.
    processed: AtomicU64,
    /// Bytes from which on compiling it pays.
    pays: OnceLock<u64>,
    /// Nothing in it: it cannot be compiled.
    code: OnceLock<Option<MachineCode>>,
}

impl Tiers {
    /// For this many functions, none of which is compiled.
    pub fn new(functions: usize) -> Self {
        Self((0..functions).map(|_| Tier::default()).collect())
    }

    /// Machine code of a function, if it was asked for before and is to be used.
    pub fn ready(&self, function: FuncId) -> Option<&MachineCode> {
        self.0.get(function.0 as usize)?.code.get()?.as_ref()
    }

    /// Machine code of a function, if it is to be used for this many bytes more.
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
