//! `polywire gen` in builds: project files, up-to-date checks, and dependencies.

use crate::folder::{files_below, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn examples() -> PathBuf {
    root().join("examples/files")
}

/// Creates a folder with the schemas of `examples/files`.
fn schemas() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("common")).expect("a folder");
    for name in ["invoice.proto", "order.proto", "common/money.proto"] {
        fs::copy(examples().join(name), folder.path().join(name)).expect("a copy");
    }
    folder
}

fn polywire(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.current_dir(folder).arg("gen").args(arguments).output().expect("the command")
}

fn succeeds(folder: &Path, arguments: &[&str]) {
    let output = polywire(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const PROJECT: &str = r#"
import = "."

[[gen]]
schema = ["invoice.proto", "order.proto"]
lang = "cpp"
wire = ["protobuf", "json"]
output = "out/cpp"

[[gen]]
schema = "order.proto"
lang = "erlang"
wire = "protobuf"
explain = true
output = "out/erlang"
"#;

#[test]
fn a_project_file_is_equivalent_to_arguments() {
    let folder = schemas();
    fs::write(folder.path().join("polywire.toml"), PROJECT).expect("a file");
    succeeds(folder.path(), &[]);
    let cpp = ["--lang", "cpp", "--wire", "protobuf,json", "-I", ".", "-o", "by_hand/cpp"];
    succeeds(folder.path(), &[&cpp[..], &["invoice.proto", "order.proto"]].concat());
    let erlang = ["--lang", "erlang", "--wire", "protobuf", "-I", ".", "-o", "by_hand/erlang", "--explain"];
    succeeds(folder.path(), &[&erlang[..], &["order.proto"]].concat());
    let files = files_below(&folder.path().join("out"));
    assert_eq!(files, files_below(&folder.path().join("by_hand")));
    assert!(files.iter().any(|(name, _)| name == "cpp/common/money.hpp"));
}

#[test]
fn paths_in_a_project_file_are_relative_to_its_folder() {
    let folder = schemas();
    fs::write(folder.path().join("polywire.toml"), PROJECT).expect("a file");
    let project = folder.path().join("polywire.toml");
    succeeds(&examples(), &["--project", project.to_str().expect("UTF-8")]);
    assert!(folder.path().join("out/erlang/order.hrl").exists());
}

#[test]
fn check_lists_changes_and_writes_nothing() {
    let folder = schemas();
    let arguments = ["--lang", "cpp", "--wire", "json", "-o", "out", "order.proto", "-I", "."];
    let check = [&arguments[..], &["--check"]].concat();
    assert_eq!(polywire(folder.path(), &check).status.code(), Some(1));
    assert!(!folder.path().join("out").exists());
    succeeds(folder.path(), &arguments);
    succeeds(folder.path(), &check);
    fs::write(folder.path().join("out/common/money.hpp"), "edited").expect("a file");
    fs::remove_file(folder.path().join("out/order.json.hpp")).expect("a file");
    let output = polywire(folder.path(), &check);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "out/common/money.hpp\nout/order.json.hpp\n");
    assert_eq!(fs::read(folder.path().join("out/common/money.hpp")).expect("a file"), b"edited");
}

#[test]
fn a_depfile_lists_all_files_read() {
    let folder = schemas();
    fs::write(folder.path().join("polywire.toml"), PROJECT).expect("a file");
    succeeds(folder.path(), &["--depfile", "all.d", "--stamp", "stamp"]);
    let rule = fs::read_to_string(folder.path().join("all.d")).expect("the rule");
    let read = ["./common/money.proto", "invoice.proto", "order.proto", "polywire.toml"];
    assert_eq!(rule, format!("stamp: \\\n  {}\n", read.join(" \\\n  ")));
    let list = |which| String::from_utf8(polywire(folder.path(), &["--list", which]).stdout).expect("paths");
    assert_eq!(list("inputs"), read.map(|path| format!("{path}\n")).concat());
    let outputs: Vec<String> = list("outputs").lines().map(str::to_owned).collect();
    let files = files_below(&folder.path().join("out"));
    assert_eq!(outputs, files.iter().map(|(name, _)| format!("out/{name}")).collect::<Vec<_>>());
}

/// Nothing is generated, so errors of a format do not matter.
#[test]
fn inputs_are_listed_without_generating() {
    let folder = TempDir::new().expect("a folder");
    let schema = "syntax = \"proto3\"; message Folder { repeated Folder folders = 1; }";
    fs::write(folder.path().join("tree.proto"), schema).expect("a schema");
    let list = |which| polywire(folder.path(), &["--lang=cpp", "--wire=sbe", "-o=out", "--list", which, "tree.proto"]);
    let refused = list("outputs");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("SBE has no recursive types"), "{refused:?}");
    let inputs = list("inputs");
    assert!(inputs.status.success(), "{inputs:?}");
    assert_eq!(String::from_utf8_lossy(&inputs.stdout), "tree.proto\n");
}

/// `make` runs the command again when an imported schema changes, and only then.
#[test]
fn make_takes_the_depfile() {
    let folder = schemas();
    let command = env!("CARGO_BIN_EXE_polywire");
    let makefile = format!(
        "stamp: ; {command} gen --lang erlang --wire json -I . -o out --depfile dep.d --stamp $@ order.proto\n\
         -include dep.d\n"
    );
    fs::write(folder.path().join("Makefile"), makefile).expect("a makefile");
    let runs = || {
        let output = Command::new("make").current_dir(folder.path()).arg("stamp").output().expect("make");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).contains("gen --lang")
    };
    assert!(runs());
    assert!(!runs());
    let imported = fs::File::options().append(true).open(folder.path().join("common/money.proto")).expect("a schema");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
    imported.set_modified(later).expect("a time");
    assert!(runs());
}

#[test]
fn files_with_conflicting_contents_are_rejected() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("other")).expect("a folder");
    fs::write(folder.path().join("a.proto"), "syntax = \"proto3\"; message A { int32 x = 1; }").expect("a schema");
    fs::write(folder.path().join("other/a.proto"), "syntax = \"proto3\"; message A { int64 x = 1; }")
        .expect("a schema");
    let output = polywire(folder.path(), &["--lang", "cpp", "--wire", "json", "-o", "out", "a.proto", "other/a.proto"]);
    let error = "error: a.proto and other/a.proto have the same name for imports; give a folder above them with -I\n";
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(2), error));

    let project = "lang = \"cpp\"\nwire = \"json\"\noutput = \"out\"\n[[gen]]\nschema = \"a.proto\"\n[[gen]]\nschema = \"other/a.proto\"\n";
    fs::write(folder.path().join("polywire.toml"), project).expect("a project");
    let output = polywire(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("out/a.hpp would be generated twice"));
    assert!(!folder.path().join("out").exists());
}
