//! C++ headers as seen by users: one per schema file, the same types in all translation units, constants.

use crate::folder::{files_below, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn generate(schema: &Path, formats: &str, folder: &Path) {
    generate_with(&[], schema, formats, folder);
}

fn generate_with(options: &[&str], schema: &Path, formats: &str, folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "cpp"]).args(options).args(["--wire", formats, "-o"]).arg(folder).arg(schema);
    assert!(command.current_dir(root()).status().expect("the command").success());
}

fn compiler(folder: &Path) -> Command {
    compiler_of("g++", folder)
}

fn compiler_of(name: &str, folder: &Path) -> Command {
    let mut compiler = Command::new(name);
    compiler.args(["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-I", "runtime/cpp", "-I"]);
    compiler.arg(folder).current_dir(root());
    compiler
}

/// Returns the paths of all files below a folder.
fn below(folder: &Path) -> Vec<String> {
    files_below(folder).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn each_schema_file_has_headers_in_its_folder() {
    let folder = TempDir::new().expect("a folder");
    generate(Path::new("examples/files/invoice.proto"), "protobuf", folder.path());
    let headers = |name: &str| {
        [".hpp", ".protobuf.hpp", ".protobuf.size.hpp", ".protobuf.validate.hpp"].map(|end| format!("{name}{end}"))
    };
    let names = ["common/money", "google/protobuf/timestamp", "invoice", "order"];
    assert_eq!(below(folder.path()), names.map(headers).concat());
}

/// The types of a schema are the same for all importers.
#[test]
fn types_do_not_depend_on_the_importing_schema() {
    let [one, other] = ["order", "invoice"].map(|schema| {
        let folder = TempDir::new().expect("a folder");
        generate(&PathBuf::from(format!("examples/files/{schema}.proto")), "protobuf", folder.path());
        folder
    });
    for name in ["common/money.hpp", "google/protobuf/timestamp.hpp", "order.hpp"] {
        let read = |folder: &TempDir| fs::read_to_string(folder.path().join(name)).expect("a header");
        assert_eq!(read(&one), read(&other), "{name}");
    }
}

#[test]
fn two_translation_units_share_the_types() {
    let folder = TempDir::new().expect("a folder");
    generate(Path::new("examples/files/invoice.proto"), "protobuf,json", folder.path());
    let objects = ["main", "total"].map(|unit| {
        let object = folder.path().join(format!("{unit}.o"));
        let mut compiler = compiler(folder.path());
        compiler.args(["-c", &format!("examples/files/{unit}.cpp"), "-o"]).arg(&object);
        assert!(compiler.status().expect("g++").success());
        object
    });
    let program = folder.path().join("program");
    assert!(compiler(folder.path()).args(&objects).arg("-o").arg(&program).status().expect("g++").success());
    let output = Command::new(program).output().expect("the program");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "600 cents\n");
}

/// Links the source files with a program that includes every header in two translation units.
#[test]
fn split_codecs_are_defined_once() {
    let folder = TempDir::new().expect("a folder");
    let options = ["--split", "--explain", "--borrowed"];
    generate_with(&options, Path::new("examples/files/invoice.proto"), "protobuf,json,capnp", folder.path());
    let generated = below(folder.path());
    let (headers, sources): (Vec<&String>, Vec<&String>) = generated.iter().partition(|name| name.ends_with(".hpp"));
    assert!(sources.contains(&&"common/money.borrowed.capnp.cpp".to_owned()), "{sources:?}");
    let all: String = headers.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    let units = ["one.cpp", "other.cpp"].map(|name| folder.path().join(name));
    units.iter().for_each(|unit| fs::write(unit, &all).expect("a source file"));
    let program = folder.path().join("program");
    let mut compiler = compiler(folder.path());
    compiler.args(["examples/files/main.cpp", "examples/files/total.cpp"]).args(&units);
    compiler.args(sources.iter().map(|name| folder.path().join(name))).arg("-o").arg(&program);
    assert!(compiler.status().expect("g++").success());
    let output = Command::new(program).output().expect("the program");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "600 cents\n");
}

/// A translation unit that uses a split codec only needs its declarations.
#[test]
fn headers_of_split_codecs_have_no_functions() {
    let folder = TempDir::new().expect("a folder");
    generate_with(&["--split"], Path::new("examples/trade/trade.proto"), "protobuf", folder.path());
    let user = folder.path().join("user.cpp");
    let text = "#include \"trade.protobuf.hpp\"\n\
                polywire::error read(trade::Account& account, polywire::bytes input) {\n  \
                return polywire::protobuf::decode(account, input);\n}\n";
    fs::write(&user, text).expect("a source file");
    let object = folder.path().join("user.o");
    assert!(
        compiler(folder.path()).args(["-O1", "-c"]).arg(&user).arg("-o").arg(&object).status().expect("g++").success()
    );
    let symbols = Command::new("nm").args(["-C", "--undefined-only"]).arg(&object).output().expect("nm");
    let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
    assert!(symbols.contains("polywire::protobuf::decode(trade::polywire_types::Account&"), "{symbols}");
}

/// Lists are declared, and compared, before their element type is complete.
#[test]
fn well_known_types_compile_with_clang() {
    let folder = TempDir::new().expect("a folder");
    let schema = folder.path().join("config.proto");
    let text = "syntax = \"proto3\";\nimport \"google/protobuf/struct.proto\";\n\
                message Config {\n  google.protobuf.Struct values = 1;\n}\n";
    fs::write(&schema, text).expect("a schema");
    generate(&schema, "protobuf", folder.path());
    let user = folder.path().join("user.cpp");
    let text = "#include \"config.protobuf.hpp\"\nbool same(const Config& one, const Config& other) { return one == other; }\n";
    fs::write(&user, text).expect("a source file");
    let mut compiler = compiler_of("clang++", folder.path());
    assert!(compiler.arg("-fsyntax-only").arg(&user).status().expect("clang++").success());
}

/// Each message contains the next one: without a bound, each function would contain the code of all later ones.
#[test]
fn what_becomes_part_of_a_function_is_bounded() {
    let folder = TempDir::new().expect("a folder");
    let message = |number: usize| {
        let fields: String = (1..10).map(|field| format!("  string text_{field} = {field};\n")).collect();
        format!("message M{number} {{\n{fields}  M{} next = 10;\n}}\n", number + 1)
    };
    let messages: String = (0..8).map(message).collect();
    let schema = folder.path().join("chain.proto");
    fs::write(&schema, format!("syntax = \"proto3\";\n{messages}message M8 {{\n  string text = 1;\n}}\n"))
        .expect("a schema");
    generate(&schema, "protobuf", folder.path());
    let code = fs::read_to_string(folder.path().join("chain.protobuf.hpp")).expect("the codec");
    let merged = |number: usize| code.contains(&format!("POLYWIRE_INLINE const ::std::uint8_t* read_M{number}("));
    assert!(merged(8), "the last is small");
    let in_a_row = (0..8).fold((0, 0), |(row, most), number| {
        let row = if merged(number) { row + 1 } else { 0 };
        (row, most.max(row))
    });
    assert!(in_a_row.1 <= 3, "{} messages become part of one function", in_a_row.1);
}

/// An extension can make a file depend on one that imports it.
#[test]
fn mutually_dependent_files_share_a_header() {
    let schemas = TempDir::new().expect("a folder");
    let base = "syntax = \"proto2\";\npackage p;\nmessage Base {\n  extensions 100;\n}\n";
    let more = "syntax = \"proto2\";\npackage p;\nimport \"base.proto\";\nmessage More {\n  optional Base base = 1;\n}\n\
                extend Base {\n  optional More more = 100;\n}\n";
    fs::write(schemas.path().join("base.proto"), base).expect("a schema");
    fs::write(schemas.path().join("more.proto"), more).expect("a schema");
    let folder = TempDir::new().expect("a folder");
    generate(&schemas.path().join("more.proto"), "protobuf", folder.path());
    let user = folder.path().join("user.cpp");
    let text = "#include \"more.protobuf.validate.hpp\"\n#include \"base.protobuf.hpp\"\n\
                bool ok() { return !polywire::protobuf::validate<p::More>({}); }\n";
    fs::write(&user, text).expect("a source file");
    assert!(compiler(folder.path()).arg("-fsyntax-only").arg(&user).status().expect("g++").success());
}

/// Escaped text is unescaped before its contents are decoded.
#[test]
fn errors_in_unpacked_texts_have_an_offset() {
    let folder = TempDir::new().expect("a folder");
    let schema = folder.path().join("counts.proto");
    let counts = "syntax = \"proto3\";\npackage p;\nmessage Counts {\n  map<int32, int32> by_id = 1;\n}\n";
    fs::write(&schema, counts).expect("a schema");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "cpp", "--wire", "json", "--explain", "-o"]).arg(folder.path()).arg(&schema);
    assert!(command.status().expect("the command").success());
    let user = folder.path().join("user.cpp");
    let text = r#"#include "counts.json.explain.hpp"
#include "counts.json.hpp"
int main() {
  p::Counts counts;
  const polywire::bytes input = polywire::literal("{\"byId\":{\"\\u0031x\":1}}");
  const polywire::error refused = polywire::json::decode(counts, input);
  const polywire::explanation wrong = polywire::json::explain<p::Counts>(input);
  return refused.offset == 19 && wrong.offset == 19 && wrong.path == "by_id" ? 0 : 1;
}
"#;
    fs::write(&user, text).expect("a source file");
    let program = folder.path().join("program");
    assert!(compiler(folder.path()).arg(&user).arg("-o").arg(&program).status().expect("g++").success());
    assert!(Command::new(program).status().expect("the program").success());
}

/// An optional field is absent until it is set; its default is a constant.
#[test]
fn defaults_of_optional_fields_are_constants() {
    let folder = TempDir::new().expect("a folder");
    generate(Path::new("crates/polywire/tests/data/defaults.proto"), "protobuf", folder.path());
    let user = "crates/polywire/tests/data/defaults.cpp";
    assert!(compiler(folder.path()).arg("-fsyntax-only").arg(user).status().expect("g++").success());
}

/// A program with both variants of the types.
#[test]
fn borrowed_texts_refer_to_the_message() {
    let folder = TempDir::new().expect("a folder");
    let formats = "avro,capnp,capnp_packed,flatbuffers,json,msgpack,protobuf";
    generate_with(&["--borrowed"], Path::new("examples/trade/trade.proto"), formats, folder.path());
    let program = folder.path().join("program");
    let mut compiler = compiler(folder.path());
    compiler.args(["-fsanitize=address,undefined", "crates/polywire/tests/data/borrowed.cpp", "-o"]).arg(&program);
    assert!(compiler.status().expect("g++").success());
    assert!(Command::new(program).status().expect("the program").success());
}

/// Members of every kind.
#[test]
fn views_read_in_place() {
    let folder = TempDir::new().expect("a folder");
    generate_with(
        &["--views", "--describe"],
        Path::new("crates/polywire/tests/data/shapes.capnp"),
        "capnp",
        folder.path(),
    );
    let program = folder.path().join("program");
    let mut compiler = compiler(folder.path());
    compiler.args(["-fsanitize=address,undefined", "crates/polywire/tests/data/views.cpp", "-o"]).arg(&program);
    assert!(compiler.status().expect("g++").success());
    assert!(Command::new(program).status().expect("the program").success());
}

/// Sorted lists are searched, and scalars changed in place.
#[test]
fn views_find_elements_and_change_scalars() {
    let (folder, data) = (TempDir::new().expect("a folder"), "crates/polywire/tests/data/lookup");
    generate_with(&["--views"], Path::new(&format!("{data}.fbs")), "flatbuffers", folder.path());
    let program = folder.path().join("program");
    let mut compiler = compiler_of("clang++", folder.path());
    compiler.args(["-fsanitize=address,undefined", &format!("{data}.cpp"), "-o"]).arg(&program);
    assert!(compiler.status().expect("clang++").success());
    assert!(Command::new(program).status().expect("the program").success());
}

/// Objects without a type in the schema, read as types that the program chooses.
#[test]
fn views_read_objects_in_place() {
    let (folder, data) = (TempDir::new().expect("a folder"), "crates/polywire/tests/data/envelopes");
    for schema in [format!("{data}.capnp"), "crates/polywire/tests/data/shapes.capnp".to_owned()] {
        generate_with(&["--views"], Path::new(&schema), "capnp", folder.path());
    }
    let program = folder.path().join("program");
    // Takes half the time.
    let mut compiler = compiler_of("clang++", folder.path());
    compiler.args(["-fsanitize=address,undefined", &format!("{data}.cpp"), "-o"]).arg(&program);
    assert!(compiler.status().expect("clang++").success());
    let messages = root().join(format!("{data}.hex"));
    assert!(Command::new(program).arg(messages).status().expect("the program").success());
}

/// A view refers to the views of imported schemas.
#[test]
fn views_have_headers_for_each_schema_file() {
    let folder = TempDir::new().expect("a folder");
    generate_with(&["--views"], Path::new("examples/files/invoice.proto"), "capnp", folder.path());
    let user = folder.path().join("user.cpp");
    let text = "#include \"common/money.capnp.view.hpp\"\n#include \"invoice.capnp.checked.hpp\"\n\
                #include \"invoice.capnp.view.hpp\"\n#include \"order.capnp.hpp\"\n";
    fs::write(&user, text).expect("a source file");
    assert!(compiler(folder.path()).arg("-fsyntax-only").arg(&user).status().expect("g++").success());
}

/// A borrowed type contains those of imported schemas.
#[test]
fn borrowed_types_have_headers_for_each_schema_file() {
    let folder = TempDir::new().expect("a folder");
    generate_with(&["--borrowed"], Path::new("examples/files/invoice.proto"), "protobuf", folder.path());
    let user = folder.path().join("user.cpp");
    let text = "#include \"invoice.borrowed.protobuf.hpp\"\n#include \"common/money.borrowed.protobuf.size.hpp\"\n\
                #include \"order.protobuf.hpp\"\n#include \"google/protobuf/timestamp.borrowed.hpp\"\n";
    fs::write(&user, text).expect("a source file");
    assert!(compiler(folder.path()).arg("-fsyntax-only").arg(&user).status().expect("g++").success());
}

/// Structs, enums and unions of both variants, and types spread over several schema files.
#[test]
fn descriptions_name_the_parts_of_types() {
    let folder = TempDir::new().expect("a folder");
    let options = &["--borrowed", "--describe"];
    for (schema, format) in
        [("crates/polywire/tests/data/shapes.capnp", "capnp"), ("examples/trade/trade.proto", "json")]
    {
        generate_with(options, Path::new(schema), format, folder.path());
    }
    generate_with(options, Path::new("examples/files/invoice.proto"), "json", folder.path());
    let (user, program) = (folder.path().join("user.cpp"), folder.path().join("program"));
    fs::write(&user, "#include \"invoice.borrowed.describe.hpp\"\n").expect("a source file");
    assert!(compiler(folder.path()).arg("-fsyntax-only").arg(&user).status().expect("g++").success());
    let mut compiler = compiler(folder.path());
    compiler.args(["crates/polywire/tests/data/described.cpp", "-o"]).arg(&program);
    assert!(compiler.status().expect("g++").success());
    assert!(Command::new(program).status().expect("the program").success());
}
