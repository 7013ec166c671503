//! The output for a schema file depends only on the file and its imports.

use polywire::generate::{Choices, File, LANGUAGES, Language, Request, generate, generate_with, language};
use polywire::schema::{Extensions, compile_files};
use polywire::{Format, LoadError, LoadedFile, Model, format};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const COMMON: &str = r#"syntax = "proto3"; package common;
    message Money { string currency = 1; int64 amount = 2; map<string, Money> parts = 3; }
    enum Kind { KIND_NONE = 0; KIND_SOME = 1; }"#;
const DETAIL: &str = r#"syntax = "proto3"; package detail;
    import "google/protobuf/any.proto";
    message Detail { google.protobuf.Any any = 1; repeated Note notes = 2; }
    message Note { string text = 1; Detail detail = 2; }"#;
const ORDER: &str = r#"syntax = "proto3"; package shop;
    import "detail.proto"; import "common.proto";
    message Order { common.Money total = 1; repeated detail.Detail details = 2; common.Kind kind = 3; }"#;
const INVOICE: &str = r#"syntax = "proto3"; package shop;
    import "common.proto"; import "detail.proto";
    message Invoice { repeated common.Money lines = 1; detail.Note note = 2; oneof paid { bool cash = 3; Card card = 4; } }
    message Card { string number = 1; }"#;

type Schemas = BTreeMap<&'static str, &'static str>;

fn schemas() -> Schemas {
    [("common.proto", COMMON), ("detail.proto", DETAIL), ("order.proto", ORDER), ("invoice.proto", INVOICE)].into()
}

fn compiled(schemas: &Schemas, roots: &[&str]) -> Model {
    let load = |path: &str| match schemas.get(path) {
        Some(text) => Ok(LoadedFile { name: path.to_owned(), bytes: text.as_bytes().to_vec() }),
        None => Err(LoadError::NotFound),
    };
    let compiled = compile_files(roots, &load, Extensions::default());
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

fn formats() -> Vec<&'static Format> {
    ["protobuf", "json", "msgpack", "cdr"].map(|name| format(name).expect("a format")).into()
}

fn outputs(schemas: &Schemas, roots: &[&str], language: &Language) -> BTreeMap<String, String> {
    let choices = Choices { explain: true, ..Choices::default() };
    let model = compiled(schemas, roots);
    let request = Request { model: &model, name: "x", formats: &formats(), choices: &choices, language };
    let files = generate_with(&request, &|_, _| {}).expect("generated files");
    files.into_iter().map(|File { name, contents }| (name, contents)).collect()
}

#[test]
fn files_are_the_same_alone_and_together() {
    let schemas = schemas();
    let roots: Vec<&str> = schemas.keys().copied().collect();
    for language in LANGUAGES {
        let together = outputs(&schemas, &roots, language);
        let reversed: Vec<&str> = roots.iter().rev().copied().collect();
        assert!(
            outputs(&schemas, &reversed, language) == together,
            "{}: the order of the files matters",
            language.name
        );
        let mut alone = BTreeMap::new();
        for root in &roots {
            for (name, contents) in outputs(&schemas, &[root], language) {
                if name == INDEX {
                    continue;
                }
                let same = together.get(&name) == Some(&contents);
                assert!(same, "{}: {name} is another one where {root} is compiled alone", language.name);
                alone.insert(name, contents);
            }
        }
        assert_eq!(alone.len(), together.keys().filter(|name| *name != INDEX).count());
    }
}

/// The file that names all others of a schema in Rust.
const INDEX: &str = "mod.rs";

/// The module for messages in an `Any` is printed whether the file has an `Any` or not, and calls the file's codec.
#[test]
fn no_function_is_printed_in_both_modules_of_a_file() {
    let schemas = schemas();
    let erlang = LANGUAGES.iter().find(|language| language.name == "erlang").expect("Erlang");
    let files = outputs(&schemas, &["order.proto", "invoice.proto"], erlang);
    let defined = |name: &str| -> BTreeSet<String> {
        let heads = files[name].lines().filter(|line| line.starts_with("do_") && line.ends_with("->"));
        heads.map(|head| head.split('(').next().unwrap_or_default().to_owned()).collect()
    };
    for schema in ["common", "detail", "order", "invoice"] {
        for traced in ["", "_explain"] {
            let codec = defined(&format!("{schema}_json{traced}.erl"));
            let members = defined(&format!("{schema}_json_any{traced}.erl"));
            assert!(codec.iter().any(|name| name.starts_with("do_read_")), "{schema}: {codec:?}");
            assert!(members.iter().any(|name| name.starts_with("do_protobuf_read_")), "{schema}: {members:?}");
            assert!(codec.is_disjoint(&members), "{schema}: {:?}", codec.intersection(&members));
        }
    }
}

#[test]
fn a_new_field_changes_its_file_and_those_that_use_it() {
    let before = schemas();
    let roots: Vec<&str> = before.keys().copied().collect();
    let larger: &'static str =
        INVOICE.replace("string number = 1;", "string number = 1; repeated int32 digits = 2;").leak();
    let mut after = before.clone();
    after.insert("invoice.proto", larger);
    for language in LANGUAGES {
        let (old, new) = (outputs(&before, &roots, language), outputs(&after, &roots, language));
        let changed: Vec<&String> =
            new.iter().filter(|(name, it)| old.get(*name) != Some(it)).map(|(name, _)| name).collect();
        assert!(
            !changed.is_empty() && changed.iter().all(|name| file_name(name).starts_with("invoice")),
            "{changed:?}"
        );
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the functions that a C++ header declares or defines, by name.
fn functions(header: &str) -> BTreeSet<&str> {
    let is_head = |line: &&str| ["POLYWIRE_", "inline "].iter().any(|start| line.starts_with(start));
    header.lines().filter(is_head).filter_map(|line| line.split_once('(')?.0.rsplit(' ').next()).collect()
}

/// Messages of common.proto and detail.proto are members of others in three files.
#[test]
fn codecs_call_the_functions_of_imported_files() {
    let schemas = schemas();
    let cpp = LANGUAGES.iter().find(|language| language.name == "cpp").expect("C++");
    let files = outputs(&schemas, &["order.proto", "invoice.proto"], cpp);
    for (format, end) in
        [("protobuf", ""), ("msgpack", ""), ("cdr", ""), ("protobuf", ".explain"), ("cdr", ".validate")]
    {
        let header = |name: &str| &files[&format!("{name}.{format}{end}.hpp")];
        let entries = BTreeSet::from(["decode", "encode", "explain"]);
        let imported: BTreeSet<&str> = ["common", "detail"].iter().flat_map(|name| functions(header(name))).collect();
        let imported = &imported - &entries;
        assert!(!imported.is_empty(), "{format}{end}");
        for name in ["order", "invoice"] {
            let text = header(name);
            assert!(text.contains(&format!("#include \"common.{format}{end}.hpp\"")), "{format}{end}: {name}");
            let again = &functions(text) & &imported;
            assert!(again.is_empty(), "{format}{end}: {name} has functions of its imports: {again:?}");
        }
    }
}

/// Source files of `--split` call the functions of other source files, which their headers for importers declare.
#[test]
fn split_codecs_call_the_functions_of_imported_files() {
    let schemas = schemas();
    let roots: Vec<&str> = schemas.keys().copied().collect();
    let split = |roots: &[&str]| -> BTreeMap<String, String> {
        let choices = Choices { split: true, borrowed: true, ..Choices::default() };
        let (model, language) = (compiled(&schemas, roots), language("cpp").expect("C++"));
        let formats = [format("protobuf"), format("cdr")].map(|it| it.expect("a format"));
        let request = Request { model: &model, name: "x", formats: &formats, choices: &choices, language };
        let files = generate_with(&request, &|_, _| {}).expect("generated files");
        files.into_iter().map(|File { name, contents }| (name, contents)).collect()
    };
    let together = split(&roots);
    for root in &roots {
        let alone = split(&[root]);
        let differs = |(name, text): &(&String, &String)| together.get(*name) != Some(text);
        assert_eq!(alone.iter().find(differs).map(|(name, _)| name), None, "{root}");
    }
    for end in ["protobuf", "cdr", "borrowed.protobuf", "borrowed.cdr"] {
        let source = |name: &str| functions(&together[&format!("{name}.{end}.cpp")]);
        let (common, order) = (source("common"), source("order"));
        assert!(common.contains("read_Money") && order.contains("read_Order"), "{end}: {common:?}, {order:?}");
        assert!(!order.contains("read_Money") && !order.contains("encode_Money"), "{end}: {order:?}");
        let included = format!("#include \"common.{end}.calls.hpp\"");
        assert!(together[&format!("order.{end}.cpp")].contains(&included), "{end}");
    }
}

/// In JSON, functions that lead to an `Any`, or can be called for its contents, depend on the file.
#[test]
fn functions_that_differ_are_printed_again() {
    let schemas = schemas();
    let cpp = LANGUAGES.iter().find(|language| language.name == "cpp").expect("C++");
    let files = outputs(&schemas, &["order.proto", "invoice.proto"], cpp);
    let order = functions(&files["order.json.hpp"]);
    assert!(order.contains("read_Detail") && order.contains("read_Money"), "{order:?}");
    assert!(files["order.json.hpp"].contains("using ::polywire::json::detail_codec::"));
}

/// A chain of messages, each containing the previous one.
fn chain(len: usize) -> String {
    let mut text = String::from("syntax = \"proto3\"; package chain;\n");
    for index in 0..len {
        let before = if index == 0 { String::new() } else { format!("M{} before = 9;", index - 1) };
        writeln!(text, "message M{index} {{ string name = 1; repeated int32 numbers = 2; {before} }}").expect("a text");
    }
    text
}

#[test]
fn the_size_of_the_code_is_linear() {
    for language in LANGUAGES {
        let size = |len: usize| -> usize {
            let schemas = [("chain.proto", &*chain(len).leak())].into();
            let files = generate(&compiled(&schemas, &["chain.proto"]), "chain", &formats(), language);
            files.expect("generated files").iter().map(|file| file.contents.len()).sum()
        };
        let (small, large) = (size(40), size(80));
        assert!(large < small * 9 / 4, "{}: {small} bytes for 40 messages, {large} for 80", language.name);
    }
}

/// An error of an order can have the site of a check in the header of an imported file. That check itself can be in several headers, where the
/// bytes that a function reads first are ensured before it is called.
#[test]
fn sites_differ_from_those_of_imported_files() {
    let schemas = schemas();
    let cpp = LANGUAGES.iter().find(|language| language.name == "cpp").expect("C++");
    let files = outputs(&schemas, &["order.proto", "invoice.proto"], cpp);
    let sites = |name: &str| -> BTreeMap<u32, String> {
        let statements = files[name].split("message.fail(error_code::").skip(1);
        let site = |rest: &str| {
            let mut parts = rest.split([',', ')']);
            let code = parts.next()?.to_owned();
            Some((parts.next()?.trim().parse().ok()?, code))
        };
        statements.filter_map(site).collect()
    };
    let [common, detail, order] = ["common", "detail", "order"].map(|name| sites(&format!("{name}.msgpack.hpp")));
    assert!(!common.is_empty() && !detail.is_empty() && !order.is_empty());
    for [one, other] in [[&common, &detail], [&common, &order], [&detail, &order]] {
        for (site, code) in one {
            let is_same_check = code == "truncated" && other.get(site) == Some(code);
            assert!(!other.contains_key(site) || is_same_check, "{site}: {code}");
        }
    }
}

/// A message of 899 repeated fields, with more checks than 12 bits can number.
fn large() -> Schemas {
    let mut text = String::from("syntax = \"proto2\"; package large; message Large {\n");
    (1..900).for_each(|number| writeln!(text, "repeated int64 field_{number} = {number};").expect("a text"));
    [("large.proto", &*(text + "}").leak())].into()
}

/// Wherever a site is printed, its error is the same: the code and the member.
#[test]
fn each_site_of_an_explained_error_names_one_check() {
    let choices = Choices { explain: true, ..Choices::default() };
    let formats = [format("protobuf").expect("a format")];
    let cpp = LANGUAGES.iter().find(|language| language.name == "cpp").expect("C++");
    let model = compiled(&large(), &["large.proto"]);
    let request = Request { model: &model, name: "x", formats: &formats, choices: &choices, language: cpp };
    let files = generate_with(&request, &|_, _| {}).expect("generated files");
    let header = files.iter().find(|file| file.name == "large.protobuf.explain.hpp").expect("the header");
    // Long lines are broken after brackets, too.
    let text = header.contents.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    let mut told: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for statement in text.split("return ").skip(1).filter_map(|rest| rest.split(';').next()) {
        let Some((_, rest)) = statement.split_once("fail(error_code::") else { continue };
        let number = rest.split([',', ')']).nth(1).and_then(|it| it.trim().parse().ok()).expect("a site");
        told.entry(number).or_default().insert(statement);
    }
    assert!(told.len() > 899 && told.last_key_value().is_some_and(|(number, _)| *number > 0xfff), "{}", told.len());
    let ambiguous: Vec<_> = told.iter().filter(|(_, statements)| statements.len() > 1).take(3).collect();
    assert!(ambiguous.is_empty(), "{ambiguous:#?}");
}

#[test]
fn every_check_of_a_large_message_has_a_number_of_its_own() {
    let schemas = large();
    let module = format("protobuf").expect("a format").lower(&compiled(&schemas, &["large.proto"])).expect("a module");
    let sites = polywire_ir::Sites::of(&module);
    let mut numbers = BTreeSet::new();
    let mut count = 0;
    for (id, mut function) in (0..).map(polywire_ir::FuncId).zip(module.functions.clone()) {
        let mut own = BTreeSet::from([polywire_ir::SiteId::OF_FUNCTION]);
        function.visit_blocks_mut(&mut |block| {
            for op in &block.ops {
                if let polywire_ir::Op::Check { site, .. } | polywire_ir::Op::Read { site, .. } = op {
                    own.insert(*site);
                }
            }
        });
        count += own.len();
        numbers.extend(own.into_iter().map(|site| sites.number(id, site)));
    }
    assert!(numbers.last() > Some(&4096), "{count}");
    assert_eq!(numbers.len(), count);
}
