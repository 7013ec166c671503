//! Random schemas: a random value survives a round trip in every format that accepts the schema, and interpreter and
//! bytecode agree on it and on broken copies of its messages. Generated C++ and Erlang are tested for a fixed number of
//! schemas.
//!
//! A failure names its schema by palette and seed; `POLYWIRE_SEED=everything/17` runs only that one.

use polywire_cross_engine::{
    Engine, Message, PALETTES, Palette, Subject, broken_copies, bytecode, disagreements, engines, interpreter, is_full,
    jit, random_messages, random_model, random_models,
};
use polywire_model::Model;
use std::collections::BTreeMap;

/// A format that accepts a schema must be able to encode at least this percentage of its random values.
const LEAST_WRITTEN: usize = 60;

#[test]
fn random_schemas_round_trip() {
    let count = if is_full() { 500 } else { 12 };
    let mut found = Vec::new();
    let mut tally = BTreeMap::new();
    for palette in PALETTES {
        for seed in (0..count).filter(|seed| is_wanted(palette, *seed)) {
            let model = random_model(palette, seed);
            let subject = subject(&format!("{}/{seed}", palette.name), palette, model);
            let mut engines = [interpreter(&subject), bytecode(&subject), jit(&subject)];
            found.extend(problems(&subject, &mut engines, &mut tally));
        }
    }
    report(&tally);
    assert!(found.is_empty(), "{} problems:\n{}", found.len(), found[..found.len().min(20)].join("\n"));
}

/// Many schemas share one program, because compiling is slow.
#[test]
fn generated_code_round_trips_random_schemas() {
    let count = if is_full() { 20 } else { 1 };
    let mut found = Vec::new();
    for palette in PALETTES {
        let seeds = (1_000..1_000 + count).filter(|seed| is_wanted(palette, *seed));
        let model = random_models(palette, seeds);
        if !model.decls.is_empty() {
            let subject = Subject::new(&format!("random_{}", palette.name), model, palette.formats);
            found.extend(problems(&subject, &mut engines(&subject), &mut BTreeMap::new()));
        }
    }
    assert!(found.is_empty(), "{} problems:\n{}", found.len(), found[..found.len().min(20)].join("\n"));
}

fn is_wanted(palette: &Palette, seed: u64) -> bool {
    let chosen = std::env::var("POLYWIRE_SEED");
    chosen.map_or(true, |chosen| chosen == format!("{}/{seed}", palette.name))
}

/// Lowers a schema to all formats of its palette, and to any others that accept it.
fn subject(name: &str, palette: &Palette, model: Model) -> Subject {
    // In SBE, an optional struct with only null values becomes absent.
    let keeps_null = |format: &polywire_lower::Format| palette.null_values || format.name != "sbe";
    // It differs from `json_plain` in two forms, which the messages of FBE's own schemas have in every engine.
    let is_covered = |format: &polywire_lower::Format| format.name == "json_fbe" && !is_full();
    let accepts = |format: &&polywire_lower::Format| {
        format.schema_types.is_none() && keeps_null(format) && !is_covered(format) && format.lower(&model).is_ok()
    };
    let accepted = polywire_lower::FORMATS.iter().filter(accepts).map(|format| format.name);
    let mut formats: Vec<&str> = palette.formats.to_vec();
    formats.extend(accepted.filter(|name| !palette.formats.contains(name)));
    Subject::new(name, model, &formats)
}

/// For a format: schemas accepted, values tried, values encoded.
type Tally = BTreeMap<String, (usize, usize, usize)>;

const VALUES: u64 = 3;

fn problems(subject: &Subject, engines: &mut [Box<dyn Engine>], tally: &mut Tally) -> Vec<String> {
    let mut found = Vec::new();
    for ty in random_messages(&subject.model) {
        let messages = subject.written(&ty, VALUES);
        for module in &subject.lowered {
            let count = tally.entry(module.format.clone()).or_default();
            let written = messages.iter().filter(|message| message.format == module.format).count();
            *count = (count.0 + 1, count.1 + VALUES as usize, count.2 + written);
        }
        found.extend(changed(subject, engines[0].as_mut(), &messages));
        let requests = messages.iter().flat_map(|message| {
            broken_copies(&message.bytes)
                .into_iter()
                .flat_map(|copy| [subject.value_of(message, copy.clone()), subject.rewritten(message, copy)])
        });
        found.extend(disagreements(engines, requests, 5).iter().map(|problem| format!("{}: {problem}", subject.name)));
    }
    found
}

/// Returns messages that decode to another value than the original.
fn changed(subject: &Subject, engine: &mut dyn Engine, messages: &[Message]) -> Vec<String> {
    let requests: Vec<_> = messages.iter().map(|message| subject.value_of(message, message.bytes.clone())).collect();
    let answers = engine.run(&requests);
    let pairs = messages.iter().zip(&requests).zip(&answers);
    let changed = pairs.filter(|((message, _), answer)| !answer.is(message.value.as_deref().unwrap_or_default()));
    changed
        .map(|((message, request), answer)| {
            let value = polywire_cross_engine::to_hex(message.value.as_deref().unwrap_or_default());
            format!("{}: {}\n  was written of {value}\n  reads as {answer:?}", subject.name, request.line())
        })
        .collect()
}

fn report(tally: &Tally) {
    for (format, (schemas, values, written)) in tally {
        println!("{format}: {schemas} schemas, {written} of {values} values");
        assert!(written * 100 >= values * LEAST_WRITTEN, "{format} wrote {written} of {values} values only");
    }
}
