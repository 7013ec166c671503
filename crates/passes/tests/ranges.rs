//! Ranges hold for random functions, and what the pass leaves of real ones.

use crate::support::functions::random_module;
use crate::support::models::modules;
use crate::support::random::Random;
#[allow(dead_code)]
use polywire_ir::ranges::{Known, Ranges, Visitor, visit};
use polywire_ir::{Const, FuncId, Module, Op, VarId, verify};
use polywire_passes::{Options, PASSES, optimize};
use polywire_vm::{Limits, Value, interpreter};
use std::collections::BTreeMap;

const LIMITS: Limits = Limits { depth: 12, budget: 4096, ignore_unknown: false, write_unknown: false };

/// Random functions; the full tier tries more.
fn functions() -> u64 {
    if std::env::var_os("POLYWIRE_FULL").is_some() { 20_000 } else { 500 }
}

/// Each variable of a random function is stored in a field, and its value must be in the variable's range. The pass
/// changes no field.
#[test]
fn values_are_in_their_ranges() {
    let (mut accepted, mut stored, mut narrow) = (0, 0, 0);
    for seed in 0..functions() {
        let mut random = Random::new(seed);
        let (module, vars) = random_module(&mut random);
        verify(&module).unwrap_or_else(|violations| panic!("{}\n{module}", violations[0]));
        let ranges = Ranges::of(&module);
        let mut after = module.clone();
        optimize(&mut after, &only_ranges());
        for _ in 0..20 {
            let message = message(&mut random);
            let run = |module| interpreter::decode(module, module_record(module), &message, None, &LIMITS);
            let value = run(&module);
            assert_eq!(code(&value), code(&run(&after)), "{message:02x?}\n{module}\n{after}");
            let Ok(Value::Struct(record)) = value else { continue };
            accepted += 1;
            for (var, field) in vars.iter().zip(&record.fields) {
                let Some(number) = number(field) else { continue };
                let range = ranges.var(FuncId(0), *var).expect("a range");
                assert!(range.contains(&number), "{number:?} is not in {range:?}\n{module}");
                stored += 1;
                narrow += usize::from(range.exactly().is_some() || range.max() < i128::from(u32::MAX));
            }
        }
    }
    assert!(accepted > 1000 && stored > 10 * accepted && narrow > stored / 10, "{accepted} {stored} {narrow}");
}

fn module_record(module: &Module) -> polywire_ir::types::StructId {
    module.entries[0].record
}

fn code(result: &Result<Value, polywire_vm::Failure>) -> Result<&Value, &'static str> {
    result.as_ref().map_err(|failure| failure.code.name())
}

fn only_ranges() -> Options {
    let skip = PASSES.iter().map(|pass| pass.name.to_owned()).filter(|name| name != "ranges").collect();
    Options { skip, ..Options::default() }
}

/// Bytes of which many are at the edge of a width.
fn message(random: &mut Random) -> Vec<u8> {
    let edges = [0, 1, 2, 7, 8, 0x7f, 0x80, 0xff];
    let byte =
        |random: &mut Random| if random.one_in(3) { random.next() as u8 } else { edges[random.below(edges.len())] };
    (0..40).map(|_| byte(random)).collect()
}

/// Returns the constant that a field holds, if it was set.
fn number(field: &Value) -> Option<Const> {
    match field {
        Value::Bool(value) => Some(Const::Bool(*value)),
        Value::Uint(value) => Some(Const::U64(*value)),
        Value::Int(value) => Some(Const::I64(*value)),
        _ => None,
    }
}

/// Tests by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tests {
    checks: usize,
    branches: usize,
    /// Sections that can fail.
    sections: usize,
    /// Checks and branches whose condition is known.
    known: usize,
}

impl Visitor for Tests {
    fn op(&mut self, known: &mut Known, op: &mut Op) {
        match op {
            Op::Check { cond, .. } => {
                self.checks += 1;
                self.known += usize::from(known.holds(cond) == Some(true));
            }
            Op::If { cond, .. } => {
                self.branches += 1;
                self.known += usize::from(known.holds(cond).is_some());
            }
            Op::Section { code: Some(_), region, pos, len, .. } => {
                self.sections += 1;
                self.known += usize::from(known.is_inside(region, pos, len));
            }
            _ => {}
        }
    }
}

fn tests_in(module: &Module) -> Tests {
    let mut found = Tests::default();
    visit(&mut module.clone(), &mut found);
    found
}

/// Fewer tests remain, and none whose outcome is known. `--nocapture` prints how many by format.
#[test]
fn known_tests_vanish() {
    let mut by_format: BTreeMap<String, [Tests; 2]> = BTreeMap::new();
    for (name, module) in modules() {
        let [without, with] = [vec!["ranges".to_owned()], Vec::new()].map(|skip| {
            let mut module = module.clone();
            optimize(&mut module, &Options { skip, ..Options::default() });
            tests_in(&module)
        });
        assert_eq!(with.known, 0, "{name}: {with:?}");
        assert!(with.checks <= without.checks && with.branches <= without.branches, "{name}: {without:?} {with:?}");
        let (model, format) = name.split_once('/').unwrap_or((&name, ""));
        let group = if model == "trade" { "trade" } else { "corner cases" };
        let sums = by_format.entry(format!("{format} ({group})")).or_default();
        for (sum, found) in sums.iter_mut().zip([without, with]) {
            sum.checks += found.checks;
            sum.branches += found.branches;
            sum.sections += found.sections;
        }
    }
    for (format, [without, with]) in &by_format {
        println!(
            "{format}: checks {} to {}, branches {} to {}, sections {} to {}",
            without.checks, with.checks, without.branches, with.branches, without.sections, with.sections
        );
    }
    let total =
        |of: fn(&Tests) -> usize| by_format.values().map(|[without, with]| of(without) - of(with)).sum::<usize>();
    assert!(total(|it| it.checks) > 0 && total(|it| it.branches) > 0 && total(|it| it.sections) > 0);
}

/// A back end asks for the width of a number.
#[test]
fn ranges_of_variables_and_expressions() {
    let text =
        "module m fn f() -> (u64) { read u8 -> a !0 let b = a + 1 check b < 9 else syntax !1 let c = b yield c }";
    let module = polywire_ir::text::parse(text).expect("a module");
    let (ranges, function) = (Ranges::of(&module), &module.functions[0]);
    let of = |name: &str| {
        let position = function.vars.iter().position(|var| var.name == name).expect("a variable");
        ranges.var(FuncId(0), VarId(position as u32)).expect("a range")
    };
    assert_eq!([of("a").min(), of("a").max(), of("b").max(), of("c").max()], [0, 255, 256, 8]);
    assert!(of("a").fits(8, false) && !of("a").fits(8, true) && of("b").fits(16, true));
    assert_eq!(ranges.result(FuncId(0), 0).map(|range| range.max()), Some(8));
    let expr = function.body.yields[0].clone() * 2_u64;
    assert_eq!(ranges.expr(FuncId(0), function, &expr).map(|range| range.max()), Some(16));
}
