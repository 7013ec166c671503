//! `polywire call` and `polywire serve` with Cap'n Proto: the official C++ implementation, by pycapnp.

use crate::calls::{call, check, check_examples};
use crate::pages::root;
use crate::proxied::proxy_for;
use crate::served::{Running, Serving};
use polywire_oracles::absent;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use tempfile::TempDir;

const SCHEMA: &str = "tests/oracles/capnp-calls/shop.capnp";

/// pycapnp's server, which ends with this value.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Option<Self> {
        let mut process = python("server.py")?.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python");
        let mut port = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut port).expect("a line");
        Some(Self { process, address: format!("127.0.0.1:{}", port.trim()) })
    }
}

/// Returns a program of pycapnp.
fn python(program: &str) -> Option<Command> {
    let installed = root().join("build/oracles/bin/python");
    let python = || Command::new(if installed.exists() { installed.clone() } else { "python3".into() });
    if !python().args(["-c", "import capnp"]).stderr(Stdio::null()).status().is_ok_and(|it| it.success()) {
        absent("pycapnp", "scripts/oracles");
        return None;
    }
    let mut command = python();
    command.arg(root().join("tests/oracles/capnp-calls").join(program));
    Some(command)
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

#[test]
fn calls_to_the_official_implementation() {
    let Some(server) = Server::start() else { return };
    let service = ["--protocol", "capnp", "--schema", SCHEMA, server.address.as_str()];
    let item = "Shop.open.shelf.find({\"name\": \"tea\"}).found.place.item";
    let (price, name) = (format!("{item}.price({{\"count\": 3}})"), format!("{item}.name"));
    let (fail, again) = (format!("{item}.fail({{\"reason\": \"none is left\"}})"), format!("{item}.price"));
    let chain = format!("Shop.open({{\"later\": true}}){}", ".shelf.next".repeat(20));
    let echo = "{\"text\":\"tea ☕\",\"data\":\"AAEC\",\"numbers\":[1,-2]}";
    let closed = "Shop.open({\"shelf\": \"closed\"}).shelf.find.found.place.item.name";
    for (method, input, expected) in [
        ("Shop.echo", echo, (0, format!("{echo}\n"), "")),
        ("Shop.echo", "", (0, "{}\n".to_owned(), "")),
        (price.as_str(), "", (0, "{\"cents\":\"750\"}\n".to_owned(), "")),
        (again.as_str(), "{\"count\": 2}", (0, "{\"cents\":\"500\"}\n".to_owned(), "")),
        (name.as_str(), "", (0, "{\"name\":\"tea\"}\n".to_owned(), "")),
        (chain.as_str(), "", (0, "{\"number\":20,\"shelf\":1}\n".to_owned(), "")),
        (fail.as_str(), "", (5, String::new(), "none is left")),
        (closed, "", (5, String::new(), "UNKNOWN: `Shop.open`: ")),
        ("Shop.none.shelf.find", "", (5, String::new(), "UNKNOWN: `Shelf.find`: ")),
        ("Shelf.next", "", (5, String::new(), "UNIMPLEMENTED: ")),
        // What a call held is released when it is over.
        ("Shop.count", "", (0, "{}\n".to_owned(), "")),
        ("Shop.echo", "{\"text\": 1}", (1, String::new(), "message 1 cannot be read")),
        ("Shop.open.shelf.find({\"name\": 1})", "", (1, String::new(), "what `Shelf.find` takes cannot be read")),
        ("Shop.opn", "", (2, String::new(), "did you mean `Shop.open`?")),
    ] {
        let (code, stdout, stderr) = expected;
        check(&[&service[..], &[method]].concat(), input, (code, &stdout, stderr));
    }
    // On a busy machine it may be over before there is a connection.
    let late = call(&[&service[..], &["Shop.wait", "--deadline", "1s"]].concat(), "");
    assert!([Some(3), Some(5)].contains(&late.status.code()), "{late:?}");
    let get = [&service[..], &["Shop.count", "--get"]].concat();
    check(&get, "", (2, "", "has no HTTP, so --get cannot be used"));
    let metadata = [&service[..], &["Shop.count", "-H", "a: b"]].concat();
    check(&metadata, "", (2, "", "has no metadata, so --metadata cannot be used"));
    check(&["--protocol", "capnp", server.address.as_str(), "Shop.count"], "", (2, "", "name it with --schema"));
}

/// Callers of gRPC and Connect reach methods without references.
#[test]
fn bridges_to_the_official_implementation() {
    let Some(server) = Server::start() else { return };
    let mut bridge = proxy_for("grpc,connect,json-http", &format!("capnp={}", server.address), &[SCHEMA]);
    let service = ["--schema", SCHEMA, &bridge.url];
    let echo = "{\"text\":\"tea ☕\",\"data\":\"AAEC\",\"numbers\":[1,-2]}";
    for more in [&["--protocol", "grpc"][..], &["--protocol", "connect"], &["--protocol", "connect", "--wire", "json"]]
    {
        let with = |method| [&service[..], &[method], more].concat();
        check(&with("Shop.echo"), echo, (0, &format!("{echo}\n"), ""));
        check(&with("Shelf.next"), "{}", (5, "", "UNIMPLEMENTED: "));
    }
    check(&[&service[..], &["Shop.wait", "--deadline", "300ms"]].concat(), "{}", (5, "", "DEADLINE_EXCEEDED"));
    drop(server);
    check(&[&service[..], &["Shop.echo"]].concat(), echo, (5, "", "UNAVAILABLE"));
    let (code, warnings) = bridge.stop();
    assert_eq!(code, Some(0));
    assert!(warnings.contains("`Shop.open` is left out: it takes or returns references"), "{warnings}");
}

/// A server that ends the connection, and one that speaks something else.
#[test]
fn servers_that_are_none() {
    for (answer, expected) in [
        (&b""[..], "UNAVAILABLE: the server ended the connection"),
        (b"\0\0\0\0\x01\0\0\0\0", "UNAVAILABLE: the answer ends inside a message"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "UNAVAILABLE: the answer ends inside a message"),
        (b"\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0", "UNKNOWN: a message cannot be read: "),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            std::io::Read::read(&mut stream, &mut [0; 8]).expect("a call");
            std::io::Write::write_all(&mut stream, answer).expect("the answer");
            stream.shutdown(std::net::Shutdown::Write).expect("the end");
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        });
        check(&["--protocol", "capnp", "--schema", SCHEMA, &address, "Shop.count"], "", (5, "", expected));
        server.join().expect("the server");
    }
}

/// The official implementation calls a server of ours.
#[test]
fn a_mock_answers_the_official_implementation() {
    let folder = TempDir::new().expect("a folder");
    let example = folder.path().join("found.json");
    fs::write(&example, "{\"found\": {\"count\": 3, \"place\": {\"item\": 1}}}").expect("a file");
    let example = format!("Shelf.find={}", example.display());
    let mock = Serving::of(&["--mock", "--protocol", "capnp", "--example", &example, SCHEMA]);
    let service = ["--protocol", "capnp", "--schema", SCHEMA, mock.url.as_str()];
    check(
        &[&service[..], &["Shelf.find"]].concat(),
        "",
        (5, "", "UNIMPLEMENTED: there is no method 0 of the interface"),
    );
    check(
        &[&service[..], &["Shop.none.shelf.find"]].concat(),
        "",
        (0, "{\"found\":{\"count\":3,\"place\":{\"item\":1}}}\n", ""),
    );
    let port = mock.url.rsplit(':').next().expect("a port");
    let Some(mut client) = python("client.py") else { return };
    let output = client.arg(port).output().expect("the client");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let names: Vec<&str> = printed.lines().filter_map(|line| line.split(' ').next()).collect();
    let expected = ["echo", "item", "chain", "kept", "none", "unimplemented"];
    assert_eq!(names, expected, "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.ends_with("unimplemented UNIMPLEMENTED\n"), "{printed}");
}

/// The official implementation calls a program, also through a bridge; methods with references are left out.
#[test]
fn a_program_answers_the_official_implementation() {
    let program =
        "sh -c 'request=$(cat); case $request in *none*) exit 5;; *wait*) sleep 60;; *) echo $request;; esac'";
    let serve = ["serve", "--quiet", "--exec", program, "--bootstrap", "Shop", "--protocol", "capnp"];
    let server = Running::of(&[&serve[..], &["--listen", "127.0.0.1:0", SCHEMA]].concat());
    let to = format!("capnp={}", server.url);
    let bridge = ["proxy", "--quiet", "--bootstrap", "Shop", "--listen", "capnp=127.0.0.1:0", "--to", &to, SCHEMA];
    let bridge = Running::of(&bridge);
    for url in [&server.url, &bridge.url] {
        let port = url.rsplit(':').next().expect("a port");
        let Some(mut client) = python("plain.py") else { return };
        let output = client.arg(port).output().expect("the client");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let echo = |text: &str, rest: &str| format!("echo {{'text': '{text}', {rest}}}");
        let all = "'data': b'\\x00\\x01', 'numbers': [1, -2]";
        let mut expected: Vec<String> = (0..3).map(|at| echo(&format!("tea {at}"), all)).collect();
        expected.extend(["fail FAILED".to_owned(), "open UNIMPLEMENTED".to_owned()]);
        expected.push("echo {'text': 'last'}".to_owned());
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines, expected, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn objects_with_which_connections_start() {
    for (arguments, expected) in [
        (&["--bootstrap", "Nothing"][..], "--bootstrap has to name an interface of the schema: `Named`, `Item`"),
        (&["--listen", "https://127.0.0.1:0"], "needs --cert and --key"),
        (&["--cert", "a", "--key", "b"], "--cert and --key are for `https`"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args(["serve", "--mock", "--protocol", "capnp"]).args(arguments).arg(SCHEMA).current_dir(root());
        let output = command.output().expect("the command");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{errors}");
    }
}

#[test]
fn examples_of_the_guide() {
    let Some(server) = Server::start() else { return };
    check_examples("docs/calls-capnp.md", &[("localhost:50054", &server.address)]);
}
