//! `polywire gen --rpc` for Rust: its client and server with each other, in all protocols; with grpc-go and connect-go; and with
//! `polywire call` and `polywire serve`.

use crate::calls::{INTEROPERABILITY, SCHEMA, Servers, check};
use crate::pages::root;
use crate::programs::{Served, run};
use crate::served::Serving;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const PROTOCOLS: &str = "grpc,grpc-web,connect";
/// Those of the workspace, so that nothing is compiled twice.
const FEATURES: &str = "polywire-build/tonic,polywire-calls-test/generated";
/// The cases that need nothing that connect-go's server does not have.
const CASES: [&str; 12] = [
    "large_unary",
    "client_streaming",
    "server_streaming",
    "ping_pong",
    "empty_stream",
    "status_code_and_message",
    "special_status_message",
    "cancel_after_begin",
    "cancel_after_first_response",
    "timeout_on_sleeping_server",
    "cacheable_unary",
    "too_large",
];

/// Returns the program with generated code, which is made once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(made)
}

fn made() -> PathBuf {
    let folder = root().join("build/calls-rust");
    let _ = fs::remove_dir_all(&folder);
    let mut generate = Command::new(env!("CARGO_BIN_EXE_polywire"));
    generate.args(["gen", "--lang", "rust", "--wire", "protobuf,json", "--rpc", PROTOCOLS, "-o"]).arg(&folder);
    run(generate.args([SCHEMA, "tests/calls-rust/names.proto"]).current_dir(root()));
    run(&mut cargo("build"));
    Path::new(env!("CARGO_BIN_EXE_polywire")).with_file_name("calls-of-rust")
}

/// Returns the command that works on the program in the folder where everything else is compiled, too.
fn cargo(work: &str) -> Command {
    let target = Path::new(env!("CARGO_BIN_EXE_polywire")).parent().and_then(Path::parent).expect("a folder");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([work, "--quiet", "--locked", "--offline", "--workspace", "--features", FEATURES]);
    cargo.args(["--bin", "calls-of-rust"]).current_dir(root()).env("CARGO_TARGET_DIR", target);
    cargo
}

/// Runs cases of the client.
fn client(arguments: &[&str], cases: &[&str]) {
    let printed = run(Command::new(program()).args(arguments).args(cases));
    assert_eq!(printed.lines().collect::<Vec<_>>(), cases, "{arguments:?}");
}

/// Generated code is formatted and accepted, and its clients and servers work with each other; without TLS if there are no certificates.
#[test]
fn generated_clients_and_servers_work_with_each_other() {
    let files = Servers::start();
    let named = |servers: &Servers| ["ca.pem", "identity.pem", "key.pem"].map(|name| servers.folder.path().join(name));
    run(Command::new(program()).arg("alone").args(files.as_ref().map(named).into_iter().flatten()));
    let folder = root().join("build/calls-rust");
    // Users have the usual format, not that of this project.
    fs::write(folder.join("rustfmt.toml"), "").expect("a file");
    run(Command::new("rustfmt").args(["--edition", "2024", "--check", "mod.rs"]).current_dir(folder));
    if std::env::var_os("POLYWIRE_FULL").is_some() {
        run(&mut cargo("clippy"));
    }
}

#[test]
fn clients_of_others_call_generated_servers() {
    let Some(others) = Servers::program() else { return };
    let served = Served::start(program());
    let printed = run(Command::new(&others).args(["client", &served.address]).args(INTEROPERABILITY));
    assert_eq!(printed.lines().collect::<Vec<_>>(), INTEROPERABILITY);
    let cases = [
        "unary",
        "unary_gzip",
        "unary_json",
        "get",
        "get_gzip",
        "get_refused",
        "server_stream",
        "client_stream",
        "duplex",
        "duplex_gzip",
        "unimplemented",
    ];
    let printed = run(Command::new(others).args(["connect-client", &served.address]).args(cases));
    assert_eq!(printed.lines().collect::<Vec<_>>(), cases);
}

#[test]
fn generated_clients_call_servers_of_others() {
    let Some(servers) = Servers::start() else { return };
    let [grpc, web] = ["grpc", "web"].map(|name| format!("http://{}", servers.address(name)));
    let more = ["empty_unary", "custom_metadata", "unimplemented_method", "unimplemented_service", "details"];
    let of_grpc: Vec<&str> = CASES.iter().copied().filter(|it| *it != "cacheable_unary").chain(more).collect();
    client(&["call", "grpc", &grpc], &of_grpc);
    client(&["gzip", "grpc", &grpc], &["large_unary", "ping_pong"]);
    let of_web: Vec<&str> =
        CASES.iter().copied().chain(["echo", "details", "timeout_of_unary", "stream_fails"]).collect();
    for protocol in ["grpc", "grpc-web", "connect"] {
        // connect-go's server has streams in both directions over HTTP/2 only.
        client(&["http2", protocol, &web], &of_web);
        client(&["gzip", protocol, &web], &["large_unary", "client_streaming", "server_streaming"]);
        client(&["json", protocol, &web], &["large_unary", "client_streaming", "server_streaming"]);
    }
    client(&["call", "connect", &web], &of_web);
    client(&["get", "connect", &web], &["cacheable_unary"]);
}

#[test]
fn generated_code_and_the_command_work_with_each_other() {
    let served = Served::start(program());
    let url = format!("http://{}", served.address);
    let stream = "{\"responseParameters\": [{\"size\": 1}, {\"size\": 2}]}";
    let many = "{\"payload\":{\"body\":\"AA==\"}}\n{\"payload\":{\"body\":\"AAA=\"}}\n";
    for protocol in ["grpc", "grpc-web", "connect"] {
        let call = |more: &[&str], expected| {
            check(&[&["--protocol", protocol, "--schema", SCHEMA, &url], more].concat(), "", expected);
        };
        let unary = ["UnaryCall", "-d", "{\"responseSize\": 3}"];
        for more in [&[][..], &["--compress", "gzip"], &["--wire", "json"]] {
            call(&[&unary[..], more].concat(), (0, "{\"payload\":{\"body\":\"AAAA\"}}\n", ""));
        }
        call(&["StreamingOutputCall", "-d", stream], (0, many, ""));
        call(&["FullDuplexCall", "-d", stream], (0, many, ""));
        let refused = "{\"responseStatus\": {\"code\": 9, \"message\": \"no\"}}";
        call(&["UnaryCall", "-d", refused], (5, "", "FAILED_PRECONDITION: no"));
        let mock = Serving::of(&["--mock", "--protocol", protocol, SCHEMA]);
        client(&["call", protocol, &mock.url], &["empty_unary", "empty_stream", "unimplemented_method"]);
    }
}
