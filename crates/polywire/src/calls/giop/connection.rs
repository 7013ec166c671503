//! Which operation a reply belongs to: that of the request before it with the same number.

use super::GIOP;
use super::values::{fields, held, number, text};
use crate::codec::{Codec, Codecs};
use polywire_model::giop::{MESSAGE, model};
use polywire_vm::{Held, Value};
use std::collections::{HashMap, VecDeque};

/// The cases of a message's body.
const REQUEST: u32 = 0;
const REPLY: u32 = 1;

/// So many requests are remembered.
const MOST_REQUESTS: usize = 1 << 16;

/// The messages of one connection, as bytes or as documents of JSON.
pub struct Connection {
    wire: Codec,
    /// The operations of requests whose replies have not been seen.
    called: HashMap<u32, String>,
    /// The numbers of requests, the oldest first.
    numbers: VecDeque<u32>,
}

/// What matters of a message.
enum Seen {
    Request(u32, String),
    Reply(u32),
}

impl Connection {
    /// Returns nothing if the codec cannot be made.
    pub fn new() -> Option<Self> {
        let model = model();
        let wire = Codecs::new(&model, crate::format(GIOP)?).ok()?.codec(&model, MESSAGE)?;
        Some(Self { wire, called: HashMap::new(), numbers: VecDeque::new() })
    }

    /// Takes the next message; returns the operation if it is the reply to a request before.
    pub fn take(&mut self, message: &[u8]) -> Option<String> {
        match self.seen(message)? {
            Seen::Request(id, operation) => {
                if self.numbers.len() == MOST_REQUESTS {
                    self.numbers.pop_front().and_then(|oldest| self.called.remove(&oldest));
                }
                self.numbers.push_back(id);
                self.called.insert(id, operation);
                None
            }
            Seen::Reply(id) => self.called.remove(&id),
        }
    }

    fn seen(&self, message: &[u8]) -> Option<Seen> {
        if message.starts_with(b"GIOP") { self.in_bytes(message) } else { in_document(message) }
    }

    fn in_bytes(&self, message: &[u8]) -> Option<Seen> {
        let [_, _, _, body] = fields(self.wire.decode(message).ok()?).ok()?;
        let Held { case, value } = held(body).ok()?;
        match case {
            REQUEST => {
                let [id, _, _, operation, _, _, _]: [Value; 7] = fields(value).ok()?;
                Some(Seen::Request(number(&id), text(operation).ok()?))
            }
            REPLY => {
                let [id, _, _, _]: [Value; 4] = fields(value).ok()?;
                Some(Seen::Reply(number(&id)))
            }
            _ => None,
        }
    }
}

fn in_document(message: &[u8]) -> Option<Seen> {
    let document: serde_json::Value = serde_json::from_slice(message).ok()?;
    let body = &document["body"];
    let id = |part: &serde_json::Value| {
        let stated = part.get("requestId").or(part.get("request_id"));
        u32::try_from(stated.and_then(serde_json::Value::as_u64).unwrap_or_default()).ok()
    };
    match (body.get("request"), body.get("reply")) {
        (Some(request), _) => Some(Seen::Request(id(request)?, request["operation"].as_str()?.to_owned())),
        (None, Some(reply)) => id(reply).map(Seen::Reply),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: u32, operation: &str) -> Vec<u8> {
        format!("{{\"body\":{{\"request\":{{\"requestId\":{id},\"operation\":\"{operation}\"}}}}}}").into_bytes()
    }

    fn reply(id: u32) -> Vec<u8> {
        format!("{{\"body\":{{\"reply\":{{\"requestId\":{id}}}}}}}").into_bytes()
    }

    #[test]
    fn replies_have_the_operations_of_their_requests() {
        let mut connection = Connection::new().unwrap();
        assert_eq!(connection.take(&request(2, "first")), None);
        assert_eq!(connection.take(&request(4, "second")), None);
        assert_eq!(connection.take(&reply(4)).as_deref(), Some("second"));
        assert_eq!(connection.take(&reply(4)), None);
        assert_eq!(connection.take(&request(4, "third")), None);
        assert_eq!(connection.take(&reply(2)).as_deref(), Some("first"));
        assert_eq!(connection.take(&reply(4)).as_deref(), Some("third"));
        assert_eq!(connection.take(b"GIOP"), None);
        assert_eq!(connection.take(b"no message"), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut connection = Connection::new().unwrap();
        for id in 0..=MOST_REQUESTS as u32 {
            connection.take(&request(id, "a"));
        }
        assert_eq!(connection.called.len(), MOST_REQUESTS);
        assert_eq!(connection.take(&reply(0)), None);
        assert!(connection.take(&reply(1)).is_some());
    }
}
