//! An operation of an object that is here: what it takes, and replies.

use super::document::{Head, message, with};
use super::typed::{Typed, named};
use super::values::{fields, held};
use crate::codec::{Codec, Transcoder};
use polywire_model::{Model, ServiceId};
use polywire_vm::Held;
use serde_json::{Value, json};

/// An operation of an interface.
pub struct Served {
    wire: Codec,
    parameters: Codec,
    writes: Transcoder,
    /// The exceptions that it raises: their repository ids, and the names of their cases.
    raises: Vec<(String, String)>,
}

impl Served {
    /// Compiles the codecs, with strings in UTF-8 or in ISO 8859-1; or returns why that is not possible.
    pub fn new(schema: &Model, operation: (ServiceId, &str), is_utf8: bool) -> Result<Self, String> {
        let typed = Typed::new(schema, operation, is_utf8)?;
        let (wire, text) = typed.of_messages()?;
        let parameters = typed.text(named(typed.parameters()?).ok_or("the operation has no parameters")?)?;
        let raises = typed.exceptions().map(|case| {
            let id = case.attrs.giop_selector.clone().unwrap_or_default();
            (id, case.name.clone())
        });
        Ok(Self { raises: raises.collect(), writes: Transcoder::new(text, wire.clone()), parameters, wire })
    }

    /// Returns another one for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        let (wire, parameters) = (self.wire.clone(), self.parameters.clone());
        Self { wire, parameters, writes: self.writes.fork(), raises: self.raises.clone() }
    }

    /// Returns the parameters in a request, as JSON.
    pub fn parameters(&self, request: &[u8]) -> Result<Vec<u8>, String> {
        let value = self.wire.decode(request).map_err(|refusal| refusal.to_string())?;
        let [_, _, _, body] = fields(value)?;
        let [_, _, _, _, _, _, body] = fields(held(body)?.value)?;
        let Held { value, .. } = held(body)?;
        self.parameters.encode(&value).map_err(|refusal| refusal.to_string())
    }

    /// Returns a reply with results, which are JSON.
    pub fn results(&mut self, head: Head, id: u32, results: &[u8]) -> Result<Vec<u8>, String> {
        let results = str::from_utf8(results).map_err(|error| error.to_string())?;
        self.reply(head, id, ("NO_EXCEPTION", &format!("{{\"results\":{results}}}")))
    }

    /// Returns a reply with an exception of the schema, whose members are JSON; `None` if the operation does not raise it.
    pub fn raised(&mut self, head: Head, id: u32, (exception, members): (&str, &str)) -> Option<Vec<u8>> {
        let (_, case) = self.raises.iter().find(|(own, _)| own == exception)?;
        let members = format!("{{{}:{members}}}", Value::from(case.as_str()));
        let body = format!("{{\"userException\":{}}}", with(&json!({"id": exception}), "members", &members));
        self.reply(head, id, ("USER_EXCEPTION", &body)).ok()
    }

    fn reply(&mut self, head: Head, id: u32, (status, body): (&str, &str)) -> Result<Vec<u8>, String> {
        let reply = with(&json!({"requestId": id, "status": status}), "body", body);
        let document = message(head, &format!("{{\"reply\":{reply}}}"));
        let mut bytes = Vec::new();
        let written = self.writes.transcode(document.as_bytes(), &mut bytes);
        written.map(|_| bytes).map_err(|(_, refusal)| refusal.to_string())
    }
}
