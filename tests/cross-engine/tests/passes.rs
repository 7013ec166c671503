//! Omits each pass in turn: for a broken message, every engine gives the same verdict, error code, and value or
//! re-encoding (alternately) as after all passes, and as the interpreter, which runs none. JSON is also tested in other
//! layouts, broken and intact.
//!
//! In the full tests, more than a million messages for each selection of passes; in the quick ones a sample of the
//! trade model, for the passes with the largest effect.

use polywire_cross_engine::{
    CaseFile, FAMILIES, Family, Message, Subject, case_files, disagreements, is_full, json_layout, random_mutation,
    subjects_among,
};
use polywire_ir::Module;
use polywire_passes::{Options, PASSES};

/// The minimum number of messages for each selection of passes and family of engines.
const FULL: usize = 1_000_000;

/// The passes omitted in the quick tests.
const QUICK: &[&str] = &["ranges", "coalesce_reads", "predict_keys", "ordered_words"];

#[test]
fn engines_agree_with_and_without_each_pass() {
    let files = case_files();
    let subjects = subjects_among(|name| is_full() || name == "trade");
    let mut found = Vec::new();
    for (label, options) in choices().into_iter().filter(|(label, _)| is_wanted(label)) {
        for family in FAMILIES.iter().filter(|family| family.is_wanted()) {
            let options = Options { immutable: family.immutable, ..options.clone() };
            found.extend(compare(&subjects, &files, (&label, &options), family));
        }
    }
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}

/// During development of a pass, only these: `POLYWIRE_PASSES=without-fold,without-dead_code`.
fn is_wanted(label: &str) -> bool {
    let chosen = std::env::var("POLYWIRE_PASSES");
    chosen.map_or(true, |labels| labels.split(',').any(|chosen| chosen == label))
}

/// Returns all selections: all passes but one.
fn choices() -> Vec<(String, Options)> {
    let passes = PASSES.iter().filter(|pass| is_full() || QUICK.contains(&pass.name));
    let without = |name: &str| Options { skip: vec![name.to_owned()], ..Options::default() };
    passes.map(|pass| (format!("without-{}", pass.name), without(pass.name))).collect()
}

/// The modules of a model that differ, and messages of their formats.
struct Changed<'a> {
    subject: &'a Subject,
    modules: Vec<Module>,
    messages: Vec<Message>,
}

fn compare(
    subjects: &[&Subject],
    files: &[(String, CaseFile)],
    (label, options): (&str, &Options),
    family: &Family,
) -> Vec<String> {
    let changed: Vec<Changed> = subjects.iter().map(|subject| changed(subject, files, options)).collect();
    let seeds: usize = changed.iter().map(|changed| changed.messages.len()).sum();
    let count = if is_full() { FULL.div_ceil(seeds.max(1)) } else { 200 };
    let mut found = Vec::new();
    for Changed { subject, modules, messages } in changed.iter().filter(|changed| !changed.messages.is_empty()) {
        let mut engines = family.with_and_without(subject, modules, label);
        let requests = messages.iter().flat_map(|message| {
            (0..count as u64).map(move |seed| {
                let copy = copy_of(message, seed);
                if seed % 2 == 0 { subject.value_of(message, copy) } else { subject.rewritten(message, copy) }
            })
        });
        found.extend(disagreements(&mut engines, requests, 20));
    }
    println!("{label}, {}: {} broken messages from {seeds} messages", family.name, seeds * count);
    found
}

/// Returns a broken copy of a message, or JSON in another layout, every other one broken.
fn copy_of(message: &Message, seed: u64) -> Vec<u8> {
    if !message.format.starts_with("json") || seed % 8 < 2 {
        return random_mutation(&message.bytes, seed);
    }
    let copy = json_layout(&message.bytes, seed);
    if seed % 8 < 5 { random_mutation(&copy, seed) } else { copy }
}

fn changed<'a>(subject: &'a Subject, files: &[(String, CaseFile)], options: &Options) -> Changed<'a> {
    let modules = subject.changed_by(options);
    let is_changed = |message: &Message| modules.iter().any(|module| module.format == message.format);
    let messages = if modules.is_empty() { Vec::new() } else { subject.messages(files) };
    let messages = messages.into_iter().filter(is_changed).collect();
    Changed { subject, modules, messages }
}
