use super::translate::instrs_of;
use super::vm_context::VALUES;
use crate::bytecode::Program;
use crate::bytecode::instr::Instr;
use polywire_ir::FuncId;
use std::ops::Range;

/// Returns a function and all that it calls, each once.
pub fn reachable(program: &Program, function: FuncId) -> Vec<u32> {
    let mut is_found = vec![false; program.functions.len()];
    let mut found = Vec::new();
    let mut next = vec![function.0];
    while let Some(caller) = next.pop() {
        if is_found.get_mut(caller as usize).is_none_or(|found| std::mem::replace(found, true)) {
            continue;
        }
        found.push(caller);
        next.extend(calls(program, caller));
    }
    found
}

/// Returns the functions that can be compiled: they contain no instructions that only the bytecode loop supports, and
/// call no functions that do.
pub fn compilable(program: &Program, mut functions: Vec<u32>) -> Vec<u32> {
    let mut is_compilable = vec![false; program.functions.len()];
    functions.retain(|&function| {
        let few_results = program.functions[function as usize].results as usize <= VALUES;
        few_results && !code(program, function).iter().any(|instr| matches!(instr, instrs_of!(apart)))
    });
    functions.iter().for_each(|&function| is_compilable[function as usize] = true);
    loop {
        let before = functions.len();
        functions.retain(|&function| {
            let stays = calls(program, function).all(|callee| is_compilable[callee as usize]);
            is_compilable[function as usize] = stays;
            stays
        });
        if functions.len() == before {
            return functions;
        }
    }
}

fn calls(program: &Program, function: u32) -> impl Iterator<Item = u32> {
    code(program, function).iter().filter_map(|instr| match instr {
        Instr::Call { function, .. } => Some(*function),
        _ => None,
    })
}

fn code(program: &Program, function: u32) -> &[Instr] {
    &program.code[code_of(program, function)]
}

/// Returns the range of a function's instructions; empty for an unknown one.
pub fn code_of(program: &Program, function: u32) -> Range<usize> {
    let start = |index: usize| program.functions.get(index).map_or(program.code.len(), |it| it.start as usize);
    start(function as usize)..start(function as usize + 1)
}
