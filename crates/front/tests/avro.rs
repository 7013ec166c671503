//! Avro's schemas: verdicts, canonical forms and fingerprints of Avro for Java, and printing.

use polywire_front::avro::fingerprint::{Algorithm, fingerprint};
use polywire_front::avro::json::compact;
use polywire_front::avro::print::{canonical_form, print_avdl, print_avpr, print_avsc, schema_json};
use polywire_front::avro::tree::{File, Schema};
use polywire_front::avro::{self, Compilation};
use polywire_front::{LoadError, LoadedFile};
use polywire_model::{DeclId, DeclKind, Field};
use polywire_source::{Diagnostics, SourceMap, Style, render};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/avro")
}

/// Import folders: files that one of Avro's projects shares with another.
const SHARED: [&str; 2] = ["putOnClassPath", "input"];

fn load(path: &str) -> Result<LoadedFile, LoadError> {
    let folders = SHARED.map(|it| format!("{}/schemas/lang/java/compiler/src/test/idl/{it}{path}", corpus().display()));
    let mut paths = std::iter::once(path.to_owned()).chain(folders);
    let bytes = paths.find_map(|it| fs::read(it).ok()).ok_or(LoadError::NotFound)?;
    Ok(LoadedFile { name: path.to_owned(), bytes })
}

/// Reads a file of the corpus; returns what is reported, and its declarations.
fn read(path: &str) -> (String, Option<Schema>) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let schema = avro::read_files(&[path], &load, &mut sources, &mut diagnostics);
    (shown(&sources, diagnostics), schema)
}

fn read_as(name: &str, text: &str) -> (String, Option<Schema>) {
    let loader = |path: &str| match path == name {
        true => Ok(LoadedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }),
        false => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let schema = avro::read_files(&[name], &loader, &mut sources, &mut diagnostics);
    (shown(&sources, diagnostics), schema)
}

fn read_text(text: &str) -> (String, Option<Schema>) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let schema = avro::read_text("schema", text.as_bytes(), &mut sources, &mut diagnostics);
    (shown(&sources, diagnostics), schema)
}

fn compile(name: &str, text: &str) -> (String, Option<Compilation>) {
    let loader = |_: &str| Ok(LoadedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() });
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = avro::compile_files(&[name], &loader, &mut sources, &mut diagnostics);
    (shown(&sources, diagnostics), compiled)
}

fn shown(sources: &SourceMap, diagnostics: Diagnostics) -> String {
    diagnostics.into_sorted().iter().map(|it| render(sources, it, Style::Plain) + "\n").collect()
}

/// The file that was asked for.
fn main_file(schema: &Schema) -> &File {
    schema.files.iter().find(|it| it.is_requested).expect("a file")
}

/// All files below a folder of the corpus that end so.
fn all(folder: &str, ending: &str) -> Vec<String> {
    let (mut found, mut waiting) = (Vec::new(), vec![corpus().join(folder)]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => waiting.push(path),
                false => found.push(path.to_str().expect("UTF-8").to_owned()),
            }
        }
    }
    found.retain(|it| it.ends_with(ending));
    found.sort();
    found
}

fn json(path: &str) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

/// Compares a schema with what Java says about it.
fn compare(what: &str, schema: &Schema, peer: &Value) {
    let ty = main_file(schema).root.as_ref().unwrap_or_else(|| panic!("{what}: no schema"));
    let canonical = canonical_form(schema, ty);
    assert_eq!(canonical, peer["canonical"].as_str().expect("a text"), "{what}");
    for algorithm in Algorithm::ALL {
        let digits: String = fingerprint(&canonical, algorithm).iter().map(|it| format!("{it:02x}")).collect();
        assert_eq!(digits, peer[algorithm.name()].as_str().expect("a text"), "{what}: {}", algorithm.name());
    }
    assert_eq!(compact(&schema_json(schema, ty)), peer["printed"].as_str().expect("a text"), "{what}");
}

/// What Java refuses by a NullPointerException of its parser.
const CRASHES: [&str; 1] = ["idl/src/test/idl/input/simple.avdl"];

#[test]
fn verdicts_on_schemas_are_those_of_java() {
    let mut compared = 0;
    for path in all("schemas", ".peer.json") {
        let (peer, schema) = (json(&path), path.trim_end_matches(".peer.json"));
        let (shown, found) = read(schema);
        let is_accepted = peer["ok"] == true || CRASHES.iter().any(|it| schema.ends_with(it));
        assert_eq!(found.is_some(), is_accepted, "{schema}: {shown}");
        compared += 1;
        match found.filter(|_| peer["ok"] == true) {
            Some(found) if schema.ends_with(".avsc") => compare(schema, &found, &peer),
            Some(found) if schema.ends_with(".avpr") => {
                let ours = print_avpr(&found, main_file(&found)).expect("a protocol");
                let java = peer["printed"].as_str().expect("a text");
                assert_eq!(parsed(&ours), parsed(java), "{schema}");
            }
            _ => {}
        }
    }
    assert!(compared >= 60, "{compared} schemas");
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn interface_descriptions_are_what_java_makes_of_them() {
    let mut compared = 0;
    for ending in [".expected.avpr", ".expected.avsc"] {
        for path in all("schemas", ending) {
            let source = path.trim_end_matches(ending);
            let (shown, found) = read(source);
            let found = found.unwrap_or_else(|| panic!("{source}: {shown}"));
            let file = main_file(&found);
            let ours = match ending {
                ".expected.avpr" => print_avpr(&found, file).unwrap_or_else(|| panic!("{source}: no protocol")),
                _ => print_avsc(&found, file.root.as_ref().unwrap_or_else(|| panic!("{source}: no schema"))),
            };
            assert_eq!(parsed(&ours), json(&path), "{source}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared} schemas");
}

#[test]
fn small_schemas_are_judged_as_java_does() {
    let text = fs::read_to_string(corpus().join("verdicts/verdicts.jsonl")).expect("a file");
    for line in text.lines() {
        let peer = parsed(line);
        let (text, case) = (peer["text"].as_str().expect("a text"), &peer["case"]);
        let (shown, found) = read_text(text);
        assert_eq!(found.is_some(), peer["ok"] == true, "{case}: {text}\n{shown}");
        if let Some(found) = found {
            compare(text, &found, &peer);
        }
    }
    let rules = fs::read_to_string(corpus().join("rules/verdicts.txt")).expect("a file");
    for line in rules.lines() {
        let (verdict, text) = line.split_at(8);
        let (shown, found) = read_text(text);
        assert_eq!(found.is_some(), verdict.trim() == "ok", "{text}\n{shown}");
    }
}

/// What Java accepts: the last message of a name counts, a record may be declared twice, `int?` in a union is dropped.
const REFUSED_HERE: [&str; 3] = ["void f(); }", "record R { int a; } record R { int a; }", "union { int? , string }"];

#[test]
fn small_interface_descriptions_are_judged_as_java_does() {
    let text = fs::read_to_string(corpus().join("rules/descriptions.txt")).expect("a file");
    for case in text.split("\n----\n").filter(|it| !it.trim().is_empty()) {
        let (verdict, text) = case.split_once('\n').expect("a verdict and a text");
        let (shown, found) = read_as("case.avdl", text);
        let is_accepted = verdict == "ok" && !REFUSED_HERE.iter().any(|it| text.contains(it));
        assert_eq!(found.is_some(), is_accepted, "{text}\n{shown}");
    }
}

#[test]
fn canonical_forms_are_the_official_ones() {
    let text = fs::read_to_string(corpus().join("canonical-official/schema-tests.txt")).expect("a file");
    let (mut lines, mut compared, mut ours) = (text.lines(), 0, String::new());
    while let Some(line) = lines.next() {
        if let Some(input) = line.strip_prefix("<<INPUT") {
            let input = match input.trim() {
                "" => lines.by_ref().take_while(|it| *it != "INPUT").collect::<Vec<_>>().join("\n"),
                input => input.to_owned(),
            };
            let (shown, found) = read_text(&input);
            let found = found.unwrap_or_else(|| panic!("{input}: {shown}"));
            ours = canonical_form(&found, main_file(&found).root.as_ref().expect("a schema"));
            compared += 1;
        } else if let Some(expected) = line.strip_prefix("<<canonical") {
            assert_eq!(ours, expected.trim());
        } else if let Some(number) = line.strip_prefix("<<fingerprint") {
            let number: i64 = number.trim().parse().expect("a number");
            assert_eq!(polywire_model::crc64_avro(&ours), number as u64, "{ours}");
        }
    }
    assert!(compared >= 28, "{compared} schemas");
}

#[test]
fn official_outputs_of_interface_descriptions_are_ours() {
    let mut compared = 0;
    for path in all("idl-official-output", "") {
        let name = Path::new(&path).file_stem().and_then(|it| it.to_str()).expect("a name");
        let sources = all("schemas", &format!("/input/{name}.avdl"));
        let Some(source) = sources.iter().find(|it| it.contains("/idl/src/")).or(sources.first()) else { continue };
        let (shown, found) = read(source);
        let found = found.unwrap_or_else(|| panic!("{source}: {shown}"));
        let ours = print_avpr(&found, main_file(&found)).expect("a protocol");
        assert_eq!(parsed(&ours), json(&path), "{source}");
        compared += 1;
    }
    assert!(compared >= 5, "{compared} outputs");
}

#[test]
fn printed_schemas_are_the_same_schemas() {
    for ending in [".avsc", ".avpr", ".avdl"] {
        for path in all("schemas", ending).iter().filter(|it| !it.contains(".expected.")) {
            let Some(schema) = read(path).1 else { continue };
            let file = main_file(&schema);
            let described = print_avdl(&schema, file);
            let (shown, again) = read_as("again.avdl", &described.text);
            let again = again.unwrap_or_else(|| panic!("{path}: {shown}\n{}", described.text));
            let lost: Vec<&String> = described.lost.iter().filter(|it| *it != "`*/` in a comment").collect();
            assert!(lost.is_empty(), "{path}: {lost:?}");
            let other = main_file(&again);
            match (print_avpr(&schema, file), print_avpr(&again, other)) {
                (Some(first), Some(second)) => {
                    assert!(lost.len() < described.lost.len() || messages(&first) == messages(&second), "{path}");
                }
                (None, None) => {}
                _ => panic!("{path}: a protocol is missing"),
            }
            for decl in &schema.types {
                let ty = avro::tree::TypeExpr::named(decl.name.full());
                if lost.len() == described.lost.len() && again.types.iter().any(|it| it.name.full() == decl.name.full())
                {
                    assert_eq!(print_avsc(&schema, &ty), print_avsc(&again, &ty), "{path}\n{}", described.text);
                }
            }
            if let (Some(ty), Some(again_ty)) = (&file.root, &other.root) {
                assert_eq!(canonical_form(&schema, ty), canonical_form(&again, again_ty), "{path}");
                let (shown, parsed) = read_text(&print_avsc(&schema, ty));
                let parsed = parsed.unwrap_or_else(|| panic!("{path}: {shown}"));
                let root = main_file(&parsed).root.as_ref().expect("a schema");
                assert_eq!(print_avsc(&parsed, root), print_avsc(&schema, ty), "{path}");
            }
        }
    }
}

fn messages(protocol: &str) -> Value {
    parsed(protocol)["messages"].clone()
}

/// Digits that no decimal number has are properties like others; `decimal(0, 2)` would be refused.
#[test]
fn printed_schemas_keep_what_has_no_effect() {
    for digits in ["\"precision\":0,\"scale\":2", "\"precision\":3,\"scale\":4", "\"precision\":-1", "\"precision\":4"]
    {
        let field = format!("{{\"name\":\"d\",\"type\":{{\"type\":\"bytes\",\"logicalType\":\"decimal\",{digits}}}}}");
        let text = format!("{{\"type\":\"record\",\"name\":\"R\",\"fields\":[{field}]}}");
        let schema = read_text(&text).1.expect("a schema");
        let printed = print_avdl(&schema, main_file(&schema)).text;
        let (shown, again) = read_as("again.avdl", &printed);
        let again = again.unwrap_or_else(|| panic!("{printed}{shown}"));
        let of_root = |schema: &Schema| print_avsc(schema, main_file(schema).root.as_ref().expect("a schema"));
        assert_eq!(of_root(&again), of_root(&schema));
    }
}

#[test]
fn schemas_become_models() {
    for ending in [".avsc", ".avpr", ".avdl"] {
        for path in all("schemas", ending).iter().filter(|it| !it.contains(".expected.")) {
            let (shown, schema) = read(path);
            let Some(schema) = schema else { continue };
            let mut diagnostics = Diagnostics::default();
            let compiled = avro::compile_tree(schema, &mut diagnostics);
            assert!(compiled.is_some(), "{path}: {shown}{:?}", diagnostics.into_sorted());
        }
    }
}

#[test]
fn problems_are_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/avro");
    let mut all_shown = String::new();
    for name in
        ["errors.avsc", "errors.avpr", "errors.avdl", "defaults.avdl", "syntax.avdl", "syntax.avsc", "limits.avsc"]
    {
        let text = fs::read_to_string(folder.join(name)).expect("a file");
        let (shown, compiled) = compile(name, &text);
        assert!(compiled.is_none(), "{name}");
        all_shown += &shown;
    }
    expect("errors.txt", &all_shown);
}

#[test]
fn models_have_what_schemas_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/avro");
    let text = fs::read_to_string(folder.join("model.avdl")).expect("a file");
    let (shown, compiled) = compile("model.avdl", &text);
    let compiled = compiled.unwrap_or_else(|| panic!("{shown}"));
    let mut dump = shown;
    for decl in &compiled.model.decls {
        dump += &format!("{}\n", decl.path());
        match &decl.kind {
            DeclKind::Struct(it) => {
                dump += &format!("  entry {} nullable {} {:?}\n", it.is_entry, it.is_nullable, it.attrs.avro);
                it.fields.iter().for_each(|field| dump += &field_text(field));
            }
            DeclKind::Union(it) => {
                dump += &format!("  {:?}\n", it.attrs.avro);
                for case in &it.cases {
                    dump += &format!("  {} {:?} {:?} {:?}\n", case.name, case.labels, case.ty, case.attrs.avro);
                }
            }
            DeclKind::Enum(it) => {
                let members: Vec<_> = it.members.iter().map(|member| (&member.name, member.number)).collect();
                dump += &format!("  {members:?} {:?}\n", it.attrs.avro);
            }
            DeclKind::Constant(_) => {}
        }
    }
    for service in &compiled.model.services {
        dump += &format!("service {}\n", service.path());
        for it in &service.methods {
            let name = |id: DeclId| compiled.model.decl(id).path();
            let raised: Vec<String> = it.raises.iter().map(|id| name(*id)).collect();
            dump += &format!(
                "  {} {} -> {:?} raises {raised:?}: {}\n",
                it.name,
                name(it.input),
                it.output.map(name),
                it.doc
            );
        }
    }
    expect("model.txt", &dump);
}

fn field_text(it: &Field) -> String {
    let mut text = format!("  {} {:?} {:?} {:?}\n", it.name, it.presence, it.ty, it.attrs.avro);
    if it.default.is_some() || !it.default_elements.is_empty() {
        text += &format!("    new: {:?} {:?}\n", it.default, it.default_elements);
    }
    text
}

/// Any text is a schema or an error; none ends the program.
#[test]
fn damaged_schemas_are_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/avro");
    for name in ["model.avdl", "errors.avsc", "model.avsc"] {
        let text = fs::read_to_string(folder.join(name)).expect("a file");
        for len in (0..text.len()).step_by(31).filter(|at| text.is_char_boundary(*at)) {
            stays_the_same(name, &text[..len]);
        }
        for (at, _) in text.char_indices().step_by(17) {
            let mut other = text.clone();
            other.insert(at, ['}', '{', '"', ';', '<', '`', '-'][at % 7]);
            stays_the_same(name, &other);
        }
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for at in (0..words.len()).step_by(7) {
            stays_the_same(name, &[&words[..at], &words[at + 1..]].concat().concat());
            stays_the_same(name, &[&words[..at], &[words[at]], &words[at..]].concat().concat());
            stays_the_same(
                name,
                &[&words[..at], &[words[(at * 7 + 3) % words.len()]], &words[at + 1..]].concat().concat(),
            );
        }
    }
    for nested in ["[".repeat(2_000), "{\"type\":\"array\",\"items\":".repeat(2_000)] {
        assert!(compile("deep.avsc", &nested).1.is_none());
    }
    let deep = format!("record R {{ {} int {} a; }}", "array<".repeat(2_000), ">".repeat(2_000));
    assert!(compile("deep.avdl", &deep).1.is_none());
    let deep = format!("@x({}) record R {{ }}", "[".repeat(2_000));
    assert!(compile("deep.avdl", &deep).1.is_none());
}

/// A schema that is accepted is the same after it was printed.
fn stays_the_same(name: &str, text: &str) {
    let Some(compiled) = compile(name, text).1 else { return };
    let printed = print_avdl(&compiled.schema, main_file(&compiled.schema)).text;
    let (shown, again) = compile("again.avdl", &printed);
    let again = again.unwrap_or_else(|| panic!("{shown}\n{text}\nprinted as\n{printed}"));
    assert_eq!(print_avdl(&again.schema, main_file(&again.schema)).text, printed, "{text}");
}

/// A default is in one of two records at each of its levels, but in none at the last: there are 2⁴⁰ ways to try.
#[test]
fn defaults_in_unions_take_bounded_time() {
    let union = r#"["int", "R", "S"]"#;
    let record =
        |name: &str| format!(r#"{{"type":"record","name":"{name}","fields":[{{"name":"x","type":{union}}}]}}"#);
    let default = (0..40).fold("\"none\"".to_owned(), |inner, _| format!(r#"{{"x":{inner}}}"#));
    let text = format!(
        r#"{{"type":"record","name":"T","fields":[{{"name":"r","type":{}}},{{"name":"s","type":{}}},{{"name":"d","type":"R","default":{default}}}]}}"#,
        record("R"),
        record("S")
    );
    let (shown, schema) = read_text(&text);
    assert!(schema.is_none(), "{shown}");
}

fn expect(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/avro").join(name);
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, actual).expect("a file that can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(actual == expected, "{name} differs; set POLYWIRE_BLESS to accept:\n{actual}");
}
