//! Compiles functions of the bytecode to machine code in memory.

use super::code::Entry;
use super::reach::{code_of, compilable, reachable};
use super::translate::{Callee, Callees, translate};
use crate::bytecode::Program;
use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use polywire_ir::FuncId;

/// Bytes reserved for machine code: for each instruction of the bytecode, and for any module. Only addresses are reserved;
/// pages are used as code fills them.
const ROOM_OF_INSTRUCTION: usize = 256;
const ROOM: usize = 4 << 20;

/// Entries by index of the function in the program.
type Entries = Vec<Option<Entry>>;

/// Compiles a function and its callees, except functions that cannot be compiled and their callers.
pub fn compile(program: &Program, function: FuncId) -> Option<(JITModule, Entries)> {
    let functions = compilable(program, reachable(program, function));
    if functions.is_empty() {
        return None;
    }
    let instructions: usize = functions.iter().map(|&function| code_of(program, function).len()).sum();
    let mut module = module(ROOM + instructions * ROOM_OF_INSTRUCTION)?;
    match define_all(&mut module, program, &functions) {
        Some(entries) => Some((module, entries)),
        None => {
            // SAFETY: None of its code has run.
            unsafe { module.free_memory() };
            None
        }
    }
}

/// Creates a module with room for this many bytes of code; `None` if Cranelift does not support this machine, or if the
/// room cannot be reserved.
///
/// The functions of a module call each other by distances of 32 bits. The allocator may place two blocks farther apart,
/// so that all of them lie in one reservation.
fn module(room: usize) -> Option<JITModule> {
    if cfg!(not(target_pointer_width = "64")) {
        return None;
    }
    let mut flags = settings::builder();
    flags.set("opt_level", "none").ok()?;
    flags.set("use_colocated_libcalls", "false").ok()?;
    flags.set("is_pic", "false").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    builder.memory_provider(Box::new(ArenaMemoryProvider::new_with_size(room).ok()?));
    Some(JITModule::new(builder))
}

fn define_all(module: &mut JITModule, program: &Program, functions: &[u32]) -> Option<Entries> {
    let mut callees = Callees::new();
    for &index in functions {
        let function = program.functions.get(index as usize)?;
        let signature = signature(module, function.params);
        let id = module.declare_function(&format!("function_{index}"), Linkage::Local, &signature).ok()?;
        callees.insert(index, Callee { id, params: function.params, results: function.results, nests: function.nests });
    }
    let (mut context, mut memory) = (module.make_context(), FunctionBuilderContext::new());
    for &index in functions {
        let callee = callees.get(&index)?;
        context.func.signature = signature(module, callee.params);
        translate(program, index, &callees, module, (&mut context.func, &mut memory));
        module.define_function(callee.id, &mut context).ok()?;
        module.clear_context(&mut context);
    }
    module.finalize_definitions().ok()?;
    let mut entries = vec![None; program.functions.len()];
    for (index, callee) in callees {
        let address = module.get_finalized_function(callee.id);
        // SAFETY: It was defined with that signature.
        entries[index as usize] = unsafe { Entry::new(address, callee.params) };
    }
    Some(entries)
}

/// Functions take the machine and their arguments, and return 0 or the failure.
fn signature(module: &JITModule, params: u32) -> Signature {
    let mut signature = module.make_signature();
    signature.params = vec![AbiParam::new(types::I64); 1 + params as usize];
    signature.returns = vec![AbiParam::new(types::I32)];
    signature
}
