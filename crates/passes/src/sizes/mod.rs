//! Exact sizes: functions that return the number of bytes that an encoder would write.
//!
//! A size function is the encoder with positions as values: writing advances the position, and puts into sections
//! are removed. Checks stay, so it fails as the encoder does. No size function exists if an encoder shares earlier
//! output, or writes
//! a text whose length costs as much to find as the text itself.
//!
//! Design: docs/decisions/0017-sizes-from-encoders.md

mod count;
mod measured;

use crate::{dead_code, fold, tidy};
use count::count;
use polywire_ir::{
    Arg, Block, Calls, Effects, FuncId, Function, Linkage, Module, Op, Param, ParamKind, ValueType, VarId, effects,
};
use std::collections::{BTreeMap, BTreeSet};

/// Adds to every entry, if possible, a function that returns the size of its encoder's output.
pub fn add_sizes(module: &mut Module) {
    let effects = effects(module);
    let countable = countable(module, &effects);
    let encoders: Vec<FuncId> = module.entries.iter().filter_map(|entry| entry.encode).collect();
    // A function may be countable although one that it calls is not: the bytes of a scratch buffer are not counted.
    let is_counted = |id: FuncId| is_writing(&effects, id) && countable[id.0 as usize];
    let wanted = reached(module, encoders.into_iter().filter(|id| countable[id.0 as usize]), is_counted);
    let first = module.functions.len() as u32;
    let numbers: BTreeMap<FuncId, FuncId> = wanted.iter().copied().zip((first..).map(FuncId)).collect();
    let mut functions: Vec<Function> =
        wanted.iter().filter_map(|id| count((module, &effects), &numbers, *id)).collect();
    for entry in &mut module.entries {
        let Some((encode, counted)) = entry.encode.and_then(|encode| Some((encode, *numbers.get(&encode)?))) else {
            continue;
        };
        entry.size = Some(FuncId(first + functions.len() as u32));
        functions.push(whole(&module.functions[encode.0 as usize], counted));
    }
    let types = module.types.clone();
    let mut taken: BTreeSet<String> = module.functions.iter().map(|function| function.name.clone()).collect();
    for function in &mut functions {
        while !taken.insert(function.name.clone()) {
            function.name.push('_');
        }
        fold::simplify_function(&types, function);
        dead_code::drop_unused(function);
        tidy::number(function);
    }
    module.functions.extend(functions);
    crate::debug_assert_verified(module, "sizes");
}

/// Returns for each function whether its output can be counted.
fn countable(module: &Module, effects: &[Effects]) -> Vec<bool> {
    let writing = (0..module.functions.len() as u32).map(FuncId).filter(|id| is_writing(effects, *id));
    let mut assumed: BTreeMap<FuncId, FuncId> = writing.map(|id| (id, id)).collect();
    let mut countable = vec![true; module.functions.len()];
    Calls::of(module).solve(|id| {
        let fails = assumed.contains_key(&id) && count((module, effects), &assumed, id).is_none();
        if fails {
            assumed.remove(&id);
            countable[id.0 as usize] = false;
        }
        fails
    });
    countable
}

/// Returns the given functions and those that they call directly or indirectly and that are counted; others are called
/// unchanged.
fn reached(
    module: &Module,
    roots: impl Iterator<Item = FuncId>,
    is_counted: impl Fn(FuncId) -> bool,
) -> BTreeSet<FuncId> {
    let mut found: BTreeSet<FuncId> = roots.collect();
    let mut open: Vec<FuncId> = found.iter().copied().collect();
    while let Some(id) = open.pop() {
        let mut called = Vec::new();
        dead_code::calls(&module.function(id).body, &mut called);
        let counted = called.into_iter().filter(|id| is_counted(*id));
        open.extend(counted.filter(|id| found.insert(*id)));
    }
    found
}

fn is_writing(effects: &[Effects], id: FuncId) -> bool {
    effects[id.0 as usize].writes || effects[id.0 as usize].section
}

/// Creates the function for the size of a whole message.
fn whole(encoder: &Function, counted: FuncId) -> Function {
    let (value, end) = (VarId(0), VarId(1));
    let var = |name: &str, ty| polywire_ir::Var { name: name.to_owned(), ty };
    let record = encoder.params.first().map_or(ValueType::U64, |param| encoder.var(param.var).ty.clone());
    let args = vec![Arg::Place(value.into()), Arg::Value(0_u64.into()), Arg::Value(0_u64.into())];
    Function {
        name: format!("encoded_size_{}", encoder.name.strip_prefix("encode_").unwrap_or(&encoder.name)),
        params: vec![Param { var: value, kind: ParamKind::Read }],
        results: vec![ValueType::U64],
        vars: vec![var("value", record), var("size", ValueType::U64)],
        body: Block { ops: vec![Op::Call { func: counted, args, results: vec![end] }], yields: vec![end.into()] },
        nests: false,
        rare: false,
        trusting: false,
        linkage: Linkage::Internal,
    }
}
