//! Completions and manual pages cover all of the command's options.

use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};

const SUBCOMMANDS: [&str; 23] = [
    "addzid",
    "avro",
    "bench",
    "breaking",
    "call",
    "channel",
    "completions",
    "convert",
    "diff",
    "format",
    "gen",
    "inspect",
    "ir",
    "lint",
    "load",
    "lock",
    "lsp",
    "man",
    "proxy",
    "runtime",
    "schema",
    "serve",
    "validate",
];

#[test]
fn completions_are_scripts_that_name_all_subcommands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = polywire(&["completions", shell]);
        let script = String::from_utf8(output.stdout).expect("a script");
        assert!(output.status.success() && SUBCOMMANDS.iter().all(|name| script.contains(name)), "{shell}");
    }
}

#[test]
fn bash_takes_its_completions() {
    let script = polywire(&["completions", "bash"]).stdout;
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash");
    std::io::Write::write_all(&mut bash.stdin.take().expect("a pipe"), &script).expect("bash reads");
    assert!(bash.wait().expect("bash ends").success());
}

#[test]
fn every_subcommand_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pages");
    let output = polywire(&["man", "-o", path.to_str().expect("a path in UTF-8")]);
    assert!(output.status.success());
    let pages = std::fs::read_dir(&path).expect("the pages").map(|page| page.expect("a page").file_name());
    let found: BTreeSet<String> = pages.map(|name| name.to_string_lossy().into_owned()).collect();
    let own = SUBCOMMANDS.iter().map(|name| format!("polywire-{name}.1"));
    let of_avro = ["cat", "concat", "count", "getmeta", "getschema", "random", "recodec", "sort"];
    let of_avro = of_avro.map(|name| format!("polywire-avro-{name}.1"));
    let of_channel = ["bench", "create", "fingerprint", "inspect", "receive", "remove", "send"];
    let of_channel = of_channel.map(|name| format!("polywire-channel-{name}.1"));
    assert_eq!(found, own.chain(of_avro).chain(of_channel).chain(["polywire.1".to_owned()]).collect());
}

#[test]
fn every_subcommand_shows_examples_of_itself() {
    for name in SUBCOMMANDS {
        let help = String::from_utf8(polywire(&[name, "--help"]).stdout).expect("text");
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{name} has no examples"));
        let rest = examples.strip_prefix(&format!("  polywire {name}"));
        assert!(rest.is_some_and(|rest| rest.starts_with([' ', '\n'])), "{name}");
    }
}

fn polywire(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polywire")).args(arguments).output().expect("the command")
}
