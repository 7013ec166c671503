//! Values read in place, member by member, equal those of the decoder.

use polywire_backend::outline::complete;
use polywire_cross_engine::{
    Answer, CaseFile, Engine, Message, PALETTES, Request, Subject, broken_copies, byte_flips, case_files,
    cpp_views_engine, found_in_each, go_views_engine, interpreter, is_full, random_messages, random_model,
    random_mutation, rust_views_engine, subjects, subjects_among, truncations,
};
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_lower::Format;
use polywire_vm::{Limits, interpreter as reference};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn accessors_read_what_the_decoder_reads() {
    let (files, compared) = (case_files(), AtomicUsize::new(0));
    let found = found_in_each(&subjects(), |subject| differences(subject, &subject.messages(&files), &compared));
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
    let compared = compared.into_inner();
    assert!(compared > 1_000, "only {compared} messages were accepted");
}

#[test]
fn accessors_of_random_schemas_read_what_the_decoder_reads() {
    let count = if is_full() { 60 } else { 6 };
    let mut found = Vec::new();
    for (palette, seed) in PALETTES.iter().flat_map(|palette| (2_000..2_000 + count).map(move |seed| (palette, seed))) {
        let model = random_model(palette, seed);
        let held = |format: &&Format| is_compared(format.name) && format.lower(&model).is_ok();
        let formats: Vec<&str> = polywire_lower::FORMATS.iter().filter(held).map(|format| format.name).collect();
        let subject = Subject::new(&format!("{}/{seed}", palette.name), model, &formats);
        let types = random_messages(&subject.model);
        let messages: Vec<Message> = types.iter().flat_map(|ty| subject.written(ty, 3)).collect();
        found.extend(differences(&subject, &messages, &AtomicUsize::new(0)));
    }
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found[..found.len().min(20)].join("\n"));
}

/// Returns the differences between the accessors of the reference interpreter and its decoder, for messages and broken
/// copies of them that the decoder accepts.
fn differences(subject: &Subject, messages: &[Message], compared: &AtomicUsize) -> Vec<String> {
    let viewing = polywire_lower::Options { views: true, ..Default::default() };
    let format = |name: &str| polywire_lower::format(name).filter(|_| is_compared(name));
    let lowered =
        subject.lowered.iter().filter_map(|module| format(&module.format)?.lower_with(&subject.model, &viewing).ok());
    let mut modules: Vec<Module> = lowered.chain(subject.views()).collect();
    modules.retain(|module| is_compared(&module.format));
    let mut found = Vec::new();
    for module in &modules {
        for message in messages.iter().filter(|message| is_read(module, message)) {
            let copies = broken_copies(&message.bytes).into_iter().chain([message.bytes.clone()]);
            found.extend(copies.filter_map(|copy| difference(module, &message.ty, &copy, compared)));
        }
    }
    found
}

/// Returns true if views of a format are compared: in the quick tests, not those of a format that is another one behind a
/// size.
fn is_compared(format: &str) -> bool {
    polywire_lower::format(format).is_some_and(|it| it.has_views && (is_full() || it.size_prefix.is_none()))
}

/// Returns true if every member of a message can be read in place.
fn is_read(module: &Module, message: &Message) -> bool {
    let has_name = |id: StructId| module.types.record(id).name.dotted() == message.ty;
    let has_root = |id: &StructId| module.views.record(*id).is_some_and(|view| view.root.is_some());
    let complete = complete(&module.types, &module.views, |_| true);
    module.format == message.format && complete.into_iter().filter(has_root).any(has_name)
}

fn difference(module: &Module, ty: &str, input: &[u8], compared: &AtomicUsize) -> Option<String> {
    let limits = Limits::default();
    let of_type = |record| module.types.record(record).name.dotted() == ty;
    let record = module.entries.iter().map(|entry| entry.record).find(|record| of_type(*record))?;
    let decoded = reference::decode(module, record, input, None, &limits);
    let read = reference::read_in_place(module, record, input, &limits);
    // Bytes that no accessor reads, such as trailing ones, may be invalid.
    compared.fetch_add(usize::from(decoded.is_ok()), Ordering::Relaxed);
    let differs = decoded.is_ok() && decoded != read;
    differs.then(|| format!("{ty} {}:\n  {decoded:?}\n  {read:?}", polywire_cross_engine::to_hex(input)))
}

/// Models whose generated views are compiled in the quick tests: they have groups, inline structs, unions, defaults, bit-fields and
/// lists of every kind, and texts in encodings other than UTF-8.
const FEW: &[&str] = &["capnp_groups", "capnp_locked", "flatbuffers_kitchen", "memory_kitchen", "sbe_own"];

/// The formats in which values are given and compared.
const EVERYWHERE: &[&str] = &["raw", "json_plain"];

/// Broken copies of a message that generated code reads in the quick tests.
const COPIES: usize = 200;

/// Under the sanitizers, so that no access can read outside of the message unnoticed.
#[test]
fn views_of_cpp_read_what_the_decoder_reads() {
    compare(cpp_views_engine);
}

/// A panic in a view would end the program.
#[test]
fn views_of_go_read_what_the_decoder_reads() {
    compare(go_views_engine);
}

/// A panic in a view would end the program.
#[test]
fn views_of_rust_read_what_the_decoder_reads() {
    compare(rust_views_engine);
}

/// Compares a language's views with the decoder: those of validated messages, and those that check each access.
fn compare(engine: fn(&Subject, bool) -> Box<dyn Engine>) {
    let files = case_files();
    let subjects = subjects_among(|name| is_full() || FEW.contains(&name)).into_iter();
    let mut read: Vec<(Subject, Vec<Message>)> = subjects.map(|subject| viewed(subject.clone(), &files)).collect();
    for (subject, messages) in &mut read {
        let views = subject.views();
        messages.retain(|message| views.iter().any(|module| is_read(module, message)));
    }
    read.retain(|(_, messages)| !messages.is_empty());
    let found = found_in_each(&read, |(subject, messages)| {
        let requests: Vec<Request> = messages.iter().flat_map(|message| broken(subject, message)).collect();
        let expected = interpreter(subject).run(&requests);
        let mut found = wrong(&requests, &expected, engine(subject, false).as_mut(), |_| true);
        // In messages that the decoder refuses, each access only checks its own part.
        let accepted = |expected: &Answer| matches!(expected, Answer::Bytes(_));
        found.extend(wrong(&requests, &expected, engine(subject, true).as_mut(), accepted));
        found
    });
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
}

/// Returns a subject with only those formats whose views are compared, and its messages.
fn viewed(mut subject: Subject, files: &[(String, CaseFile)]) -> (Subject, Vec<Message>) {
    let mut messages = subject.messages(files);
    messages.retain(|message| is_compared(&message.format));
    for modules in [&mut subject.lowered, &mut subject.optimized] {
        modules.retain(|module| is_compared(&module.format) || EVERYWHERE.contains(&module.format.as_str()));
    }
    (subject, messages)
}

fn broken(subject: &Subject, message: &Message) -> Vec<Request> {
    let count = if is_full() { 5_000 } else { 50 };
    let edited = (0..count).map(|seed| random_mutation(&message.bytes, seed));
    let copies = truncations(&message.bytes).chain(byte_flips(&message.bytes, &[0x01, 0x80, 0xff])).chain(edited);
    let all: Vec<Vec<u8>> = copies.collect();
    let step = if is_full() { 1 } else { all.len().div_ceil(COPIES) };
    let chosen = all.into_iter().step_by(step);
    chosen.chain([message.bytes.clone()]).map(|copy| subject.value_of(message, copy)).collect()
}

fn wrong(
    requests: &[Request],
    expected: &[Answer],
    engine: &mut dyn Engine,
    counts: fn(&Answer) -> bool,
) -> Vec<String> {
    let answers = engine.run(requests);
    let compared = requests.iter().zip(expected).zip(&answers);
    let differ = compared.filter(|((_, expected), answer)| expected != answer && counts(expected));
    let differ = differ.take(20);
    differ.map(|((request, expected), answer)| format!("{}\n  {expected:?}\n  {answer:?}", request.line())).collect()
}
