//! `polywire call` and servers of others: grpc-go, and connect-go for gRPC-Web and Connect.

use crate::pages::root;
use crate::proxied::proxy_for;
use crate::served::Serving;
use polywire_oracles::{absent, path_with};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

pub const SCHEMA: &str = "tests/oracles/go-calls/interop.proto";

/// The cases of gRPC's interoperability tests that need no authentication.
pub const INTEROPERABILITY: [&str; 14] = [
    "empty_unary",
    "large_unary",
    "client_streaming",
    "server_streaming",
    "ping_pong",
    "empty_stream",
    "status_code_and_message",
    "special_status_message",
    "custom_metadata",
    "cancel_after_begin",
    "cancel_after_first_response",
    "timeout_on_sleeping_server",
    "unimplemented_method",
    "unimplemented_service",
];

/// The servers, which end with this value.
pub struct Servers {
    process: Child,
    pub folder: TempDir,
    /// By name.
    addresses: Vec<(String, String)>,
}

impl Servers {
    pub fn program() -> Option<PathBuf> {
        let program = root().join("build/oracles/go/bin/calls");
        if !program.exists() {
            absent("grpc-go and connect-go", "scripts/oracles");
            return None;
        }
        Some(program)
    }

    pub fn start() -> Option<Self> {
        let program = Self::program()?;
        let folder = TempDir::new().expect("a folder");
        let mut command = Command::new(program);
        command.arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the servers");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let read = |line: std::io::Result<String>| {
            let line = line.expect("a line");
            let (name, address) = line.split_once(' ').expect("a name and an address");
            (name.to_owned(), address.to_owned())
        };
        let addresses = lines.take(5).map(read).collect();
        Some(Self { process, folder, addresses })
    }

    pub fn address(&self, name: &str) -> &str {
        &self.addresses.iter().find(|(it, _)| it == name).expect("a server").1
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// Calls with these arguments and this input.
pub fn call(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.arg("call").args(arguments).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the command");
    // It may end without reading its input.
    let _ = process.stdin.take().expect("a pipe").write_all(input.as_bytes());
    process.wait_with_output().expect("an end")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks the exit code, the output, and a part of the errors of a call.
pub fn check(arguments: &[&str], input: &str, (code, stdout, stderr): (i32, &str, &str)) {
    let output = call(arguments, input);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert_eq!(text(&output.stdout), stdout, "{arguments:?}");
    assert!(errors.contains(stderr), "{arguments:?}: {errors}");
}

/// The cases of gRPC's interoperability tests that need no authentication, and what else users do.
#[test]
fn calls_to_other_servers() {
    let Some(servers) = Servers::start() else { return };
    let plain = format!("http://{}", servers.address("grpc"));
    let service = ["--schema", SCHEMA, plain.as_str()];
    let with =
        |more: &[&'static str]| -> Vec<String> { service.iter().chain(more).map(|it| (*it).to_owned()).collect() };
    let zeros = format!("{{\"payload\":{{\"body\":\"{}\"}}}}\n", "A".repeat(8));
    let special = "\t\ntest with whitespace\r\nand Unicode BMP \u{263a} and non-BMP \u{1f608}\t\n";
    let status = serde_json::json!({"responseStatus": {"code": 2, "message": special}}).to_string();
    for (arguments, input, expected) in [
        (with(&["EmptyCall"]), "", (0, "{}\n", "")),
        (with(&["UnaryCall"]), "{\"responseSize\": 6}", (0, zeros.as_str(), "")),
        (with(&["UnaryCall", "--compress", "gzip"]), "{\"responseSize\": 6}", (0, zeros.as_str(), "")),
        (with(&["UnaryCall"]), status.as_str(), (5, "", &*format!("UNKNOWN: {special}"))),
        (with(&["StreamingInputCall"]), "", (0, "{}\n", "")),
        (with(&["FullDuplexCall"]), "", (0, "", "")),
        (vec![plain.clone(), "TestService/UnimplementedCall".to_owned()], "{}", (5, "", "UNIMPLEMENTED")),
        (with(&["UnaryCall"]), "{} {}", (1, "", "the method takes one")),
        (with(&["UnaryCall"]), "{\"responseSize\": true}", (1, "", "the standard input: message 1 cannot be read")),
        (with(&["UnaryCall", "--max-size", "20"]), "{\"responseSize\": 30}", (5, "", "more than the limit of 20")),
        (with(&["UnaryCall", "--to", "protobuf"]), "{\"responseSize\": 2}", (0, "\n\u{4}\u{12}\u{2}\0\0", "")),
        (with(&["Nothing"]), "", (2, "", "there is no method `Nothing`")),
        (with(&["UnaryCall", "-H", "grpc-status: 0"]), "", (2, "", "the protocol itself sends this header")),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        check(&arguments, input, expected);
    }
}

#[test]
fn connections_of_all_kinds() {
    let Some(servers) = Servers::start() else { return };
    let authority = servers.folder.path().join("ca.pem");
    let authority = authority.to_str().expect("a path");
    let tls = format!("https://{}", servers.address("tls"));
    let unix = format!("unix:{}", servers.address("unix"));
    let web = format!("http://{}", servers.address("web"));
    let method = ["--schema", SCHEMA, "UnaryCall", "-d", "{}"];
    let answer = "{\"payload\":{}}\n";
    for (arguments, expected) in [
        (vec![tls.as_str(), "--cacert", authority], (0, answer, "")),
        (vec![&tls, "--insecure"], (0, answer, "")),
        (vec![&tls], (3, "", "no connection to")),
        (vec![&unix], (0, answer, "")),
        (vec!["--protocol", "grpc-web", "-i", "-H", "x-echo: a", &web], (0, answer, "x-tail: a")),
        (vec!["unix:/nowhere/at/all"], (3, "", "no connection to /nowhere/at/all")),
    ] {
        check(&[&arguments, &method[..]].concat(), "", expected);
    }
    let stream = "{\"responseParameters\": [{\"size\": 1}, {\"size\": 2}]}";
    let expected = "{\"payload\":{\"body\":\"AA==\"}}\n{\"payload\":{\"body\":\"AAA=\"}}\n";
    let method = ["--protocol", "grpc-web", "--schema", SCHEMA, &web, "StreamingOutputCall", "-d", stream];
    check(&method, "", (0, expected, ""));
    let status = "{\"responseStatus\": {\"code\": 5, \"message\": \"no é\"}}";
    let method = ["--protocol", "grpc-web", "--schema", SCHEMA, &web, "UnaryCall", "-d", status];
    check(&method, "", (5, "", "NOT_FOUND: no é"));
}

/// Each message is sent when it is read, and each answer written when it arrives.
#[test]
fn a_stream_talks_in_turns() {
    let Some(servers) = Servers::start() else { return };
    let url = format!("http://{}", servers.address("grpc"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["call", "--schema", SCHEMA, &url, "FullDuplexCall"]).current_dir(root());
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command");
    let mut input = process.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    for (size, body) in [(1, "AA=="), (2, "AAA="), (3, "AAAA")] {
        writeln!(input, "{{\"responseParameters\": [{{\"size\": {size}}}]}}").expect("a reader");
        let answer = answers.next().expect("an answer").expect("a line");
        assert_eq!(answer, format!("{{\"payload\":{{\"body\":\"{body}\"}}}}"));
    }
    drop(input);
    assert_eq!(process.wait().expect("an end").code(), Some(0));
}

/// Large messages, and output that nobody reads to its end.
#[test]
fn large_messages_and_closed_outputs() {
    let Some(servers) = Servers::start() else { return };
    let url = format!("http://{}", servers.address("grpc"));
    let body = "A".repeat(4 * 90_610);
    let input = format!("{{\"responseSize\": 314159, \"payload\": {{\"body\": \"{body}\"}}}}");
    let output = call(&["--schema", SCHEMA, &url, "UnaryCall"], &input);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 418_904), "{}", text(&output.stderr));
    let sizes = vec!["{\"size\": 1000000}"; 20].join(", ");
    let closed =
        format!("polywire call --schema {SCHEMA} {url} StreamingOutputCall -d '{{\"responseParameters\": [{sizes}]}}'");
    let output = shell(&format!("{closed} | head -c 10"));
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("{\"payload\"".to_owned(), String::new()));
}

/// The examples of the guide, with a server in the place of that which they name.
#[test]
fn examples_of_the_guide() {
    let Some(servers) = Servers::start() else { return };
    let program = Serving::of(&["--exec", "sh examples/serve/shop.sh", "examples/proto/shop.proto"]);
    let grpc = format!("http://{}", servers.address("grpc"));
    let bridge = proxy_for("grpc,grpc-web,connect,json-http", &format!("grpc={grpc}"), &[]);
    let servers = [
        ("http://localhost:50051", grpc.as_str()),
        ("http://localhost:50053", &program.url),
        ("http://localhost:50054", &bridge.url),
    ];
    check_examples("docs/calls.md", &servers);
}

/// Checks the examples of a page, with servers in the place of those which they name.
pub fn check_examples(page: &str, servers: &[(&str, &str)]) {
    const START: &str = "```console\n";
    let path = root().join(page);
    let page = fs::read_to_string(&path).expect("the page");
    let mut parts = page.split(START);
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (block, rest) = part.split_once("```\n").expect("the end of a block");
        let mut code = Some(0);
        found += START;
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            found += &format!("$ {command}\n");
            if command == "echo $?" {
                found += &format!("{}\n", code.expect("an exit code"));
                continue;
            }
            let output =
                shell(&servers.iter().fold(command.to_owned(), |command, (shown, url)| command.replace(shown, url)));
            code = output.status.code();
            let printed = text(&output.stdout) + &text(&output.stderr);
            found += &servers.iter().fold(printed, |printed, (shown, url)| printed.replace(url, shown));
        }
        found += &format!("```\n{rest}");
    }
    if env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(path, found).expect("writing the page");
    } else {
        assert_eq!(found, page, "POLYWIRE_BLESS=1 accepts what is found");
    }
}

fn shell(command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(root()).stdin(Stdio::null());
    shell.env("PATH", path_with(Path::new(env!("CARGO_BIN_EXE_polywire")).parent()));
    shell.output().expect("a shell")
}

/// `polywire serve`, which ends with this value.
struct Mock {
    process: Child,
    url: String,
}

impl Mock {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args(["serve", "--mock"]).args(arguments).current_dir(root()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the command");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let url = line.trim().strip_prefix("serving at ").expect("the address").to_owned();
        Self { process, url }
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_mock_answers_with_examples_and_random_values() {
    let folder = TempDir::new().expect("a folder");
    let example = folder.path().join("example.json");
    fs::write(&example, "{\"payload\": {\"type\": 1}} {\"payload\": {\"type\": 2}}").expect("a file");
    let example = format!("StreamingOutputCall={}", example.display());
    let mock = Mock::start(&["--example", &example, SCHEMA]);
    let listed = text(&call(&[&mock.url], "").stdout);
    assert!(listed.contains("grpc.testing.TestService/EmptyCall: "), "{listed}");
    assert!(listed.contains("grpc.health.v1.Health/Check: "), "{listed}");
    let answers = "{\"payload\":{\"type\":1}}\n{\"payload\":{\"type\":2}}\n";
    check(&[&mock.url, "StreamingOutputCall", "-d", "{}"], "", (0, answers, ""));
    check(&[&mock.url, "Health/Check"], "", (0, "{\"status\":\"SERVING\"}\n", ""));
    let twice = [(); 2].map(|()| text(&call(&[&mock.url, "UnaryCall", "-d", "{}"], "").stdout));
    assert_eq!(twice[0], twice[1]);
    let duplex = call(&[&mock.url, "FullDuplexCall", "-d", "{} {}", "--compress", "gzip"], "");
    assert_eq!((duplex.status.code(), text(&duplex.stdout).lines().count()), (Some(0), 2), "{duplex:?}");
    let Some(servers) = Servers::program() else { return };
    let cases = ["empty_unary", "unimplemented_method", "unimplemented_service"];
    let address = mock.url.strip_prefix("http://").expect("an address");
    let output = Command::new(servers).args(["client", address]).args(cases).output().expect("the client");
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), cases, "{}", text(&output.stderr));
}

#[test]
fn a_mock_speaks_grpc_web() {
    let mock = Mock::start(&["--protocol", "grpc-web", SCHEMA]);
    let service = ["--protocol", "grpc-web", "--schema", SCHEMA, mock.url.as_str()];
    check(&[&service[..], &["EmptyCall"]].concat(), "{}", (0, "{}\n", ""));
    check(&[&service[..], &["EmptyCall"]].concat(), "{", (1, "", "the standard input"));
    let all = call(&[&service[..], &["StreamingOutputCall", "-d", "{}"]].concat(), "");
    assert_eq!((all.status.code(), text(&all.stdout).lines().count()), (Some(0), 3), "{all:?}");
}

const CONNECT: [&str; 4] = ["--protocol", "connect", "--schema", SCHEMA];

/// Arguments and input of a call, and the exit code, the output and a part of the errors.
type Case<'c> = (Vec<&'c str>, &'c str, (i32, &'c str, &'c str));

/// Methods of all kinds of connect-go's server, over both versions of HTTP.
#[test]
fn calls_by_connect() {
    let Some(servers) = Servers::start() else { return };
    let url = format!("http://{}", servers.address("web"));
    let zeros = |count| format!("{{\"payload\":{{\"body\":\"{}\"}}}}\n", "A".repeat(count));
    let sizes = "\"responseParameters\": [{\"size\": 3}, {\"size\": 6}]";
    let stream = format!("{{{sizes}}}");
    let failing = |code: u32| format!("{{{sizes}, \"responseStatus\": {{\"code\": {code}, \"message\": \"no é\"}}}}");
    let failing_one = "{\"responseStatus\": {\"code\": 9, \"message\": \"not \\\"now\\\" é\"}}";
    let details =
        "\n  = details: {\"@type\":\"type.googleapis.com/grpc.testing.EchoStatus\",\"code\":7,\"message\":\"why\"}\n";
    let one = zeros(4);
    let two = [zeros(4), zeros(8)].concat();
    let four = two.repeat(2);
    let inputs = "{\"payload\": {\"body\": \"AAEC\"}} {\"payload\": {\"body\": \"AA==\"}}";
    let head = ["-i", "-H", "x-echo: a", "-H", "x-echo-bin: AAH/"];
    let turns = [stream.as_str(), stream.as_str()].concat();
    let cases: Vec<Case<'_>> = vec![
        (vec!["UnaryCall"], "{\"responseSize\": 3}", (0, &one, "")),
        (vec!["UnaryCall", "--http2"], "{\"responseSize\": 3}", (0, &one, "")),
        (vec!["UnaryCall", "--compress", "gzip"], "{\"responseSize\": 3}", (0, &one, "")),
        (vec!["UnaryCall", "--wire", "json"], "{\"responseSize\": 3}", (0, &one, "")),
        ([&["UnaryCall"][..], &head].concat(), "", (0, "{\"payload\":{}}\n", "x-tail: a\nx-tail-bin: AAH/\n")),
        (vec!["UnaryCall", "-i"], "", (0, "{\"payload\":{}}\n", "x-method: POST\n")),
        (vec!["CacheableUnaryCall", "--get", "-i"], "", (0, "{\"payload\":{}}\n", "x-method: GET\n")),
        (vec!["CacheableUnaryCall", "--get", "--compress", "gzip"], "{\"responseSize\": 3}", (0, &one, "")),
        (vec!["UnaryCall", "--get"], "", (2, "", "NO_SIDE_EFFECTS")),
        (vec!["StreamingOutputCall", "--get"], "", (2, "", "methods without streams")),
        (vec!["UnaryCall"], failing_one, (5, "", "FAILED_PRECONDITION: not \"now\" é")),
        (vec!["UnaryCall", "-i"], failing_one, (5, "", "x-meta: m\n")),
        (vec!["UnaryCall"], failing_one, (5, "", details)),
        (vec!["UnaryCall", "--max-size", "20"], "{\"responseSize\": 30}", (5, "", "the limit of 20")),
        (vec!["UnaryCall", "--max-size", "90"], "{\"responseSize\": 3000}", (5, "", "when it is decompressed")),
        (vec!["EmptyCall"], "", (5, "", "UNIMPLEMENTED: HTTP status 404")),
        (vec!["StreamingOutputCall"], &stream, (0, &two, "")),
        (vec!["StreamingOutputCall", "--compress", "gzip"], &stream, (0, &two, "")),
        ([&["StreamingOutputCall"][..], &head].concat(), &stream, (0, &two, "x-tail: a\n")),
        (vec!["StreamingInputCall"], inputs, (0, "{\"aggregatedPayloadSize\":4}\n", "")),
        (vec!["StreamingInputCall"], "", (0, "{}\n", "")),
        (vec!["FullDuplexCall"], &turns, (0, &four, "")),
        (vec!["UnaryCall", "--deadline", "500ms", "-H", "x-wait: yes"], "", (5, "", "DEADLINE_EXCEEDED")),
        (vec!["UnaryCall", "-H", "connect-timeout-ms: 0"], "", (2, "", "the protocol itself sends this header")),
    ];
    for (arguments, input, expected) in cases {
        check(&[&CONNECT[..], &[&url], &arguments].concat(), input, expected);
    }
    for code in 1..=16 {
        let output = call(&[&CONNECT[..], &[&url, "StreamingOutputCall"]].concat(), &failing(code));
        let errors = text(&output.stderr);
        let expected = format!("error: {}: no é{details}", polywire_model::rpc::STATUSES[code as usize]);
        assert_eq!((output.status.code(), text(&output.stdout), errors), (Some(5), two.clone(), expected));
        let one = format!("{{\"responseStatus\": {{\"code\": {code}, \"message\": \"no é\"}}}}");
        let output = call(&[&CONNECT[..], &[&url, "UnaryCall"]].concat(), &one);
        let expected = format!("error: {}: no é{details}", polywire_model::rpc::STATUSES[code as usize]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(5), expected));
    }
}

/// This side's client, and that of connect-go.
#[test]
fn a_mock_speaks_connect() {
    let mock = Mock::start(&["--protocol", "connect", SCHEMA]);
    let service = [&CONNECT[..], &[mock.url.as_str()]].concat();
    check(&[&service[..], &["EmptyCall"]].concat(), "{}", (0, "{}\n", ""));
    check(
        &[&service[..], &["CacheableUnaryCall", "--get", "--compress", "gzip"]].concat(),
        "{}",
        (0, &text(&call(&[&service[..], &["CacheableUnaryCall"]].concat(), "{}").stdout), ""),
    );
    for arguments in
        [&["StreamingOutputCall", "-d", "{}"][..], &["FullDuplexCall", "-d", "{} {} {}", "--compress", "gzip"]]
    {
        let all = call(&[&service[..], arguments].concat(), "");
        assert_eq!((all.status.code(), text(&all.stdout).lines().count()), (Some(0), 3), "{all:?}");
    }
    check(&[&service[..], &["Health/Nothing"]].concat(), "{}", (2, "", "there is no method"));
    let listed = text(&call(&["--protocol", "connect", &mock.url], "").stdout);
    assert!(listed.contains("grpc.testing.TestService/EmptyCall: "), "{listed}");
    let Some(servers) = Servers::program() else { return };
    let cases = [
        "unary",
        "unary_gzip",
        "get",
        "get_gzip",
        "get_refused",
        "server_stream",
        "client_stream",
        "duplex",
        "duplex_gzip",
        "unimplemented",
    ];
    let address = mock.url.strip_prefix("http://").expect("an address");
    let output = Command::new(servers).args(["connect-client", address]).args(cases).output().expect("the client");
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), cases, "{}", text(&output.stderr));
}
