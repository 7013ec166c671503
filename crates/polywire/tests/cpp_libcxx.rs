//! Generated C++ with LLVM's standard library, and the dependencies of a format's header.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const FORMATS: &str = "avro,capnp,flatbuffers,json,msgpack,protobuf,protobuf_text,sbe";

/// Number parsing must be as exact as with the other library.
#[test]
fn the_runtime_passes_its_tests_with_libcxx() {
    leaves_pass(libcxx());
}

#[test]
fn generated_headers_compile_with_libcxx() {
    headers_compile(&libcxx);
}

#[test]
fn the_newest_libcxx_does_too() {
    let compiler = root().join("build/oracles/libcxx/clang++");
    if !compiler.exists() {
        return polywire_oracles::absent("a newer libc++", "scripts/oracles");
    }
    let newest = || {
        let mut command = Command::new(&compiler);
        command.arg("-std=c++20").current_dir(root());
        command
    };
    leaves_pass(newest());
    headers_compile(&newest);
}

fn leaves_pass(mut compiler: Command) {
    let folder = TempDir::new().expect("a folder");
    let program = folder.path().join("leaves");
    succeeds(compiler.args(["-O1", "-I", "runtime/cpp", "runtime/cpp/tests/leaves_test.cpp", "-o"]).arg(&program));
    succeeds(&mut Command::new(program));
}

fn headers_compile(compiler: &dyn Fn() -> Command) {
    let folder = TempDir::new().expect("a folder");
    generate(FORMATS, folder.path());
    let names = fs::read_dir(folder.path()).expect("headers").map(|entry| entry.expect("a header").file_name());
    let includes: Vec<String> = names.map(|name| format!("#include \"{}\"\n", name.to_string_lossy())).collect();
    let user = folder.path().join("user.cpp");
    fs::write(&user, includes.concat()).expect("a source file");
    for standard in ["-std=c++20", "-std=gnu++20"] {
        succeeds(
            compiler()
                .args([standard, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", "runtime/cpp", "-I"])
                .arg(folder.path())
                .arg(&user),
        );
    }
    let program = folder.path().join("demo");
    succeeds(
        compiler()
            .args(["-I", "runtime/cpp", "-I"])
            .arg(folder.path())
            .args(["examples/trade/demo.cpp", "-o"])
            .arg(&program),
    );
}

/// Programs that read Protobuf do not pay for parsing JSON numbers.
#[test]
fn headers_of_a_format_include_only_its_leaves() {
    let folder = TempDir::new().expect("a folder");
    generate("json,protobuf", folder.path());
    let drawn_in = |header: &str| {
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++20", "-MM", "-I", "runtime/cpp"]).current_dir(root());
        succeeds(compiler.arg(folder.path().join(header)))
    };
    assert!(drawn_in("trade.json.hpp").contains("leaves/json_number_read.hpp"));
    let of_protobuf = drawn_in("trade.protobuf.hpp");
    let others = ["leaves/json", "leaves/print.hpp", "leaves/nearest_float.hpp", "polywire/entry.hpp"];
    let drawn: Vec<&str> = others.into_iter().filter(|name| of_protobuf.contains(name)).collect();
    assert!(drawn.is_empty(), "{drawn:?}");
}

fn generate(formats: &str, folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "cpp", "--wire", formats, "-o"]).arg(folder).arg("examples/trade/trade.proto");
    succeeds(command.current_dir(root()));
}

/// Returns clang with libc++, which `scripts/setup` installs.
fn libcxx() -> Command {
    let mut compiler = Command::new("clang++");
    compiler.args(["-stdlib=libc++", "-std=c++20"]).current_dir(root());
    compiler
}

fn succeeds(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}\n{}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
