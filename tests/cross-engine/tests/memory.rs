//! Decoders allocate at most a multiple of the input, which depends on the schema, plus the budget. Measured in the
//! interpreter and the bytecode on every case including refused ones, on damaged copies, and on random schemas.
//!
//! One test only: the allocator counts for the whole program.

use peak_alloc::PeakAlloc;
use polywire_cross_engine::{
    CaseFile, PALETTES, Subject, case_files, is_full, random_messages, random_model, random_mutation, subjects,
};
use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Limits, Program, Value, interpreter};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// Small, so that unbounded allocations become visible.
const BUDGET: u64 = 1 << 16;

/// Dynamic values take this many times the memory that the budget counts, which is that of C++.
const OF_BUDGET: usize = 16;

/// Vectors double when they grow, and both copies exist during the move.
const OF_GROWTH: usize = 3;

/// Stacks, registers and the first allocation of each vector.
const FIXED: usize = 64 << 10;

#[test]
fn decoders_allocate_within_their_bounds() {
    let files = case_files();
    let mut found = Vec::new();
    for subject in subjects() {
        let inputs = given(&subject, &files);
        found.extend(excesses(&subject, &inputs));
    }
    for palette in PALETTES {
        for seed in 0..if is_full() { 200 } else { 8 } {
            let subject = Subject::new(palette.name, random_model(palette, seed), palette.formats);
            let written = random_messages(&subject.model).into_iter().flat_map(|ty| subject.written(&ty, 1));
            let inputs: Vec<Input> = written.map(|it| (it.format, it.ty, it.bytes)).collect();
            found.extend(excesses(&subject, &inputs));
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

fn excesses(subject: &Subject, inputs: &[Input]) -> Vec<String> {
    let edits = if is_full() { 500 } else { 20 };
    let mut found = Vec::new();
    for (format, ty, bytes) in inputs {
        let module = subject.module(format);
        let optimized = subject.optimized.iter().find(|it| it.format == *format).expect("the same formats");
        let program = Program::compile(optimized);
        let index = module.types.structs.iter().position(|record| record.name.dotted() == *ty).expect("the type");
        let (record, limits) = (StructId(index as u32), Limits { budget: BUDGET, ..Limits::default() });
        let largest = largest(&module.types);
        for copy in std::iter::once(bytes.clone()).chain((0..edits).map(|seed| random_mutation(bytes, seed))) {
            let bound = OF_GROWTH * largest * (copy.len() + 1) + OF_BUDGET * BUDGET as usize + FIXED;
            let interpreted = peak(|| interpreter::decode(module, record, &copy, None, &limits).is_ok());
            let compiled = peak(|| program.decode(record, &copy, None, &limits).is_ok());
            for (engine, taken) in [("interpreter", interpreted), ("bytecode", compiled)] {
                if taken > bound {
                    let hex = polywire_cross_engine::to_hex(&copy);
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

/// Returns the bytes of the largest new value that one byte of input can create.
fn largest(types: &Types) -> usize {
    let structs = (0..types.structs.len()).map(|index| Type::Struct(StructId(index as u32)));
    let cases = types.unions.iter().flat_map(|union| &union.cases).filter_map(|case| case.ty.clone());
    let fields = types.structs.iter().flat_map(|record| &record.fields).map(|field| field.ty.clone());
    structs.chain(cases).chain(fields).map(|ty| footprint(&Value::new(types, &ty))).max().unwrap_or_default()
}

fn footprint(value: &Value) -> usize {
    let inside = match value {
        Value::Struct(record) => record.fields.iter().map(footprint).sum(),
        Value::List(elements) => elements.iter().map(footprint).sum(),
        Value::Map(entries) => entries.iter().map(|(key, value)| footprint(key) + footprint(value)).sum(),
        Value::Text(bytes) | Value::Bytes(bytes) => bytes.len(),
        Value::Union(held) => held.as_ref().map_or(0, |held| footprint(&held.value)),
        Value::Absent | Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Float(_) | Value::Enum(_) => 0,
    };
    size_of::<Value>() + inside
}
