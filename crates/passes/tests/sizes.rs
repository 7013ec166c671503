//! Sizes equal those of the encoders' output, and fail with the same error codes.

use crate::support::models::modules;
use crate::support::random::Random;
use crate::support::value;
#[allow(dead_code)]
use polywire_ir::{Entry, FuncId, Module, Op};
use polywire_passes::{Options, add_sizes, optimize};
use polywire_vm::{Failure, Limits, Value, interpreter};

const LIMITS: Limits = Limits { depth: 12, budget: 1 << 20, ignore_unknown: false, write_unknown: false };

/// Random values for each struct and format; the full tier tries more.
const VALUES: usize = 12;

#[test]
fn sizes_equal_those_of_the_output() {
    let (mut tried, mut refused) = (0, 0);
    for (name, mut lowered) in modules() {
        let mut optimized = lowered.clone();
        optimize(&mut optimized, &Options::default());
        add_sizes(&mut lowered);
        add_sizes(&mut optimized);
        let sizes = lowered.entries.iter().zip(&optimized.entries);
        assert!(sizes.clone().all(|(one, other)| one.size.is_some() == other.size.is_some()), "{name}");
        for (entry, _) in sizes.filter(|(entry, _)| entry.size.is_some()) {
            for value in values(&lowered, entry) {
                let written = interpreter::encode(&lowered, entry.record, &value, &LIMITS);
                let expected = code(written.map(|bytes| bytes.len() as u64));
                for module in [&lowered, &optimized] {
                    let size = interpreter::encoded_size(module, entry.record, &value, &LIMITS);
                    assert_eq!(code(size), expected, "{name}: {value:?}");
                }
                tried += 1;
                refused += usize::from(expected.is_err());
            }
        }
    }
    assert!(tried > 1000 && refused < tried / 2, "{refused} of {tried} values are refused");
}

fn values(module: &Module, entry: &Entry) -> Vec<Value> {
    let mut random = Random::new(13 + u64::from(entry.record.0));
    let count = if std::env::var_os("POLYWIRE_FULL").is_some() { 100 * VALUES } else { VALUES };
    (0..count).map(|_| Value::Struct(value::record(&module.types, entry.record, &mut random, 0))).collect()
}

fn code(result: Result<u64, Failure>) -> Result<u64, &'static str> {
    result.map_err(|failure| failure.code.name())
}

/// Without sharing and without numbers in text form, sizes can be computed without bytes.
#[test]
fn binary_formats_have_sizes() {
    for (name, mut module) in modules() {
        add_sizes(&mut module);
        let (model, format) = name.split_once('/').unwrap_or_default();
        if ["protobuf", "capnp", "sbe", "avro", "cdr", "cdr_le", "msgpack", "raw"].contains(&format) {
            // A value of CORBA that occurs again is written as a distance.
            let has_values = model.starts_with("corba") || model == "giop_called";
            for encode in module.entries.iter().filter(|entry| entry.size.is_none()).filter_map(|entry| entry.encode) {
                assert!(has_values && remembers(&module, encode), "{name}");
            }
        }
    }
}

/// Returns true if a function, or one that it calls, writes what depends on what was written before.
fn remembers(module: &Module, id: FuncId) -> bool {
    let mut seen = vec![false; module.functions.len()];
    let mut open = vec![id];
    let mut found = false;
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut seen[id.0 as usize], true) {
            let mut blocks = vec![&module.function(id).body];
            while let Some(block) = blocks.pop() {
                for op in &block.ops {
                    found |= matches!(op, Op::Memo { .. });
                    if let Op::Call { func, .. } = op {
                        open.push(*func);
                    }
                    blocks.extend(op.blocks());
                }
            }
        }
    }
    found
}
