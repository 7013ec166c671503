//! `polywire breaking` reads schemas, their imports and their locks from revisions of Git.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const SHARED: &str = "syntax = \"proto3\"; package t; message N { int32 x = 1; }\n";
const TOP: &str = "syntax = \"proto3\"; package t; import \"common.proto\"; message M { N n = 1; }\n";

/// Returns a repository with one commit, in which a schema imports another one; in the working folder, the imported one
/// is edited.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let schemas = folder.path().join("proto/inner");
    fs::create_dir_all(&schemas).expect("folders");
    for place in [folder.path(), &schemas] {
        fs::write(place.join("common.proto"), SHARED).expect("a schema");
        fs::write(place.join("top.proto"), TOP).expect("a schema");
    }
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "-A"]);
    let name = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"];
    git(folder.path(), &[&name[..], &["commit", "-q", "-m", "schemas"]].concat());
    for place in [folder.path(), &schemas] {
        fs::write(place.join("common.proto"), SHARED.replace("int32", "sint32")).expect("a schema");
    }
    folder
}

fn git(folder: &Path, arguments: &[&str]) {
    let status = Command::new("git").args(arguments).current_dir(folder).status().expect("git");
    assert!(status.success(), "{arguments:?}");
}

fn breaking(folder: &Path, old: &str, new: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polywire"))
        .args(["breaking", "--wire", "protobuf", "--format", "json", old, new])
        .current_dir(folder)
        .output()
        .expect("the command")
}

/// Checks that the imported file is the one that differs.
fn assert_found(folder: &Path, old: &str, new: &str, file: &str) {
    let output = breaking(folder, old, new);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1), "{old} {new}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(text.lines().count() == 2 && text.contains(r#""rule":"FIELD_SAME_TYPE""#), "{old} {new}: {text}");
    assert!(text.contains(&format!(r#""old":{{"column":49,"file":"{file}""#)), "{old} {new}: {text}");
}

#[test]
fn files_and_folders_of_revisions_are_compared() {
    let folder = repository();
    let top = folder.path();
    assert_found(top, "HEAD:top.proto", "top.proto", "HEAD:./common.proto");
    assert_found(top, "HEAD:proto/inner/top.proto", "proto/inner/top.proto", "HEAD:proto/inner/common.proto");
    assert_found(top, "HEAD:proto/inner", "proto/inner", "HEAD:proto/inner/common.proto");
    assert_found(&top.join("proto"), "HEAD:proto/inner/", "inner", "HEAD:proto/inner/common.proto");
    assert_found(&top.join("proto/inner"), "HEAD:./top.proto", "top.proto", "HEAD:./common.proto");
    assert_found(&top.join("proto/inner"), "HEAD:top.proto", "top.proto", "HEAD:./../../common.proto");
    assert_eq!(breaking(top, "HEAD:top.proto", "HEAD:top.proto").status.code(), Some(0));
}

#[test]
fn what_is_not_in_a_revision_is_named() {
    let folder = repository();
    for (old, expected) in [
        ("nothing:top.proto", "error: nothing:top.proto: "),
        ("HEAD:nothing.proto", "error: HEAD:nothing.proto: "),
        ("nothing.proto", "error: nothing.proto: "),
    ] {
        let output = breaking(folder.path(), old, "top.proto");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn locks_of_revisions_are_used() {
    let folder = repository();
    let top = folder.path();
    let schema = |fields: &str| format!("syntax = \"proto3\"; package t; message L {{ {fields} }}\n");
    let lock = |lines: &str| format!("polywire lock 1\n\n{lines}");
    fs::write(top.join("l.proto"), schema("int32 a = 1; int64 b = 2;")).expect("a schema");
    // The order is not that of the numbers.
    let lines = "order t.L @0 2 b i64\norder t.L @1 1 a i32\n";
    fs::write(top.join("l.proto.polywire.lock"), lock(lines)).expect("a lock");
    git(top, &["add", "-A"]);
    let name = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"];
    git(top, &[&name[..], &["commit", "-q", "-m", "locked"]].concat());
    let compared = || {
        let output = Command::new(env!("CARGO_BIN_EXE_polywire"))
            .args(["breaking", "--wire", "flatbuffers", "HEAD:l.proto", "l.proto"])
            .current_dir(top)
            .output()
            .expect("the command");
        output.status.code()
    };
    assert_eq!(compared(), Some(0));
    // A new version without a lock continues the old one.
    fs::remove_file(top.join("l.proto.polywire.lock")).expect("removing the lock");
    assert_eq!(compared(), Some(0));
    fs::write(top.join("l.proto.polywire.lock"), lock("order t.L @0 1 a i32\norder t.L @1 2 b i64\n")).expect("a lock");
    assert_eq!(compared(), Some(1));
}

#[test]
fn folders_of_avro_and_idl_are_compared() {
    for (name, [old, new]) in [
        (
            "t.avsc",
            ["int", "string"]
                .map(|ty| format!(r#"{{"type":"record","name":"R","fields":[{{"name":"a","type":"{ty}"}}]}}"#)),
        ),
        ("t.idl", ["long", "string"].map(|ty| format!("struct R {{ {ty} a; }};\n"))),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        for (place, text) in [("old", old), ("new", new)] {
            fs::create_dir(folder.path().join(place)).expect("a folder");
            fs::write(folder.path().join(place).join(name), text).expect("a schema");
        }
        let output = breaking(folder.path(), "old", "new");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(r#""rule":"FIELD_SAME_TYPE""#), "{name}: {text}");
    }
}
