//! `polywire gen --rpc` for C++, over grpc++: its client and server with each other, with grpc-go, and with `polywire call` and
//! `polywire serve`.

use crate::calls::{INTEROPERABILITY, SCHEMA, Servers, check};
use crate::pages::root;
use crate::programs::{Served, run};
use crate::served::Serving;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Returns the program with generated code, which is made once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = root().join("build/calls-cpp");
        let _ = fs::remove_dir_all(&folder);
        generate(&folder, &["-I", "tests/oracles/go-calls", SCHEMA]);
        let libraries = run(Command::new("pkg-config").args(["--libs", "grpc++"]));
        let program = folder.join("program");
        let mut compiler = compiler(&folder);
        compiler.arg("crates/polywire/tests/calls_cpp/main.cpp").arg("-o").arg(&program);
        run(compiler.args(libraries.split_whitespace()));
        program
    })
}

fn generate(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "cpp", "--wire", "json,protobuf", "--rpc", "grpc", "-o"]).arg(folder);
    run(command.args(arguments).current_dir(root()));
}

fn compiler(folder: &Path) -> Command {
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-I", "runtime/cpp", "-I"]);
    compiler.arg(folder).current_dir(root());
    compiler
}

/// Runs cases of the client.
fn client(address: &str, cases: &[&str]) {
    let printed = run(Command::new(program()).args(["call", address]).args(cases));
    assert_eq!(printed.lines().collect::<Vec<_>>(), cases);
}

#[test]
fn generated_clients_and_servers_work_with_each_other() {
    let printed = run(Command::new(program()).arg("alone"));
    assert!(INTEROPERABILITY.iter().all(|name| printed.lines().any(|line| line == *name)), "{printed}");
}

/// The cases of gRPC's interoperability tests, with grpc-go's client and server.
#[test]
fn others_work_with_generated_clients_and_servers() {
    let Some(servers) = Servers::start() else { return };
    client(servers.address("grpc"), &INTEROPERABILITY);
    let others = Servers::program().expect("a program");
    let served = Served::start(program());
    let printed = run(Command::new(others).args(["client", &served.address]).args(INTEROPERABILITY));
    assert_eq!(printed.lines().collect::<Vec<_>>(), INTEROPERABILITY);
}

#[test]
fn generated_code_and_the_command_work_with_each_other() {
    let served = Served::start(program());
    let url = format!("http://{}", served.address);
    let call = |more: &[&str], expected| check(&[&["--schema", SCHEMA, &url], more].concat(), "", expected);
    let stream = "{\"responseParameters\": [{\"size\": 1}, {\"size\": 2}]}";
    let many = "{\"payload\":{\"body\":\"AA==\"}}\n{\"payload\":{\"body\":\"AAA=\"}}\n";
    call(&["UnaryCall", "-d", "{\"responseSize\": 3}"], (0, "{\"payload\":{\"body\":\"AAAA\"}}\n", ""));
    call(&["StreamingOutputCall", "-d", stream], (0, many, ""));
    call(&["FullDuplexCall", "-d", stream], (0, many, ""));
    let failing = "{\"responseStatus\": {\"code\": 9, \"message\": \"no\"}}";
    call(&["UnaryCall", "-d", failing], (5, "", "FAILED_PRECONDITION: no"));
    call(&["CacheableUnaryCall", "-d", "{}"], (5, "", "UNIMPLEMENTED"));
    let mock = Serving::of(&["--mock", SCHEMA]);
    let address = mock.url.trim_start_matches("http://");
    client(address, &["empty_unary", "empty_stream", "unimplemented_method"]);
}

/// The example is built by its Makefile, and calls itself.
#[test]
fn the_example_works() {
    let folder = root().join("build/calls-cpp-example");
    let _ = fs::remove_dir_all(&folder);
    let mut make = Command::new("make");
    make.args(["--directory", "examples/calls/cpp", "CXXFLAGS=-Wall -Wextra -Wconversion -Werror"]).current_dir(root());
    make.arg(format!("POLYWIRE={}", env!("CARGO_BIN_EXE_polywire")));
    run(&mut make);
    let printed = run(&mut Command::new(folder.join("shop")));
    let expected = "order 1 costs 700\nrefused: the order has no items\nimported up to order 4 for 600\nlisted order 2\n\
                    listed order 3\nlisted order 4\nmatched order 5\nmatched order 6\n";
    assert_eq!(printed, expected);
}

/// Names of methods and messages that could be those of generated members.
#[test]
fn names_are_told_apart() {
    let folder = root().join("build/calls-cpp-names");
    let _ = fs::remove_dir_all(&folder);
    generate(&folder, &["-I", "tests/calls-rust", "tests/calls-rust/names.proto"]);
    let source = folder.join("names.cpp");
    fs::write(&source, "#include \"names.services.hpp\"\n").expect("a file");
    run(compiler(&folder).arg("-fsyntax-only").arg(source));
}

/// The library has one protocol, and sends messages in one format.
#[test]
fn what_the_library_lacks_is_refused() {
    for (wire, protocols, message) in [
        ("protobuf", "grpc,connect", "--rpc: generated C++ calls by grpc++, which has grpc and not connect"),
        ("json", "grpc", "grpc++ sends messages in protobuf; add it to --wire"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args(["gen", "--lang", "cpp", "--wire", wire, "--rpc", protocols, "-o", "build/calls-none", SCHEMA]);
        let output = command.current_dir(root()).output().expect("the command");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(message), "{errors}");
    }
}
