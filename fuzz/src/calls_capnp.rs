//! Sessions of Cap'n Proto: whatever the other side sends, they go on or end, within their bounds.

use polywire::calls::Headers;
use polywire_rpc::objects::{Event, Exception, Limits, Message, Method, ObjectId, Peer, Problem, Reference, Results};
use std::cell::RefCell;

/// Most bytes of a message.
const SIZE: u64 = 1 << 16;
/// Bytes that arrive at a time.
const PIECE: usize = 61;
const LIMITS: Limits = Limits { calls: 16, references: 16, waiting_bytes: 1 << 12 };

thread_local! {
    static HEADERS: RefCell<Headers> = RefCell::new(Headers::new(SIZE).expect("codecs"));
}

/// Takes what a side sends, in pieces. The side that gets it answers all calls, and calls back; what it sends can be read.
pub fn calls_capnp(data: &[u8]) {
    let mut incoming = Headers::new(SIZE).expect("codecs");
    let mut peer = Peer::new(LIMITS, find);
    let started = peer.start().expect("a question");
    let target = Reference::Result(started, vec![0]);
    let _ = peer.call(&target, Method { interface: 1, number: 2 }, own(7));
    for piece in data.chunks(PIECE) {
        let Ok(messages) = incoming.read(piece) else { break };
        for message in messages {
            peer.receive(message);
            react(&mut peer);
        }
    }
    peer.end(Exception::new(Problem::Disconnected, "the end"));
    react(&mut peer);
    assert!(peer.is_idle(), "something is left");
}

fn react(peer: &mut Peer) {
    while let Some(event) = peer.next_event() {
        match event {
            Event::Started { answer } => drop(peer.answer(answer, Ok(own(1)))),
            Event::Called { answer, object, method, params } => {
                let result = match method.number % 4 {
                    0 => Ok(own(object.0 + 1)),
                    1 => Ok(params),
                    2 => Err(Exception::new(Problem::Overloaded, "no")),
                    // It stays unanswered.
                    _ => continue,
                };
                let _ = peer.answer(answer, result);
            }
            Event::Returned(id, _) => peer.finish(id, false),
            Event::Cancelled { .. } | Event::Dropped(_) | Event::Over(_) => {}
        }
    }
    while let Some(message) = peer.next_action() {
        read_back(&message);
    }
}

fn read_back(message: &Message) {
    HEADERS.with_borrow_mut(|headers| {
        // A message that is sent back as unknown may be no message at all.
        let Ok(bytes) = headers.write(message) else { return };
        if !matches!(message, Message::Unimplemented(_)) {
            assert_eq!(headers.read(&bytes), Ok(vec![message.clone()]));
        }
    });
}

fn own(object: u64) -> Results {
    Results { body: Vec::new(), references: vec![Reference::Own(ObjectId(object))] }
}

/// Values are opaque here: a path of any length leads to the reference that its last step names.
fn find(_: &[u8], path: &[u16]) -> Option<u32> {
    Some(path.last().copied().unwrap_or_default().into())
}
