//! `polywire proxy`: the same answers through a bridge between each two protocols as without it.

use crate::calls::{INTEROPERABILITY, SCHEMA, Servers, call, check, text};
use crate::pages::root;
use crate::served::{Lives, Running, Serving, ended};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const PROTOCOLS: [&str; 3] = ["grpc", "grpc-web", "connect"];

/// Starts a proxy that listens for all protocols.
fn proxy(to: &str, arguments: &[&str]) -> Running {
    proxy_for(&PROTOCOLS.join(","), to, arguments)
}

/// Starts a proxy that listens for some protocols.
pub fn proxy_for(protocols: &str, to: &str, arguments: &[&str]) -> Running {
    let listen = format!("{protocols}=http://127.0.0.1:0");
    Running::of(&[&["proxy", "--listen", &listen, "--to", to], arguments].concat())
}

/// What a caller sees of a call: the exit code, the output, and the lines of errors but for those of HTTP itself.
fn seen(url: &str, protocol: &str, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = call(&[&["--protocol", protocol, "--schema", SCHEMA, url][..], arguments].concat(), input);
    let is_own = |line: &&str| !["date: ", "content-length: ", "x-method: "].iter().any(|own| line.starts_with(own));
    let errors: Vec<String> = text(&output.stderr).lines().filter(is_own).map(str::to_owned).collect();
    (output.status.code(), text(&output.stdout), errors.join("\n"))
}

/// connect-go answers all three protocols itself.
#[test]
fn each_pair_of_protocols_answers_as_without_a_bridge() {
    let Some(servers) = Servers::start() else { return };
    let direct = format!("http://{}", servers.address("web"));
    let stream = "{\"responseParameters\": [{\"size\": 1}, {\"size\": 2}]}";
    let failing = "{\"responseStatus\": {\"code\": 9, \"message\": \"not \\\"now\\\" é\"}}";
    let echo = ["-i", "-H", "x-echo: a", "-H", "x-echo-bin: AAH/"];
    let cases = [
        ([&["UnaryCall"][..], &echo].concat(), "{\"responseSize\": 3}"),
        (vec!["UnaryCall", "--wire", "json", "--compress", "gzip"], "{\"responseSize\": 3}"),
        (vec!["UnaryCall", "-i"], failing),
        ([&["StreamingOutputCall"][..], &echo].concat(), stream),
        (vec!["StreamingInputCall", "--compress", "gzip"], "{\"payload\": {\"body\": \"AAEC\"}} {}"),
        (vec!["FullDuplexCall", "--http2"], &*format!("{stream}{stream}")),
        (vec!["EmptyCall"], "{}"),
    ];
    for to in PROTOCOLS {
        let more: &[&str] = match to {
            "grpc" => &["--compress", "gzip"],
            // connect-go wants it for streams in both directions, whatever the protocol.
            "grpc-web" => &["--http2"],
            _ => &[],
        };
        let bridge = proxy(&format!("{to}={direct}"), &[&[SCHEMA], more].concat());
        for protocol in PROTOCOLS {
            for (arguments, input) in &cases {
                let expected = seen(&direct, protocol, arguments, input);
                let found = seen(&bridge.url, protocol, arguments, input);
                assert_eq!((found.0, &found.1), (expected.0, &expected.1), "{protocol} {to} {arguments:?}: {found:?}");
                // A method that is not there has a message of its own in each protocol.
                if arguments[0] != "EmptyCall" {
                    assert_eq!(found.2, expected.2, "{protocol} {to} {arguments:?}");
                }
            }
        }
    }
}

/// grpc-go's client through two bridges to grpc-go's server. The schema is asked for through both.
#[test]
fn the_interoperability_tests_pass_through_two_bridges() {
    let Some(servers) = Servers::start() else { return };
    let first = proxy(&format!("grpc=http://{}", servers.address("grpc")), &[]);
    let second = proxy(&format!("connect={}", first.url), &[]);
    let address = second.url.strip_prefix("http://").expect("an address");
    let client = Servers::program().expect("the client");
    let output = Command::new(client).args(["client", address]).args(INTEROPERABILITY).output().expect("the client");
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), INTEROPERABILITY, "{}", text(&output.stderr));
    check(&[&second.url, "Health/Check"], "{}", (0, "{\"status\":\"SERVING\"}\n", ""));
}

/// A caller that goes away ends the program behind two bridges, and so does a deadline of the bridge.
#[test]
fn cancelled_calls_and_deadlines_pass() {
    let lives = Lives::new();
    let server = Serving::of(&["--exec", &lives.program(), "--protocol", "connect", SCHEMA]);
    let first = proxy(&format!("connect={}", server.url), &[SCHEMA]);
    let second = proxy(&format!("grpc-web={}", first.url), &[SCHEMA, "--deadline", "1h"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["call", "--schema", SCHEMA, &second.url, "StreamingInputCall"]).current_dir(root());
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the command");
    let held = lives.open();
    process.kill().expect("a process");
    process.wait().expect("an end");
    ended(held);
    let limited = proxy(&format!("connect={}", server.url), &[SCHEMA, "--deadline", "100ms"]);
    check(&["--schema", SCHEMA, &limited.url, "EmptyCall"], "{}", (5, "", "DEADLINE_EXCEEDED"));
}

/// The server may come later, and come back.
#[test]
fn servers_that_are_not_there_are_told() {
    let folder = TempDir::new().expect("a folder");
    let place = format!("unix:{}", folder.path().join("socket").display());
    for (to, wire) in [("grpc", "protobuf"), ("connect", "json")] {
        let bridge = proxy(&format!("{to}={place}"), &[SCHEMA, "--wire", wire]);
        let service = ["--schema", SCHEMA, &bridge.url, "EmptyCall"];
        for _ in 0..2 {
            check(&service, "{}", (5, "", "UNAVAILABLE"));
            let mut server = Serving::of(&["--mock", "--protocol", to, "--wire", wire, "--listen", &place, SCHEMA]);
            check(&service, "{}", (0, "{}\n", ""));
            // Questions about health are in Protocol Buffers, whatever the format of the methods.
            check(&[&bridge.url, "Health/Check"], "{}", (0, "{\"status\":\"SERVING\"}\n", ""));
            assert_eq!(server.stop().0, Some(0));
        }
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let to = "grpc=http://127.0.0.1:1";
    let listen = "grpc=http://127.0.0.1:0";
    for (arguments, (code, message)) in [
        (vec!["--listen", "grpc", "--to", to, SCHEMA], (2, "write it as in `grpc=http://localhost:50051`")),
        (vec!["--listen", "soap=http://127.0.0.1:0", "--to", to, SCHEMA], (2, "the protocols are grpc")),
        (vec!["--listen", "capnp,grpc=127.0.0.1:0", "--to", to, SCHEMA], (2, "can be served at the same place")),
        (vec!["--listen", "capnp=127.0.0.1:0", "--to", to, SCHEMA], (2, "has no ids of Cap'n Proto")),
        (
            vec!["--listen", "giop=127.0.0.1:0", "--to", to, "tests/oracles/msgpack-calls/arith.proto"],
            (2, "interfaces in IDL"),
        ),
        (vec!["--listen", "msgpack-rpc=127.0.0.1:0", "--to", to, SCHEMA], (2, "and MessagePack-RPC has none")),
        (vec!["--listen", "avro=127.0.0.1:0", "--to", to, SCHEMA], (2, "need a protocol in one of Avro's languages")),
        (vec!["--listen", listen, "--to", "msgpack-rpc=127.0.0.1:1", "--http2", SCHEMA], (2, "for servers over HTTP")),
        (vec!["--listen", listen, "--to", "grpc,connect=http://127.0.0.1:1", SCHEMA], (2, "--to has one protocol")),
        (vec!["--listen", "grpc=https://127.0.0.1:0", "--to", to, SCHEMA], (2, "needs --cert and --key")),
        (vec!["--listen", listen, "--to", to], (3, "127.0.0.1:1")),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        let output = command.arg("proxy").args(&arguments).current_dir(root()).output().expect("the command");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

const SHOP: &str = "protocol Shop {
  record Order { string item; int count; }
  error Refused { string why; int left; }
  record Receipt { string text; long cents; }
  Receipt place(Order order, boolean paid) throws Refused;
  string name();
}
";
/// Answers `place`, and refuses orders of nothing.
const PLACE: &str = r#"case $POLYWIRE_METHOD in name) echo '{"value":"ünder"}'; exit;; esac
case $(cat) in *nothing*) echo no nothing >&2; exit 9;; esac
echo '{"text":"é","cents":"9007199254740993"}'
"#;

/// Each of the protocols that Avro's schemas can have answers for each of the others.
#[test]
fn protocols_without_streams_are_bridged() {
    let folder = TempDir::new().expect("a folder");
    let schema = folder.path().join("shop.avdl");
    std::fs::write(&schema, SHOP).expect("a file");
    let schema = schema.to_str().expect("a path");
    let program = folder.path().join("place.sh");
    std::fs::write(&program, PLACE).expect("a file");
    let program = format!("sh {}", program.display());
    // Without a rule, a call in JSON is one of Connect, so the other form has a place of its own.
    let alone = ["grpc", "connect", "json-http", "msgpack-rpc", "avro", "avro-netty"];
    for to in alone {
        let server = Running::of(&["serve", "--exec", &program, "--protocol", to, "--listen", "127.0.0.1:0", schema]);
        let listen = alone.map(|protocol| format!("{protocol}=127.0.0.1:0"));
        let listens: Vec<&str> = listen.iter().flat_map(|it| ["--listen", it]).collect();
        let address = format!("{to}={}", server.url);
        let (_bridge, places) =
            Running::telling(&[&["proxy", "--to", &address, schema], &listens[..]].concat(), listen.len());
        for (protocol, place) in alone.into_iter().zip(&places) {
            let calls = ["--protocol", protocol, "--schema", schema, place];
            let call = |method: &str, input: &str, expected: (i32, &str, &str)| {
                check(&[&calls[..], &[method]].concat(), input, expected);
            };
            let (order, nothing) =
                ("{\"order\": {\"item\": \"x\", \"count\": 2}}", "{\"order\": {\"item\": \"nothing\"}}");
            call("place", order, (0, "{\"text\":\"é\",\"cents\":\"9007199254740993\"}\n", ""));
            call("place", nothing, (5, "", "FAILED_PRECONDITION: no nothing"));
            call("name", "{}", (0, "{\"value\":\"ünder\"}\n", ""));
        }
    }
}
