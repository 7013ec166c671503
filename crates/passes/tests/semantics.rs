//! Each pass, and all together, leave alone what the reference interpreter makes of messages: the verdict, the value, the
//! error code and the output. Messages are random values and damaged copies of them.
//!
//! `POLYWIRE_MUTATIONS` is the number of damaged messages per module and choice of passes.

#[allow(dead_code)]
mod support;

use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Module, Strategy};
use polywire_passes::{Options, PASSES, optimize};
use polywire_vm::{Limits, Value, interpreter};
use support::damage::damaged;
use support::models::modules;
use support::random::Random;

/// Small, so that budgets run out in some messages.
const LIMITS: Limits = Limits { depth: 12, budget: 4096 };

fn decode(module: &Module, record: StructId, message: &[u8]) -> Result<Value, ErrorCode> {
    interpreter::decode(module, record, message, None, &LIMITS).map_err(|failure| failure.code)
}

fn encode(module: &Module, record: StructId, value: &Value) -> Result<Vec<u8>, ErrorCode> {
    interpreter::encode(module, record, value, &LIMITS).map_err(|failure| failure.code)
}

/// The choices of passes: each alone, all, all for engines without mutation, and each strategy forced.
fn choices() -> Vec<(String, Options)> {
    let but = |name: &str| PASSES.iter().map(|pass| pass.name.to_owned()).filter(|other| other != name).collect();
    let alone = |name: &str| Options { skip: but(name), immutable: true, measured: None };
    let mut choices: Vec<_> = PASSES.iter().map(|pass| (format!("only {}", pass.name), alone(pass.name))).collect();
    choices.push(("all".to_owned(), Options::default()));
    choices.push(("all, immutable".to_owned(), Options { immutable: true, ..Options::default() }));
    for strategy in [Strategy::SizePass, Strategy::BackToFront] {
        choices.push((format!("{strategy:?}"), Options { measured: Some(strategy), ..Options::default() }));
    }
    choices
}

fn mutations() -> usize {
    std::env::var("POLYWIRE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(100)
}

#[test]
fn passes_change_no_result() {
    let mut tried = 0;
    for (name, before) in modules() {
        for (choice, options) in choices() {
            let mut after = before.clone();
            optimize(&mut after, &options);
            tried += compare(&format!("{name}, {choice}"), &before, &after, mutations());
        }
    }
    println!("{tried} damaged messages");
}

/// Compares two versions of a module on random values and damaged messages; gives the number of messages.
fn compare(name: &str, before: &Module, after: &Module, mutations: usize) -> usize {
    let mut tried = 0;
    let entries: Vec<StructId> = before.entries.iter().filter(|it| it.schema.is_none()).map(|it| it.record).collect();
    let per_entry = mutations.div_ceil(entries.len().max(1));
    for record in entries {
        let mut random = Random::new(7 + u64::from(record.0));
        while tried < per_entry * (record.0 as usize + 1) {
            let value = Value::Struct(support::value::record(&before.types, record, &mut random, 0));
            let message = encode(before, record, &value);
            assert_eq!(message, encode(after, record, &value), "{name}: encoding {value:?}");
            let Ok(message) = message else {
                tried += 1;
                continue;
            };
            for _ in 0..10 {
                let damaged = damaged(&message, &mut random);
                let expected = decode(before, record, &damaged);
                assert_eq!(expected, decode(after, record, &damaged), "{name}: decoding {damaged:02x?}");
                tried += 1;
            }
        }
    }
    tried
}
