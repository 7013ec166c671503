//! The example projects of Go and Rust, generated and built as their files say, with the programs of the guides.

mod folder;

use folder::{files_below, root};
use polywire_oracles::{Go, path_with};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Copies an example into the folder for builds, without what an earlier run generated.
fn copied(language: &str) -> PathBuf {
    let folder = root().join(format!("build/{language}-example"));
    for part in ["internal", "src", "schema"] {
        let _ = fs::remove_dir_all(folder.join(part));
    }
    for (name, text) in files_below(&root().join("examples").join(language)) {
        let is_generated = ["internal/", "src/generated/", "polywire-runtime/", "target/", "Cargo.lock"];
        if !is_generated.iter().any(|start| name.starts_with(start)) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a copy");
        }
    }
    folder.canonicalize().expect("the folder")
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
