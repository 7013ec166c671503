//! Malicious schemas must give errors with places, in time and memory that grow linearly with the schema's size.

use polywire_front::{LoadError, LoadedFile, proto};
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::time::{Duration, Instant};

/// Each case takes milliseconds if time is linear in the size, and many minutes if it is quadratic.
const PATIENCE: Duration = Duration::from_secs(60);

const HEAD: &str = "syntax = \"proto3\";\n";
const OPTION: &str = "syntax = \"proto3\"; import \"google/protobuf/descriptor.proto\";\n\
    extend google.protobuf.FileOptions { A a = 50000; }\nmessage A { A a = 1; repeated A l = 2; }\n";

#[test]
fn deep_nesting_is_refused() {
    refused("too-deep", &[HEAD, &"message A {".repeat(50_000)].concat());
    refused("syntax", &[OPTION, "option (a) = ", &"{ a ".repeat(50_000), &"}".repeat(50_000), ";"].concat());
    refused("syntax", &[OPTION, "option (a) = {", &" l: [{".repeat(50_000), &"}]".repeat(50_000), "};"].concat());
}

#[test]
fn long_names_and_literals_are_read() {
    accepted(&[HEAD, "message ", &"a".repeat(1_000_000), " {}"].concat());
    accepted(&[HEAD, "option java_package = ", &"\"a\" ".repeat(100_000), ";"].concat());
    refused("unknown-type", &[HEAD, "message A { ", &vec!["x"; 20_000].join("."), " f = 1; }"].concat());
}

#[test]
fn many_declarations_are_read() {
    accepted(&[HEAD, "enum E {", &numbered(20_000, |it| format!("M{it} = {it};")), "}"].concat());
    accepted(&[HEAD, "message A {", &numbered(5_000, |it| format!("int32 f{it} = {};", it + 1)), "}"].concat());
    accepted(&[HEAD, &numbered(3_000, |it| format!("message M{it} {{ M{} f = 1; }}", it * 7 % 3_000))].concat());
    let oneof = |it| format!("oneof o{it} {{ int32 f{it} = {}; }}", it + 1);
    accepted(&[HEAD, "message A {", &numbered(1_000, oneof), "}"].concat());
}

#[test]
fn many_errors_are_reported_in_part() {
    refused("unknown-type", &[HEAD, &numbered(3_000, |it| format!("message M{it} {{ N{it} f = 1; }}"))].concat());
    refused("", &[HEAD, "message A {", &"int32 field = 1;\n".repeat(2_000), "}"].concat());
    refused("", &"message message message ; } { ".repeat(5_000));
    refused("", &"\0".repeat(100_000));
}

/// Sixty levels of files, each importing both files of the level below: there are 2^60 import paths to the lowest.
#[test]
fn every_file_is_loaded_once() {
    let contents = |path: &str| {
        let level: usize = path.trim_start_matches('d').trim_end_matches(['a', 'b']).parse().ok()?;
        let below = level.checked_sub(1);
        let imports = below.map(|it| format!("import public \"d{it}a\"; import public \"d{it}b\";"));
        let field = below.map(|it| format!("Md{it}b f = 1; Md0a g = 2;"));
        Some([HEAD, &imports.unwrap_or_default(), "message M", path, " {", &field.unwrap_or_default(), "}"].concat())
    };
    assert_eq!(compile("d60a", &contents), "");
}

fn numbered(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(|index| item(index) + "\n").collect()
}

fn accepted(schema: &str) {
    let found = compile("schema", &|path| (path == "schema").then(|| schema.to_owned()));
    assert_eq!(found, "");
}

/// Checks that the first error has this code (any, if empty) and a place.
fn refused(code: &str, schema: &str) {
    let found = compile("schema", &|path| (path == "schema").then(|| schema.to_owned()));
    assert!(found.contains(&format!("error[{code}")), "{}", &found[..found.len().min(300)]);
    assert!(found.contains("--> schema:"), "{}", &found[..found.len().min(300)]);
    assert!(found.len() < 4_000_000, "{} bytes of diagnostics", found.len());
}

/// Compiles a schema within the time limit; returns its rendered errors.
fn compile(path: &str, contents: &dyn Fn(&str) -> Option<String>) -> String {
    let start = Instant::now();
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let load = |path: &str| {
        let text = contents(path).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: path.to_owned(), bytes: text.into_bytes() })
    };
    let compiled = proto::compile(path, &load, &mut sources, &mut diagnostics);
    let (is_refused, list) = (diagnostics.has_errors(), diagnostics.into_sorted());
    assert_eq!(compiled.is_none(), is_refused);
    let rendered: Vec<String> = list.iter().take(100).map(|it| render(&sources, it, Style::Plain)).collect();
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    if is_refused { rendered.join("\n") } else { String::new() }
}
