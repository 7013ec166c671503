//! An operation, with the codecs of its requests and replies.

use super::super::base64::encoded;
use super::document::{Head, message, with};
use super::reply::{Reader, Reply};
use super::typed::{Typed, named};
use super::{Address, CODE_SETS, ISO_8859_1, Sets, UTF_8, UTF_16};
use crate::calls::Called;
use crate::codec::Transcoder;
use polywire_model::{Model, ServiceId};
use serde_json::{Value, json};

/// An operation of an interface.
pub struct Operation {
    name: String,
    /// That of its parameters among those of all operations.
    case: String,
    has_reply: bool,
    writes: Transcoder,
    reader: Reader,
}

impl Operation {
    /// Compiles the codecs; returns what the user can do if that is not possible.
    pub fn new(schema: &Model, called: Called<'_>, sets: Option<Sets>) -> Result<Self, String> {
        let position = schema.services.iter().position(|it| std::ptr::eq(it, called.service));
        let service = ServiceId(u32::try_from(position.unwrap_or_default()).unwrap_or_default());
        let typed = Typed::new(schema, (service, &called.method.name), sets.is_some_and(|sets| sets.is_utf8))?;
        let (wire, text) = typed.of_messages()?;
        let results = called.method.output.map(|id| typed.text(id)).transpose()?;
        let exceptions = typed.exceptions().filter_map(named).map(|id| typed.text(id)).collect::<Result<_, _>>()?;
        Ok(Self {
            name: called.method.name.clone(),
            case: typed.parameters()?.name.clone(),
            has_reply: called.method.output.is_some(),
            writes: Transcoder::new(text.clone(), wire.clone()),
            reader: Reader { wire: wire.clone(), text: Transcoder::new(wire, text), results, exceptions },
        })
    }

    /// Returns true if the caller gets a reply.
    pub fn has_reply(&self) -> bool {
        self.has_reply
    }

    /// Returns a request with these parameters, a document of JSON.
    pub fn request(&mut self, id: u32, to: &Address, params: &[u8]) -> Result<Vec<u8>, String> {
        let flags = match (self.has_reply, to.minor) {
            (false, _) => 0,
            (true, 0 | 1) => 1,
            (true, _) => 3,
        };
        let mut request = json!({
            "requestId": id,
            "responseFlags": flags,
            "target": {"objectKey": encoded(&to.key)},
            "operation": self.name,
            "serviceContexts": contexts(to),
        });
        if to.minor < 2 {
            request["principal"] = "".into();
        }
        // The parameters are not read here, so that each number stays as it was written.
        let params = str::from_utf8(params).map_err(|error| error.to_string())?;
        let name = Value::from(self.case.as_str());
        let request = with(&request, "body", &format!("{{{name}:{params}}}"));
        let document = message(Head { minor: to.minor, is_little_endian: true }, &format!("{{\"request\":{request}}}"));
        let mut bytes = Vec::new();
        let written = self.writes.transcode(document.as_bytes(), &mut bytes);
        written.map(|_| bytes).map_err(|(_, refusal)| refusal.to_string())
    }

    /// Returns what a message brings for the request with this number; `None` if it is about something else.
    pub fn reply(&mut self, id: u32, message: &[u8]) -> Result<Option<Reply>, String> {
        self.reader.read(id, message)
    }
}

/// What a request tells the server beside the call: the sets of characters, if the reference has some.
fn contexts(to: &Address) -> Vec<Value> {
    let context = |sets: Sets| {
        let text = if sets.is_utf8 { UTF_8 } else { ISO_8859_1 };
        let data = [&[1, 0, 0, 0][..], &text.to_le_bytes(), &UTF_16.to_le_bytes()].concat();
        json!({"id": CODE_SETS, "data": encoded(&data)})
    };
    to.sets.filter(|_| to.minor > 0).map(context).into_iter().collect()
}
