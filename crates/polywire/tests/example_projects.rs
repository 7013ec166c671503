//! The example projects of Go and Rust, generated and built as their files say, with the programs of the guides.

use crate::folder::{files_below, root};
use crate::programs::run;
use polywire_oracles::{Go, absent, path_with};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

#[test]
fn the_go_module_is_generated_built_and_run() {
    let Some(go) = Go::find() else { return };
    let folder = copied("go");
    let command = Path::new(env!("CARGO_BIN_EXE_polywire")).parent();
    let path = path_with(command.into_iter().chain(go.folder()));
    let go = |args: &[&str]| run(go.command(&folder).args(args).env("PATH", &path));
    go(&["generate", "./..."]);
    go(&["vet", "./..."]);
    let printed = go(&["run", "."]);
    let expected = "38 bytes: {\"id\":\"7\",\"state\":\"STATE_PAID\",\"items\":[{\"product\":\"tea\",\"count\":2,\"price\":{\"currency\":\"EUR\",\"amount\":\"499\"}}],\"notes\":{\"gift\":\"yes\"},\"shelf\":12}\n\
        true polywire: the input ends inside a value at byte 37\n";
    assert_eq!(printed, expected);
}

/// What each client of the example of calls prints.
const SHOP: &str = "placed 7 998 [open]\n\
    imported 9 700\n\
    listed some items: true\n\
    matched 1 10\n\
    matched 2 12\n\
    INVALID_ARGUMENT the order has no items\n";

#[test]
fn the_calls_of_the_go_module_are_generated_built_and_run() {
    let Some(go) = Go::find() else { return };
    let folder = copied("calls").join("go");
    let command = Path::new(env!("CARGO_BIN_EXE_polywire")).parent();
    let path = path_with(command.into_iter().chain(go.folder()));
    let go = |args: &[&str]| run(go.command(&folder).args(args).env("PATH", &path));
    go(&["generate", "./..."]);
    go(&["vet", "./..."]);
    let expected: String = ["grpc", "grpc-web", "connect"].iter().map(|name| format!("{name}\n{SHOP}")).collect();
    assert_eq!(go(&["run", "."]), expected);
}

#[test]
fn the_rust_crate_is_generated_built_and_run() {
    let folder = copied("rust");
    let polywire = |args: &[&str]| run(Command::new(env!("CARGO_BIN_EXE_polywire")).args(args).current_dir(&folder));
    polywire(&["runtime", "rust", "-o", "polywire-runtime"]);
    let generate = ["gen", "--lang", "rust", "--wire", "protobuf,json", "-I", "schema", "-o", "src/generated"];
    polywire(&[&generate[..], &["schema/shop/order.proto"]].concat());
    // The versions that the project uses, which need no network.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline"]).current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
    let printed = run(cargo.env("RUSTFLAGS", "-D warnings"));
    let expected = "38 bytes: {\"id\":\"7\",\"state\":\"STATE_PAID\",\"items\":[{\"product\":\"tea\",\"count\":2,\"price\":{\"currency\":\"EUR\",\"amount\":\"499\"}}],\"notes\":{\"gift\":\"yes\"},\"shelf\":12}\n";
    assert_eq!(printed, expected);
}

/// What the servers and clients of the example of gRPC print.
const CALLS: &str = "placed 7: 998\n\
    imported up to 9: 700\n\
    listed 8: 2 tea 20000\n\
    listed 9: 2 tea 20000\n\
    matched 1: 10\n\
    matched 2: 12\n\
    refused: the order has no items\n";

/// Each talks to itself and to the other, if the libraries of both are there.
#[test]
fn the_servers_and_clients_of_grpc_understand_each_other() {
    let programs: Vec<PathBuf> = [built_in_rust("grpc", "shop-grpc"), grpc_in_go()].into_iter().flatten().collect();
    for server in &programs {
        assert_eq!(run(&mut Command::new(server)), CALLS, "{}", server.display());
        for client in programs.iter().filter(|client| *client != server) {
            let (_server, address) = serving(server);
            assert_eq!(run(Command::new(client).args(["call", &address])), CALLS, "{}", client.display());
        }
    }
}

#[test]
fn the_calls_of_the_rust_crate_are_generated_built_and_run() {
    let Some(program) = built_in_rust("calls", "shop-calls") else { return };
    let expected: String = ["grpc", "grpc-web", "connect"].iter().map(|name| format!("{name}\n{SHOP}")).collect();
    assert_eq!(run(&mut Command::new(program)).replace(['"'], ""), expected);
}

/// Builds a program, whose build script generates its code; notes if its crates are not there.
fn built_in_rust(example: &str, program: &str) -> Option<PathBuf> {
    let folder = root().join("examples").join(example).join("rust");
    // What both use is compiled once.
    let target = root().join("build/grpc-rust-target");
    let cargo = |args: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(args).args(["--locked", "--offline"]).current_dir(&folder).env("CARGO_TARGET_DIR", &target);
        cargo
    };
    let fetched = cargo(&["fetch"]).output().expect("cargo");
    let errors = String::from_utf8_lossy(&fetched.stderr);
    assert!(!errors.contains("--locked was passed"), "run cargo build in {}:\n{errors}", folder.display());
    if !fetched.status.success() {
        absent(&format!("the crates of examples/{example}/rust"), "scripts/setup");
        return None;
    }
    run(&mut cargo(&["build", "--quiet"]));
    Some(target.join("debug").join(program))
}

/// Generates and builds the program; notes if there is no Go, or its modules are not there.
fn grpc_in_go() -> Option<PathBuf> {
    let go = Go::find()?;
    let folder = copied("grpc").join("go");
    if !go.has_modules(&folder) {
        absent("the modules of examples/grpc/go", "scripts/setup");
        return None;
    }
    let command = Path::new(env!("CARGO_BIN_EXE_polywire")).parent();
    let path = path_with(command.into_iter().chain(go.folder()));
    let go = |args: &[&str]| run(go.command(&folder).args(args).env("PATH", &path));
    go(&["generate", "./..."]);
    go(&["vet", "./..."]);
    go(&["build", "-o", "shop", "."]);
    Some(folder.join("shop"))
}

/// A program that is ended with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server, which prints its address.
fn serving(program: &Path) -> (Serving, String) {
    let mut server = Command::new(program).arg("serve").stdout(Stdio::piped()).spawn().expect("a server");
    let output = server.stdout.take().expect("its output");
    let server = Serving(server);
    let mut address = String::new();
    BufReader::new(output).read_line(&mut address).expect("an address");
    (server, address.trim_end().to_owned())
}

/// Copies an example into the folder for builds, without what an earlier run generated.
fn copied(example: &str) -> PathBuf {
    let folder = root().join(format!("build/{example}-example"));
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            fs::remove_dir_all(path).expect("a folder");
        }
    }
    for (name, text) in files_below(&root().join("examples").join(example)) {
        let is_generated =
            |part: &str| ["internal", "generated", "polywire-runtime", "target", "Cargo.lock"].contains(&part);
        if !name.split('/').any(is_generated) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a copy");
        }
    }
    folder.canonicalize().expect("the folder")
}
