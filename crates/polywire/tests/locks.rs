//! Locks beside schemas: when they are read and written, and messages about them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const FIRST: &str = "syntax = \"proto3\"; package t; message M { int32 a = 1; string z = 100; }";
const LATER: &str = "syntax = \"proto3\"; package t; message M { int32 a = 1; bytes m = 50; string z = 100; }";

#[test]
fn gen_writes_the_lock_and_checks_it() {
    let folder = TempDir::new().expect("a folder");
    let lock = folder.path().join("t.proto.polywire.lock");
    let schema = |text: &str| fs::write(folder.path().join("t.proto"), text).expect("writing");
    let gen_ = |wire: &str, more: &[&str]| {
        run(folder.path(), &[&["gen", "--lang", "erlang", "--wire", wire, "-o", "out", "t.proto"], more].concat())
    };
    schema(FIRST);
    assert!(gen_("protobuf,json", &[]).status.success() && !lock.exists());
    let unchecked = gen_("capnp", &["--check"]);
    assert!(!unchecked.status.success() && text(&unchecked.stdout).starts_with("t.proto.polywire.lock\n"));
    assert!(!lock.exists());
    assert!(gen_("capnp", &[]).status.success());
    assert!(gen_("capnp", &["--check"]).status.success());
    assert_eq!(lines(&lock), ["capnp t.M @0 1 a i32", "capnp t.M @1 100 z text"]);
    schema(LATER);
    assert_eq!(gen_("capnp", &["--check"]).status.code(), Some(1));
    assert!(text(&gen_("capnp", &["--list", "inputs"]).stdout).contains("t.proto.polywire.lock"));
    // Facts already in the lock are kept up to date regardless of the generated formats.
    assert!(gen_("json", &[]).status.success());
    assert_eq!(lines(&lock), ["capnp t.M @0 1 a i32", "capnp t.M @1 100 z text", "capnp t.M @2 50 m bytes"]);
    assert!(run(folder.path(), &["lock", "--check", "--wire", "capnp,protobuf", "t.proto"]).status.success());
    // Other formats need more facts.
    assert!(!run(folder.path(), &["lock", "--check", "t.proto"]).status.success());
}

/// Writing a lock warns about an edit that breaks a format.
#[test]
fn breaking_changes_are_reported() {
    let folder = TempDir::new().expect("a folder");
    let schema = |text: &str| fs::write(folder.path().join("t.proto"), text).expect("writing");
    let told = |arguments: &[&str]| text(&run(folder.path(), arguments).stderr);
    schema(FIRST);
    assert_eq!(told(&["lock", "t.proto"]), "");
    schema(LATER);
    let warning = "warning[breaks-messages]: `t.M.m` is added, which breaks compatibility in `cdr`, `cdr_le`: ";
    for arguments in [["lock", "--check", "--wire", "cdr,cdr_le"], ["lock", "--check", "--wire", "cdr_le,cdr,capnp"]] {
        let told = told(&[&arguments[..], &["t.proto"]].concat());
        let expected = warning
            .replace("`cdr`, `cdr_le`", &format!("`{}`", arguments[3].replace(",capnp", "").replace(',', "`, `")));
        assert!(told.starts_with(&expected) && told.contains("help: leave the type as it is"), "{told}");
    }
    let gen_ = |wire: &str| told(&["gen", "--check", "--lang", "erlang", "--wire", wire, "-o", "out", "t.proto"]);
    assert!(gen_("cdr_le").contains("breaks compatibility in `cdr_le`"));
    assert!(!gen_("flatbuffers,sbe,capnp,json").contains("breaks"));
    assert_eq!(told(&["lock", "--wire", "flatbuffers,sbe", "t.proto"]), "", "they survive it");
    assert_eq!(told(&["lock", "--check", "t.proto"]), "", "it is told once");
}

/// Without `--wire`, each edit is reported for the formats of the project file, and all in one warning where nothing says which
/// formats are in use.
#[test]
fn edits_are_summed_up_for_formats_that_may_not_be_in_use() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writing");
    let told = || text(&run(folder.path(), &["lock", "--check", "t.proto"]).stderr);
    let project = |schema: &str, wire: &str| {
        file("polywire.toml", &format!("schema = \"{schema}\"\nlang = \"cpp\"\nwire = [{wire}]\noutput = \"out\"\n"));
        told()
    };
    file("t.proto", FIRST);
    assert!(run(folder.path(), &["lock", "t.proto"]).status.success());
    file(
        "t.proto",
        &LATER.replace("bytes m = 50;", "bytes m = 50; optional int32 a2 = 2;").replace("string z = 100;", ""),
    );
    let edits = "`t.M.z` is removed, `t.M.a2` is added, `t.M.m` is added\n";
    let formats = "`avro`, `avro_single`, `cdr`, `cdr_le`, `cdr_be`, `xcdr1`, `xcdr2`, `fbe`, `fbe_final`";
    let summary = format!("warning[breaks-messages]: 3 edits break compatibility in {formats}: {edits}");
    let without_project = told();
    assert!(without_project.starts_with(&summary), "{without_project}");
    assert_eq!(without_project.matches("warning[").count(), 1, "{without_project}");
    assert!(without_project.contains("help: if you use one of these formats, restore the lock and give the format"));
    assert_eq!(project("other.proto", "\"json\""), without_project, "the project file does not name the schema");
    let of_cdr = project("t.proto", "\"protobuf\", \"cdr_le\"");
    assert_eq!(of_cdr.matches("breaks compatibility in `cdr_le`: ").count(), 3, "{of_cdr}");
    assert!(!of_cdr.contains("avro"), "{of_cdr}");
    let of_protobuf = project("./t.proto", "\"protobuf\", \"json\"");
    assert!(!of_protobuf.contains("warning"), "{of_protobuf}");
}

/// The order of lines in a schema does not affect messages: reordered fields, and a field added in the middle.
#[test]
fn the_order_of_lines_does_not_change_messages() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let schema = |fields: &str| {
        let text = format!("syntax = \"proto3\"; package t; message M {{ {fields} }}");
        fs::write(path("t.proto"), text).expect("writing");
    };
    let convert = |from: &str, to: &str, input: &str, output: &str| {
        let arguments = ["convert", "--schema", "t.proto", "--from", from, "--to", to, input, "-o", output];
        let done = run(folder.path(), &arguments);
        assert!(done.status.success(), "{from} {to}: {}", text(&done.stderr));
    };
    fs::write(path("old.json"), "{\"a\":11,\"b\":22}\n").expect("writing");
    let formats =
        ["flatbuffers", "sbe", "avro", "cdr", "cdr_le", "raw", "capnp", "msgpack", "zebrapack", "protobuf", "json"];
    for with_lock in [false, true] {
        let _ = fs::remove_file(path("t.proto.polywire.lock"));
        schema("int32 a = 1; int32 b = 3;");
        if with_lock {
            assert!(run(folder.path(), &["lock", "t.proto"]).status.success());
        }
        let bytes: Vec<Vec<u8>> = formats
            .iter()
            .map(|format| {
                convert("json", format, "old.json", format);
                fs::read(path(format)).expect("a message")
            })
            .collect();
        schema("int32 b = 3; int32 a = 1;");
        for (format, bytes) in formats.iter().zip(&bytes) {
            convert(format, "json", format, "new.json");
            assert_eq!(
                fs::read_to_string(path("new.json")).expect("a value").trim(),
                "{\"a\":11,\"b\":22}",
                "{format}"
            );
            convert("json", format, "old.json", "swapped");
            assert_eq!(fs::read(path("swapped")).expect("a message"), *bytes, "{format}");
        }
        schema("int32 a = 1; int32 n = 2; int32 b = 3;");
        for format in
            ["flatbuffers", "sbe", "capnp", "msgpack", "zebrapack", "protobuf", "json"].iter().filter(|_| with_lock)
        {
            convert(format, "json", format, "new.json");
            assert_eq!(
                fs::read_to_string(path("new.json")).expect("a value").trim(),
                "{\"a\":11,\"b\":22}",
                "{format}"
            );
        }
    }
}

#[test]
fn conversions_use_the_lock() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let convert = |from: &str, to: &str, input: &str, output: &str| {
        let arguments = ["convert", "--schema", "t.proto", "--from", from, "--to", to, input, "-o", output];
        let done = run(folder.path(), &arguments);
        assert!(done.status.success(), "{}", text(&done.stderr));
        text(&done.stderr)
    };
    fs::write(path("t.proto"), FIRST).expect("writing");
    fs::write(path("old.json"), "{\"a\":1,\"z\":\"end\"}\n").expect("writing");
    assert!(run(folder.path(), &["lock", "t.proto"]).status.success());
    convert("json", "capnp", "old.json", "old.bin");
    fs::write(path("t.proto"), LATER).expect("writing");
    let warning = convert("capnp", "json", "old.bin", "again.json");
    assert!(warning.contains("t.proto.polywire.lock is incomplete; `polywire lock`"), "{warning}");
    assert_eq!(fs::read(path("again.json")).expect("a file"), fs::read(path("old.json")).expect("a file"));
    let warning = convert("capnp", "capnp_packed", "old.bin", "again.packed");
    assert_eq!(warning.matches("is incomplete").count(), 1, "{warning}");
    assert!(run(folder.path(), &["lock", "t.proto"]).status.success());
    assert_eq!(convert("capnp", "json", "old.bin", "again.json"), "");
    assert_eq!(fs::read(path("again.json")).expect("a file"), fs::read(path("old.json")).expect("a file"));
    fs::remove_file(path("t.proto.polywire.lock")).expect("the lock");
    convert("capnp", "json", "old.bin", "again.json");
    assert_eq!(
        fs::read_to_string(path("again.json")).expect("a file"),
        "{\"a\":1,\"m\":\"ZW5kAA==\"}\n",
        "it is needed"
    );
}

#[test]
fn each_file_has_its_lock_and_a_compiled_schema_has_one() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).expect("a folder");
    let main = "syntax = \"proto3\"; import \"sub/b.proto\"; import \"google/protobuf/timestamp.proto\";
        message A { B b = 1; google.protobuf.Timestamp at = 2; }";
    fs::write(path("a.proto"), main).expect("writing");
    fs::write(path("sub/b.proto"), "syntax = \"proto3\"; message B { bool yes = 1; }").expect("writing");
    assert!(run(folder.path(), &["lock", "a.proto"]).status.success());
    let expected = [
        "capnp A @0 1 b B",
        "capnp A @1 2 at google.protobuf.Timestamp",
        "order A @0 1 b B?",
        "order A @1 2 at google.protobuf.Timestamp?",
        "sbe A 1 - template members(2)",
    ];
    assert_eq!(lines(&path("a.proto.polywire.lock")), expected);
    let expected = ["capnp B @0 1 yes bool", "order B @0 1 yes bool", "sbe B 2 - template members(1)"];
    assert_eq!(lines(&path("sub/b.proto.polywire.lock")), expected);
    assert!(run(folder.path(), &["schema", "--to", "descriptor-set", "-o", "a.fds", "a.proto"]).status.success());
    assert!(run(folder.path(), &["lock", "a.fds"]).status.success());
    let lines = lines(&path("a.fds.polywire.lock"));
    let of = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((of("capnp "), of("order "), of("sbe ")), (5, 5, 3));
}

/// Additions to one type conflict in a merge, those to different types do not.
#[test]
fn incompatible_merges_conflict() {
    let folder = TempDir::new().expect("a folder");
    let lock_of = |name: &str, m: &str, n: &str| {
        let text = format!("syntax = \"proto3\"; message M {{ int32 a = 1; {m} }} message N {{ int32 a = 1; {n} }}");
        fs::write(folder.path().join("t.proto"), text).expect("writing");
        let _ = fs::copy(folder.path().join("base"), folder.path().join("t.proto.polywire.lock"));
        assert!(run(folder.path(), &["lock", "t.proto"]).status.success());
        fs::rename(folder.path().join("t.proto.polywire.lock"), folder.path().join(name)).expect("a lock");
    };
    lock_of("base", "", "");
    lock_of("ours", "int32 b = 2;", "");
    lock_of("same", "string c = 3;", "");
    lock_of("other", "", "string c = 3;");
    let merge = |theirs: &str| {
        let arguments = ["merge-file", "-p", "ours", "base", theirs];
        Command::new("git").current_dir(folder.path()).args(arguments).output().ok()
    };
    let (Some(same), Some(other)) = (merge("same"), merge("other")) else {
        return polywire_oracles::absent("git", "scripts/setup");
    };
    // One of each fact.
    assert_eq!((same.status.code(), other.status.code()), (Some(2), Some(0)));
    assert!(text(&other.stdout).contains("order M @1 2 b i32") && text(&other.stdout).contains("order N @1 3 c text"));
    assert!(text(&other.stdout).contains("capnp M @1 2 b i32") && text(&other.stdout).contains("capnp N @1 3 c text"));
    fs::write(folder.path().join("t.proto.polywire.lock"), same.stdout).expect("writing");
    let told = run(folder.path(), &["lock", "t.proto"]);
    assert!(text(&told.stderr).starts_with("error[lock-conflict]: the file has an unresolved merge conflict"));
}

/// Numbers that an enum does not name are reported.
#[test]
fn unnamed_numbers_are_reported() {
    let folder = TempDir::new().expect("a folder");
    let schema =
        "syntax = \"proto3\"; enum E { A = 0; B = 9; } enum D { X = 0; Y = 1; } message M { E e = 1; D d = 2; }";
    fs::write(folder.path().join("t.proto"), schema).expect("writing");
    let convert = |more: &[&str]| {
        let arguments = ["convert", "--schema", "t.proto", "--from", "json", "--to", "capnp"];
        run(folder.path(), &[arguments.as_slice(), more].concat())
    };
    let told = text(&convert(&["--explain-loss"]).stdout);
    assert_eq!(told, "numbers without a name are rejected: M.e\n");
    fs::write(folder.path().join("d.json"), "{\"d\":7}").expect("writing");
    fs::write(folder.path().join("e.json"), "{\"e\":7}").expect("writing");
    assert!(convert(&["d.json", "-o", "d.bin"]).status.success());
    let refused = convert(&["e.json", "-o", "e.bin"]);
    assert!(text(&refused.stderr).contains("a number is not an enumerator of"), "{}", text(&refused.stderr));
}

/// Methods keep their ordinals across versions of a schema; a streaming method is reported.
#[test]
fn services_are_interfaces_with_the_ordinals_of_the_lock() {
    let folder = TempDir::new().expect("a folder");
    let schema = |methods: &str| {
        let text = format!("syntax = \"proto3\"; package t; message M {{}} service Desk {{ {methods} }}");
        fs::write(folder.path().join("t.proto"), text).expect("writing");
    };
    schema("rpc Ask(M) returns (M); rpc Tell(M) returns (M);");
    assert!(run(folder.path(), &["lock", "--wire", "capnp", "t.proto"]).status.success());
    schema("rpc Listen(M) returns (stream M); rpc Say(M) returns (M); rpc Tell(M) returns (M);");
    assert!(!run(folder.path(), &["lock", "--check", "t.proto"]).status.success());
    assert!(run(folder.path(), &["lock", "t.proto"]).status.success());
    let derived = run(folder.path(), &["schema", "--to", "capnp", "t.proto"]);
    let interface = "interface Desk {\n  removed0 @0 () -> ();\n  tell @1 M -> M;\n  say @2 M -> M;\n}\n";
    assert!(text(&derived.stdout).ends_with(interface), "{}", text(&derived.stdout));
    assert!(text(&derived.stderr).starts_with("warning: left out: method t.Desk.Listen: it returns a stream"));
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polywire")).current_dir(folder).args(arguments).output().expect("the command")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn lines(lock: &Path) -> Vec<String> {
    let text = fs::read_to_string(lock).expect("a lock");
    let lines = text.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Schemas imported from outside of the project belong to others.
#[test]
fn foreign_schemas_get_no_files() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    ["project/sub", "theirs"].iter().for_each(|name| fs::create_dir_all(path(name)).expect("a folder"));
    let main = "syntax = \"proto3\"; import \"sub/b.proto\"; import \"c.proto\"; message A { B b = 1; C c = 2; }";
    fs::write(path("project/a.proto"), main).expect("writing");
    fs::write(path("project/sub/b.proto"), "syntax = \"proto3\"; message B { bool yes = 1; }").expect("writing");
    fs::write(path("theirs/c.proto"), "syntax = \"proto3\"; message C { bool no = 1; }").expect("writing");
    let project = path("project");
    let gen_ = |more: &[&str]| {
        let arguments =
            ["gen", "--lang", "cpp", "--wire", "capnp", "-I", ".", "-I", "../theirs", "-o", "out", "a.proto"];
        run(&project, &[&arguments[..], more].concat())
    };
    assert!(gen_(&[]).status.success());
    let theirs = path("theirs/c.proto.polywire.lock");
    assert!(path("project/a.proto.polywire.lock").exists() && path("project/sub/b.proto.polywire.lock").exists());
    assert!(!theirs.exists());
    assert!(gen_(&["--check"]).status.success());
    // Their lock is read, and reported if incomplete, but not written.
    assert!(run(&path("theirs"), &["lock", "c.proto"]).status.success());
    let kept = fs::read(&theirs).expect("their lock");
    assert!(text(&gen_(&["--list", "inputs"]).stdout).contains("c.proto.polywire.lock"));
    fs::write(path("theirs/c.proto"), "syntax = \"proto3\"; message C { bool no = 1; bool maybe = 2; }")
        .expect("writing");
    let done = gen_(&[]);
    assert!(done.status.success());
    assert!(text(&done.stderr).contains("c.proto.polywire.lock is incomplete"), "{}", text(&done.stderr));
    assert_eq!(fs::read(&theirs).expect("their lock"), kept);
    // A lock that is named explicitly is written, wherever it is.
    assert!(run(&project, &["lock", "../theirs/c.proto"]).status.success());
    assert_ne!(fs::read(&theirs).expect("their lock"), kept);
}
