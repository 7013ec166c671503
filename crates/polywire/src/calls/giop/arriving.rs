//! What arrives at a server, before the types of the operation are known; and answers that need no types.

use super::document::{Head, message, with};
use super::values::{fields, held, number, text};
use super::{CODE_SETS, GIOP, UTF_8};
use crate::codec::{Codec, Codecs, Transcoder};
use polywire_model::giop::{MESSAGE, model};
use polywire_vm::{Held, Value};
use serde_json::json;

/// A message of a client.
#[derive(Debug, PartialEq, Eq)]
pub enum Arriving {
    /// The call of an operation.
    Request(Request),
    /// The question where an object is: its number and the key of the object.
    Locate(u32, Option<Vec<u8>>),
    /// Nobody waits any more for the reply with this number.
    Cancel(u32),
    /// The connection is over.
    Close,
    /// What servers have no use for.
    Nothing,
}

/// The call of an operation.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number.
    pub id: u32,
    /// Somebody waits for the reply.
    pub has_reply: bool,
    /// Names the object; `None` if it is named in another way.
    pub key: Option<Vec<u8>>,
    /// The name of the operation.
    pub operation: String,
    /// Strings are in UTF-8, or not; `None` if the request does not tell.
    pub is_utf8: Option<bool>,
}

/// The cases of a message's body.
const REQUEST: u32 = 0;
const CANCEL_REQUEST: u32 = 2;
const LOCATE_REQUEST: u32 = 3;
const CLOSE_CONNECTION: u32 = 5;
const MESSAGE_ERROR: u32 = 6;

/// Reads and writes messages whose bodies are octets.
pub struct Untyped {
    wire: Codec,
    writes: Transcoder,
}

impl Untyped {
    /// Returns nothing if the codecs cannot be made.
    pub fn new() -> Option<Self> {
        let model = model();
        let codec = |format: &str| Codecs::new(&model, crate::format(format)?).ok()?.codec(&model, MESSAGE);
        let (wire, json) = (codec(GIOP)?, codec("json")?);
        Some(Self { writes: Transcoder::new(json, wire.clone()), wire })
    }

    /// Returns another one for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { wire: self.wire.clone(), writes: self.writes.fork() }
    }

    /// Reads a message, which is complete; or returns what is wrong with it.
    pub fn read(&self, bytes: &[u8]) -> Result<(Head, Arriving), String> {
        let value = self.wire.decode(bytes).map_err(|refusal| refusal.to_string())?;
        let [version, order, _, body] = fields(value)?;
        let minor = if let Value::Enum(minor) = version { u8::try_from(minor).unwrap_or_default() } else { 0 };
        let head = Head { minor, is_little_endian: order == Value::Bool(true) };
        let Held { case, value } = held(body)?;
        let arriving = match case {
            REQUEST => Arriving::Request(request(value)?),
            CANCEL_REQUEST => {
                let [id] = fields(value)?;
                Arriving::Cancel(number(&id))
            }
            LOCATE_REQUEST => {
                let [id, target] = fields(value)?;
                Arriving::Locate(number(&id), key(target)?)
            }
            CLOSE_CONNECTION | MESSAGE_ERROR => Arriving::Close,
            _ => Arriving::Nothing,
        };
        Ok((head, arriving))
    }

    /// Returns a reply with an exception of the ORB, which has this name.
    pub fn failed(&mut self, head: Head, id: u32, (name, completed): (&str, &str)) -> Option<Vec<u8>> {
        let body = json!({"id": format!("IDL:omg.org/CORBA/{name}:1.0"), "minor": 0, "completed": completed});
        let body = json!({"systemException": body}).to_string();
        self.reply(head, id, ("SYSTEM_EXCEPTION", &body))
    }

    /// Returns a reply that wants the object named by its key.
    pub fn wants_key(&mut self, head: Head, id: u32) -> Option<Vec<u8>> {
        let body = json!({"addressingMode": "KEY_ADDRESS"}).to_string();
        self.reply(head, id, ("NEEDS_ADDRESSING_MODE", &body))
    }

    fn reply(&mut self, head: Head, id: u32, (status, body): (&str, &str)) -> Option<Vec<u8>> {
        let reply = with(&json!({"requestId": id, "status": status}), "body", body);
        self.write(&message(head, &format!("{{\"reply\":{reply}}}")))
    }

    /// Returns the answer to the question where an object is.
    pub fn located(&mut self, head: Head, id: u32, is_here: bool) -> Option<Vec<u8>> {
        let status = if is_here { "OBJECT_HERE" } else { "UNKNOWN_OBJECT" };
        let reply = json!({"locateReply": {"requestId": id, "status": status}});
        self.write(&message(head, &reply.to_string()))
    }

    /// Returns the message that tells that another one is not understood.
    pub fn not_understood(&mut self) -> Option<Vec<u8>> {
        self.write(&message(Head { minor: 2, is_little_endian: true }, "{\"messageError\":true}"))
    }

    fn write(&mut self, document: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.writes.transcode(document.as_bytes(), &mut bytes).ok()?;
        Some(bytes)
    }
}

fn request(value: Value) -> Result<Request, String> {
    let [id, flags, target, operation, contexts, _, _] = fields(value)?;
    Ok(Request {
        id: number(&id),
        has_reply: number(&flags) != 0,
        key: key(target)?,
        operation: text(operation)?,
        is_utf8: is_utf8(contexts),
    })
}

fn key(target: Value) -> Result<Option<Vec<u8>>, String> {
    Ok(match held(target)? {
        Held { case: 0, value: Value::Bytes(key) } => Some(key),
        _ => None,
    })
}

/// Returns what the contexts of a request tell about strings.
fn is_utf8(contexts: Value) -> Option<bool> {
    let Value::List(all) = contexts else { return None };
    let data = all.into_iter().find_map(|context| match fields(context).ok()? {
        [id, Value::Bytes(data)] if number(&id) == CODE_SETS => Some(data),
        _ => None,
    })?;
    // The order, three octets in front of the first number, and the set of characters.
    let (order, set) = (data.first()?, data.get(4..8)?.try_into().ok()?);
    let set = if *order & 1 == 1 { u32::from_le_bytes(set) } else { u32::from_be_bytes(set) };
    Some(set == UTF_8)
}
