//! `polywire call` and `serve` with MessagePack-RPC: Neovim, pynvim's session, and Go's `net/rpc` with the codec of ugorji.

use crate::calls::{check, check_examples, text};
use crate::pages::root;
use crate::served::Serving;
use polywire_oracles::absent;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const ARITH: &str = "tests/oracles/msgpack-calls/arith.proto";
const NVIM: &str = "tests/oracles/msgpack-calls/nvim.proto";

/// A server that ends with this value.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Neovim, which tells where it listens.
    fn neovim() -> Option<Self> {
        if Command::new("nvim").arg("--version").output().is_err() {
            absent("Neovim", "scripts/setup");
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        let told = folder.path().join("address");
        let made = Command::new("mkfifo").arg(&told).status();
        assert!(made.is_ok_and(|it| it.success()), "a pipe");
        let write = format!("call writefile([serverstart('127.0.0.1:0')], '{}')", told.display());
        let mut command = Command::new("nvim");
        command.args(["--headless", "--clean", "-c", &write]).env("HOME", folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().expect("Neovim");
        let address = std::fs::read_to_string(told).expect("an address");
        Some(Self { process, address: address.trim().to_owned() })
    }

    /// `net/rpc`.
    fn go() -> Option<Self> {
        let mut command = Command::new(go()?);
        let mut process =
            command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the server");
        let mut address = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut address).expect("an address");
        Some(Self { process, address: address.trim().to_owned() })
    }
}

fn go() -> Option<PathBuf> {
    let program = root().join("build/oracles/go/bin/msgpack-calls");
    if !program.exists() {
        absent("the codec of ugorji", "scripts/oracles");
        return None;
    }
    Some(program)
}

fn arguments<'a>(schema: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["--protocol", "msgpack-rpc", "--schema", schema], more].concat()
}

#[test]
fn calls_to_neovim() {
    let Some(server) = Server::neovim() else { return };
    let address = server.address.as_str();
    check_examples("docs/calls-msgpack.md", &[("localhost:6666", address)]);
    let deep = "{\"name\": \"x\", \"value\": {\"numbers\": [1, -2], \"text\": \"é\"}}";
    for (method, input, expected) in [
        ("Nvim/nvim_strwidth", "{\"text\": \"abc\"}", (5, "", "UNKNOWN: Invalid method: Nvim.nvim_strwidth")),
        ("nvim_set_var", deep, (0, "{}\n", "")),
        ("nvim_command", "{\"command\": \"call writefile([string(g:x)], '/dev/null')\"}", (0, "{}\n", "")),
        ("nvim_no_such_method", "", (5, "", "UNKNOWN: Invalid method: nvim_no_such_method")),
        ("nvim_strwidth", "{\"text\": 1}", (1, "", "message 1 cannot be read")),
        ("strwidth", "", (2, "", "there is no method `strwidth`")),
    ] {
        check(&arguments(NVIM, &[address, method]), input, expected);
    }
    check(&arguments(NVIM, &[address, "nvim_strwidth", "-H", "a: b"]), "", (2, "", "has no metadata"));
    check(&["--protocol", "msgpack-rpc", address, "nvim_strwidth"], "", (2, "", "name it with --schema"));
}

#[test]
fn calls_to_net_rpc() {
    let Some(server) = Server::go() else { return };
    for (method, input, expected) in [
        ("Arith.Add", "{\"numbers\": {\"a\": 20, \"b\": 22}}", (0, "{\"sum\":\"42\"}\n", "")),
        ("Arith/Divide", "{\"numbers\": {\"a\": 7, \"b\": 2}}", (0, "{\"whole\":\"3\",\"rest\":\"1\"}\n", "")),
        ("Arith.Divide", "{\"numbers\": {\"a\": 7}}", (5, "", "error: INVALID_ARGUMENT: division by zero\n")),
        ("Arith.Fail", "{\"numbers\": {}}", (5, "", "error: UNKNOWN: it never works\n")),
    ] {
        check(&arguments(ARITH, &[&server.address, method]), input, expected);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    let load = ["Arith.Add", "-d", "{\"numbers\": {\"a\": 1}}", "--count", "200", "--concurrency", "4"];
    command.arg("load").args(arguments(ARITH, &[&server.address])).args(load).current_dir(root());
    let output = command.stdin(Stdio::null()).output().expect("the command");
    assert!(text(&output.stdout).ends_with("\nOK: 200\n"), "{output:?}");
}

fn serve(arguments: &[&str]) -> Serving {
    Serving::of(&[arguments, &["--protocol", "msgpack-rpc"]].concat())
}

/// Returns what a program prints.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("a client");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_program_answers_clients_of_others() {
    let server = serve(&["--exec", "sh tests/oracles/msgpack-calls/answer.sh", ARITH]);
    let address = server.url.as_str();
    let python = root().join("build/oracles/bin/python");
    let has_session = Command::new(&python).args(["-c", "import pynvim"]).output().is_ok_and(|it| it.status.success());
    match has_session {
        true => {
            let (host, port) = address.split_once(':').expect("a port");
            let client = root().join("tests/oracles/msgpack-calls/client.py");
            let expected = "42\n{'whole': 3, 'rest': 1}\nit never works\nUNIMPLEMENTED: there is no method `Nothing`; there are `Arith.Add`, `Arith.Divide`, `Arith.Fail`\n";
            assert_eq!(printed(Command::new(python).arg(client).args([host, port])), expected);
        }
        false => absent("pynvim", "scripts/oracles"),
    }
}

#[test]
fn a_mock_answers_net_rpc() {
    let Some(client) = go() else { return };
    let folder = TempDir::new().expect("a folder");
    let example = |method: &str, text: &str| {
        let path = folder.path().join(method);
        std::fs::write(&path, text).expect("a file");
        format!("{method}={}", path.display())
    };
    let (quotient, sum) = (example("Divide", "{\"whole\": 3, \"rest\": 1}"), example("Add", "{\"sum\": 9}"));
    let server = serve(&["--mock", "--example", &quotient, "--example", &sum, ARITH]);
    let address = server.url.as_str();
    let output = printed(Command::new(client).args(["call", address]));
    let all = ["9 3 1", "Arith.Divide <nil>", "Arith.Add <nil>", "Arith.Divide <nil>"];
    let last = "Arith.Nothing UNIMPLEMENTED: there is no method `Arith.Nothing`; there are `Arith.Add`, `Arith.Divide`, `Arith.Fail`";
    assert_eq!(output.lines().collect::<Vec<_>>(), [&all[..], &[last]].concat());
}

/// The first call has no answer before the second one is answered.
#[test]
fn answers_come_in_any_order() {
    let folder = TempDir::new().expect("a folder");
    let gate = folder.path().join("gate");
    let script = format!(
        "sh -c 'case $(cat) in *first*) cat {0};; esac; echo \"{{\\\"text\\\": \\\"done\\\"}}\"'",
        gate.display()
    );
    let schema = folder.path().join("echo.proto");
    std::fs::write(
        &schema,
        "syntax = \"proto3\"; service S { rpc Echo(M) returns (M); } message M { string text = 1; }",
    )
    .expect("a file");
    assert!(Command::new("mkfifo").arg(&gate).status().is_ok_and(|it| it.success()), "a pipe");
    let server = serve(&["--exec", &script, schema.to_str().expect("a path")]);
    let mut stream = TcpStream::connect(&server.url).expect("a server");
    stream.write_all(b"\x94\0\x01\xa4Echo\x91\xa5first\x94\0\x02\xa6S.Echo\x91\xa6second").expect("two calls");
    let mut answer = [0; 9];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"\x94\x01\x02\xc0\xa4done");
    std::fs::write(&gate, "").expect("a reader");
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"\x94\x01\x01\xc0\xa4done");
    // Parameters that do not fit, a notification, and an answer that nobody asked for.
    stream.write_all(b"\x94\0\x03\xa4Echo\x91\xc3\x93\x02\xa4Echo\x91\xa1x\x94\x01\x09\xc0\xc0").expect("calls");
    let mut head = [0; 4];
    stream.read_exact(&mut head).expect("an answer");
    assert_eq!(&head, b"\x94\x01\x03\xd9");
    let mut rest = vec![0; 1];
    stream.read_exact(&mut rest).expect("a length");
    let mut error = vec![0; usize::from(rest[0]) + 1];
    stream.read_exact(&mut error).expect("an error");
    assert!(text(&error).starts_with("INVALID_ARGUMENT: a message cannot be read"), "{}", text(&error));
    // What is no message ends the connection.
    stream.write_all(b"\xc1").expect("a byte");
    assert_eq!(stream.read(&mut [0; 1]).expect("the end"), 0);
}

#[test]
fn methods_that_return_nothing_are_notifications() {
    let folder = TempDir::new().expect("a folder");
    let (schema, told) = (folder.path().join("log.avdl"), folder.path().join("told"));
    std::fs::write(&schema, "protocol Log { void write(string text, int level) oneway; int count(); }")
        .expect("a file");
    assert!(Command::new("mkfifo").arg(&told).status().is_ok_and(|it| it.success()), "a pipe");
    let script = format!("sh -c 'cat > {}'", told.display());
    let server = serve(&["--exec", &script, schema.to_str().expect("a path")]);
    let address = server.url.as_str();
    let more = [address, "write", "-d", "{\"text\": \"a\", \"level\": 2}"];
    check(&arguments(schema.to_str().expect("a path"), &more), "", (0, "", ""));
    assert_eq!(std::fs::read_to_string(told).expect("a message"), "{\"text\":\"a\",\"level\":2}\n");
}
