//! Generated Rust and its runtime compile with the oldest compiler that they promise, and for a processor without the
//! standard library.

use polywire_cross_engine::{repository, rust_files, subject};
use polywire_oracles::absent;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Together, they have every format.
const MODELS: &[&str] = &["trade", "maps", "oneof_group", "json_members", "capnp_unions"];

/// A target without the standard library.
const BARE: &str = "thumbv7m-none-eabi";

#[test]
fn the_oldest_compiler_is_enough() {
    let manifest = fs::read_to_string(repository("runtime/rust/Cargo.toml")).expect("the runtime's manifest");
    let version = manifest.split_once("rust-version = \"").and_then(|(_, rest)| rest.split('"').next());
    let toolchain = format!("+{}.0", version.expect("the oldest compiler"));
    let is_installed =
        Command::new("cargo").args([&toolchain, "--version"]).output().is_ok_and(|it| it.status.success());
    if !is_installed {
        return absent(&format!("Rust {}", &toolchain[1..]), "scripts/oracles");
    }
    check("oldest", &["fast", "std"], &[&toolchain, "check"]);
}

#[test]
fn nothing_needs_the_standard_library() {
    let installed = Command::new("rustc").args(["--print", "target-libdir", "--target", BARE]).output();
    let libraries = installed.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned()).unwrap_or_default();
    if libraries.is_empty() || !PathBuf::from(libraries).exists() {
        return absent(&format!("Rust's library for {BARE}"), "scripts/oracles");
    }
    check("bare", &[], &["check", "--target", BARE]);
    check("bare_fast", &["fast"], &["check", "--target", BARE]);
}

/// Runs cargo on a crate of generated code, which has features of the runtime.
fn check(name: &str, features: &[&str], arguments: &[&str]) {
    let folder = repository("build/cross-engine").join(format!("rust_targets_{name}"));
    let write = |path: PathBuf, contents: &str| {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, contents).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    };
    for model in MODELS {
        for file in rust_files(subject(model)) {
            if let Some(name) = file.name.strip_prefix("src/generated/") {
                write(folder.join("src").join(model).join(name), &file.contents);
            }
        }
    }
    let modules: String = MODELS.iter().map(|model| format!("pub mod {model};\n")).collect();
    write(folder.join("src/lib.rs"), &format!("//! Generated code.\n#![no_std]\n\n{modules}"));
    let manifest = format!(
        "[package]\nname = \"rust_targets_{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\npolywire-runtime = {{ path = {:?}, default-features = false, features = {features:?} }}\n",
        repository("runtime/rust")
    );
    write(folder.join("Cargo.toml"), &manifest);
    fs::copy(repository("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&folder).args(arguments).args(["--quiet", "--offline"]);
    // Cargo sets these for tests; they would choose the compiler of the project.
    cargo.env_remove("RUSTUP_TOOLCHAIN").env("CARGO_TARGET_DIR", repository("build/cross-engine/rust-targets"));
    let output = cargo.output().expect("cargo");
    assert!(output.status.success(), "{cargo:?}:\n{}", String::from_utf8_lossy(&output.stderr));
}
