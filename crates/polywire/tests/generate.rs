//! Files that `polywire gen` writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn generate(language: &str, formats: &str, folder: &Path) {
    generate_with(&[], language, formats, folder);
}

fn generate_with(more: &[&str], language: &str, formats: &str, folder: &Path) {
    let arguments = ["gen", "--lang", language, "--wire", formats, "examples/trade/trade.proto", "-o"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    let status = command.current_dir(root()).args(arguments).arg(folder).args(more).status().expect("the command");
    assert!(status.success());
}

fn files(folder: &Path) -> Vec<(String, SystemTime)> {
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry"));
    let modified = |entry: &fs::DirEntry| entry.metadata().and_then(|data| data.modified()).expect("a time");
    let mut files: Vec<_> =
        entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), modified(&entry))).collect();
    files.sort();
    files
}

#[test]
fn each_language_has_its_files() {
    let expected: [(&str, &[&str]); 2] = [
        (
            "cpp",
            &[
                "trade.hpp",
                "trade.json.hpp",
                "trade.json.size.hpp",
                "trade.json.validate.hpp",
                "trade.protobuf.hpp",
                "trade.protobuf.size.hpp",
                "trade.protobuf.validate.hpp",
            ],
        ),
        ("erlang", &["trade.hrl", "trade_json.erl", "trade_json_any.erl", "trade_protobuf.erl"]),
    ];
    for (language, expected) in expected {
        let folder = TempDir::new().expect("a folder");
        generate(language, "protobuf,json", folder.path());
        let names: Vec<String> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, expected);
    }
}

#[test]
fn decoders_of_selected_fields_compile_without_warnings() {
    let folder = TempDir::new().expect("a folder");
    let select = ["--select", "quote=trade.Account:id,orders.price"];
    generate_with(&select, "cpp", "protobuf,json,capnp", folder.path());
    generate_with(&select, "erlang", "protobuf,json,capnp", folder.path());
    let mut compiler = Command::new("erlc");
    compiler.current_dir(folder.path()).args(["-Wall", "+warnings_as_errors"]);
    for format in ["protobuf", "json", "capnp"] {
        compiler.arg(format!("trade_{format}_quote.erl"));
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-I"]);
        let header = folder.path().join(format!("trade.{format}_quote.hpp"));
        compiler.arg(root().join("runtime/cpp")).args(["-include"]).arg(header).args(["-x", "c++", "/dev/null"]);
        assert!(compiler.status().expect("g++").success(), "{format}");
    }
    assert!(compiler.status().expect("erlc").success());
}

#[test]
fn unchanged_files_are_not_written() {
    let folder = TempDir::new().expect("a folder");
    generate("cpp", "protobuf", folder.path());
    let before = files(folder.path());
    generate("cpp", "protobuf", folder.path());
    assert_eq!(files(folder.path()), before);
}

#[test]
fn the_example_compiles_without_warnings() {
    let folder = TempDir::new().expect("a folder");
    generate("cpp", "protobuf,json", folder.path());
    let mut compiler = Command::new("g++");
    compiler.current_dir(root()).args(["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Werror"]);
    compiler.args(["-I", "runtime/cpp", "-I"]).arg(folder.path()).arg("examples/trade/demo.cpp");
    assert!(compiler.status().expect("g++").success());
}
