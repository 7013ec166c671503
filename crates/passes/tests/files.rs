//! Tests each pass, and the derivation of validators and views, on small functions: `files/*.ir` contain the text
//! before and after.
//! The first line names the pass.
//!
//! `POLYWIRE_BLESS=1` rewrites the text after.

use polywire_ir::text::parse;
use polywire_ir::{Module, verify};
use polywire_passes::{Options, PASSES, add_validators, optimize, trusting_views};
use std::path::{Path, PathBuf};

const BEFORE: &str = "\n; before\n";
const AFTER: &str = "\n; after\n";

#[test]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let entries = std::fs::read_dir(&folder).expect("the folder of files");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let failed: Vec<String> = paths.iter().filter_map(|path| check(path).err()).collect();
    assert!(failed.is_empty(), "{}\nPOLYWIRE_BLESS=1 rewrites the files; read the difference.", failed.join("\n"));
}

#[test]
fn every_pass_has_a_file() {
    for pass in PASSES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/files/{}.ir", pass.name));
        assert!(path.exists(), "{}", path.display());
    }
}

fn check(path: &Path) -> Result<(), String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let (head, rest) = text.split_once(BEFORE).ok_or(format!("{name}: no line `; before`"))?;
    let (before, expected) = rest.split_once(AFTER).unwrap_or((rest, ""));
    let pass = head.lines().find_map(|line| line.strip_prefix("; pass ")).ok_or(format!("{name}: no pass"))?;
    let module = sound(before).map_err(|error| format!("{name}, before: {error}"))?;
    let after = run(pass.trim(), module).to_string();
    if after == expected {
        return Ok(());
    }
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        let text = format!("{head}{BEFORE}{before}{AFTER}{after}");
        return std::fs::write(path, text).map_err(|error| format!("{name}: {error}"));
    }
    Err(format!("{name}: expected\n{expected}\nbut got\n{after}"))
}

fn sound(text: &str) -> Result<Module, String> {
    let module = parse(text).map_err(|error| error.to_string())?;
    verify(&module).map_err(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    Ok(module)
}

fn run(pass: &str, mut module: Module) -> Module {
    if pass == "validators" {
        add_validators(&mut module);
        return module;
    }
    if pass == "trusting_views" {
        return trusting_views(module);
    }
    let skip = PASSES.iter().map(|it| it.name.to_owned()).filter(|name| name != pass).collect();
    optimize(&mut module, &Options { skip, immutable: true });
    module
}
