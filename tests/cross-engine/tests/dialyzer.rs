//! Dialyzer reports nothing for generated Erlang and its runtime. Only in the full tests, because its table of the
//! standard library takes minutes to build.

use polywire_cross_engine::{erlang_engine, is_full, repository, subjects};
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn generated_erlang_is_clean() {
    if !is_full() {
        return;
    }
    let table = table();
    let runtime = sources(&repository("runtime/erlang/src"));
    for subject in subjects() {
        drop(erlang_engine(subject));
        let folder = repository("build/cross-engine").join(format!("{}-erlang", subject.name));
        let mut dialyzer = Command::new("dialyzer");
        dialyzer.arg("--plt").arg(&table).arg("--src").arg("-I").arg(&folder).args(sources(&folder)).args(&runtime);
        run(&mut dialyzer, &subject.name);
    }
}

/// Returns Dialyzer's table of the standard library, which is built once.
fn table() -> PathBuf {
    let table = repository("build/cross-engine/dialyzer.plt");
    if !table.exists() {
        let mut dialyzer = Command::new("dialyzer");
        dialyzer.args(["--build_plt", "--apps", "erts", "kernel", "stdlib", "--output_plt"]);
        let output = dialyzer.arg(&table).output().expect("dialyzer is installed");
        assert!(table.exists(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    table
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("a file").path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "erl")).collect()
}

fn run(command: &mut Command, about: &str) {
    let output = command.output().expect("dialyzer is installed");
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{about}:\n{messages}");
}
