//! Verdicts on C headers, errors as they are shown, models as text, and hostile files.

use crate::dump;
use polywire_front::{LoadError, LoadedFile, c};
use polywire_model::c::Abi;
use polywire_source::{Diagnostics, Severity, SourceMap, Style, render};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Each case takes milliseconds if time is linear in the size.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c")
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/raw")
}

/// Compiles the first file with the others beside it; returns the compilation and the diagnostics as they are shown.
fn compile(files: &BTreeMap<String, Vec<u8>>, requested: &[&str]) -> (Option<c::Compilation>, String) {
    let start = Instant::now();
    let loader = |name: &str| {
        let bytes = files.get(name.trim_start_matches('/')).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes: bytes.clone() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = c::compile_files(requested, &loader, &mut sources, &mut diagnostics);
    let list = diagnostics.into_sorted();
    assert_eq!(compiled.is_none(), list.iter().any(|it| it.severity == Severity::Error));
    let shown = list.iter().take(100).map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    (compiled, shown)
}

fn compile_text(text: impl Into<Vec<u8>>) -> (Option<c::Compilation>, String) {
    compile(&BTreeMap::from([("t.h".to_owned(), text.into())]), &["t.h"])
}

/// The headers of the corpus: the folder, the name and the text.
fn headers() -> Vec<(String, String, Vec<u8>)> {
    let mut all = Vec::new();
    for group in fs::read_dir(corpus()).expect("the corpus").map(|it| it.expect("a folder").path()) {
        let Ok(files) = fs::read_dir(&group) else { continue };
        for file in files.map(|it| it.expect("a file").path()).filter(|it| it.extension().is_some_and(|it| it == "h")) {
            let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            all.push((name(&group), name(&file), fs::read(&file).expect("a header")));
        }
    }
    all.sort();
    all
}

/// Headers with pointers are accepted by compilers, and refused here.
#[test]
fn verdicts_equal_those_of_compilers() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (group, name, text) in headers() {
        let expected = group != "refused" && group != "pointers";
        let (compiled, shown) = compile_text(text);
        count += 1;
        if compiled.is_some() != expected {
            wrong.push(format!("{group}/{name}\n{shown}"));
        }
    }
    assert_eq!(count, 83);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares a text with the file of this name in the folder of the tests.
fn check(name: &str, text: &str) {
    let path = folder().join(name);
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, text).expect("writing");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}

#[test]
fn errors_of_the_corpus_are_as_expected() {
    let mut all = String::new();
    for (group, name, text) in headers().into_iter().filter(|(group, ..)| group == "refused" || group == "pointers") {
        all += &format!("=== {group}/{name}\n{}", compile_text(text).1);
    }
    check("refused.txt", &all);
}

/// Splits a file into cases: a head, and files that begin with `--- name`, the first of which is `t.h`.
fn cases(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join(name)).expect("the cases");
    let case = |case: &str| case.split_once('\n').map(|(head, schema)| (head.to_owned(), schema.to_owned()));
    text.split("=== ").filter_map(case).collect()
}

fn files_of(schema: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (index, part) in schema.split("--- ").enumerate() {
        let (name, text) = if index == 0 { ("t.h", part) } else { part.split_once('\n').expect("a name") };
        files.insert(name.to_owned(), text.as_bytes().to_vec());
    }
    files
}

/// Errors are shown all at once, with their places and remedies.
#[test]
fn errors_are_as_expected() {
    let (mut all, mut wrong) = (String::new(), String::new());
    for (head, schema) in cases("own.cases") {
        let (compiled, shown) = compile(&files_of(&schema), &["t.h"]);
        let verdict = if compiled.is_some() { "accept" } else { "refuse" };
        if !head.starts_with(verdict) {
            wrong += &format!("{head}\n{schema}{shown}");
        }
        all += &format!("=== {head}\n{schema}{shown}");
    }
    assert!(wrong.is_empty(), "{wrong}");
    check("errors.txt", &all);
}

#[test]
fn models_are_as_expected() {
    let mut all = String::new();
    for (head, schema) in cases("models.cases") {
        let (compiled, shown) = compile(&files_of(&schema), &["t.h"]);
        let compiled = compiled.unwrap_or_else(|| panic!("{head}\n{shown}"));
        all += &format!("=== {head}\n{schema}{shown}--- model\n{}", dump::model(&compiled.model));
        for decl in compiled.model.decls.iter().chain(&compiled.typedefs) {
            let record = match &decl.kind {
                polywire_model::DeclKind::Struct(it) => &it.attrs.c,
                polywire_model::DeclKind::Union(it) => &it.attrs.c,
                _ => continue,
            };
            all += &format!("--- {}: {record:?}\n", decl.path());
        }
    }
    check("models.txt", &all);
}

#[test]
fn damaged_files_never_panic() {
    for (_, _, text) in headers() {
        // Several places of each word are enough.
        for at in (0..text.len()).step_by(3) {
            compile_text(&text[..at]);
            let mut damaged = text.clone();
            damaged[at] ^= 0x1d;
            compile_text(damaged);
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let many = 20_000;
    for (open, close) in
        [("struct { ", " } x;"), ("union { ", "} x;"), ("int x[", "];"), ("int ", ";"), ("int (", ");")]
    {
        let text = format!("struct s {{ {}int a;{} }};", open.repeat(many), close.repeat(many));
        assert!(compile_text(text).0.is_none(), "{open}");
    }
    for (open, close) in [("(", ")"), ("-", ""), ("1+(", ")"), ("sizeof(int[", "])"), ("1?", ":1"), ("(int)", "")] {
        let text = format!("enum e {{ A = {}1{} }};", open.repeat(many), close.repeat(many));
        compile_text(text);
    }
    let chain: String = (1..many).map(|at| format!("struct s{at} {{ struct s{} x; }};\n", at - 1)).collect();
    assert!(compile_text(format!("struct s0 {{ int x; }};\n{chain}")).0.is_none());
    let arrays: String = (1..many).map(|at| format!("typedef t{} t{at}[1];\n", at - 1)).collect();
    assert!(compile_text(format!("typedef int t0;\n{arrays}")).0.is_none());
    let sizes = "+ sizeof(long)".repeat(many);
    assert!(compile_text(format!("enum e {{ A = 1 {sizes} }};")).0.is_none());
}

/// Unions without a tag hold all that is in them.
#[test]
fn doubling_is_refused() {
    let chain: String = (1..60).map(|at| format!("union u{at} {{ union u{} x, y; }};\n", at - 1)).collect();
    let text = format!("union u0 {{ int x; }};\n{chain}struct s {{ union u59 x; }};");
    assert!(compile_text(text).0.is_none());
}

/// A header that is printed has the same types and layouts.
#[test]
fn printed_headers_are_read_back() {
    let mut all = String::new();
    let corpus = headers().into_iter().map(|(group, name, text)| (format!("{group}/{name}"), text));
    let own = cases("models.cases").into_iter().map(|(head, text)| (head, text.into_bytes()));
    for (name, text) in corpus.chain(own) {
        let Some(compiled) = compile_text(text).0 else { continue };
        let printed = c::print_c(&compiled.model, Some(&Abi::ALL[0])).unwrap_or_else(|_| panic!("{name}"));
        assert!(printed.lost.is_empty() || name == "scalars/int128", "{name}: {:?}", printed.lost);
        let (again, shown) = compile_text(printed.text.clone());
        let again = again.unwrap_or_else(|| panic!("{name}\n{}\n{shown}", printed.text));
        all += &format!("=== {name}\n{}", printed.text);
        let twice = c::print_c(&again.model, Some(&Abi::ALL[0])).unwrap_or_else(|_| panic!("{name}"));
        assert_eq!(sorted(&twice.text), sorted(&printed.text), "{name}");
    }
    check("printed.txt", &all);
}

/// Names of types decide their order.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("#pragma pack")).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn layouts_are_reported() {
    let text = "struct s { char a; int b; unsigned c : 3; unsigned : 2; unsigned d : 5; union { long e; char f; }; double g; };";
    let model = compile_text(text).0.expect("a header").model;
    let id = model.find("s").expect("the struct");
    let report = |name| c::report(&model, id, polywire_model::c::abi(name).expect("an ABI")).expect("a layout");
    let (here, there) = (report("x86_64-sysv"), report("i386-sysv"));
    check("layout.txt", &(here.to_text() + &there.to_text() + &here.differences(&there) + &here.to_json()));
}

/// The layouts of the model are those of the compilers.
#[test]
fn layouts_equal_those_of_compilers() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (group, name, text) in headers() {
        let Some(compiled) = compile_text(text.clone()).0 else { continue };
        let text = String::from_utf8_lossy(&text);
        let root = text.split_once("root: ").and_then(|(_, rest)| rest.split_once(" */")).expect("a root").0;
        let root = root.rsplit(' ').next().expect("a name");
        let mut model = compiled.model.clone();
        let message = compiled.typedefs.iter().find(|it| it.path() == root);
        let id = model.find(root).unwrap_or_else(|| model.add(message.expect("a union").clone()));
        let lines = fs::read_to_string(corpus().join(&group).join(format!("{name}.layout.jsonl"))).expect("layouts");
        for line in lines.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let abi = line["abi"].as_str().and_then(polywire_model::c::abi).expect("an ABI");
            let Some(size) = line["sizeof"].as_u64() else { continue };
            let found = c::report(&model, id, abi);
            let expected = (size, line["alignof"].as_u64().unwrap_or_default());
            count += 1;
            match &found {
                Ok(it) if (u64::from(it.size), u64::from(it.align)) == expected => {}
                other => wrong.push(format!("{group}/{name} {}: {expected:?}, {other:?}", abi.name)),
            }
            for member in line["members"].as_array().into_iter().flatten() {
                let path = member["path"].as_str().unwrap_or_default();
                let start = member["offset"].as_u64().map(|it| it * 8).or_else(|| member["bit_offset"].as_u64());
                let row = found.iter().flat_map(|it| &it.rows).find(|row| row.name == path);
                if let (Some(row), Some(start)) = (row, start)
                    && row.start != start
                {
                    wrong.push(format!("{group}/{name}.{path} {}: {start}, {row:?}", abi.name));
                }
            }
        }
    }
    assert!(count > 600, "{count}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
