//! JSON over HTTP: requests that call methods by the rules of a schema, and answers to them.

use super::super::failure::Failure;
use super::super::model::Schema;
use super::internal;
use polywire::calls::http_json::{Outgoing, Routes, ruled};
use polywire::calls::{DetailsWriter, Envelopes};
use polywire_rpc::{Call, End, Envelope, Item, Status};
use serde_json::Value;

/// The rules of a schema, and what writes details of its types.
pub struct Plain {
    routes: Routes,
    details: DetailsWriter,
}

/// The head of a request, and the rest of it.
pub struct Written {
    pub head: Vec<u8>,
    pub outgoing: Outgoing,
}

impl Plain {
    pub fn new(schema: &Schema) -> Result<Self, Failure> {
        let routes = Routes::new(&schema.model, &schema.descriptors);
        let routes = routes.map_err(|errors| Failure::Input(errors.join("\n")))?;
        let details = DetailsWriter::new(&schema.model).ok_or_else(|| internal("the codecs of details"))?;
        Ok(Self { routes, details })
    }

    /// Returns the request of a call with this message.
    pub fn request(&self, envelopes: &Envelopes, call: &Call, message: &[u8]) -> Result<Written, Failure> {
        let unsendable = |why: &dyn std::fmt::Display| Failure::Input(format!("the call cannot be sent: {why}"));
        let outgoing = self.routes.outgoing(&call.service, &call.method, message).map_err(|why| unsendable(&why))?;
        // Bodies are not compressed: few servers expect it, and lines have to be read when they are there.
        let (format, compression, accepts) = ("json".to_owned(), String::new(), Vec::new());
        let call = Call { item: None, format, compression, accepts, ..call.clone() };
        let head = envelopes.encode(&Envelope::Call(call)).map_err(|refusal| unsendable(&refusal))?;
        let head = ruled(&head, &outgoing);
        Ok(Written { head, outgoing })
    }

    /// Returns the end that a body tells: `google.rpc.Status` in JSON; `None` if it is something else.
    fn end(&self, status: &Value) -> Option<End> {
        let code = status.get("code")?.as_u64().and_then(|code| u32::try_from(code).ok())?;
        let message = status.get("message").and_then(Value::as_str).unwrap_or_default();
        let details = status.get("details").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        // Details whose types are not in the schema cannot be written, but the message can be told.
        let bytes = if details.is_empty() { None } else { self.details.write(code, message, details).ok() };
        Some(End { details: bytes.unwrap_or_default(), ..End::failed(Status(code), message) })
    }

    /// Returns the end of a call whose answer has another status of HTTP than 200, with what its head tells.
    pub fn failure(&self, told: End, body: &[u8]) -> End {
        let status: Option<Value> = serde_json::from_slice(body).ok();
        // Some servers put the status into a member.
        let status = status.map(|it| it.get("error").cloned().unwrap_or(it));
        match status.and_then(|status| self.end(&status)) {
            Some(end) => End { metadata: told.metadata, http_status: told.http_status, ..end },
            None => told,
        }
    }

    /// Returns what a line of a stream is: a message, or the end of a call that failed.
    pub fn line(&self, line: &[u8]) -> Result<Envelope, String> {
        let wrong = || "a line of the answer is no result".to_owned();
        let mut document: Value = serde_json::from_slice(line).map_err(|_| wrong())?;
        if let Some(end) = document.get("error").and_then(|status| self.end(status)) {
            return Ok(Envelope::End(end));
        }
        let result = document.get_mut("result").map(Value::take).ok_or_else(wrong)?;
        Ok(Envelope::Item(Item { compressed: false, body: result.to_string().into_bytes() }))
    }
}
