//! What needs no other program: clients and servers of generated code with each other, and bytes that are no calls.

use crate::cases::{asking_for, expect, fails, run as case, wanting};
use crate::generated::grpc::testing::{Empty, TestServiceClient};
use crate::generated::rpc::PROTOCOLS;
use crate::handler;
use crate::service::{DROPPED, SENT, WAITING, size};
use polywire_calls::{Caller, Identity, Metadata, Result, Server, ServerTls, Status, Trust};
use polywire_net::{Incoming as Arrived, Network, Target, Version};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const CASES: [&str; 18] = [
    "empty_unary",
    "large_unary",
    "cacheable_unary",
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
    "timeout_of_unary",
    "unimplemented_method",
    "unimplemented_service",
    "details",
    "stream_fails",
];

/// Runs all of it; the arguments are the files of an authority, and of a certificate and its key.
pub async fn run(files: &[&str]) {
    let server = Server::start(handler(), "http://127.0.0.1:0", None).await.expect("a server");
    for protocol in PROTOCOLS {
        let caller = || Caller::new(server.url(), protocol).expect("a URL");
        let all = [
            caller(),
            caller().with_http2(),
            caller().with_compression(),
            caller().with_format("json"),
            caller().with_get(),
        ];
        for caller in all {
            for name in CASES.into_iter().chain(["too_large"]) {
                case(&caller, name).await.unwrap_or_else(|error| panic!("{caller:?}: {name}: {error}"));
            }
            more(&caller).await.unwrap_or_else(|error| panic!("{caller:?}: {error}"));
        }
    }
    for protocol in PROTOCOLS {
        let client = TestServiceClient::new(Caller::new(server.url(), protocol).expect("a URL"));
        is_held_up(&client).await.unwrap_or_else(|error| panic!("{}: {error}", protocol.name));
    }
    let url = server.url().trim_start_matches("http://").to_owned();
    let bytes = tokio::task::spawn_blocking(move || no_calls(&url));
    bytes.await.expect("answers or errors");
    no_messages(server.url()).await;
    server.stop(Duration::from_secs(1)).await;
    if let [authority, certificate, key] = files {
        let identity = Identity { certificate: certificate.into(), key: key.into() };
        over_tls(authority.into(), identity).await;
    }
}

async fn more(caller: &Caller) -> Result<()> {
    let client = TestServiceClient::new(caller.clone());
    let call = client.unary_call(&asking_for(1)).metadata([Metadata::text("x-panic", "1")]);
    fails(call.await, Status::INTERNAL)?;
    is_dropped(&client).await?;
    // Nobody takes the messages of an answer for a while, and then all are there.
    let mut answers = client.streaming_output_call(&wanting(&[100_000; 40])).await?;
    let mut sum = 0;
    while let Some(answer) = answers.next().await? {
        sum += size(answer.payload.as_ref());
    }
    expect("bytes", sum, 4_000_000)?;
    // Many calls at a time.
    let calls: Vec<_> = (0..50)
        .map(|size| client.unary_call(&asking_for(size)))
        .map(|call| tokio::spawn(async { call.await }))
        .collect();
    for (expected, call) in calls.into_iter().enumerate() {
        let answer = call.await.expect("a task")?;
        expect("size", size(answer.payload.as_ref()), expected as i32)?;
    }
    // Metadata that nobody may send.
    let call = client.unary_call(&asking_for(1)).metadata([Metadata::text("grpc-status", "0\r\nx: y")]);
    expect("a result", call.await.is_err(), true)
}

/// A future that is dropped gives the call up, and with it what answers it.
async fn is_dropped(client: &TestServiceClient) -> Result<()> {
    let [waiting, dropped] = [&WAITING, &DROPPED].map(|it| it.load(Ordering::SeqCst));
    let call = client.unary_call(&asking_for(1)).metadata([Metadata::text("x-wait", "1")]);
    let call = tokio::spawn(async { call.await });
    grows(client, &WAITING, waiting).await?;
    call.abort();
    grows(client, &DROPPED, dropped).await
}

/// Waits until a counter is larger than before, while other calls go on.
async fn grows(client: &TestServiceClient, counter: &AtomicUsize, before: usize) -> Result<()> {
    for _ in 0..100_000 {
        if counter.load(Ordering::SeqCst) > before {
            return Ok(());
        }
        client.empty_call(&Empty::default()).await?;
    }
    expect("the counter", counter.load(Ordering::SeqCst), before + 1)
}

/// Whoever sends is held up if nobody receives, and other calls go on.
async fn is_held_up(client: &TestServiceClient) -> Result<()> {
    let before = SENT.load(Ordering::SeqCst);
    let mut answers = client.streaming_output_call(&wanting(&[100_000; 2_000])).await?;
    expect("an answer", answers.next().await?.is_some(), true)?;
    for _ in 0..20 {
        client.empty_call(&Empty::default()).await?;
    }
    let sent = SENT.load(Ordering::SeqCst) - before;
    expect("few messages on their way", sent.min(1_000), sent)
}

async fn over_tls(authority: PathBuf, identity: Identity) {
    let trust = Trust { authorities: Some(authority), ..Trust::default() };
    let tls = ServerTls { identity, clients: None };
    let server = Server::start(handler(), "https://127.0.0.1:0", Some(&tls)).await.expect("a server");
    for protocol in PROTOCOLS {
        let caller = Caller::new(server.url(), protocol).expect("a URL");
        for name in ["large_unary", "ping_pong"] {
            let caller = caller.clone().with_trust(trust.clone());
            case(&caller, name).await.unwrap_or_else(|error| panic!("{name} by TLS: {error}"));
        }
        // Whom nobody trusts is not called.
        let error = case(&caller, "empty_unary").await.expect_err("an unknown authority");
        assert_eq!(error.status, Status::UNAVAILABLE, "{error}");
    }
    assert!(Server::start(handler(), "https://127.0.0.1:0", None).await.is_err());
}

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.below(texts.len())]
    }

    fn body(&mut self) -> Vec<u8> {
        (0..self.below(40)).map(|_| [0, 0, 0, 1, 2, 8, b'{', b'"', 0xff][self.below(9)]).collect()
    }

    /// Returns a path and headers, which may be those of a call.
    fn call(&mut self) -> (String, String) {
        let method =
            self.one_of(&["UnaryCall", "StreamingInputCall", "FullDuplexCall", "CacheableUnaryCall", "Nothing"]);
        let encoding = self.one_of(&["identity", "gzip", "br"]);
        let ty = self.one_of(&[
            "proto",
            "json",
            "connect+proto",
            "connect+json",
            "grpc-web+proto",
            "grpc",
            "grpc+json",
            "x",
        ]);
        let headers = format!(
            "content-type: application/{ty}\r\ncontent-encoding: {encoding}\r\ngrpc-encoding: {encoding}\r\n\
             connect-content-encoding: {encoding}\r\ngrpc-timeout: {}S\r\n",
            self.below(100)
        );
        (format!("/grpc.testing.TestService/{method}"), headers)
    }
}

/// Damaged requests of HTTP/1.1 have an answer, or none, but the server goes on.
fn no_calls(address: &str) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300 {
        let (body, (path, headers)) = (random.body(), random.call());
        let size = body.len();
        let head =
            format!("POST {path} HTTP/1.1\r\nhost: a\r\n{headers}content-length: {size}\r\nconnection: close\r\n\r\n");
        let mut request = head.into_bytes();
        request.extend_from_slice(&body);
        for _ in 0..random.below(3) {
            let at = random.below(request.len());
            request[at] = random.below(256) as u8;
        }
        let mut stream = TcpStream::connect(address).expect("the server goes on");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        // The server may have closed the connection.
        let _ = stream.write_all(&request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
}

/// Over HTTP/2, each request whose body is no message of its protocol has an end.
async fn no_messages(url: &str) {
    let network = Network::here().expect("a runtime");
    let target = Target::parse(url).expect("a URL");
    let connection = network.reach(&target, &Trust::default(), Version::Http2, None).await.expect("a connection");
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..300 {
        let (path, headers) = random.call();
        let verb = random.one_of(&["POST", "POST", "POST", "GET"]);
        let head = format!(":method: {verb}\r\n:path: {path}\r\n{headers}");
        let (postbox, mut mailbox) = network.mailbox(16);
        let mut exchange = connection.exchange(head.as_bytes(), &postbox, |it| it).expect("a request");
        exchange.send(random.body());
        exchange.finish();
        loop {
            match mailbox.next().await.expect("an end") {
                Arrived::Done | Arrived::Broken { .. } => break,
                Arrived::Head(_) | Arrived::Data(_) | Arrived::Trailers(_) => exchange.ask(),
                Arrived::Sent => {}
            }
        }
    }
}
