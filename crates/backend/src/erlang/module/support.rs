//! The support code for the functions of a module.

use super::functions::Printed;
use super::merge;
use crate::erlang::ast::{Callee, Ex, Failure, Function, Merge};
use crate::erlang::emit::Shared;
use crate::erlang::helpers::{Helper, Helpers};
use crate::erlang::names::{enum_function, escaped};
use crate::erlang::print::atom;
use polywire_ir::types::EnumId;
use polywire_srcgen::{Source, join};
use std::collections::{BTreeSet, HashSet};

/// The support code that functions use.
#[derive(Default)]
pub struct Used {
    helpers: Helpers,
    enums: BTreeSet<(u32, bool)>,
    merges: Vec<Merge>,
    fail: bool,
}

impl Used {
    fn ask(&mut self, helper: Helper) {
        self.helpers.ask(helper);
        if let Some(needed) = helper.needs() {
            self.helpers.ask(needed);
            self.fail = true;
        }
    }
}

impl Used {
    /// The support code that a function uses.
    pub fn of(function: &Function) -> Self {
        let (mut used, mut seen) = (Self::default(), HashSet::new());
        for clause in function.all_clauses() {
            clause.parts(&mut |part| {
                part.walk(&mut |ex| match ex {
                    Ex::Call(Callee::Helper(helper), _) => used.ask(*helper),
                    Ex::Call(Callee::Enum { id, to_number }, _) => drop(used.enums.insert((id.0, *to_number))),
                    Ex::Call(Callee::Merge(merge), _) if seen.insert(merge) => used.merges.push(merge.clone()),
                    Ex::Fail(Failure::Code(..), _) => used.fail = true,
                    _ => {}
                });
            });
        }
        used
    }

    /// The support code that all functions of a module use.
    pub fn by_all(functions: &[Printed], traced: bool) -> Self {
        let mut all = Self::default();
        for used in functions.iter().map(|function| &function.used) {
            for helper in used.helpers.iter() {
                all.helpers.ask(*helper);
            }
            all.enums.extend(&used.enums);
            all.merges.extend(used.merges.iter().cloned());
            all.fail |= used.fail;
        }
        all.fail |= !traced && all.enums.iter().any(|(_, to_number)| *to_number);
        all
    }
}

/// Prints the directive to inline helpers.
pub fn inlines(source: &mut Source, shared: &Shared, used: &Used) {
    let helpers = used.helpers.iter().map(|helper| format!("{}/1", helper.name()));
    let enums = used.enums.iter().map(|(id, to_number)| {
        let arity = if shared.traced && *to_number { 2 } else { 1 };
        format!("{}/{arity}", enum_atom(shared, *id, *to_number))
    });
    let all: Vec<String> = helpers.chain(enums).collect();
    if !all.is_empty() {
        source.line(format!("\n-compile({{inline, [{}]}}).", join(all, ", ")));
    }
}

/// Prints the helpers' own functions.
pub fn support(source: &mut Source, shared: &Shared, used: Used) {
    for (id, to_number) in &used.enums {
        source.blank();
        if *to_number { to_number_function(source, shared, *id) } else { from_number_function(source, shared, *id) }
    }
    merge::functions(source, shared, used.merges);
    for helper in Helper::ALL.iter().filter(|helper| used.helpers.has(helper)) {
        source.blank();
        source.line(helper.source());
    }
    if used.fail {
        source.blank();
        source.line("-spec fail(atom(), integer()) -> no_return().");
        source.line("fail(Code, Site) -> throw({polywire_error, Code, Site}).");
    }
}

fn enum_atom(shared: &Shared, id: u32, to_number: bool) -> String {
    atom(&enum_function(shared.names.enumeration(EnumId(id)), to_number))
}

fn from_number_function(source: &mut Source, shared: &Shared, id: u32) {
    let name = enum_atom(shared, id, false);
    let mut seen = BTreeSet::new();
    let it = shared.types().enumeration(EnumId(id));
    for member in &it.members {
        if seen.insert(member.number) {
            source.line(format!("{name}({}) -> {};", it.integer(member.number), atom(&escaped(&member.name))));
        }
    }
    source.line(format!("{name}(Number) -> Number."));
}

/// In a tracing module, the function takes the place for its failure.
fn to_number_function(source: &mut Source, shared: &Shared, id: u32) {
    let name = enum_atom(shared, id, true);
    let it = shared.types().enumeration(EnumId(id));
    let (other, fail) = match shared.traced {
        true => (", _", "(_, Place) -> polywire_trace:fail(unknown_enumerator, Place)"),
        false => ("", "(_) -> fail(unknown_enumerator, 0)"),
    };
    let mut seen = BTreeSet::new();
    for member in &it.members {
        if seen.insert(&member.name) {
            source.line(format!("{name}({}{other}) -> {};", atom(&escaped(&member.name)), it.integer(member.number)));
        }
    }
    if it.open {
        let (lo, hi) = range(it.bits, it.signed);
        source
            .line(format!("{name}(Number{other}) when is_integer(Number), Number >= {lo}, Number =< {hi} -> Number;"));
    }
    source.line(format!("{name}{fail}."));
}

fn range(bits: u8, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}
