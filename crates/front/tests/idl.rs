//! Verdicts on IDL, errors as they are shown, and hostile files.

use polywire_front::{LoadError, LoadedFile, idl};
use polywire_source::{Diagnostics, Severity, SourceMap, Style, render};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Where the verdict differs from that of omniidl 4.2.5, which refuses the file, and why.
const DIFFERENCES: &[(&str, &str)] = &[
    ("attr-raises", "IDL 3.5 and 4.2 have `getraises` and `setraises`"),
    ("empty-struct", "IDL 4.2 permits structs without members (clause 7.4.13.4.1)"),
    ("typeid", "IDL 3.5 and 4.2 have `typeid`"),
    ("typeprefix", "IDL 3.5 and 4.2 have `typeprefix`"),
    ("union-wchar", "IDL 4.2 permits wide characters as discriminators (clause 7.4.13.4.2)"),
];

/// Each case takes milliseconds if time is linear in the size.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/idl")
}

fn verdicts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/corba/verdicts")
}

/// Compiles the first file with the others beside it; returns the diagnostics as they are shown, and whether there is
/// no error.
fn compile(files: &BTreeMap<String, Vec<u8>>, requested: &[&str]) -> (bool, String) {
    let start = Instant::now();
    let loader = |name: &str| {
        let bytes = files.get(name.trim_start_matches('/')).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes: bytes.clone() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = idl::compile_files(requested, &loader, &mut sources, &mut diagnostics);
    let list = diagnostics.into_sorted();
    assert_eq!(model.is_none(), list.iter().any(|it| it.severity == Severity::Error));
    let shown = list.iter().take(100).map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    (model.is_some(), shown)
}

fn compile_text(text: impl Into<Vec<u8>>) -> (bool, String) {
    compile(&BTreeMap::from([("t.idl".to_owned(), text.into())]), &["t.idl"])
}

/// The names of the cases, with the verdict of omniidl.
fn verdict_cases() -> Vec<(String, bool)> {
    let files = fs::read_dir(verdicts()).expect("the cases");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let case = |name: String| name.strip_suffix(".idl").map(str::to_owned);
    let mut cases: Vec<String> = names.filter_map(case).collect();
    cases.sort();
    cases.into_iter().map(|name| (name.clone(), verdicts().join(format!("{name}.accepted.txt")).exists())).collect()
}

fn verdict_text(name: &str) -> Vec<u8> {
    fs::read(verdicts().join(format!("{name}.idl"))).expect("a case")
}

#[test]
fn verdicts_equal_those_of_omniidl() {
    let mut wrong = Vec::new();
    for (name, is_accepted) in verdict_cases() {
        let expected = is_accepted || DIFFERENCES.iter().any(|(different, _)| *different == name);
        let (compiled, shown) = compile_text(verdict_text(&name));
        if compiled != expected {
            wrong.push(format!("{name}: {compiled}\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Splits a file into cases: a head, and files that begin with `--- name`, the first of which is `t.idl`.
fn cases(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join(name)).expect("the cases");
    let case = |case: &str| case.split_once('\n').map(|(head, schema)| (head.to_owned(), schema.to_owned()));
    text.split("=== ").filter_map(case).collect()
}

fn files_of(schema: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (index, part) in schema.split("--- ").enumerate() {
        let (name, text) = if index == 0 { ("t.idl", part) } else { part.split_once('\n').expect("a name") };
        files.insert(name.to_owned(), text.as_bytes().to_vec());
    }
    files
}

/// Errors are shown all at once, with their places and remedies.
#[test]
fn errors_are_as_expected() {
    let (mut all, mut wrong) = (String::new(), String::new());
    for (head, schema) in cases("own.cases") {
        let (compiled, shown) = compile(&files_of(&schema), &["t.idl"]);
        let verdict = if compiled { "accept" } else { "refuse" };
        if !head.starts_with(verdict) {
            wrong += &format!("{head}\n{schema}{shown}");
        }
        all += &format!("=== {head}\n{schema}{shown}");
    }
    assert!(wrong.is_empty(), "{wrong}");
    let path = folder().join("errors.txt");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &all).expect("writing");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(all, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}

#[test]
fn files_are_read_once_for_several_requests() {
    let files = [
        ("a.idl", "#include \"common.idl\"\nstruct A { Common c; };"),
        ("b.idl", "#include \"common.idl\"\nstruct B { Common c; };"),
        ("common.idl", "struct Common { long x; };"),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.into())).into();
    let (compiled, shown) = compile(&files, &["a.idl", "b.idl", "common.idl"]);
    assert!(compiled, "{shown}");
}

/// Compiles a text with macros that are given from outside.
fn with_macros(macros: &[&str], text: &str) -> (Option<polywire_model::Model>, String) {
    let loader = |name: &str| Ok(LoadedFile { name: name.to_owned(), bytes: text.into() });
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let macros: Vec<String> = macros.iter().map(|it| (*it).to_owned()).collect();
    let compiled = idl::compile_with_macros((&["t.idl"], &macros), &loader, &mut sources, &mut diagnostics);
    let list = diagnostics.into_sorted();
    (compiled.map(|it| it.model), list.iter().map(|it| render(&sources, it, Style::Plain)).collect())
}

#[test]
fn macros_are_given_from_outside() {
    let text =
        "#ifdef WIDE\nstruct S { LIST(octet) a[SIZE]; };\n#endif\n#if WIDE == 1\nstruct T { long a; };\n#endif\n";
    let (model, shown) = with_macros(&["WIDE", "SIZE=2+1", "LIST(x)=sequence<x >"], text);
    let model = model.unwrap_or_else(|| panic!("{shown}"));
    assert!(model.find("S").is_some() && model.find("T").is_some());
    for (given, shown_at) in [("2=3", "--> -D 2=3:1:1"), ("F(x=1", "--> -D F(x=1:1:2"), ("", "--> -D :1:2")] {
        let (model, shown) = with_macros(&[given], text);
        assert!(model.is_none() && shown.contains("error[macro]") && shown.contains(shown_at), "{shown}");
    }
}

/// Checks that the first error has this code, and a place.
fn refused(code: &str, text: &str) {
    let (compiled, shown) = compile_text(text);
    assert!(!compiled && shown.contains(&format!("error[{code}")), "{}", &shown[..shown.len().min(300)]);
    assert!(shown.contains("--> t.idl:"), "{}", &shown[..shown.len().min(300)]);
}

fn numbered(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(|index| item(index) + "\n").collect()
}

#[test]
fn deep_nesting_is_refused() {
    refused("too-deep", &"module M {".repeat(50_000));
    refused("too-deep", &["struct S { ", &"struct S { ".repeat(50_000)].concat());
    refused("too-deep", &["typedef ", &"sequence<".repeat(50_000), "long"].concat());
    refused("too-deep", &["const long A = ", &"(".repeat(50_000)].concat());
    refused("too-deep", &["const long A = ", &"-(".repeat(50_000), "1"].concat());
    refused("too-deep", &["const long A = 1", &" + 1".repeat(50_000), ";"].concat());
    refused("too-deep", &["typedef long A", &"[1]".repeat(50_000), ";"].concat());
    refused("directive", &["#if ", &"(".repeat(50_000), "\n#endif"].concat());
    refused("directive", &["#if ", &"!".repeat(50_000), "1\n#endif"].concat());
    refused("directive", &["#if ", &"1 ? 1 : ".repeat(50_000), "1\n#endif"].concat());
    refused("directive", &"#if 1\n".repeat(20_000));
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let modules = numbered(98, |it| format!("module M{it} {{"));
    let structs = numbered(90, |it| format!("struct S{it} {{"));
    let ends = numbered(89, |it| format!("}} m{};", 89 - it));
    for text in [
        [&modules, "struct S { long x; };", &"};".repeat(98)].concat(),
        [&structs, "long x;", &ends, "};"].concat(),
        ["const long A = ", &"-(".repeat(30), "1", &")".repeat(30), ";"].concat(),
        ["typedef ", &"sequence<".repeat(90), "long", &">".repeat(90), " T;"].concat(),
    ] {
        let (compiled, shown) = compile_text(text);
        assert!(compiled, "{shown}");
    }
}

#[test]
fn macros_that_grow_are_stopped() {
    let doubling = numbered(64, |it| format!("#define M{} M{it} M{it}", it + 1));
    refused("too-deep", &[&doubling, "M64\n"].concat());
    refused("", &["#define F(x) x x\n", &"F(".repeat(64), "long", &")".repeat(64), "\n"].concat());
    refused("too-deep", &["#define F(x) x\n", &"F(".repeat(5_000), "long", &")".repeat(5_000), "\n"].concat());
    let chain = numbered(20_000, |it| format!("#define M{it} M{}", it + 1));
    refused("too-deep", &[&chain, "typedef long M0;\n"].concat());
    refused("macro", &["#define F(x) x\n", &"F(".repeat(5_000), "\n"].concat());
    refused("", "#define A A B\n#define B B A\nA B\n");
}

#[test]
fn includes_that_never_end_are_stopped() {
    let includes = |text: &str| BTreeMap::from([("t.idl".to_owned(), text.as_bytes().to_vec())]);
    let (compiled, shown) = compile(&includes("#include \"t.idl\"\n#include \"t.idl\"\n"), &["t.idl"]);
    assert!(!compiled && shown.contains("error[too-deep]"), "{shown}");
}

#[test]
fn many_definitions_are_read() {
    for text in [
        numbered(20_000, |it| format!("struct S{it} {{ long x; }};")),
        numbered(3_000, |it| format!("interface I{it} {{ void f{it}(); }};")),
        [
            "interface I0 { void f(); };\n",
            &numbered(1_000, |it| format!("interface I{} : I{it} {{ void f{it}(); }};", it + 1)),
        ]
        .concat(),
        [
            "struct S0 { long x0; };\n",
            &numbered(1_000, |it| format!("struct S{} : S{it} {{ long x{}; }};", it + 1, it + 1)),
        ]
        .concat(),
        ["typedef long T0;\n", &numbered(10_000, |it| format!("typedef T{it} T{};", it + 1))].concat(),
        ["typedef long T0;\n", &numbered(10_000, |it| format!("typedef sequence<T{it}> T{};", it + 1))].concat(),
        ["typedef long T0;\n", &numbered(100, |it| format!("typedef T{it} T{}[3];", it + 1))].concat(),
        ["enum E { A", &numbered(20_000, |it| format!(", M{it}")), "};"].concat(),
        ["union U switch (long) { ", &numbered(20_000, |it| format!("case {it}: long m{it};")), "};"].concat(),
        numbered(2_000, |_| "module M { module N { }; typedef long x; };".to_owned()),
        "struct struct struct ; } { ".repeat(5_000),
        numbered(3_000, |it| format!("struct S{it} {{ Unknown{it} x; }};")),
        "\0".repeat(100_000),
    ] {
        compile_text(text);
    }
}

/// Printed IDL is valid, and printed again it has the same types.
#[test]
fn printed_idl_says_the_same() {
    let verdicts = verdict_cases().into_iter().map(|(name, _)| (name.clone(), verdict_text(&name)));
    let own = cases("own.cases").into_iter().map(|(name, text)| (name, text.into_bytes()));
    let mut printed = 0;
    for (name, text) in verdicts.chain(own) {
        let Some(model) = model_of(&text) else { continue };
        let first = idl::derive_idl(&model).text;
        let again =
            model_of(first.as_bytes()).unwrap_or_else(|| panic!("{name}: {first}\n{}", compile_text(&*first).1));
        assert_eq!(sorted(&idl::derive_idl(&again).text), sorted(&first), "{name}");
        printed += 1;
    }
    assert!(printed >= 30, "{printed}");
}

/// Valuetypes that are announced come in another order; an enum that IDL cannot say is an integer with constants, and then
/// just constants.
fn sorted(text: &str) -> Vec<&str> {
    let is_of_type = |line: &&str| !line.is_empty() && !line.starts_with("typedef") && !line.starts_with("const");
    let mut lines: Vec<&str> = text.lines().filter(is_of_type).collect();
    lines.sort_unstable();
    lines
}

fn model_of(text: &[u8]) -> Option<polywire_model::Model> {
    let loader = |name: &str| match name.trim_start_matches('/') {
        "t.idl" => Ok(LoadedFile { name: name.to_owned(), bytes: text.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    idl::compile_files(&["t.idl"], &loader, &mut sources, &mut diagnostics).map(|it| it.model)
}

/// Parts of the verdicts' files, removed, repeated and put into each other.
#[test]
fn damaged_files_never_panic() {
    let texts: Vec<Vec<u8>> = verdict_cases().into_iter().map(|(name, _)| verdict_text(&name)).collect();
    let mut own: Vec<Vec<u8>> = cases("own.cases").into_iter().map(|(_, text)| text.into_bytes()).collect();
    own.extend(texts);
    let mut seed = 0x1234_5678_9abc_def0_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below.max(1) as u64) as usize
    };
    let rounds = if std::env::var_os("POLYWIRE_FULL").is_some() { 100_000 } else { 3_000 };
    for _ in 0..rounds {
        let mut text = own[random(own.len())].clone();
        for _ in 0..=random(4) {
            let (at, other) = (random(text.len()), &own[random(own.len())]);
            let from = random(other.len());
            let part = &other[from..(from + random(30)).min(other.len())];
            match random(4) {
                0 if !text.is_empty() => text[at] ^= 1 << random(8),
                1 => drop(text.drain(at..(at + random(20)).min(text.len()))),
                2 => drop(text.splice(at..at, part.iter().copied())),
                _ => text.truncate(at),
            }
        }
        compile_text(text);
    }
}
