//! JSON over HTTP: the requests and answers of grpc-gateway, and bridges to other protocols.

use crate::calls::{SCHEMA, Servers, text};
use crate::pages::root;
use crate::proxied::proxy_for;
use crate::served::Serving;
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

const IMPORTS: &str = "tests/corpus/public/googleapis";
const LIBRARY: &str = "examples/serve/library.proto";

/// The status of HTTP, the headers, and the body of an answer.
struct Answer {
    status: u64,
    head: String,
    body: String,
}

/// Sends a request by HTTP/1.0, whose answers end with the connection.
fn ask(url: &str, verb: &str, path: &str, (headers, body): (&str, &str)) -> Answer {
    let address = url.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let content = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let length = body.len();
    let request = format!("{verb} {path} HTTP/1.0\r\n{content}{headers}content-length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let answer = text(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// Returns the documents of an answer. Messages for people are left out, and requests inside of titles are JSON.
fn documents(lines: &[Value]) -> Vec<Value> {
    fn comparable(value: &mut Value) {
        match value {
            Value::Object(members) => {
                if members.contains_key("code") {
                    members.remove("message");
                    let is_empty = |it: &mut Value| it.as_array().is_some_and(Vec::is_empty);
                    if members.get_mut("details").is_some_and(is_empty) {
                        members.remove("details");
                    }
                }
                if let Some(Value::String(title)) = members.get("title")
                    && let Ok(request) = serde_json::from_str(title)
                {
                    members.insert("title".to_owned(), request);
                }
                members.values_mut().for_each(comparable);
            }
            Value::Array(elements) => elements.iter_mut().for_each(comparable),
            _ => {}
        }
    }
    let mut lines = lines.to_vec();
    lines.iter_mut().for_each(comparable);
    lines
}

#[test]
fn requests_mean_what_they_mean_to_grpc_gateway() {
    let recorded = fs::read_to_string(root().join("tests/rpc/json_http.json")).expect("the file");
    let recorded: Value = serde_json::from_str(&recorded).expect("JSON");
    let program = "python3 crates/polywire/tests/data/library.py";
    let server = Serving::of(&["--exec", program, "--protocol", "json-http", "-I", IMPORTS, LIBRARY]);
    let requests = recorded["requests"].as_array().expect("requests");
    for request in requests {
        let member = |name: &str| request[name].as_str().expect("a text");
        let answer = ask(&server.url, member("verb"), member("path"), ("", member("body")));
        let found: Vec<Value> = answer.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let expected = request.get("ours").unwrap_or(request);
        assert_eq!(answer.status, expected["status"], "{request}: {}", answer.body);
        let expected = expected["answer"].as_array().expect("documents");
        assert_eq!(documents(&found), documents(expected), "{request}: {}", answer.body);
        assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    }
    assert!(requests.len() > 25);
    let typed = ("content-type: text/plain\r\n", "");
    assert_eq!(ask(&server.url, "GET", "/v1/shelves/a/books/b", typed).status, 415);
    let unescaped = ask(&server.url, "GET", "/v1/books?shelf=%F", ("", ""));
    assert_eq!((unescaped.status, unescaped.body.contains("not escaped well")), (400, true), "{}", unescaped.body);
}

/// Methods without rules are called by their names; metadata, statuses with details and deadlines pass.
#[test]
fn json_is_a_way_to_grpc() {
    let Some(servers) = Servers::start() else { return };
    let bridge = proxy_for("json-http,grpc", &format!("grpc=http://{}", servers.address("grpc")), &[]);
    let path = |method: &str| format!("/grpc.testing.TestService/{method}");
    let echo = "x-grpc-test-echo-initial: a\r\nx-grpc-test-echo-trailing-bin: AAH/\r\n";
    let answer = ask(&bridge.url, "POST", &path("UnaryCall"), (echo, "{\"responseSize\": 3}"));
    assert_eq!((answer.status, answer.body.as_str()), (200, "{\"payload\":{\"body\":\"AAAA\"}}"), "{}", answer.head);
    for line in ["x-grpc-test-echo-initial: a", "trailer-x-grpc-test-echo-trailing-bin: AAH/"] {
        assert!(answer.head.contains(line), "{}", answer.head);
    }
    let failing = "{\"responseStatus\": {\"code\": 9, \"message\": \"not now\"}}";
    let answer = ask(&bridge.url, "POST", &path("UnaryCall"), ("", failing));
    let detail = json!({"@type": "type.googleapis.com/grpc.testing.EchoStatus", "code": 7, "message": "why"});
    let expected = json!({"code": 9, "message": "not now", "details": [detail]});
    assert_eq!((answer.status, serde_json::from_str(&answer.body).ok()), (400, Some(expected)));
    let stream = "{\"responseParameters\": [{\"size\": 1}, {\"size\": 2}]}";
    let answer = ask(&bridge.url, "POST", &path("StreamingOutputCall"), ("", stream));
    let lines = "{\"result\":{\"payload\":{\"body\":\"AA==\"}}}\n{\"result\":{\"payload\":{\"body\":\"AAA=\"}}}\n";
    assert_eq!((answer.status, answer.body.as_str()), (200, lines));
    let slow = "{\"responseParameters\": [{\"size\": 1, \"intervalUs\": 600000000}]}";
    let answer = ask(&bridge.url, "POST", &path("StreamingOutputCall"), ("grpc-timeout: 100m\r\n", slow));
    assert_eq!((answer.status, answer.body.contains("\"code\":4")), (504, true), "{}", answer.body);
    assert_eq!(ask(&bridge.url, "POST", &path("StreamingInputCall"), ("", "{}")).status, 501);
    assert_eq!(ask(&bridge.url, "GET", &path("UnaryCall"), ("", "")).status, 405);
}

#[test]
fn rules_that_do_not_fit_are_told_at_the_start() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let schema = fs::read_to_string(root().join(LIBRARY)).expect("the schema");
    let schema =
        schema.replace("{name=shelves/*/books/*}:lend", "{nom=shelves/*/books/*}:lend").replace("/v1/books", "v1");
    let path = folder.path().join("library.proto");
    fs::write(&path, schema).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["serve", "--mock", "--protocol", "json-http", "-I", IMPORTS]).arg(path);
    let output = command.current_dir(root()).output().expect("the command");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    for part in ["`library.Library.Lend`: its rule names the field `nom`", "`v1` is no template of a path"] {
        assert!(errors.contains(part), "{errors}");
    }
}

/// What a method gets is what was given, whether it is in the path, the query or the body; and so it is through a bridge.
#[test]
fn calls_by_rules() {
    let program = "python3 crates/polywire/tests/data/library.py";
    let server = Serving::of(&["--exec", program, "--protocol", "json-http", "-I", IMPORTS, LIBRARY]);
    let bridge = proxy_for("grpc,json-http", &format!("json-http={}", server.url), &["-I", IMPORTS, LIBRARY]);
    let book = "{\"name\":\"shelves/a b/books/1\",\"title\":\"é&\",\"genre\":\"POETRY\",\"pages\":\"12\"}";
    let update = format!("{{\"book\":{book},\"updateMask\":\"title,pages\"}}");
    let create = format!("{{\"shelf\":\"shelves/s\",\"book\":{book},\"bookId\":\"7\"}}");
    let list = "{\"shelf\":\"shelves/a\",\"pageSize\":3,\"genres\":[\"NOVEL\",\"POETRY\"],\"lent\":true,\"filter\":{\"title\":\"a b&c\"}}";
    let elsewhere = "{\"pageSize\":3}";
    for (method, request) in [
        ("GetBook", "{\"name\":\"shelves/a/books/b\"}"),
        ("ListBooks", list),
        ("ListBooks", elsewhere),
        ("CreateBook", &create),
        ("UpdateBook", &update),
        ("Lend", "{\"name\":\"shelves/s/books/1\",\"to\":\"me\",\"days\":3}"),
        ("Watch", "{\"name\":\"shelves/s/books/1\"}"),
    ] {
        for (protocol, url) in [("json-http", &server.url), ("grpc", &bridge.url), ("json-http", &bridge.url)] {
            let arguments = ["--protocol", protocol, "-I", IMPORTS, "--schema", LIBRARY, url, method];
            let output = crate::calls::call(&arguments, request);
            assert!(output.status.success(), "{protocol} {method}: {}", text(&output.stderr));
            let lines = text(&output.stdout);
            let mut answers = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let first = answers.next().expect("an answer");
            let book = first.pointer("/books/0").unwrap_or(&first);
            assert_eq!(book["title"], request, "{protocol} {method}");
            let rest: Vec<Value> = answers.collect();
            assert_eq!(rest, if method == "Watch" { vec![json!({"pages": "5"})] } else { vec![] });
        }
    }
    let service = ["--protocol", "json-http", "-I", IMPORTS, "--schema", LIBRARY, &server.url];
    let check = |more: &[&str], input: &str, expected: (i32, &str, &str)| {
        crate::calls::check(&[&service[..], more].concat(), input, expected);
    };
    let details =
        "NOT_FOUND: no \"book\" é\n  = details: {\"@type\":\"type.googleapis.com/library.Book\",\"title\":\"why\"}";
    check(&["GetBook"], "{\"name\": \"shelves/a/books/none\"}", (5, "", details));
    check(&["GetBook"], "{}", (1, "", "the path needs the field `name`"));
    check(&["GetBook"], "{\"name\": \"books/b\"}", (1, "", "`name` cannot be `books/b` in the path"));
    check(&["GetBook", "--compress", "gzip"], "{}", (2, "", "no compression of requests"));
    check(&["GetBook", "--wire", "protobuf"], "{}", (2, "", "messages of this protocol are JSON"));
    crate::calls::check(
        &["--protocol", "json-http", &server.url, "GetBook"],
        "{}",
        (2, "", "do not tell their schema"),
    );
    let streams = ["--protocol", "json-http", "--schema", SCHEMA, &server.url, "StreamingInputCall"];
    crate::calls::check(&streams, "{}", (2, "", "methods that take a stream cannot be called"));
}

/// A browser asks before a page of another origin calls, and hides answers that do not allow it.
#[test]
fn pages_of_allowed_origins_may_call() {
    let server = Serving::of(&["--mock", "--protocol", "grpc-web,json-http", "--cors", "https://a.example", SCHEMA]);
    let path = "/grpc.testing.TestService/EmptyCall";
    let asks = "access-control-request-method: POST\r\naccess-control-request-headers: content-type,x-grpc-web\r\n";
    let question = format!("origin: https://a.example\r\n{asks}");
    let answer = ask(&server.url, "OPTIONS", path, (&question, ""));
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    for line in
        ["access-control-allow-origin: https://a.example", "access-control-allow-headers: content-type,x-grpc-web"]
    {
        assert!(answer.head.contains(line), "{}", answer.head);
    }
    let allowed = ask(&server.url, "POST", path, ("origin: https://a.example\r\n", "{}"));
    assert!(allowed.head.contains("access-control-expose-headers: *"), "{}", allowed.head);
    for headers in ["origin: https://b.example\r\n".to_owned(), String::new(), format!("origin: null\r\n{asks}")] {
        let other = ask(&server.url, "POST", path, (&headers, "{}"));
        assert_eq!((other.status, other.head.contains("access-control")), (200, false), "{}", other.head);
    }
}
