//! The service of gRPC's interoperability tests, and its client, in generated code.
//!
//! `serve` prints the address and ends with its standard input; `call PROTOCOL URL CASE…` runs cases, of which one that fails ends the
//! program. With `gzip PROTOCOL`, messages are compressed, with `json PROTOCOL` they are in JSON, `get PROTOCOL` asks by GET, and
//! `http2 PROTOCOL` uses HTTP/2 for all. `alone` runs what needs no other program.

#![deny(warnings)]

mod alone;
mod cases;
mod service;

/// What the test has generated.
mod generated {
    include!("../../../build/calls-rust/mod.rs");
}

use generated::grpc::testing::serve_test_service;
use generated::rpc::PROTOCOLS;
use polywire_calls::{Caller, Handler, Protocol, Server};
use std::io::Read;
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["serve"] => run(serve()),
        ["alone", cases @ ..] => run(alone::run(cases)),
        ["call", protocol, url, cases @ ..] => run(call(caller(protocol, url), cases)),
        ["gzip", protocol, url, cases @ ..] => run(call(caller(protocol, url).with_compression(), cases)),
        ["json", protocol, url, cases @ ..] => run(call(caller(protocol, url).with_format("json"), cases)),
        ["get", protocol, url, cases @ ..] => run(call(caller(protocol, url).with_get(), cases)),
        ["http2", protocol, url, cases @ ..] => run(call(caller(protocol, url).with_http2(), cases)),
        _ => panic!("unknown arguments: {args:?}"),
    }
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().expect("a runtime").block_on(work)
}

fn handler() -> Handler {
    Handler::new(PROTOCOLS, [serve_test_service(service::Service)])
}

async fn serve() {
    let server = Server::start(handler(), "127.0.0.1:0", None).await.expect("a server");
    println!("{}", server.url().trim_start_matches("http://"));
    let wait = || std::io::stdin().read_to_end(&mut Vec::new());
    let _ = tokio::task::spawn_blocking(wait).await;
    server.stop(Duration::ZERO).await;
}

fn protocol(name: &str) -> &'static Protocol {
    PROTOCOLS.iter().find(|it| it.name == name).expect("a protocol")
}

fn caller(name: &str, url: &str) -> Caller {
    Caller::new(url, protocol(name)).expect("a URL")
}

async fn call(caller: Caller, names: &[&str]) {
    for name in names {
        if let Err(error) = cases::run(&caller, name).await {
            eprintln!("{name}: {error}");
            std::process::exit(1);
        }
        println!("{name}");
    }
}
