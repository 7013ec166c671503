//! What users of generated Rust can ask for: borrowed types, attributes, serde. A program uses them.

#[allow(dead_code)]
use crate::folder::root;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ATTRIBUTES: &[&str] = &[
    "*=derive(Clone, Debug)",
    "trade.*=allow(clippy::module_name_repetitions)",
    "trade.Order=cfg_attr(feature = \"serde\", serde(deny_unknown_fields))",
    "trade.Order.symbol=cfg_attr(feature = \"serde\", serde(rename = \"ticker\"))",
    "trade.Side.sell=doc(alias = \"ask\")",
];

const MANIFEST: &str = "\
[package]
name = \"trades\"
version = \"0.1.0\"
edition = \"2024\"

[features]
serde = [\"dep:serde\", \"dep:serde_json\"]

[dependencies]
polywire-runtime = { path = \"polywire-runtime\" }
serde = { version = \"1\", features = [\"derive\"], optional = true }
serde_json = { version = \"1\", optional = true }

[workspace]
";

#[test]
fn a_program_uses_them_with_and_without_serde() {
    let folder = root().join("build/rust-types");
    let _ = fs::remove_dir_all(folder.join("src"));
    fs::create_dir_all(folder.join("src/messages")).expect("a folder");
    let output = folder.join("src/messages/generated");
    let mut args = vec!["gen", "--lang", "rust", "--wire", "protobuf,json", "--borrowed", "--serde"];
    ATTRIBUTES.iter().for_each(|attribute| args.extend(["--rust-attribute", attribute]));
    succeeded(polywire(&args).arg("-o").arg(&output).arg("examples/trade/trade.proto").output());
    succeeded(polywire(&["runtime", "rust", "-o"]).arg(folder.join("polywire-runtime")).output());
    fs::write(folder.join("src/main.rs"), include_str!("data/rust_types.rs")).expect("a file");
    fs::write(folder.join("Cargo.toml"), MANIFEST).expect("a manifest");
    // The versions that the project uses, which need no network.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    for features in ["", "serde"] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--features", features]).current_dir(&folder);
        cargo.env("CARGO_TARGET_DIR", folder.join("target")).env("RUSTFLAGS", "-D warnings");
        succeeded(cargo.output());
    }
}

#[test]
fn attributes_are_of_something() {
    for (given, expected) in [
        (
            "trade.Ordr=must_use",
            "rust-attribute: the schema has no type or member `trade.Ordr`; did you mean `trade.Order`?",
        ),
        ("trade.Order.zzzzzzzz=must_use", "rust-attribute: the schema has no type or member `trade.Order.zzzzzzzz`"),
        ("other.*=must_use", "rust-attribute: the schema has no type or member `other.*`"),
        (
            "trade.Order=#[must_use]",
            "--rust-attribute: `trade.Order=#[must_use]` is not an attribute; give PATH=ATTRIBUTE without `#[]`, as in `trade.Order=must_use`",
        ),
    ] {
        let args = ["gen", "--lang", "rust", "--wire", "json", "-o", "build/none", "--rust-attribute", given];
        let output = polywire(&args).arg("examples/trade/trade.proto").output().expect("the command");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.success(), errors.trim_end()), (false, format!("error: {expected}").as_str()));
    }
}

fn polywire(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(args).current_dir(root().as_path() as &Path);
    command
}

fn succeeded(output: std::io::Result<Output>) {
    let output = output.expect("a program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
