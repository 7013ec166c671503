//! `polywire gen --rpc` for Go: its client and server with each other, in all protocols; with grpc-go and connect-go; and with `polywire
//! call` and `polywire serve`.

use crate::calls::{INTEROPERABILITY, SCHEMA, Servers, check};
use crate::pages::root;
use crate::programs::{Served, run};
use crate::served::Serving;
use polywire_oracles::Go;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const SOURCES: &str = "crates/polywire/tests/calls_go";
const PROTOCOLS: &str = "grpc,grpc-web,connect";
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

/// The module with generated code and the program of the test.
struct Module {
    go: Go,
    folder: PathBuf,
    program: PathBuf,
}

/// Returns the module, which is made once; `None` without Go.
fn module() -> Option<&'static Module> {
    static MODULE: OnceLock<Option<Module>> = OnceLock::new();
    MODULE.get_or_init(made).as_ref()
}

fn made() -> Option<Module> {
    let folder = root().join("build/calls-go");
    let go = Go::find()?;
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for file in fs::read_dir(root().join(SOURCES)).expect("the sources") {
        let path = file.expect("a file").path();
        fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
    }
    let module =
        "module example.com/calls\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => ../../runtime/go\n";
    fs::write(folder.join("go.mod"), module).expect("a file");
    generate(&folder, &["--wire", "protobuf,json", "--rpc", PROTOCOLS, SCHEMA]);
    let program = folder.join("program");
    run(go.command(&folder).args(["build", "-race", "-o", "program", "."]));
    Some(Module { go, folder, program })
}

fn generate(folder: &Path, arguments: &[&str]) {
    let output = folder.join("gen");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "go", "-o"]).arg(output).args(arguments).current_dir(root());
    run(&mut command);
}

impl Module {
    /// Runs cases of the client.
    fn client(&self, arguments: &[&str], cases: &[&str]) {
        let printed = run(Command::new(&self.program).args(arguments).args(cases));
        assert_eq!(printed.lines().collect::<Vec<_>>(), cases);
    }

    fn serve(&self) -> Served {
        Served::start(&self.program)
    }
}

/// Generated code is formatted and accepted, and its clients and servers work with each other.
#[test]
fn generated_clients_and_servers_work_with_each_other() {
    let Some(module) = module() else { return };
    assert_eq!(run(module.go.fmt(&module.folder).args(["-l", "."])), "");
    run(module.go.command(&module.folder).args(["vet", "./..."]));
    run(module.go.command(&module.folder).args(["test", "-race", "."]));
}

/// The cases of gRPC's interoperability tests, with grpc-go's client.
#[test]
fn clients_of_others_call_generated_servers() {
    let (Some(program), Some(module)) = (Servers::program(), module()) else { return };
    let served = module.serve();
    let printed = run(Command::new(&program).args(["client", &served.address]).args(INTEROPERABILITY));
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
    let printed = run(Command::new(program).args(["connect-client", &served.address]).args(cases));
    assert_eq!(printed.lines().collect::<Vec<_>>(), cases);
}

#[test]
fn generated_clients_call_servers_of_others() {
    let (Some(servers), Some(module)) = (Servers::start(), module()) else { return };
    let [grpc, web] = ["grpc", "web"].map(|name| format!("http://{}", servers.address(name)));
    let more = ["empty_unary", "custom_metadata", "unimplemented_method", "unimplemented_service", "details"];
    let of_grpc: Vec<&str> = CASES.iter().copied().filter(|it| *it != "cacheable_unary").chain(more).collect();
    module.client(&["call", "grpc", &grpc], &of_grpc);
    module.client(&["gzip", "grpc", &grpc], &["large_unary", "ping_pong"]);
    let of_web: Vec<&str> =
        CASES.iter().copied().chain(["echo", "details", "timeout_of_unary", "stream_fails"]).collect();
    for protocol in ["grpc", "grpc-web", "connect"] {
        // connect-go's server has streams in both directions over HTTP/2 only.
        module.client(&["http2", protocol, &web], &of_web);
        module.client(&["gzip", protocol, &web], &["large_unary", "client_streaming", "server_streaming"]);
        module.client(&["json", protocol, &web], &["large_unary", "client_streaming", "server_streaming"]);
    }
    module.client(&["call", "connect", &web], &of_web);
}

#[test]
fn generated_code_and_the_command_work_with_each_other() {
    let Some(module) = module() else { return };
    let served = module.serve();
    let url = format!("http://{}", served.address);
    let stream = "{\"responseParameters\": [{\"size\": 1}, {\"size\": 2}]}";
    let many = "{\"payload\":{\"body\":\"AA==\"}}\n{\"payload\":{\"body\":\"AAA=\"}}\n";
    for protocol in ["grpc", "grpc-web", "connect"] {
        let call = |more: &[&str], expected| {
            check(&[&["--protocol", protocol, "--schema", SCHEMA, &url], more].concat(), "", expected);
        };
        call(&["UnaryCall", "-d", "{\"responseSize\": 3}"], (0, "{\"payload\":{\"body\":\"AAAA\"}}\n", ""));
        call(
            &["UnaryCall", "-d", "{\"responseSize\": 3}", "--compress", "gzip"],
            (0, "{\"payload\":{\"body\":\"AAAA\"}}\n", ""),
        );
        call(
            &["UnaryCall", "-d", "{\"responseSize\": 3}", "--wire", "json"],
            (0, "{\"payload\":{\"body\":\"AAAA\"}}\n", ""),
        );
        call(&["StreamingOutputCall", "-d", stream], (0, many, ""));
        call(&["FullDuplexCall", "-d", stream], (0, many, ""));
        call(
            &["UnaryCall", "-d", "{\"responseStatus\": {\"code\": 9, \"message\": \"no\"}}"],
            (5, "", "FAILED_PRECONDITION: no"),
        );
        let mock = Serving::of(&["--mock", "--protocol", protocol, SCHEMA]);
        module.client(&["call", protocol, &mock.url], &["empty_unary", "empty_stream", "unimplemented_method"]);
    }
}

/// Languages without code for services say so, and so do schemas without services.
#[test]
fn what_has_no_services_says_so() {
    for (language, schema, message) in [
        ("erlang", SCHEMA, "--rpc: Erlang does not support this option; C++, Go and Rust do"),
        ("go", "examples/trade/trade.proto", "the schema has no services, so --rpc has nothing to do"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args([
            "gen",
            "--lang",
            language,
            "--wire",
            "protobuf",
            "--rpc",
            "grpc",
            "-o",
            "build/calls-none",
            schema,
        ]);
        let output = command.current_dir(root()).output().expect("the command");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(message), "{errors}");
    }
}
