//! Protocols of calls over streams of bytes: CORBA, MessagePack-RPC and Avro. However a stream is cut, its messages are the same, and what is
//! read can be answered.

use polywire::calls::avro_ipc::{self, Numbered};
use polywire::calls::giop::{self, Address, Arriving, Operation, Served, Untyped};
use polywire::calls::{Envelopes, methods, msgpack_rpc};
use polywire::schema::{Language, compile};
use polywire_front::{LoadError, LoadedFile};
use polywire_model::{Model, ServiceId};
use std::cell::RefCell;

const LIMIT: u64 = 1 << 16;
const IDL: &str = "exception Wrong { string why; }; interface Account; typedef sequence<long> Longs;
    interface Account { Longs find(in string name, inout unsigned long long count, out Account other) raises (Wrong); };";

/// What the calls of [`IDL`] need.
struct Corba {
    untyped: Untyped,
    served: Served,
    operation: Operation,
}

thread_local! {
    static CORBA: RefCell<Corba> = RefCell::new(Corba::new());
    static MESSAGEPACK: Envelopes = Envelopes::of("msgpack_rpc", polywire::Limits::default()).expect("codecs");
    static AVRO: avro_ipc::Headers = avro_ipc::Headers::new().expect("codecs");
}

/// The protocols, as the first byte of an input chooses them.
pub const CORBA_STREAM: u8 = 0;
/// See [`CORBA_STREAM`].
pub const MESSAGEPACK_STREAM: u8 = 1;
/// See [`CORBA_STREAM`].
pub const AVRO_STREAM: u8 = 2;

/// A byte chooses a protocol. What one side sends follows.
pub fn calls_stream(data: &[u8]) {
    let Some((choice, stream)) = data.split_first() else { return };
    match choice % 3 {
        CORBA_STREAM => {
            CORBA.with_borrow_mut(|corba| in_pieces(corba_messages, stream).iter().for_each(|it| corba.react(it)))
        }
        MESSAGEPACK_STREAM => in_pieces(messagepack_messages, stream).iter().for_each(|it| react_in_messagepack(it)),
        _ => {
            in_pieces(avro_messages, stream).iter().for_each(|(_, message)| react_in_avro(message));
            // Over HTTP, a body is one message.
            if let Some(message) = avro_ipc::unframed(stream) {
                react_in_avro(&message);
                assert_eq!(
                    avro_ipc::unframed(&avro_ipc::framed(&message)),
                    Some(message),
                    "a message is another one in our buffers"
                );
            }
        }
    }
}

/// Returns the messages of a stream, which are the same if its bytes arrive one by one.
fn in_pieces<M: PartialEq + std::fmt::Debug>(messages: fn(&[&[u8]]) -> Vec<M>, stream: &[u8]) -> Vec<M> {
    let found = messages(&[stream]);
    let bytes: Vec<&[u8]> = stream.chunks(1).collect();
    assert_eq!(messages(&bytes), found, "the messages depend on how the stream arrives");
    found
}

fn corba_messages(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let frames = giop::Frames::new(LIMIT);
    messages_of(frames, pieces, giop::Frames::push, |frames| frames.next_message().map_err(drop))
}

fn messagepack_messages(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let frames = msgpack_rpc::Frames::new(LIMIT);
    messages_of(frames, pieces, msgpack_rpc::Frames::push, |frames| {
        frames.next_frame().map(|it| it.map(<[u8]>::to_vec)).map_err(drop)
    })
}

fn avro_messages(pieces: &[&[u8]]) -> Vec<(u32, Vec<u8>)> {
    let frames = Numbered::new(LIMIT);
    messages_of(frames, pieces, Numbered::push, |frames| frames.next_message().map_err(drop))
}

/// Returns the messages that pieces complete, up to what is no message.
fn messages_of<F, M>(
    mut frames: F,
    pieces: &[&[u8]],
    push: impl Fn(&mut F, &[u8]),
    next: impl Fn(&mut F) -> Result<Option<M>, ()>,
) -> Vec<M> {
    let mut found = Vec::new();
    for piece in pieces {
        push(&mut frames, piece);
        loop {
            match next(&mut frames) {
                Ok(Some(message)) => found.push(message),
                Ok(None) => break,
                Err(()) => return found,
            }
        }
    }
    found
}

impl Corba {
    fn new() -> Self {
        let model = corba_model();
        let operation = Operation::new(&model, methods(&model)[0], None).expect("codecs");
        let served = Served::new(&model, (ServiceId(0), "find"), true).expect("codecs");
        Self { untyped: Untyped::new().expect("codecs"), served, operation }
    }

    /// Takes a message as a server does, and as a caller does.
    fn react(&mut self, message: &[u8]) {
        let _ = self.operation.reply(1, message);
        let Ok((head, arriving)) = self.untyped.read(message) else {
            assert!(self.untyped.not_understood().is_some(), "that it is not understood cannot be told");
            return;
        };
        let answer = match arriving {
            Arriving::Request(request) => match self.served.parameters(message) {
                Ok(parameters) => {
                    assert!(std::str::from_utf8(&parameters).is_ok(), "parameters are no JSON");
                    self.served.raised(head, request.id, ("IDL:Wrong:1.0", "{\"why\":\"\"}"))
                }
                Err(_) => self.untyped.failed(head, request.id, ("MARSHAL", "COMPLETED_NO")),
            },
            Arriving::Locate(id, _) => self.untyped.located(head, id, true),
            Arriving::Cancel(_) | Arriving::Close | Arriving::Nothing => self.untyped.not_understood(),
        };
        let answer = answer.expect("an answer");
        assert!(self.untyped.read(&answer).is_ok(), "an answer cannot be read");
    }
}

fn corba_model() -> Model {
    const FILE: &str = "account.idl";
    let load = |name: &str| match name {
        FILE => Ok(LoadedFile { name: FILE.to_owned(), bytes: IDL.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    compile(Language::Idl, FILE, &load).model.expect("a model")
}

/// Returns a request of CORBA.
pub fn corba_request() -> Vec<u8> {
    let model = corba_model();
    let mut operation = Operation::new(&model, methods(&model)[0], None).expect("codecs");
    let to = Address { host: "a".to_owned(), port: 1, minor: 2, key: b"key".to_vec(), sets: None };
    operation.request(1, &to, b"{\"name\": \"x\", \"count\": \"7\"}").expect("a request")
}

/// Envelopes that can be read can be written, and read again.
fn react_in_messagepack(message: &[u8]) {
    MESSAGEPACK.with(|envelopes| {
        let Ok(Some((envelope, number))) = envelopes.decode_numbered(message) else { return };
        let Ok(written) = envelopes.encode_numbered(&envelope, number) else { return };
        let again = envelopes.decode_numbered(&written).ok().flatten();
        assert_eq!(again, Some((envelope, number)), "an envelope is another one in our form");
    });
}

/// Takes a message as a server does, and as a caller does.
fn react_in_avro(message: &[u8]) {
    AVRO.with(|headers| {
        if let Ok((handshake, call)) = headers.read_handshake(message) {
            let written = headers.write_handshake(&handshake);
            assert_eq!(
                headers.read_handshake(&written).map(|it| it.0),
                Ok(handshake),
                "a handshake is another one in our form"
            );
            let _ = headers.read_request(call);
        }
        if let Ok((reply, response)) = headers.read_reply(message) {
            let written = headers.write_reply(&reply);
            assert_eq!(headers.read_reply(&written).map(|it| it.0), Ok(reply), "a reply is another one in our form");
            if let Ok(((_, true), error)) = headers.read_response(response) {
                let _ = headers.read_branch(error);
            }
        }
    });
    if let Ok(text) = std::str::from_utf8(message) {
        let _ = avro_ipc::Protocol::read(text);
    }
}

/// Returns a handshake and a request of Avro.
pub fn avro_request() -> Vec<u8> {
    AVRO.with(|headers| {
        let handshake =
            avro_ipc::Handshake { client_hash: vec![1; 16], client_protocol: None, server_hash: vec![2; 16] };
        let message =
            [headers.write_handshake(&handshake), headers.write_request(&avro_ipc::Meta::default(), "ping")].concat();
        avro_ipc::numbered(1, &message)
    })
}
