//! Removes padding where the position is known: it is nothing, or a constant number of bytes.
//!
//! A position is known relative to the origins that alignments count from, modulo powers of two: behind an alignment,
//! where a number was read, and after a call of a function that ends in a known way.
//!
//! Design: docs/decisions/0133-known-alignment.md

mod cursor;
mod cursors;
mod hoist;
mod moves;
mod residue;
mod walk;

use crate::{Options, Pass};
use cursor::Origin;
use cursors::{Callee, Cursors};
use hoist::{Aligned, Side, hoist};
use polywire_ir::{Calls, Entry, FuncId, Function, Linkage, Module};
use residue::Residue;
use std::collections::BTreeSet;
use walk::Walk;

pub(crate) const PASS: Pass = Pass {
    name: "alignment",
    doc: "Removes alignment where the position is known from what precedes it, or skips and writes a constant number of bytes instead.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    let calls = Calls::of(module);
    let hoisted = hoist(module, &calls);
    let entries: BTreeSet<FuncId> = module.entries.iter().flat_map(Entry::functions).collect();
    let start = |id: FuncId| cursors_at_start(entries.contains(&id), hoisted[id.0 as usize].as_ref());
    let mut callees: Vec<Callee> = module.functions.iter().map(callee).collect();
    calls.solve(|id| {
        let function = &mut module.functions[id.0 as usize];
        if is_linked(function) {
            return false;
        }
        let end = Walk::new(&callees, start(id)).through(&mut function.body);
        let known = &mut callees[id.0 as usize].end;
        std::mem::replace(known, end.clone()) != end
    });
    for (id, function) in (0..).map(FuncId).zip(&mut module.functions) {
        Walk::new(&callees, start(id)).rewrite(&mut function.body);
    }
}

fn callee(function: &Function) -> Callee {
    Callee { params: function.params.clone(), end: is_linked(function).then(Cursors::anywhere) }
}

/// Returns true if the function may be another one in the output of another file.
fn is_linked(function: &Function) -> bool {
    function.linkage != Linkage::Internal
}

fn cursors_at_start(is_entry: bool, aligned: Option<&Aligned>) -> Cursors {
    let mut start = Cursors::at(Origin::Start);
    if is_entry {
        start.input.learn(Origin::Zero, Residue::exact(0));
        start.output.learn(Origin::Zero, Residue::exact(0));
    }
    if let Some(Aligned { side, to, from, .. }) = aligned {
        let cursor = match side {
            Side::Input => &mut start.input,
            Side::Output => &mut start.output,
        };
        cursor.assume_aligned(*to, from);
    }
    start
}
