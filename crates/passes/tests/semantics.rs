//! Each pass, and all together, preserve the results of the reference interpreter and the bytecode: the verdict, the
//! value, the error code and the output. Messages are random values and damaged copies of them.
//!
//! `POLYWIRE_MUTATIONS` is the number of damaged messages per module and choice of passes; `POLYWIRE_FULL` makes it
//! large enough for more than a million in total.

use crate::support::damage::damaged;
use crate::support::models::modules;
use crate::support::predict::predict_in_ops;
use crate::support::random::Random;
use crate::support::value;
#[allow(dead_code)]
use polywire_ir::{Entry, ErrorCode, Module, verify};
use polywire_passes::{Options, PASSES, optimize};
use polywire_vm::{Limits, Program, Value, interpreter};

/// Small, so that some messages exhaust the budgets.
const LIMITS: Limits = Limits { depth: 12, budget: 4096, ignore_unknown: false, write_unknown: false };

/// A struct's codec before and after passes.
struct Pair<'a> {
    name: String,
    before: &'a Module,
    after: &'a Module,
    /// The bytecode of the module after passes.
    compiled: &'a Program,
    entry: &'a Entry,
}

impl Pair<'_> {
    /// Encodes a value with all engines.
    fn encode(&self, value: &Value) -> Result<Vec<u8>, ErrorCode> {
        let record = self.entry.record;
        let run = |module| interpreter::encode(module, record, value, &LIMITS).map_err(|failure| failure.code);
        let message = run(self.before);
        assert_eq!(message, run(self.after), "{}: encoding {value:?}", self.name);
        let compiled = self.compiled.encode(record, value, &LIMITS).map_err(|failure| failure.code);
        assert_eq!(message, compiled, "{}, bytecode: encoding {value:?}", self.name);
        message
    }

    /// Decodes a message with all engines; returns true if it is accepted.
    fn decode(&self, message: &[u8], schema: Option<&Value>) -> bool {
        let record = self.entry.record;
        let run =
            |module| interpreter::decode(module, record, message, schema, &LIMITS).map_err(|failure| failure.code);
        let value = run(self.before);
        assert_eq!(value, run(self.after), "{}: decoding {message:02x?}", self.name);
        let compiled = self.compiled.decode(record, message, schema, &LIMITS).map_err(|failure| failure.code);
        assert_eq!(value, compiled, "{}, bytecode: decoding {message:02x?}", self.name);
        value.is_ok()
    }

    /// Compares all engines on random values and damaged messages; tries more if messages were written but none was
    /// accepted.
    fn compare(&self, messages: usize) -> usize {
        let types = &self.before.types;
        let mut random = Random::new(7 + u64::from(self.entry.record.0));
        let (mut tried, mut written, mut accepted) = (0, 0, 0);
        let found_none = |written, accepted| written > 0 && accepted == 0 && self.entry.schema.is_none();
        while tried < messages || found_none(written, accepted) && tried < 100 * messages {
            let value = Value::Struct(value::record(types, self.entry.record, &mut random, 0));
            let schema = self.entry.schema.map(|id| Value::Struct(value::record(types, id, &mut random, 0)));
            let message = self.encode(&value).unwrap_or_default();
            written += usize::from(!message.is_empty());
            for _ in 0..10 {
                accepted += usize::from(self.decode(&damaged(&message, &mut random), schema.as_ref()));
            }
            tried += 10;
        }
        // A random message rarely matches a random schema, and a random value rarely has all required members at every
        // depth.
        assert!(accepted > 0 || self.entry.schema.is_some() || written == 0, "{}: no message is accepted", self.name);
        tried
    }
}

/// Compares two versions of a module on about this many messages; returns their number.
fn compare(name: &str, before: &Module, after: &Module, messages: usize) -> usize {
    let each = messages.div_ceil(before.entries.len().max(1));
    let compiled = &Program::compile(after);
    let pairs = before.entries.iter().map(|entry| Pair { name: name.to_owned(), before, after, compiled, entry });
    pairs.map(|pair| pair.compare(each)).sum()
}

/// Returns the choices of passes: each alone, all, and all for engines without mutation.
fn choices() -> Vec<(String, Options)> {
    let but = |name: &str| PASSES.iter().map(|pass| pass.name.to_owned()).filter(|other| other != name).collect();
    let alone = |name: &str| Options { skip: but(name), immutable: true };
    let mut choices: Vec<_> = PASSES.iter().map(|pass| (format!("only {}", pass.name), alone(pass.name))).collect();
    choices.push(("all".to_owned(), Options::default()));
    choices.push(("all, immutable".to_owned(), Options { immutable: true, ..Options::default() }));
    choices
}

fn messages() -> usize {
    let given = std::env::var("POLYWIRE_MUTATIONS").ok().and_then(|count| count.parse().ok());
    given.unwrap_or(if std::env::var_os("POLYWIRE_FULL").is_some() { 1000 } else { 30 })
}

#[test]
fn passes_change_no_result() {
    let mut tried = 0;
    for (name, before) in modules() {
        for (choice, options) in choices() {
            let mut after = before.clone();
            optimize(&mut after, &options);
            if after != before {
                tried += compare(&format!("{name}, {choice}"), &before, &after, messages());
            }
        }
    }
    println!("{tried} damaged messages");
}

/// The reference interpreter does not predict, so prediction is expressed in ops and compared with the unpredicted
/// form.
#[test]
fn prediction_does_not_change_keys() {
    let mut tried = 0;
    for (name, before) in modules() {
        let mut after = before.clone();
        optimize(&mut after, &Options::default());
        predict_in_ops(&mut after);
        verify(&after).unwrap_or_else(|violations| panic!("{name}: {}", violations[0]));
        tried += compare(&name, &before, &after, 4 * messages());
    }
    println!("{tried} damaged messages");
}
