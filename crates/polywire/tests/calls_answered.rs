//! `polywire call` and unusual answers, byte for byte: what connectconformance expects of them.

use crate::calls::{SCHEMA, check};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

/// Answers a request of HTTP/1.1 with a head and a body, and calls this method there.
fn check_answer(protocol: &str, method: &str, (head, body): (&str, &[u8]), expected: (i32, &str, &str)) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let head = head.replace('\n', "\r\n");
    let answer = [format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\n\r\n", body.len()).as_bytes(), body].concat();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        stream.read_exact(&mut [0; 4]).expect("a request");
        stream.write_all(&answer).expect("the answer");
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    check(&["--protocol", protocol, "--schema", SCHEMA, "--include=json", &url, method], "{}", expected);
    server.join().expect("no panic");
}

/// A message of this text behind flags.
fn framed(flags: u8, text: &str) -> Vec<u8> {
    [&[flags][..], &(text.len() as u32).to_be_bytes(), text.as_bytes()].concat()
}

const GRPC_WEB: &str = "200 OK\ncontent-type: application/grpc-web+proto";

#[test]
fn a_head_that_is_an_end_is_not_believed_if_more_follows() {
    let head = &format!("{GRPC_WEB}\ngrpc-status: 8\nx-a: b");
    let end = framed(0x80, "Grpc-Status: 9\r\nX-Tail: T\r\n");
    let item = [framed(0, ""), end.clone()].concat();
    for (body, code, expected) in [
        (&b""[..], 5, "{\"end\":{\"details\":[],\"message\":\"\",\"metadata\":[\"x-a: b\""),
        (&end, 5, "\"metadata\":[\"x-tail: T\"],\"status\":\"FAILED_PRECONDITION\""),
        (&end, 5, "{\"start\":{\"metadata\":[\"x-a: b\""),
        (&item, 5, "the head of the answer is its end, but messages follow"),
        (&end[..7], 5, "the answer ends inside a message"),
    ] {
        check_answer("grpc-web", "UnaryCall", (head, body), (code, "", expected));
    }
}

#[test]
fn answers_of_others_have_statuses() {
    let other = "200 OK\ncontent-type: image/jpeg";
    let json = "200 OK\ncontent-type: application/json";
    let failed = "401 Unauthorized\ncontent-type: application/json";
    for (protocol, method, answer, expected) in [
        ("grpc-web", "UnaryCall", (other, &b""[..]), "\"status\":\"UNKNOWN\""),
        ("connect", "UnaryCall", (other, b""), "\"status\":\"UNKNOWN\""),
        ("connect", "UnaryCall", (json, b"{}"), "the answer is in `json`, not in `protobuf`"),
        ("connect", "UnaryCall", (failed, b"{\"code\": null, \"message\": \"oops\"}"), "\"message\":\"oops\""),
        ("connect", "UnaryCall", (failed, b"{\"code\": null}"), "\"status\":\"UNAUTHENTICATED\""),
    ] {
        check_answer(protocol, method, answer, (5, "", expected));
    }
}
