//! Memory allocated by decoders: at most a multiple of the input, the same for all schemas and formats, and the budget.
//! Measured in the interpreter and the bytecode on every case, including rejected ones, on damaged copies, on random
//! schemas, and on messages with large values in few bytes.
//!
//! One test only: the allocator counts for the whole program.

use peak_alloc::PeakAlloc;
use polywire_cross_engine::{
    Bomb, CaseFile, LARGE_VALUES, PALETTES, Subject, bombs, case_files, is_full, large_entries, large_values,
    random_messages, random_model, random_mutation, subjects,
};
use polywire_ir::types::StructId;
use polywire_vm::{Limits, Program, interpreter};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// Small, so that unbounded allocations become visible.
const BUDGET: u64 = 1 << 16;

/// A byte of the input pays for this many bytes of memory (docs/limits.md).
const PAID_BY_BYTE: usize = 128;

/// Dynamic values take this many times the memory that the budget counts, which is that of C++. Vectors grow by doubling,
/// and are copied when they grow.
const OF_DYNAMIC: usize = 16;

/// Stacks, registers and the first allocation of each vector.
const FIXED: usize = 64 << 10;

#[test]
fn decoders_allocate_within_their_bounds() {
    let files = case_files();
    let edits = if is_full() { 500 } else { 20 };
    let mut found = Vec::new();
    for subject in subjects() {
        let inputs = given(&subject, &files);
        found.extend(excesses(&subject, &inputs, edits));
    }
    for subject in [large_values(), large_entries()] {
        let input = |bomb: Bomb| (bomb.format.to_owned(), LARGE_VALUES.to_owned(), bomb.bytes);
        let inputs: Vec<Input> = bombs(&subject, 2000).into_iter().map(input).collect();
        found.extend(excesses(&subject, &inputs, 0));
    }
    for palette in PALETTES {
        for seed in 0..if is_full() { 200 } else { 8 } {
            let subject = Subject::new(palette.name, random_model(palette, seed), palette.formats);
            let written = random_messages(&subject.model).into_iter().flat_map(|ty| subject.written(&ty, 1));
            let inputs: Vec<Input> = written.map(|it| (it.format, it.ty, it.bytes)).collect();
            found.extend(excesses(&subject, &inputs, edits));
        }
    }
    assert!(found.is_empty(), "{} of too much memory:\n{}", found.len(), found[..found.len().min(20)].join("\n"));
}

/// Format, type and bytes of a message.
type Input = (String, String, Vec<u8>);

/// Returns all cases of a model whose format needs no schema at run time.
fn given(subject: &Subject, files: &[(String, CaseFile)]) -> Vec<Input> {
    let files = files.iter().filter(|(_, file)| file.model == subject.name);
    let cases = files.flat_map(|(_, file)| &file.cases).filter(|case| case.schema.is_none());
    cases.map(|case| (case.format.clone(), case.ty.clone(), case.bytes())).collect()
}

/// What takes too much, with this many damaged copies of each message.
fn excesses(subject: &Subject, inputs: &[Input], edits: u64) -> Vec<String> {
    let mut found = Vec::new();
    for (format, ty, bytes) in inputs {
        let module = subject.module(format);
        let optimized = subject.optimized.iter().find(|it| it.format == *format).expect("the same formats");
        let program = Program::compile(optimized);
        let index = module.types.structs.iter().position(|record| record.name.dotted() == *ty).expect("the type");
        let (record, limits) = (StructId(index as u32), Limits { budget: BUDGET, ..Limits::default() });
        for copy in std::iter::once(bytes.clone()).chain((0..edits).map(|seed| random_mutation(bytes, seed))) {
            let bound = OF_DYNAMIC * (PAID_BY_BYTE * copy.len() + BUDGET as usize) + FIXED;
            let interpreted = peak(|| interpreter::decode(module, record, &copy, None, &limits).is_ok());
            let compiled = peak(|| program.decode(record, &copy, None, &limits).is_ok());
            for (engine, taken) in [("interpreter", interpreted), ("bytecode", compiled)] {
                if taken > bound {
                    let hex = polywire_cross_engine::to_hex(&copy[..copy.len().min(1000)]);
                    found.push(format!("{} {engine}: {taken} bytes, not {bound}: {ty} {format} {hex}", subject.name));
                }
            }
        }
    }
    found
}

/// Returns the peak of additional memory in use.
fn peak(run: impl FnOnce() -> bool) -> usize {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    std::hint::black_box(run());
    PEAK.peak_usage().saturating_sub(before)
}
