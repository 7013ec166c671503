//! `polywire call` and `serve` with Avro's protocol: Avro for Python over HTTP, Avro for Java over HTTP and by Netty.

use crate::calls::{check, check_examples, text};
use crate::pages::root;
use crate::served::Serving;
use polywire_oracles::absent;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const SHOP: &str = "tests/oracles/avro-calls/shop.avdl";
const OTHER: &str = "tests/oracles/avro-calls/other.avdl";

/// A server that ends with this value.
struct Server {
    process: Child,
    /// What it prints first.
    ports: Vec<String>,
}

impl Server {
    fn start(mut command: Command) -> Self {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a server");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("ports");
        Self { process, ports: line.split_whitespace().map(str::to_owned).collect() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes a protocol as JSON.
fn protocol(schema: &str, folder: &Path) -> PathBuf {
    let path = folder.join("protocol.avpr");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["schema", "--to", "avpr", schema]).current_dir(root());
    let output = command.output().expect("the command");
    assert!(output.status.success(), "{}", text(&output.stderr));
    std::fs::write(&path, output.stdout).expect("a file");
    path
}

fn python(arguments: &[&str]) -> Option<Command> {
    let python = root().join("build/oracles/bin/python");
    if !Command::new(&python).args(["-c", "import avro"]).output().is_ok_and(|it| it.status.success()) {
        absent("Avro for Python", "scripts/oracles");
        return None;
    }
    let mut command = Command::new(python);
    command.arg(root().join("tests/oracles/avro-calls/calls.py")).args(arguments);
    Some(command)
}

/// The classes of the program in Java, and all that it needs.
fn java(arguments: &[&str]) -> Option<Command> {
    let jars = jars().filter(|jars| jars.iter().all(|it| it.exists()));
    let Some(jars) = jars else {
        absent("Avro's calls for Java", "scripts/oracles");
        return None;
    };
    let path = std::env::join_paths(jars).expect("paths without colons");
    let mut command = Command::new("java");
    command.arg("-cp").arg(path).arg(root().join("tests/oracles/avro-calls/Calls.java")).args(arguments);
    command.stderr(Stdio::null());
    Some(command)
}

fn jars() -> Option<Vec<PathBuf>> {
    let repository = PathBuf::from(std::env::var_os("HOME")?).join(".m2/repository");
    let listed = root().join("tests/oracles/avro-calls/jars.txt");
    let listed = std::fs::read_to_string(listed).expect("the list of jars");
    Some(listed.lines().map(|line| repository.join(line)).collect())
}

fn printed(mut command: Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("a client");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Checks what servers in Java and Python have in common.
fn check_server(protocol: &str, url: &str) {
    for schema in [&[][..], &["--schema", SHOP]] {
        let arguments = |more: &[&'static str]| [&["--protocol", protocol], schema, &[url], more].concat();
        for (more, expected) in [
            (arguments(&["add", "-d", "{\"a\": 20, \"b\": 22}"]), (0, "{\"value\":42}\n", "")),
            (
                arguments(&["Shop.find", "-d", "{\"name\": \"tea\"}"]),
                (0, "{\"name\":\"tea\",\"price\":5,\"note\":\"né\"}\n", ""),
            ),
            (arguments(&["names"]), (0, "{\"value\":[\"tea\",\"rice\"]}\n", "")),
            (arguments(&["reset"]), (0, "{}\n", "")),
            (arguments(&["add", "-d", "{\"a\": \"x\"}"]), (1, "", "message 1 cannot be read")),
            (arguments(&["nams"]), (2, "", "did you mean `names`?")),
        ] {
            check(&more, "", expected);
        }
    }
    let other = ["--protocol", protocol, "--schema", OTHER, url];
    let find = ["find", "-d", "{\"name\": \"tea\"}", "--to", "json_avro"];
    check(&[&other, &find[..]].concat(), "", (0, "{\"price\":5,\"name\":\"tea\",\"place\":\"shelf\"}\n", ""));
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.arg("load").args(other).args(["add", "-d", "{\"a\": 1}", "--count", "100", "--concurrency", "3"]);
    let output = command.current_dir(root()).stdin(Stdio::null()).output().expect("the command");
    assert!(text(&output.stdout).ends_with("\nOK: 100\n"), "{output:?}");
}

#[test]
fn calls_to_python() {
    let folder = TempDir::new().expect("a folder");
    let shop = protocol(SHOP, folder.path());
    let Some(command) = python(&["serve", shop.to_str().expect("a path")]) else { return };
    let server = Server::start(command);
    let url = format!("http://127.0.0.1:{}", server.ports[0]);
    check_examples("docs/calls-avro.md", &[("http://localhost:9090", &url)]);
    check_server("avro", &url);
}

#[test]
fn calls_to_java() {
    let folder = TempDir::new().expect("a folder");
    let shop = protocol(SHOP, folder.path());
    let Some(command) = java(&["serve", shop.to_str().expect("a path")]) else { return };
    let server = Server::start(command);
    let (http, netty) = (format!("http://127.0.0.1:{}", server.ports[0]), format!("127.0.0.1:{}", server.ports[1]));
    for (protocol, url) in [("avro", http.as_str()), ("avro-netty", &netty)] {
        check_server(protocol, url);
        let find = ["--protocol", protocol, url, "find", "-d"];
        let declared = "error: UNKNOWN: error shop.OutOfStock\n  = details: {\"@type\":\"shop.OutOfStock\",\"left\":1,\"name\":\"tea\"}\n";
        check(&[&find[..], &["{\"name\": \"tea\", \"count\": 2}"]].concat(), "", (5, "", declared));
        check(&[&find[..], &["{}"]].concat(), "", (5, "", "a name is empty"));
        check(&["--protocol", protocol, url, "log", "-d", "{\"text\": \"a\"}"], "", (0, "", ""));
    }
}

/// A server whose program answers.
fn serving(protocol: &str) -> Serving {
    let program = "sh -c 'cat > /dev/null; case $POLYWIRE_METHOD in add) echo \"{\\\"value\\\": 42}\";; find) echo \"{\\\"name\\\": \\\"tea\\\", \\\"price\\\": 5}\";; esac'";
    Serving::of(&["--exec", program, "--protocol", protocol, SHOP])
}

#[test]
fn clients_of_others_are_answered() {
    let folder = TempDir::new().expect("a folder");
    let shop = protocol(SHOP, folder.path());
    let shop = shop.to_str().expect("a path");
    let examples = |protocol: &str| {
        let example = |method: &str, text: &str| {
            let path = folder.path().join(method);
            std::fs::write(&path, text).expect("a file");
            format!("{method}={}", path.display())
        };
        let (add, find) = (example("add", "{\"value\": 42}"), example("find", "{\"name\": \"tea\", \"price\": 5}"));
        Serving::of(&["--mock", "--protocol", protocol, "--example", &add, "--example", &find, SHOP])
    };
    let (http, netty) = (examples("avro"), examples("avro-netty"));
    let port = |server: &Serving| server.url.rsplit_once(':').expect("a port").1.to_owned();
    if let Some(command) = python(&["call", shop, &port(&http)]) {
        let item = "{'name': 'tea', 'price': 5, 'note': None}";
        assert_eq!(printed(command), format!("42\n{item}\n{item}\n"));
    }
    let other = TempDir::new().expect("a folder");
    let other = protocol(OTHER, other.path());
    for (transport, server) in [("http", &http), ("netty", &netty)] {
        for (schema, item) in [
            (shop, "{\"name\": \"tea\", \"price\": 5, \"note\": null}"),
            (other.to_str().expect("a path"), "{\"price\": 5, \"name\": \"tea\", \"place\": \"shelf\"}"),
        ] {
            let Some(command) = java(&[transport, schema, &port(server)]) else { return };
            assert_eq!(printed(command), format!("42\n{item}\n{item}\n"), "{transport}");
        }
    }
}

/// What a program says on its standard error is the text of the error that clients get.
#[test]
fn clients_of_others_get_failures() {
    let folder = TempDir::new().expect("a folder");
    let shop = protocol(SHOP, folder.path());
    let shop = shop.to_str().expect("a path");
    let program = "sh -c 'request=$(cat); case $POLYWIRE_METHOD$request in *gold*) echo \"no gold\" >&2; exit 5;; add*) echo \"{\\\"value\\\": 42}\";; \
                   find*) echo \"{\\\"name\\\": \\\"tea\\\", \\\"price\\\": 5}\";; esac'";
    for transport in ["http", "netty"] {
        let name = if transport == "http" { "avro" } else { "avro-netty" };
        let server = Serving::of(&["--exec", program, "--protocol", name, SHOP]);
        let port = server.url.rsplit_once(':').expect("a port").1;
        let failed = |command| printed(command).lines().last().map(str::to_owned);
        if transport == "http"
            && let Some(command) = python(&["call", shop, port])
        {
            assert_eq!(failed(command).as_deref(), Some("NOT_FOUND: no gold"));
        }
        if let Some(command) = java(&[transport, shop, port]) {
            assert_eq!(failed(command).as_deref(), Some("NOT_FOUND: no gold"), "{transport}");
        }
    }
}

/// Failures, metadata and one-way messages, between two sides of Polywire.
#[test]
fn programs_answer_messages() {
    for protocol in ["avro", "avro-netty"] {
        let server = serving(protocol);
        let call = |more: &[&'static str]| [&["--protocol", protocol, server.url.as_str()], more].concat();
        check(&call(&["add", "-d", "{\"a\": 1}"]), "", (0, "{\"value\":42}\n", ""));
        check(&call(&["find"]), "{}", (0, "{\"name\":\"tea\",\"price\":5}\n", ""));
        check(&call(&["names"]), "", (5, "", "INTERNAL: the method returns one message, but gave none"));
        check(&call(&["log", "-d", "{\"text\": \"a\"}"]), "", (0, "", ""));
        check(&call(&["add", "--compress", "gzip"]), "", (2, "", "has no compression"));
    }
    let told = "sh -c 'cat > /dev/null; echo \"$POLYWIRE_METADATA\" >&2; exit 5'";
    let server = Serving::of(&["--exec", told, "--protocol", "avro", SHOP]);
    let metadata = ["-H", "x-a: 1", "-H", "x-b-bin: AAH/"];
    let arguments = [&["--protocol", "avro", &server.url, "add", "-d", "{}"], &metadata[..]].concat();
    check(&arguments, "", (5, "", "error: NOT_FOUND: x-a: 1\nx-b-bin: AAH/\n"));
    let output = Command::new("curl").args(["-s", "-o", "/dev/null", "-w", "%{http_code}", &server.url]).output();
    if let Ok(output) = output {
        assert_eq!(text(&output.stdout), "405");
    }
}
