//! Memory that decoders of generated C++, Erlang, Go and Rust take: at most a multiple of the input, the same for all schemas and
//! formats, and the budget. Their own programs measure it: on messages with large values in few bytes, on every case,
//! including rejected ones, and on damaged copies.

use polywire_cross_engine::{
    Answer, Input, MEMORY, Request, SMALL_BUDGET, Subject, case_files, found_in_each, is_full, large_bytes,
    large_entries, list_of_empty_structs, measuring_engines, memory_bound, subject, subjects,
};
use polywire_ir::limits::BUDGET;

/// In every format, a thousand values of 13 KB in a few bytes each.
#[test]
fn large_values_in_few_bytes_are_within_the_bound() {
    for subject in [large_bytes(), large_entries()] {
        let found = excesses(&subject, &subject.inputs_of_bombs(1000));
        assert!(found.is_empty(), "{} of too much memory:\n{}", found.len(), found.join("\n"));
    }
}

/// Many structs that no byte pays for: a small budget bounds their memory, the default one pays for all.
#[test]
fn structs_without_bytes_take_what_the_budget_allows() {
    let bytes = list_of_empty_structs(300_000);
    let input = Input { format: "capnp".to_owned(), ty: "corner.Lists".to_owned(), bytes };
    let requests = [measured(&input, SMALL_BUDGET), measured(&input, BUDGET)];
    for (engine, factor) in &mut measuring_engines(subject("capnp_lists")) {
        let taken: Vec<usize> = engine.run(&requests).iter().map(taken).collect();
        let bound = memory_bound(&input.bytes, *factor);
        assert!(taken[0] <= bound && bound < taken[1], "{}: {taken:?}, not {bound}", engine.name());
    }
}

#[test]
fn cases_and_damaged_copies_are_within_the_bound() {
    let copies = if is_full() { 500 } else { 10 };
    let files = case_files();
    let found = found_in_each(&subjects(), |subject| {
        let inputs = subject.inputs_of_cases(&files).into_iter().flat_map(|input| input.with_damaged(copies));
        excesses(subject, &inputs.collect::<Vec<Input>>())
    });
    assert!(found.is_empty(), "{} of too much memory:\n{}", found.len(), found.join("\n"));
}

/// Returns the inputs that take too much.
fn excesses(subject: &Subject, inputs: &[Input]) -> Vec<String> {
    let requests: Vec<Request> = inputs.iter().map(|input| measured(input, SMALL_BUDGET)).collect();
    let mut found = Vec::new();
    for (engine, factor) in &mut measuring_engines(subject) {
        let answers = engine.run(&requests).into_iter().zip(inputs);
        found.extend(answers.filter_map(|(answer, input)| {
            let (taken, bound) = (taken(&answer), memory_bound(&input.bytes, *factor));
            assert!(taken > 0, "{}: nothing is measured", engine.name());
            (taken > bound).then(|| format!("{}: {taken} bytes, not {bound}: {input}", engine.name()))
        }));
    }
    found
}

fn measured(input: &Input, budget: u64) -> Request {
    let Input { format, ty, bytes } = input;
    let to = format!("{MEMORY}{budget}");
    Request { ty: ty.clone(), from: format.clone(), to, input: bytes.clone(), schema: None, settings: vec![] }
}

fn taken(answer: &Answer) -> usize {
    let Answer::Bytes(bytes) = answer else { panic!("{answer:?}") };
    usize::from_be_bytes(bytes.as_slice().try_into().expect("eight bytes"))
}
