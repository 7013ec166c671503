//! Validators: functions that decide whether a decoder accepts a message, and keep nothing of it.
//!
//! A validator is the decoder without the ops that build. Their bodies stay, since they read; setting a verified text
//! becomes a
//! check; filling becomes counting. Only `created` cannot be known without a value: a function that depends on it stays
//! unchanged
//! and builds, and so does every function that passes it something to build.
//!
//! Design: docs/decisions/0016-validators-from-decoders.md

mod check;
mod valueless;

use crate::{dead_code, fold, tidy};
use check::strip;
use polywire_ir::{FuncId, Function, Module};
use std::collections::{BTreeMap, BTreeSet};
use valueless::valueless;

/// Adds to every entry a validator derived from its current decoder; can run before or after the passes.
pub fn add_validators(module: &mut Module) {
    let stripped = valueless(module);
    let wanted = reached(module, &stripped);
    let names = BTreeSet::from_iter(module.functions.iter().map(|function| function.name.clone()));
    let first = module.functions.len() as u32;
    let numbers: BTreeMap<FuncId, FuncId> = wanted.iter().copied().zip((first..).map(FuncId)).collect();
    let mut validators: Vec<Function> = wanted.iter().map(|id| strip(module, &numbers, *id).function).collect();
    name(&mut validators, names);
    let types = module.types.clone();
    for function in &mut validators {
        fold::simplify_function(&types, function);
        dead_code::drop_unused(function);
        tidy::number(function);
    }
    module.functions.extend(validators);
    for entry in &mut module.entries {
        entry.validate = Some(numbers.get(&entry.decode).copied().unwrap_or(entry.decode));
    }
    crate::debug_assert_verified(module, "validators");
}

/// Returns the functions without a need for a value that a decoder reaches, in the order of the module.
fn reached(module: &Module, stripped: &[bool]) -> BTreeSet<FuncId> {
    let mut open: Vec<FuncId> = module.entries.iter().map(|entry| entry.decode).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if stripped[id.0 as usize] && found.insert(id) {
            dead_code::calls(&module.function(id).body, &mut open);
        }
    }
    found
}

/// `decode_Order` becomes `validate_Order`, `read_Order` becomes `check_Order`; other names get the prefix `check_`.
fn name(functions: &mut [Function], mut taken: BTreeSet<String>) {
    for function in functions {
        let mut name = match function.name.strip_prefix("decode_") {
            Some(rest) => format!("validate_{rest}"),
            None => format!("check_{}", function.name.strip_prefix("read_").unwrap_or(&function.name)),
        };
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        function.name = name;
    }
}
