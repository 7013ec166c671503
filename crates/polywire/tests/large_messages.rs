//! One large message in a file is converted while it is read; the result equals that of the same message from a pipe,
//! which is converted as a whole.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// More than the command holds at a time.
const ORDERS: usize = 40_000;

struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `polywire convert` on the file `in`, as a file or from a pipe.
    fn convert(&self, (from, to): (&str, &str), is_file: bool, more: &[&str]) -> Output {
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/trade/trade.proto");
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.current_dir(self.folder.path()).args(["convert", "--from", from, "--to", to, "--schema"]);
        command.arg(schema.canonicalize().expect("the schema")).args(["--type", "trade.Account"]).args(more);
        if is_file {
            command.arg("in");
        } else {
            command.arg("-").stdin(File::open(self.path("in")).expect("the input"));
        }
        command.output().expect("the command runs")
    }

    /// Checks that both runs end alike; returns the output.
    fn check(&self, formats: (&str, &str), input: &[u8], more: &[&str]) -> Vec<u8> {
        fs::write(self.path("in"), input).expect("the input is written");
        ["streamed", "whole"].iter().for_each(|name| drop(fs::remove_file(self.path(name))));
        let output = |name: &str| fs::read(self.path(name)).unwrap_or_default();
        let streamed = self.convert(formats, true, &[more, &["-o", "streamed"]].concat());
        let whole = self.convert(formats, false, &[more, &["-o", "whole"]].concat());
        // Hints depend on the input's origin.
        let message = |output: &Output| {
            let errors = String::from_utf8_lossy(&output.stderr).replace("in:", "-:");
            errors.lines().filter(|line| !line.starts_with("  = help:")).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(message(&streamed), message(&whole));
        assert_eq!(streamed.status.code(), whole.status.code());
        assert!(output("streamed") == output("whole"), "{formats:?}");
        let piped = self.convert(formats, true, more);
        assert!(piped.stdout == output("whole"), "{formats:?}");
        output("streamed")
    }
}

fn orders() -> String {
    let order =
        |id| format!("{{\"id\":{id},\"symbol\":\"EUR\\u00e9 {id}\",\"price\":{}.125,\"volume\":1e3}}", id % 977);
    (1..=ORDERS).map(order).collect::<Vec<_>>().join(",")
}

#[test]
fn there_and_back() {
    let scene = Scene::new();
    let json =
        format!("{{\"id\":1,\"name\":\"Test\",\"wallet\":{{\"currency\":\"USD\"}},\"orders\":[{}]}}\n", orders());
    let binary = scene.check(("json", "protobuf"), json.as_bytes(), &[]);
    assert!(binary.len() > 1 << 20);
    let back = scene.check(("protobuf", "json"), &binary, &[]);
    assert!(scene.check(("json", "protobuf"), &back, &[]) == binary);
    scene.check(("protobuf", "capnp"), &binary, &[]);
}

/// Members after the elements precede them in the output.
#[test]
fn members_in_another_order() {
    let json = format!("{{\"orders\":[{}],\"name\":\"Test\",\"id\":1}}", orders());
    assert!(Scene::new().check(("json", "protobuf"), json.as_bytes(), &[]).len() > 1 << 20);
}

#[test]
fn errors_in_large_messages_are_the_same() {
    let scene = Scene::new();
    for end in ["]", "],\"name\":5}", "],\"id\":1,\"id\":2}", "]} x"] {
        let json = format!("{{\"orders\":[{}{end}", orders());
        assert_eq!(scene.check(("json", "protobuf"), json.as_bytes(), &[]), b"");
    }
    let json = format!("{{\"orders\":[{}]}}", orders());
    assert_eq!(scene.check(("json", "protobuf"), json.as_bytes(), &["--max-size", "2000000"]), b"");
}

#[test]
fn unknown_fields_are_lost_with_a_report() {
    let scene = Scene::new();
    let json = format!("{{\"orders\":[{}]}}", orders());
    let mut binary = scene.check(("json", "protobuf"), json.as_bytes(), &[]);
    binary.extend([0xfa, 0x01, 0x01, b'x']);
    scene.check(("protobuf", "json"), &binary, &[]);
    scene.check(("protobuf", "protobuf"), &binary, &[]);
    assert!(scene.check(("protobuf", "json"), &binary, &["--allow-loss"]).len() > 1 << 20);
}

/// `-` always means the standard input, which cannot be read a second time.
#[test]
fn a_file_named_like_standard_input() {
    let scene = Scene::new();
    let json = format!("{{\"orders\":[{}],\"name\":\"Test\"}}", orders());
    fs::write(scene.path("-"), &json).expect("the file is written");
    assert!(scene.check(("json", "protobuf"), json.as_bytes(), &[]).len() > 1 << 20);
}
