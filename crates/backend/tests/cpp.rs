//! The form of printed C++. The cross-engine tests show that it compiles and works.

use polywire_backend::File;
use polywire_backend::cpp::{Options, driver::driver, generate};
use polywire_ir::Module;
use polywire_model::{DeclKind, Field, Text, Type, trade};
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// The trade model in every format that can hold it.
fn modules() -> Vec<Module> {
    let model = trade::model();
    let lowered = polywire_lower::FORMATS.iter().filter_map(|format| format.lower(&model).ok());
    lowered.map(optimized).map(with_checkers).collect()
}

fn optimized(mut module: Module) -> Module {
    polywire_passes::optimize(&mut module, &polywire_passes::Options::default());
    module
}

fn with_checkers(mut module: Module) -> Module {
    polywire_passes::add_validators(&mut module);
    polywire_passes::add_sizes(&mut module);
    module
}

fn printed(modules: &[Module]) -> Vec<File> {
    printed_with(modules, false)
}

fn printed_with(modules: &[Module], borrowed: bool) -> Vec<File> {
    let options = Options { name: "trade".into(), files: vec![], borrowed, ..Options::default() };
    let mut files = generate(modules, &options).expect("every op is printed");
    files.push(driver(modules, &options));
    files
}

#[test]
fn one_header_of_types_and_three_per_format() {
    let modules = modules();
    let names: Vec<String> = printed(&modules).into_iter().map(|file| file.name).collect();
    let codecs = modules.iter().flat_map(|module| {
        let writes = module.entries.iter().any(|entry| entry.encode.is_some());
        let parts = if writes { &["", ".validate", ".size"][..] } else { &["", ".validate"] };
        parts.iter().map(|part| format!("trade.{}{part}.hpp", module.format))
    });
    let expected: Vec<String> = ["trade.hpp".into()].into_iter().chain(codecs).chain(["main.cpp".into()]).collect();
    assert_eq!(names, expected);
}

/// Programs that do not include the headers of validators and sizes do not pay for them.
#[test]
fn codecs_do_not_depend_on_validators_and_sizes() {
    let model = trade::model();
    let lowered = polywire_lower::FORMATS.iter().filter_map(|format| format.lower(&model).ok());
    let without = printed(&lowered.map(optimized).collect::<Vec<_>>());
    let with = printed(&modules());
    for file in without.iter().filter(|file| file.name.matches('.').count() == 2) {
        assert!(with.contains(file), "{}", file.name);
    }
}

/// Validators are the same for both variants.
#[test]
fn borrowed_types_have_separate_headers() {
    let headers = |borrowed| {
        let mut files = printed_with(&modules(), borrowed);
        files.retain(|file| file.name != "main.cpp");
        files
    };
    let (owned, both) = (headers(false), headers(true));
    assert_eq!(both[..owned.len()], owned);
    let codecs = owned.iter().map(|file| &file.name).filter(|name| !name.ends_with(".validate.hpp"));
    let expected: Vec<String> = codecs.map(|name| name.replacen("trade", "trade.borrowed", 1)).collect();
    let added: Vec<&String> = both[owned.len()..].iter().map(|file| &file.name).collect();
    assert_eq!(added, expected.iter().collect::<Vec<_>>());
}

#[test]
fn the_namespace_of_borrowed_types_must_be_free() {
    let mut model = trade::model();
    model.decls[0].name = vec!["borrowed".into()];
    let module = polywire_lower::format("raw").expect("raw").lower(&model).expect("a module");
    let options = Options { name: "trade".into(), files: vec![], borrowed: true, ..Options::default() };
    let problems = generate(&[module], &options).expect_err("no such namespace");
    assert_eq!(problems.to_string(), "`trade.borrowed`: the name `borrowed` is reserved for borrowed types; rename it");
}

#[test]
fn printing_is_deterministic() {
    let modules = modules();
    assert_eq!(printed(&modules), printed(&modules));
}

/// Headers are printed as the repository's clang-format would format them, except for multi-line expressions, which may
/// be broken at different places. Few lines exceed the column limit.
#[test]
fn headers_are_formatted() {
    let files = printed_with(&modules(), true);
    for file in files.iter().filter(|file| file.name.ends_with(".hpp")) {
        let formatted = clang_formatted(file);
        let known: HashSet<&str> = formatted.lines().collect();
        let others = file.contents.lines().filter(|line| !known.contains(line)).count();
        let is_of_types = ["trade.hpp", "trade.borrowed.hpp"].contains(&file.name.as_str());
        let most = if is_of_types { 0 } else { (file.contents.lines().count() / 8).max(20) };
        assert!(others <= most, "{}: {others} lines are formatted in another way", file.name);
        let wide = file.contents.lines().filter(|line| line.chars().count() > 100).count();
        assert!(wide <= 2, "{}: {wide} lines are too long", file.name);
    }
}

fn clang_formatted(file: &File) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cpp-format");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(root.join(".clang-format"), folder.join(".clang-format")).expect("the style");
    let path = folder.join(&file.name);
    std::fs::write(&path, &file.contents).expect("a file");
    let output = Command::new("clang-format").arg(&path).output().expect("clang-format runs");
    assert!(output.status.success(), "clang-format {}", file.name);
    String::from_utf8(output.stdout).expect("text")
}

/// If the size of each text is added to a sum under a condition, the known expression for the sum must not double with
/// each of them.
#[test]
fn a_struct_of_many_texts_is_printed() {
    let mut model = trade::model();
    let DeclKind::Struct(account) = &mut model.decls.last_mut().expect("types").kind else { unreachable!() };
    let texts = (0..100).map(|index| Field::new(&format!("text{index}"), Type::Text(Text::default())));
    account.fields.splice(..0, texts);
    for format in ["cdr", "flatbuffers"] {
        let module = polywire_lower::format(format).expect("the format").lower(&model).expect("the model");
        let files = printed(&[with_checkers(optimized(module))]);
        let codec = files.iter().find(|file| file.name == format!("trade.{format}.hpp")).expect("a codec");
        assert!(codec.contents.contains("value.text99"), "{format}");
    }
}

/// A length that a check has compared with the bytes left is not checked again; all others are.
#[test]
fn known_remaining_bytes_are_not_checked_again() {
    let known = ["check n <= @left else bad_length !1", "check n != 0 else bad_length !2"];
    assert!(!asks_for_the_end(&known.join("\n")));
    assert!(asks_for_the_end(known[0]) && asks_for_the_end(known[1]) && asks_for_the_end(""));
    assert!(asks_for_the_end(&format!("{}\nread u8 -> other !5\ncheck other == n else mismatch !6", known.join("\n"))));
}

fn asks_for_the_end(checks: &str) -> bool {
    let source = format!(
        "module ends struct T {{ text: bytes }} entry T decode decode \
         fn decode(build v: &T) {{ reset v read u8 -> n !0 {checks} read span(n - 1) -> text: bytes !3 \
         match x\"00\" else unterminated !4 set v.text = text !7 }}"
    );
    let module = polywire_ir::text::parse(&source).unwrap_or_else(|error| panic!("{error}"));
    polywire_ir::verify(&module).unwrap_or_else(|broken| panic!("{broken:?}"));
    let files =
        generate(&[module], &Options { name: "ends".into(), files: vec![], borrowed: false, ..Options::default() });
    let codec = files.expect("it is printed").into_iter().find(|file| file.name == "ends.ends.hpp").expect("a codec");
    assert!(codec.contents.contains("leaf::starts_with(") != codec.contents.contains("leaf::is_literal("));
    codec.contents.contains("leaf::starts_with(")
}
