//! Validators give the same verdict as the decoder: in the interpreter, before and after passes, and in the bytecode.

use crate::support::damage::damaged;
use crate::support::models::modules;
use crate::support::random::Random;
use crate::support::value;
#[allow(dead_code)]
use polywire_ir::{Entry, ErrorCode, Module};
use polywire_passes::{Options, add_validators, optimize};
use polywire_vm::{Failure, Limits, Program, Value, interpreter};

/// Small, so that some messages exhaust the budgets.
const LIMITS: Limits = Limits { depth: 12, budget: 4096, ignore_unknown: false, write_unknown: false };

/// Random values for each struct and format; the full tier tries more.
const VALUES: usize = 3;

#[test]
fn validators_agree_with_decoders() {
    let (mut tried, mut accepted) = (0, 0);
    for (name, mut lowered) in modules() {
        let mut optimized = lowered.clone();
        optimize(&mut optimized, &Options::default());
        add_validators(&mut lowered);
        add_validators(&mut optimized);
        let program = Program::compile(&optimized);
        let validated = Validated { name, lowered, optimized, program };
        for entry in &validated.lowered.entries {
            let verdicts = validated.verdicts(entry);
            tried += verdicts.len();
            accepted += verdicts.iter().filter(|accepted| **accepted).count();
        }
    }
    assert!(accepted > tried / 20, "{accepted} of {tried} messages are accepted");
}

/// A format of a model with validators.
struct Validated {
    name: String,
    lowered: Module,
    optimized: Module,
    program: Program,
}

impl Validated {
    /// Returns whether each message of a struct is accepted; all engines must agree.
    fn verdicts(&self, entry: &Entry) -> Vec<bool> {
        let types = &self.lowered.types;
        let mut random = Random::new(11 + u64::from(entry.record.0));
        let values = if std::env::var_os("POLYWIRE_FULL").is_some() { 200 * VALUES } else { VALUES };
        let mut verdicts = Vec::new();
        for _ in 0..values {
            let value = Value::Struct(value::record(types, entry.record, &mut random, 0));
            let schema = entry.schema.map(|id| Value::Struct(value::record(types, id, &mut random, 0)));
            let written = interpreter::encode(&self.lowered, entry.record, &value, &LIMITS).unwrap_or_default();
            for _ in 0..10 {
                verdicts.push(self.is_accepted(entry, &damaged(&written, &mut random), schema.as_ref()));
            }
        }
        verdicts
    }

    fn is_accepted(&self, entry: &Entry, message: &[u8], schema: Option<&Value>) -> bool {
        let record = entry.record;
        let expected = code(interpreter::decode(&self.lowered, record, message, schema, &LIMITS).map(drop));
        let answers = [
            interpreter::validate(&self.lowered, record, message, schema, &LIMITS),
            interpreter::validate(&self.optimized, record, message, schema, &LIMITS),
            self.program.validate(record, message, schema, &LIMITS),
        ];
        for (answer, engine) in answers.into_iter().zip(["as lowered", "optimized", "bytecode"]) {
            assert_eq!(code(answer), expected, "{}, {engine}: {message:02x?}", self.name);
        }
        expected.is_ok()
    }
}

fn code(result: Result<(), Failure>) -> Result<(), ErrorCode> {
    result.map_err(|failure| failure.code)
}

/// A validator builds a value only if required members can arrive in pieces.
#[test]
fn validators_build_only_necessary_values() {
    for (name, mut module) in modules() {
        add_validators(&mut module);
        let builds = |entry: &&Entry| entry.validate.is_some_and(|id| module.function(id).builds());
        let building: Vec<&Entry> = module.entries.iter().filter(builds).collect();
        let merges_required = name.ends_with("/protobuf");
        assert!(building.is_empty() || merges_required, "{name}: {} validators build", building.len());
    }
}
