//! `.capnp` schemas: messages, requests and the plugin of `capnp compile`.
//!
//! The messages of `data/capnp` were written by the `capnp` tool 0.9.2 from `kitchen.capnp`: `NAME.bin` in one segment,
//! `NAME.segN.bin` in segments of at least N words, `NAME.packed` packed. Those of `data/capnp/streams` are
//! concatenated messages: see `streams.rs`.

use crate::folder::{files_below, root};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const POLYWIRE: &str = env!("CARGO_BIN_EXE_polywire");
const PLUGIN: &str = env!("CARGO_BIN_EXE_capnpc-polywire");

#[test]
fn messages_equal_those_of_the_official_compiler() {
    let mut names: Vec<String> = paths("bin").iter().map(|path| stem(path)).collect();
    names.retain(|name| !name.contains(".seg"));
    assert!(names.len() > 10);
    for name in names {
        let expected = fs::read(data().join(format!("{name}.bin"))).expect("a message");
        let forms = paths("bin").into_iter().chain(paths("packed")).filter(|path| of_name(path, &name));
        for path in forms {
            let from = if path.extension().is_some_and(|it| it == "packed") { "capnp_packed" } else { "capnp" };
            assert_eq!(convert(&name, from, "capnp", &path), expected, "{}", path.display());
            if from == "capnp_packed" {
                assert_eq!(
                    convert(&name, "capnp", from, &data().join(format!("{name}.bin"))),
                    fs::read(&path).expect("a file")
                );
            }
        }
        let json = TempDir::new().expect("a folder");
        let file = json.path().join("message.json");
        fs::write(&file, convert(&name, "capnp", "json", &data().join(format!("{name}.bin")))).expect("writing");
        assert_eq!(convert(&name, "json", "capnp", &file), expected, "{name}");
    }
}

/// An untyped value is a separate message, in any format.
#[test]
fn objects_of_any_type_go_through_json() {
    let target = TempDir::new().expect("a folder");
    let message = |pointer: u64| {
        let sizes = 1u64 << 32 | 2 << 48;
        let words: [u64; 5] = [4 << 32, sizes, 7, pointer, 0];
        words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()
    };
    let (file, json) = (target.path().join("anys.bin"), target.path().join("anys.json"));
    fs::write(&file, message(0)).expect("writing");
    assert_eq!(convert("anys", "capnp", "json", &file), b"{\"n\":7}\n");
    fs::write(&file, message(0xffff_fffc)).expect("writing");
    let text = convert("anys", "capnp", "json", &file);
    assert_eq!(String::from_utf8_lossy(&text), "{\"p\":\"AAAAAAEAAAD8////AAAAAA==\",\"n\":7}\n");
    fs::write(&json, text).expect("writing");
    assert_eq!(convert("anys", "json", "capnp", &json), message(0xffff_fffc));
    fs::write(&json, r#"{"p":"AAAA"}"#).expect("writing");
    let output = run_convert("anys", "json", "capnp", &json);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("p: the input ends inside a value"), "{errors}");
}

/// A request gives the same model as its text; the plugin generates the same files as `polywire gen`.
#[test]
fn requests_are_schemas() {
    let target = TempDir::new().expect("a folder");
    let request = root().join("crates/front/tests/capnp/upstream/capnproto/c++/samples/addressbook.cgr.bin");
    let listing = |path: &Path| run(Command::new(POLYWIRE).arg("schema").arg(path)).stdout;
    assert_eq!(listing(&request), listing(&request.with_file_name("addressbook.capnp")));
    let (by_plugin, by_command) = (target.path().join("plugin"), target.path().join("command"));
    fs::create_dir_all(&by_plugin).expect("a folder");
    plugin(&by_plugin, &fs::read(&request).expect("a request"));
    let schema = request.with_file_name("addressbook.capnp");
    let mut command = Command::new(POLYWIRE);
    run(command.args(["gen", "--lang", "cpp", "--wire", "capnp", "-o"]).arg(&by_command).arg(schema));
    let files = files_below(&by_plugin);
    assert!(files.len() > 2);
    assert_eq!(without_comments(files), without_comments(files_below(&by_command)));
}

/// In a request, the lines of documentation have a different order.
fn without_comments(files: Vec<(String, String)>) -> Vec<(String, String)> {
    let strip =
        |text: String| text.lines().filter(|line| !line.trim_start().starts_with("///")).collect::<Vec<_>>().join("\n");
    files.into_iter().map(|(name, text)| (name, strip(text))).collect()
}

#[test]
fn invalid_requests_are_rejected() {
    let mut child = Command::new(PLUGIN).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the plugin");
    child.stdin.take().expect("a pipe").write_all(b"\x0a\xff").expect("the plugin reads");
    let output = child.wait_with_output().expect("the plugin ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("this is not a CodeGeneratorRequest"));
}

#[test]
fn help_explains_the_plugin() {
    let output = Command::new(PLUGIN).arg("--help").output().expect("the plugin");
    let text = String::from_utf8(output.stdout).expect("a text");
    assert!(output.status.success() && text.contains("capnp compile -o polywire"), "{text}");
}

fn plugin(folder: &Path, request: &[u8]) {
    let mut command = Command::new(PLUGIN);
    let mut child = command.current_dir(folder).stdin(Stdio::piped()).spawn().expect("the plugin");
    child.stdin.take().expect("a pipe").write_all(request).expect("the plugin reads");
    assert!(child.wait().expect("the plugin ends").success());
}

fn convert(name: &str, from: &str, to: &str, path: &Path) -> Vec<u8> {
    let output = run_convert(name, from, to, path);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The file name begins with the type of the message.
fn run_convert(name: &str, from: &str, to: &str, path: &Path) -> Output {
    let word = name.split('-').next().unwrap_or_default();
    let ty = word[..1].to_uppercase() + &word[1..];
    let mut command = Command::new(POLYWIRE);
    command.args(["--quiet", "convert", "--from", from, "--to", to, "--type", &ty]).arg("--schema");
    command.arg(data().join("kitchen.capnp")).arg(path).output().expect("the command")
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the command");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn of_name(path: &Path, name: &str) -> bool {
    let stem = stem(path);
    stem == name || stem.strip_prefix(name).is_some_and(|rest| rest.starts_with(".seg"))
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn paths(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data()).expect("the messages").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
    paths.sort();
    paths
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/capnp")
}
