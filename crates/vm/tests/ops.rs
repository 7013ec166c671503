//! Every op and expression, in both engines: `tests/ops/*.ir` are modules in the IR's text form, with cases in
//! comments.
//!
//! A case is `;= INPUT => OUTPUT` in hexadecimal or `;= INPUT => error CODE`: the input is decoded as the module's
//! first entry and encoded again. `;= ignore_unknown INPUT => …` does so with that setting. `POLYWIRE_BLESS=1` writes
//! the interpreter's outputs into the files.

use crate::support::{Engines, Random, damages, hex};
use polywire_ir::{Block, Datum, Expr, Module, Op, ReadWhat, text, verify};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn engines_agree_with_the_files() {
    for path in files() {
        let source = std::fs::read_to_string(&path).expect("a file");
        let mut engines = engines(&source, &path);
        let rewritten: Vec<String> = source.lines().map(|line| checked(&mut engines, line)).collect();
        let rewritten = rewritten.join("\n") + "\n";
        if std::env::var_os("POLYWIRE_BLESS").is_some() {
            std::fs::write(&path, rewritten).expect("the file can be written");
        } else {
            let differing = source.lines().zip(rewritten.lines()).find(|(before, after)| before != after);
            assert_eq!(differing, None, "{}: POLYWIRE_BLESS=1 rewrites it", path.display());
        }
    }
}

#[test]
fn engines_agree_on_damaged_input() {
    let mut random = Random(7);
    for path in files() {
        let source = std::fs::read_to_string(&path).expect("a file");
        let engines = engines(&source, &path);
        for input in source.lines().filter_map(case).map(|it| it.input) {
            let mutated = (0..50).map(|_| random.mutate(&input));
            for damaged in damages(&input).take(400).chain(mutated) {
                run(&engines, &damaged);
            }
        }
    }
}

#[test]
fn every_op_has_a_case() {
    let mut seen = BTreeSet::new();
    for path in files() {
        let source = std::fs::read_to_string(&path).expect("a file");
        let module = engines(&source, &path).module;
        module.functions.iter().for_each(|function| note_block(&function.body, &mut seen));
    }
    let all = "Let If Switch Loop Call Check Charge Read Match Window At Section Keyed Set Reset Open Push Fill Make Retain ReportUnknown Write \
               Measured Block Put Sub Tail Each Memo Scratch \
               Int Span Peek Skip SkipWhile Align Leaf Bytes Zeros \
               Const Var Get Len Present Case Unknown Unary Binary Select Wrap OfBool IsMember Load Slice BytesLen Pos Left \
               Since Input Base Tail Setting";
    let missing: Vec<&str> = all.split_whitespace().filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "no case has {missing:?}");
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ops");
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn engines(source: &str, path: &Path) -> Engines {
    let module: Module = text::parse(source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let broken: Vec<String> = verify(&module).err().into_iter().flatten().map(|it| it.to_string()).collect();
    assert!(broken.is_empty(), "{}: {broken:#?}", path.display());
    Engines::new(module)
}

/// A line with a case.
struct Case<'l> {
    ignore_unknown: bool,
    input: Vec<u8>,
    expected: &'l str,
}

fn case(line: &str) -> Option<Case<'_>> {
    let (input, expected) = line.strip_prefix(";=")?.split_once("=>")?;
    let without = input.trim_start().strip_prefix("ignore_unknown");
    let (ignore_unknown, input) = (without.is_some(), without.unwrap_or(input));
    let digits: Vec<char> = input.chars().filter(|digit| !digit.is_whitespace()).collect();
    let pairs = digits.chunks(2).map(|pair| pair.iter().collect::<String>());
    let bytes = pairs.map(|pair| u8::from_str_radix(&pair, 16).unwrap_or_else(|_| panic!("{line}")));
    Some(Case { ignore_unknown, input: bytes.collect(), expected: expected.trim() })
}

/// Returns the line, with the actual outcome in place of a wrong expectation.
fn checked(engines: &mut Engines, line: &str) -> String {
    let Some(Case { ignore_unknown, input, expected }) = case(line) else {
        return line.to_owned();
    };
    engines.limits.ignore_unknown = ignore_unknown;
    let outcome = run(engines, &input);
    if expected.replace(' ', "") == outcome.replace(' ', "") {
        return line.to_owned();
    }
    let given = line.split("=>").next().unwrap_or_default();
    format!("{given}=> {outcome}")
}

fn run(engines: &Engines, input: &[u8]) -> String {
    let record = engines.module.entries[0].record;
    let outcome = engines.decode(record, input, None).and_then(|value| engines.encode(record, &value));
    outcome.map_or_else(|failure| format!("error {}", failure.code.name()), |bytes| hex(&bytes))
}

/// Collects the names of all variants in a block.
fn note_block(block: &Block, seen: &mut BTreeSet<String>) {
    for op in &block.ops {
        seen.insert(variant(op));
        match op {
            Op::Read { what, .. } => seen.insert(variant::<ReadWhat>(what)),
            Op::Write { what } | Op::Put { what, .. } => seen.insert(variant::<Datum>(what)),
            _ => false,
        };
        op.visit_exprs(&mut |expr| note_expr(expr, seen));
        op.blocks().into_iter().for_each(|block| note_block(block, seen));
    }
    block.yields.iter().for_each(|expr| note_expr(expr, seen));
}

fn note_expr(expr: &Expr, seen: &mut BTreeSet<String>) {
    expr.visit(&mut |expr| {
        seen.insert(variant(expr));
    });
}

/// Returns the name of a value's variant.
fn variant<T: std::fmt::Debug>(value: &T) -> String {
    let text = format!("{value:?}");
    text.split(|ch: char| !ch.is_alphanumeric()).next().unwrap_or_default().to_owned()
}
