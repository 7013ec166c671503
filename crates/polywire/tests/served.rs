//! `polywire serve`: programs that answer, deadlines, cancelled calls, the end of the server, and TLS.

use crate::calls::{INTEROPERABILITY, SCHEMA, Servers, call, check, text};
use crate::pages::root;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use tempfile::TempDir;

/// A server of the command, which ends with this value.
pub struct Running {
    process: Child,
    pub url: String,
}

impl Running {
    pub fn of(arguments: &[&str]) -> Self {
        Self::telling(arguments, 1).0
    }

    /// Returns what it tells in so many lines, too.
    pub fn telling(arguments: &[&str], lines: usize) -> (Self, Vec<String>) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args(arguments).current_dir(root());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command");
        let output = BufReader::new(process.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let told = output.take(lines).map(|line| line.strip_prefix("serving at ").map(str::to_owned));
        let told: Option<Vec<String>> = told.collect();
        match told.filter(|told| told.len() == lines) {
            Some(told) => (Self { url: told[0].clone(), process }, told),
            None => panic!("{arguments:?}: {}", read(process.stderr.take().expect("a pipe"))),
        }
    }

    /// Ends the server; returns its exit code and standard error.
    pub fn stop(&mut self) -> (Option<i32>, String) {
        signal("-TERM", &self.process);
        let code = self.process.wait().expect("an end").code();
        (code, read(self.process.stderr.take().expect("a pipe")))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `polywire serve`, which ends with this value.
pub struct Serving {
    running: Running,
    pub url: String,
}

impl Serving {
    fn start(arguments: &[&str]) -> Self {
        Self::of(&[arguments, &[SCHEMA]].concat())
    }

    pub fn of(arguments: &[&str]) -> Self {
        let running = Running::of(&[&["serve"], arguments].concat());
        Self { url: running.url.clone(), running }
    }

    fn exec(program: &str) -> Self {
        Self::start(&["--exec", program])
    }

    fn check(&self, arguments: &[&str], input: &str, expected: (i32, &str, &str)) {
        check(&[&["--schema", SCHEMA, &self.url], arguments].concat(), input, expected);
    }

    /// Starts a call whose input stays open.
    fn begin(&self, method: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args(["call", "--schema", SCHEMA, &self.url, method]).current_dir(root());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command")
    }

    /// Ends the server; returns its exit code and standard error.
    pub fn stop(&mut self) -> (Option<i32>, String) {
        self.running.stop()
    }
}

fn signal(signal: &str, process: &Child) {
    let sent = Command::new("kill").args([signal, &process.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

fn read(mut errors: ChildStderr) -> String {
    let mut all = String::new();
    errors.read_to_string(&mut all).expect("text");
    all
}

/// A pipe that programs hold open as long as they live.
pub struct Lives {
    folder: TempDir,
}

impl Lives {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status();
        assert!(made.expect("mkfifo").success());
        Self { folder }
    }

    /// Returns a program that holds it, with a child, and never ends. It writes a line first.
    pub fn program(&self) -> String {
        let path = self.folder.path().join("pipe");
        format!("sh -c 'exec 9>{}; echo lives >&9; sleep 100000 & sleep 100000'", path.display())
    }

    /// Waits until a program has started.
    pub fn open(&self) -> BufReader<fs::File> {
        let mut reader = BufReader::new(fs::File::open(self.folder.path().join("pipe")).expect("the pipe"));
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        assert_eq!(line, "lives\n");
        reader
    }
}

/// Waits until all programs have ended.
pub fn ended(mut lives: BufReader<fs::File>) {
    assert_eq!(lives.read_to_end(&mut Vec::new()).expect("the end"), 0);
}

#[test]
fn programs_read_and_write_messages() {
    let cat = Serving::exec("cat");
    cat.check(&["EmptyCall"], "{}", (0, "{}\n", ""));
    cat.check(&["StreamingOutputCall"], "{\"payload\": {\"type\": 1}}", (0, "{\"payload\":{\"type\":1}}\n", ""));
    cat.check(&["FullDuplexCall"], "{} {}", (0, "{}\n{}\n", ""));
    cat.check(&["FullDuplexCall"], "", (0, "", ""));
    cat.check(&["UnaryCall"], "{\"responseSize\": 1}", (5, "", "INTERNAL: what the program returns does not fit"));
    cat.check(&["StreamingInputCall"], "{} {}", (5, "", "INTERNAL: the method returns one message, but gave several"));
    let health = call(&[&cat.url, "Health/Check"], "");
    assert_eq!(text(&health.stdout), "{\"status\":\"SERVING\"}\n");
    // A program need not read, and JSON may be on several lines.
    let deaf = Serving::exec("printf '{\\n}'");
    deaf.check(&["EmptyCall"], "{}", (0, "{}\n", ""));
    deaf.check(&["StreamingInputCall"], "{} {} {}", (0, "{}\n", ""));
    let large = Serving::start(&["--exec", "printf '{\"payload\": {\"type\": 1}}'", "--max-size", "20"]);
    large.check(&["UnaryCall"], "{}", (0, "{\"payload\":{\"type\":1}}\n", ""));
    let body = "A".repeat(40);
    let message = format!("{{\"payload\": {{\"body\": \"{body}\"}}}}");
    large.check(&["UnaryCall"], &message, (5, "", "RESOURCE_EXHAUSTED: "));
}

#[test]
fn programs_may_use_other_formats() {
    let folder = TempDir::new().expect("a folder");
    let read = folder.path().join("read");
    let program = format!("tee {}", read.display());
    let server = Serving::start(&["--exec", &program, "--format", "protobuf", "--framing", "delimited"]);
    // What is called `payload` has another number in the answer.
    server.check(&["FullDuplexCall"], "{\"payload\": {\"type\": 1}} {}", (0, "{}\n{}\n", ""));
    assert_eq!(fs::read(read).expect("a file"), b"\x04\x1a\x02\x08\x01\0");
    let lines = Serving::start(&["--exec", "cat", "--format", "json_pretty", "--framing", "concatenated"]);
    lines.check(&["StreamingOutputCall"], "{\"payload\": {\"type\": 1}}", (0, "{\"payload\":{\"type\":1}}\n", ""));
}

/// Each message is answered before the next one is sent.
#[test]
fn a_program_talks_in_turns() {
    let server = Serving::exec("cat");
    let mut process = server.begin("FullDuplexCall");
    let mut input = process.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    for number in 1..4 {
        let message = format!("{{\"payload\":{{\"type\":{number}}}}}");
        writeln!(input, "{message}").expect("a reader");
        assert_eq!(answers.next().expect("an answer").expect("a line"), message);
    }
    drop(input);
    assert_eq!(process.wait().expect("an end").code(), Some(0));
}

#[test]
fn programs_are_told_about_their_calls() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("environment");
    let server = Serving::exec(&format!("sh -c 'env | sort > {}; cat'", path.display()));
    let metadata = ["-H", "x-a: 1 2", "-H", "x-b-bin: AAE=", "-H", "user-agent: me", "--deadline", "1h"];
    server.check(&[&["EmptyCall"], &metadata[..]].concat(), "{}", (0, "{}\n", ""));
    let all = fs::read_to_string(path).expect("the environment");
    let value = |name: &str| all.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    assert_eq!(value("POLYWIRE_SERVICE="), "grpc.testing.TestService");
    assert_eq!(value("POLYWIRE_METHOD="), "EmptyCall");
    assert!((1..=3_600_000).contains(&value("POLYWIRE_TIMEOUT_MS=").parse().expect("milliseconds")), "{all}");
    for line in ["x-a: 1 2", "x-b-bin: AAE=", "user-agent: me"] {
        assert!(all.contains(line), "{all}");
    }
}

#[test]
fn programs_fail_calls() {
    let exit = |code: u32, text: &str| format!("sh -c 'cat; echo {text} >&2; exit {code}'");
    for (program, expected) in [
        (exit(5, "no such order"), "NOT_FOUND: no such order\n"),
        (exit(16, ""), "UNAUTHENTICATED: the program ended with exit code 16"),
        (exit(1, "wrong"), "UNKNOWN: wrong\n"),
        (exit(17, ""), "INTERNAL: the program ended with exit code 17"),
        ("sh -c 'kill -9 $$'".to_owned(), "INTERNAL: the program was ended by a signal"),
        ("true".to_owned(), "INTERNAL: the method returns one message, but gave none"),
        ("echo 1".to_owned(), "INTERNAL: what the program returns does not fit the method"),
        ("/nowhere/at/all x".to_owned(), "INTERNAL: the program of the method cannot be started"),
    ] {
        Serving::exec(&program).check(&["EmptyCall"], "{}", (5, "", expected));
    }
    let mut server = Serving::exec("/nowhere/at/all x");
    server.check(&["EmptyCall"], "{}", (5, "", ""));
    let (code, errors) = server.stop();
    assert_eq!((code, errors.contains("error: `/nowhere/at/all` cannot be started: ")), (Some(0), true), "{errors}");
}

#[test]
fn programs_say_more_in_a_file() {
    let folder = TempDir::new().expect("a folder");
    let end = folder.path().join("end.json");
    let server = Serving::exec(&format!("sh -c 'cat; cp {} \"$POLYWIRE_END\"; exit 3'", end.display()));
    let all = "{\"status\": \"ABORTED\", \"message\": \"later\", \"metadata\": [\"x-a: b\", \"x-b-bin: AAE=\"], \"details\": \
               [{\"@type\": \"grpc.testing.EchoStatus\", \"code\": 7}, {\"@type\": \"a.com/b.C\", \"value\": \"AAE=\"}]}";
    let shown = "x-a: b\nx-b-bin: AAE=\nerror: ABORTED: later\n  = details: {\"@type\":\"type.googleapis.com/grpc.testing.EchoStatus\",\
                 \"code\":7}\n  = details: {\"@type\":\"a.com/b.C\",\"value\":\"AAE=\"}\n";
    for (document, expected) in [
        (all, shown),
        ("{\"status\": 6}", "ALREADY_EXISTS: the program ended with exit code 3"),
        ("{\"message\": \"no\"}", "INVALID_ARGUMENT: no\n"),
        ("{\"status\": \"NO\"}", "INTERNAL: the file of POLYWIRE_END of the program: \"NO\" is no status"),
        ("[]", "it is no object of JSON"),
        ("{\"code\": 1}", "the member `code`"),
        ("{\"details\": [{}]}", "lacks the member `@type`"),
        ("{\"details\": [{\"@type\": \"b.C\"}]}", "the schema has no type `b.C`"),
        ("{\"details\": [{\"@type\": \"grpc.testing.EchoStatus\", \"code\": \"x\"}]}", "cannot be written"),
    ] {
        fs::write(&end, document).expect("a file");
        let output = call(&["--schema", SCHEMA, &server.url, "EmptyCall", "-d", "{}", "-i"], "");
        let errors = text(&output.stderr);
        // HTTP's own header is not the program's.
        let errors: String = errors.split_inclusive('\n').filter(|line| !line.starts_with("date: ")).collect();
        assert!(output.status.code() == Some(5) && errors.contains(expected), "{document}: {errors}");
    }
    fs::write(&end, "{\"status\": \"OK\"}").expect("a file");
    server.check(&["EmptyCall"], "{}", (0, "{}\n", ""));
    for (document, code, expected) in [
        ("{\"metadata\": [\"x-a: b\"]}", 0, "x-a: b\n"),
        ("{\"metadata\": [\"x-a\"]}", 5, "INTERNAL: the file of POLYWIRE_START of the program: `x-a` is no metadata"),
        ("{\"status\": 0}", 5, "another member than `metadata`"),
    ] {
        let server = Serving::exec(&format!("sh -c 'echo \"$0\" > $POLYWIRE_START; cat' '{document}'"));
        server.check(&["EmptyCall", "-i"], "{}", (code, if code == 0 { "{}\n" } else { "" }, expected));
    }
}

/// A program that takes one message does not even start.
#[test]
fn messages_that_do_not_fit_are_refused_before_the_program_sees_them() {
    let folder = TempDir::new().expect("a folder");
    let schema =
        fs::read_to_string(root().join(SCHEMA)).expect("the schema").replace("string message", "bytes message");
    let (other, ran) = (folder.path().join("other.proto"), folder.path().join("ran"));
    fs::write(&other, schema).expect("a file");
    let server = Serving::exec(&format!("sh -c 'touch {}; cat'", ran.display()));
    let arguments = ["--schema", other.to_str().expect("a path"), &server.url, "UnaryCall"];
    let expected = (5, "", "INVALID_ARGUMENT: a message cannot be read");
    check(&arguments, "{\"responseStatus\": {\"message\": \"/w==\"}}", expected);
    assert!(!ran.exists());
}

/// Also if they only wait for a place.
#[test]
fn deadlines_and_cancelled_calls_end_programs() {
    let lives = Lives::new();
    let server = Serving::start(&["--exec", &lives.program(), "--max-programs", "1"]);
    let late = (5, "", "DEADLINE_EXCEEDED");
    for method in ["FullDuplexCall", "EmptyCall"] {
        let mut process = server.begin(method);
        if method == "EmptyCall" {
            drop(process.stdin.take());
        }
        let held = lives.open();
        server.check(&["EmptyCall", "--deadline", "100ms"], "{}", late);
        process.kill().expect("a process");
        process.wait().expect("an end");
        ended(held);
    }
    // The place is free again.
    let mut process = server.begin("FullDuplexCall");
    let held = lives.open();
    process.kill().expect("a process");
    process.wait().expect("an end");
    ended(held);
}

/// Sends a text to a server, with the escapes of `printf`, and reads until the server ends the connection.
fn raw(address: &str, sent: &str) -> Output {
    let (host, port) = address.split_once(':').expect("a host and a port");
    let script = format!("exec 3<>/dev/tcp/{host}/{port} && printf '{sent}' >&3 && cat <&3");
    Command::new("bash").args(["-c", &script]).output().expect("bash")
}

/// The server tells clients that do not look at the time themselves.
#[test]
fn deadlines_are_told() {
    let head = "POST /grpc.testing.TestService/FullDuplexCall HTTP/1.1\\r\\nhost: a\\r\\ncontent-type: application/grpc-web\\r\\n\
                grpc-timeout: 100m\\r\\ncontent-length: 100\\r\\nconnection: close\\r\\n\\r\\n";
    let lives = Lives::new();
    let program = lives.program();
    for arguments in [&["--mock"][..], &["--exec", &program]] {
        let mut server = Serving::start(&[arguments, &["--protocol", "grpc-web"]].concat());
        let address = server.url.strip_prefix("http://").expect("an address");
        let answer = text(&raw(address, head).stdout);
        assert!(answer.contains("grpc-status: 4\r\n"), "{answer}");
        server.stop();
    }
}

#[test]
fn the_end_of_the_server_ends_calls() {
    let lives = Lives::new();
    let folder = TempDir::new().expect("a folder");
    let socket = folder.path().join("socket");
    let listen = format!("unix:{}", socket.display());
    let mut server = Serving::start(&["--exec", &lives.program(), "--listen", &listen]);
    let mut process = server.begin("FullDuplexCall");
    let held = lives.open();
    assert_eq!(server.stop().0, Some(0));
    ended(held);
    assert_eq!(process.wait().expect("an end").code(), Some(5));
    assert_eq!(read(process.stderr.take().expect("a pipe")), "error: UNAVAILABLE: the server ends\n");
    assert!(!socket.exists());
}

/// grpc-go's client, and a program of a few lines.
#[test]
fn a_program_answers_the_interoperability_tests() {
    let Some(client) = Servers::program() else { return };
    let server = Serving::exec("python3 tests/oracles/go-calls/answer.py");
    let address = server.url.strip_prefix("http://").expect("an address");
    let output = Command::new(client).args(["client", address]).args(INTEROPERABILITY).output().expect("the client");
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), INTEROPERABILITY, "{}", text(&output.stderr));
}

#[test]
fn tls_with_and_without_certificates_of_clients() {
    let Some(servers) = Servers::start() else { return };
    let file = |name: &str| servers.folder.path().join(name).to_str().expect("a path").to_owned();
    let (authority, identity, key) = (file("ca.pem"), file("identity.pem"), file("key.pem"));
    let own = ["--cert", &identity, "--key", &key];
    let trust = ["--cacert", authority.as_str()];
    let listen = ["--listen", "https://127.0.0.1:0"];
    for answering in [&["--mock"][..], &["--exec", "printf {}"]] {
        let server = Serving::start(&[answering, &listen, &own].concat());
        server.check(&[&trust[..], &["EmptyCall"]].concat(), "{}", (0, "{}\n", ""));
    }
    let mutual = Serving::start(&[&["--exec", "cat"], &listen[..], &own, &["--client-ca", &authority]].concat());
    let foreign = format!("https://{}", servers.address("mutual"));
    for url in [mutual.url.as_str(), &foreign] {
        let arguments = [&["--schema", SCHEMA, url, "EmptyCall"], &trust[..]].concat();
        check(&[&arguments[..], &own].concat(), "{}", (0, "{}\n", ""));
        let output = call(&arguments, "{}");
        assert_ne!(output.status.code(), Some(0), "{output:?}");
    }
    let wrong = [&["--mock"], &listen[..], &own, &["--client-ca", &key]].concat();
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    let output = command.arg("serve").args(wrong).arg(SCHEMA).current_dir(root()).output().expect("the command");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(text(&output.stderr).contains("there is no certificate in PEM"), "{output:?}");
}

/// What a command line says that serves nothing.
#[test]
fn arguments_that_do_not_fit_are_refused() {
    for (arguments, expected) in [
        (&["--exec", "a 'b"][..], "lacks a second `'`"),
        (&["--exec", " "], "--exec names no program"),
        (&["--exec", "cat", "--format", "protobuf"], "has a stream, whose messages need --framing"),
        (&["--exec", "cat", "--format", "protobuf", "--framing", "lines"], "binary messages can contain line feeds"),
        (&["--exec", "cat", "--mock"], "cannot be used with"),
        (&["--mock", "--client-ca", "ca.pem"], "--cert"),
        (&[], "required"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        let output =
            command.arg("serve").args(arguments).arg(SCHEMA).current_dir(root()).output().expect("the command");
        let errors = text(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{arguments:?}: {errors}");
    }
}

/// `polywire load` with these arguments behind those of the call; returns its exit code, output and errors.
fn load(url: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["load", "--schema", SCHEMA, url]).args(arguments).current_dir(root());
    let output = command.stdin(Stdio::null()).output().expect("the command");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn many_calls_are_counted() {
    let mock = Serving::start(&["--mock"]);
    for arguments in [
        &["EmptyCall", "--count", "30"][..],
        &["UnaryCall", "-d", "{}", "--count", "30", "--concurrency", "2"],
        &["UnaryCall", "-d", "{\"responseSize\": 5}", "--compress", "gzip", "--count", "30"],
        &["StreamingInputCall", "-d", "{} {}", "--count", "30", "--rate", "1000000"],
        &["FullDuplexCall", "-d", "{}", "--count", "30", "--rate", "1000", "--duration", "1h", "--deadline", "1h"],
    ] {
        let (code, report, errors) = load(&mock.url, &[arguments, &["--report", "json"]].concat());
        assert_eq!(code, Some(0), "{arguments:?}: {errors}");
        let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!((&report["calls"], &report["statuses"]["OK"]), (&30.into(), &30.into()), "{report}");
        let times = ["p50", "p90", "p99", "p99.9", "max"].map(|it| report["latency_ns"][it].as_u64().expect("a time"));
        assert!(times.is_sorted() && times[0] > 0, "{report}");
    }
    let (code, report, errors) = load(&mock.url, &["EmptyCall", "--duration", "1ms", "--concurrency", "1"]);
    assert!(code == Some(0) && report.contains(" a second\np50 "), "{report}{errors}");
    let (code, _, errors) = load(&mock.url, &["--count", "1"]);
    assert_eq!((code, errors.as_str()), (Some(2), "error: there is no method to call\n"));
    for option in [&["--to", "protobuf"][..], &["--include"]] {
        let (code, _, errors) = load(&mock.url, &[&["EmptyCall", "--count", "1"], option].concat());
        assert!(code == Some(2) && errors.contains(option[0]), "{errors}");
    }
    let web = Serving::start(&["--mock", "--protocol", "grpc-web"]);
    let (code, report, errors) = load(&web.url, &["EmptyCall", "--count", "30", "--protocol", "grpc-web"]);
    assert!(code == Some(0) && report.ends_with("\nOK: 30\n"), "{report}{errors}");
}

#[test]
fn failed_calls_are_counted_by_status() {
    let server = Serving::exec("sh -c 'echo no >&2; exit 5'");
    let (code, report, errors) = load(&server.url, &["EmptyCall", "--count", "3"]);
    assert!(code == Some(5) && report.ends_with("\nNOT_FOUND: 3\n"), "{report}");
    assert_eq!(errors, "error: 3 of 3 calls failed, the first one with NOT_FOUND: no\n");
}
