//! Channels by the command, and with generated code.

use crate::pages::root;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SCHEMA: &str = "examples/trade/trade.proto";

/// A channel that is removed in the end.
struct Named(String);

impl Named {
    fn create(what: &str, ty: &str, wire: &str) -> Self {
        let named = Self(format!("test-{what}-{}", std::process::id()));
        polywire(&["channel", "create", &named.0, "--wire", wire, "--schema", SCHEMA, "--type", ty], "");
        named
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        run(&["channel", "remove", &self.0], "");
    }
}

fn run(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    let command = command.args(args).current_dir(root()).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A command that fails does not read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

/// Returns what the command prints if it succeeds.
fn polywire(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the exit code and the message of a command that fails.
fn refused(args: &[&str], input: &str) -> (i32, String) {
    let output = run(args, input);
    assert!(!output.status.success(), "{args:?} succeeds");
    (output.status.code().expect("an exit code"), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn messages_come_out_as_they_went_in() {
    let messages: String = (0..2000).map(|id| format!("{{\"id\":{id},\"symbol\":\"S{id}\"}}\n")).collect();
    for wire in ["protobuf", "capnp", "json", "flatbuffers", "msgpack"] {
        let name = Named::create(&format!("all-{wire}"), "trade.Order", wire);
        polywire(&["channel", "send", &name.0, "--schema", SCHEMA], &messages);
        let received = polywire(&["channel", "receive", &name.0, "--schema", SCHEMA], "");
        let ids = |text: &str| text.lines().filter(|line| line.contains("\"symbol\":\"S")).count();
        assert_eq!((received.lines().count(), ids(&received)), (2000, 2000), "{wire}");
    }
}

#[test]
fn other_schemas_are_refused() {
    let name = Named::create("schema", "trade.Order", "protobuf");
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("other.proto");
    fs::write(&other, "syntax = \"proto3\"; package trade; message Order { int32 id = 1; }").expect("a schema");
    let other = other.to_str().expect("a path of text");
    let (code, message) = refused(&["channel", "send", &name.0, "--schema", other], "{\"id\":1}");
    assert!(code == 1 && message.contains("the schema of the channel has the fingerprint"), "{code}: {message}");
    let wrong = ["channel", "receive", &name.0, "--schema", SCHEMA, "--type", "trade.Account"];
    let (code, message) = refused(&wrong, "");
    assert!(code == 1 && message.contains("`trade.Order`, and this side expects `trade.Account`"), "{code}: {message}");
}

#[test]
fn failures_tell_what_to_do() {
    let (code, message) = refused(&["channel", "inspect", "no-such-channel"], "");
    assert!(code == 3 && message.contains("there is no channel of this name"), "{code}: {message}");
    let (code, message) = refused(&["convert", "--from", "channel:no-such-channel", "--to", "json"], "");
    assert!(code == 2 && message.contains("there is no channel of this name"), "{code}: {message}");
    let name = Named::create("failures", "trade.Order", "protobuf");
    let send = ["channel", "send", &name.0, "--schema", SCHEMA];
    let (code, message) = refused(&send, "{\"id\":1} {\"idd\":2}");
    assert!(code == 1 && message.contains("message 2"), "{code}: {message}");
    let again = ["channel", "create", &name.0, "--wire", "json", "--schema", SCHEMA, "--type", "trade.Order"];
    let (code, message) = refused(&again, "");
    assert!(code == 3 && message.contains("there is a channel of this name already"), "{code}: {message}");
    let received = polywire(&["channel", "receive", &name.0, "--schema", SCHEMA], "");
    assert_eq!(received, "{\"id\":1}\n");
}

#[test]
fn a_full_ring_is_told_after_the_time_given() {
    let name = Named::create("full", "trade.Order", "protobuf");
    let messages = format!("{{\"symbol\":\"{}\"}}\n", "x".repeat(1000)).repeat(2000);
    let send = ["channel", "send", &name.0, "--schema", SCHEMA, "--timeout", "1ms"];
    let (code, message) = refused(&send, &messages);
    assert!(code == 1 && message.contains("nothing happened in the time given"), "{code}: {message}");
    let received = polywire(&["channel", "receive", &name.0, "--schema", SCHEMA], "");
    assert!((1000..1100).contains(&received.lines().count()), "1 MiB holds {} messages", received.lines().count());
}

#[test]
fn a_broadcast_is_for_all_listeners() {
    let name = Named(format!("test-broadcast-{}", std::process::id()));
    let kind = ["--wire", "protobuf", "--schema", SCHEMA, "--type", "trade.Order"];
    polywire(&[&["channel", "create", &name.0, "--broadcast"][..], &kind].concat(), "");
    polywire(&["channel", "send", &name.0, "--schema", SCHEMA], r#"{"id":1} {"id":2} {"id":3}"#);
    for _ in 0..2 {
        let received = polywire(&["channel", "receive", &name.0, "--schema", SCHEMA], "");
        assert_eq!(received, "{\"id\":3}\n");
    }
    let state = polywire(&["channel", "inspect", &name.0], "");
    assert!(state.contains("broadcast    sender closed, 3 messages sent"), "{state}");
    let lanes = [&["channel", "create", "no-name", "--broadcast", "--lanes", "2"][..], &kind].concat();
    assert_eq!(refused(&lanes, "").0, 2);
}

/// Generated C++ writes into a slot, and reads messages in place with checks on each access.
#[test]
fn generated_code_writes_and_reads_in_place() {
    let program = compiled();
    let account = r#"{"id":7,"name":"Test","orders":[{"id":1,"symbol":"AAPL"},{"id":2,"symbol":"MSFT"}]}"#;
    let name = Named::create("cpp", "trade.Account", "capnp");
    let kind = ["--wire", "capnp", "--schema", SCHEMA, "--type", "trade.Account"];
    let fingerprint = polywire(&[&["channel", "fingerprint"][..], &kind].concat(), "");
    let driver = |what: &str| {
        let output = Command::new(&program).args([what, &name.0, fingerprint.trim()]).output().expect("the program");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    polywire(&["channel", "send", &name.0, "--schema", SCHEMA], account);
    assert_eq!(driver("receive"), "7 Test AAPL MSFT\n");
    driver("send");
    let received = polywire(&["channel", "receive", &name.0, "--schema", SCHEMA], "");
    assert!(received.contains(r#""id":8,"name":"Written in place""#), "{received}");
}

fn compiled() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("channels");
    fs::create_dir_all(&folder).expect("a folder");
    let generated = folder.to_str().expect("a path of text");
    polywire(&["gen", "--lang", "cpp", "--wire", "capnp", "--views", "-o", generated, SCHEMA], "");
    let program = folder.join("driver");
    let mut command = Command::new("g++");
    command.args(["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-I"]);
    command.arg(root().join("runtime/cpp")).arg("-I").arg(&folder).arg("-o").arg(&program);
    let status = command.arg(root().join("crates/polywire/tests/data/channel_driver.cpp")).status();
    assert!(status.expect("a C++ compiler").success(), "the program is not compiled");
    program
}
