//! Framings in generated code: for every division of a document, the elements equal those of the virtual machine.

use polywire::elements::Elements;
use polywire::framing::framing;
use polywire_oracles::Go;
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const FRAMINGS: &str = "json_elements,json_values,delimited,capnp,capnp_packed,flatbuffers_size_prefixed,sofh";

const DOCUMENTS: &[(&str, &[u8])] = &[
    ("json_elements", b"[ 1,-2.5e3 ,true,\"a]\\\"\\\\\",{\"b\":[1,{\"c\":\"]}\"}]},[],[[]] ] "),
    ("json_elements", b"[]"),
    ("json_elements", b"[1,,2]"),
    ("json_elements", b"[1,2"),
    ("json_elements", b"[\"this element is too long\"]"),
    ("json_values", b"1 2\ntrue{\"a\":[]}[3]\"x\" null"),
    ("json_values", b"\"abc"),
    ("delimited", b"\x03abc\x00\x01x\x82\x00yz"),
    ("delimited", b"\x83"),
    ("delimited", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
    ("capnp", b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
    ("capnp", b"\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"),
    ("capnp_packed", b"\x00\x00\x10\x01\x00\x00"),
    ("capnp_packed", b"\x10\x01\x00\x01"),
    ("capnp_packed", b"\x10\x05\x00"),
    ("flatbuffers_size_prefixed", b"\x03\x00\x00\x00abc\x00\x00\x00\x00\x01\x00\x00\x00x"),
    ("flatbuffers_size_prefixed", b"\x03\x00\x00\x00ab"),
    ("flatbuffers_size_prefixed", b"\x00\x01\x00\x00"),
    ("sofh", b"\x00\x00\x00\x09\xeb\x50abc\x00\x00\x00\x06\x5b\xe0\x00\x00\x00\x07\xeb\x50x"),
    ("sofh", b"\x00\x00\x00\x09\xeb\x50ab"),
    ("sofh", b"\x00\x00\x00\x05\xeb\x50"),
    ("sofh", b"\x00\x00\x01\x00\xeb\x50"),
];

/// Limit on the bytes of an element.
const LIMIT: u64 = 20;

#[test]
fn cpp_finds_the_same_elements() {
    let folder = TempDir::new().expect("a folder");
    generate("cpp", folder.path());
    let program = folder.path().join("frames");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fsanitize=address,undefined", "-I"]);
    compiler.arg(root().join("runtime/cpp")).arg("-I").arg(folder.path()).arg("-o").arg(&program);
    assert!(compiler.arg(root().join("crates/polywire/tests/data/frames.cpp")).status().expect("g++").success());
    compare(&mut Command::new(program));
}

#[test]
fn erlang_finds_the_same_elements() {
    let folder = TempDir::new().expect("a folder");
    generate("erlang", folder.path());
    let mut compiler = Command::new("erlc");
    compiler.args(["-Wall", "+warnings_as_errors", "-I"]).arg(folder.path()).arg("-o").arg(folder.path());
    compiler.arg(root().join("crates/polywire/tests/data/frames_driver.erl"));
    for folder in [folder.path(), &root().join("runtime/erlang/src")] {
        let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
        compiler.args(files.filter(|file| file.extension().is_some_and(|it| it == "erl")));
    }
    assert!(compiler.status().expect("erlc").success());
    let mut program = Command::new("erl");
    compare(program.args(["-noshell", "-pa"]).arg(folder.path()).args(["-s", "frames_driver", "main"]));
}

#[test]
fn go_finds_the_same_elements() {
    let Some(go) = Go::find() else { return };
    let folder = TempDir::new().expect("a folder");
    let options = ["--go-package", "example.com/driver"];
    generate_with("go", folder.path(), &options);
    let runtime = root().join("runtime/go").canonicalize().expect("the runtime");
    let module = format!(
        "module example.com/driver\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => {}\n",
        runtime.display()
    );
    std::fs::write(folder.path().join("go.mod"), module).expect("a file");
    let driver = root().join("crates/polywire/tests/data/frames_driver.go");
    std::fs::copy(driver, folder.path().join("main.go")).expect("a copy");
    assert!(go.command(folder.path()).args(["vet", "."]).status().expect("go").success());
    assert!(go.command(folder.path()).args(["build", "-o", "driver", "."]).status().expect("go").success());
    compare(&mut Command::new(folder.path().join("driver")));
}

#[test]
fn rust_finds_the_same_elements() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("frames_driver");
    std::fs::create_dir_all(&folder).expect("a folder");
    generate("rust", &folder.join("src/generated"));
    let runtime = root().join("runtime/rust").canonicalize().expect("the runtime");
    let manifest = format!(
        "[package]\nname = \"frames_driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[profile.dev]\ndebug = 0\n\n\
         [lints.rust]\nwarnings = \"deny\"\n\n\
         [dependencies]\npolywire-runtime = {{ path = {runtime:?} }}\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    // The versions that the project uses, which need no network.
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    let driver = root().join("crates/polywire/tests/data/frames_driver.rs");
    std::fs::copy(driver, folder.join("src/main.rs")).expect("a copy");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(&folder).args(["build", "--quiet", "--offline"]).env("CARGO_TARGET_DIR", folder.join("target"));
    assert!(cargo.status().expect("cargo").success());
    compare(&mut Command::new(folder.join("target/debug/frames_driver")));
}

/// Sends lines of a framing and two pieces in hexadecimal; receives the elements in the same form, and `error` for an
/// error.
fn compare(program: &mut Command) {
    let divided = DOCUMENTS.iter().flat_map(|(framing, document)| {
        (0..=document.len()).map(move |at| (*framing, document.split_at(at), *document))
    });
    let (mut requests, mut expected) = (String::new(), String::new());
    for (framing, (left, right), document) in divided {
        let _ = writeln!(requests, "{framing} {}- {}-", hex(left), hex(right));
        expected += &(elements(framing, document) + "\n");
    }
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let mut input = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    writer.join().expect("the requests").expect("are taken");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

fn elements(name: &str, mut document: &[u8]) -> String {
    let mut reader = Elements::new(framing(name).expect("a framing"), LIMIT).reader();
    let (mut line, mut element) = (String::new(), Vec::new());
    loop {
        match reader.read(&mut document, &mut element) {
            Ok(true) => line += &format!("{}- ", hex(&element)),
            Ok(false) => return line + "end",
            Err(_) => return line + "error",
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn generate(language: &str, folder: &Path) {
    generate_with(language, folder, &[]);
}

fn generate_with(language: &str, folder: &Path, options: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.current_dir(root()).args(["gen", "--lang", language, "--wire", "json", "--frames", FRAMINGS, "-o"]);
    command.arg(folder).args(options);
    assert!(command.arg("examples/trade/trade.proto").status().expect("the command").success());
}
