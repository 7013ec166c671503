//! Memory allocated by decoders of the virtual machine: at most a multiple of the input, the same for all schemas and
//! formats, and the budget. Measured in the interpreter and the bytecode on messages with large values in few bytes, on
//! every case, including rejected ones, on damaged copies, and on random schemas.
//!
//! One test only: the allocator counts for the whole program.

use peak_alloc::PeakAlloc;
use polywire_cross_engine::{
    Input, PALETTES, SMALL_BUDGET, Subject, case_files, is_full, large_entries, large_values, memory_bound,
    random_messages, random_model, subjects,
};
use polywire_ir::types::StructId;
use polywire_vm::{Limits, Program, interpreter};
use std::collections::BTreeMap;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// Dynamic values take this many times the memory that the budget counts, which is that of C++. Vectors grow by doubling,
/// and are copied when they grow.
const OF_DYNAMIC: usize = 16;

/// The most bytes that the interpreter takes for a variable of a function that runs.
const OF_VARIABLE: usize = 96;

/// The number of excesses after which no more are looked for, because each takes time and memory.
const MOST: usize = 20;

#[test]
fn decoders_allocate_within_their_bounds() {
    for subject in [large_values(), large_entries()] {
        check(&subject, subject.inputs_of_bombs(1000), 0);
    }
    let files = case_files();
    let copies = if is_full() { 500 } else { 20 };
    for subject in subjects() {
        check(subject, subject.inputs_of_cases(&files), copies);
    }
    for palette in PALETTES {
        for seed in 0..if is_full() { 200 } else { 8 } {
            let subject = Subject::new(palette.name, random_model(palette, seed), palette.formats);
            let written = random_messages(&subject.model).into_iter().flat_map(|ty| subject.written(&ty, 1));
            let inputs = written.map(|it| Input { format: it.format, ty: it.ty, bytes: it.bytes }).collect();
            check(&subject, inputs, copies);
        }
    }
}

/// Checks the inputs and damaged copies of each.
fn check(subject: &Subject, inputs: Vec<Input>, copies: u64) {
    let compiled = subject.optimized.iter().map(|module| (module.format.as_str(), Program::compile(module)));
    let programs: BTreeMap<&str, Program> = compiled.collect();
    let inputs = inputs.into_iter().flat_map(|input| input.with_damaged(copies));
    let found = inputs.flat_map(|input| excesses_of((subject, &programs[input.format.as_str()]), &input));
    let found: Vec<String> = found.take(MOST).collect();
    assert!(found.is_empty(), "{} of too much memory:\n{}", found.len(), found.join("\n"));
}

fn excesses_of((subject, program): (&Subject, &Program), input: &Input) -> Vec<String> {
    let Input { format, ty, bytes } = input;
    let module = subject.module(format);
    let index = module.types.structs.iter().position(|record| record.name.dotted() == *ty).expect("the type");
    let (record, limits) = (StructId(index as u32), Limits { budget: SMALL_BUDGET, ..Limits::default() });
    let bound = memory_bound(bytes, OF_DYNAMIC);
    // Each level of nesting is a call, whose variables are those of the function.
    let variables = module.functions.iter().map(|function| function.vars.len()).max().unwrap_or_default();
    let stack = limits.depth as usize * variables * OF_VARIABLE;
    let interpreted = peak(|| interpreter::decode(module, record, bytes, None, &limits).is_ok());
    let compiled = peak(|| program.decode(record, bytes, None, &limits).is_ok());
    let taken = [("interpreter", interpreted, bound + stack), ("bytecode", compiled, bound)];
    let excesses = taken.into_iter().filter(|(_, taken, bound)| taken > bound);
    let text = |(engine, taken, bound)| format!("{} {engine}: {taken} bytes, not {bound}: {input}", subject.name);
    excesses.map(text).collect()
}

/// Returns the peak of additional memory in use.
fn peak(run: impl FnOnce() -> bool) -> usize {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    std::hint::black_box(run());
    PEAK.peak_usage().saturating_sub(before)
}
