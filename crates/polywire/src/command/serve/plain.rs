//! JSON over HTTP: requests that are called by the rules of a schema, and answers to them.

use super::super::call::{Form, internal};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::reply::Replying;
use super::request::{METHOD_NOT_ALLOWED, UNSUPPORTED_MEDIA_TYPE};
use polywire::calls::head::text;
use polywire::calls::http_json::{Bound, NoRoute, Request, Routes, http_status, naming};
use polywire::calls::{Details, Protocol};
use polywire_net::Answer;
use polywire_rpc::{Call, End, Envelope, Item, Start, Status};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

const NOT_FOUND: u16 = 404;
const JSON: &str = "application/json";

/// The rules of a schema, and what shows details of its types.
pub struct Routed {
    routes: Routes,
    details: Mutex<Details>,
}

/// The first lines of a request, and its type of content.
struct Line<'h> {
    verb: &'h str,
    path: &'h str,
    content: &'h str,
}

impl Routed {
    /// Returns nothing if no protocol needs it.
    pub fn new(schema: &Schema, protocols: &[&Protocol]) -> Result<Option<Self>, Failure> {
        if !protocols.iter().any(|protocol| protocol.has_routes) {
            return Ok(None);
        }
        let routes = Routes::new(&schema.model, &schema.descriptors);
        let routes = routes.map_err(|errors| Failure::Input(errors.join("\n")))?;
        let details = Details::new(&schema.model).ok_or_else(|| internal("the codecs of details"))?;
        Ok(Some(Self { routes, details: Mutex::new(details) }))
    }

    /// Returns the call that a request is by a rule; `None` if no rule has its path.
    pub fn call(&self, form: &Form, head: &[u8]) -> Result<Option<(Call, Bound)>, End> {
        let line = Line::of(head).ok_or_else(unreadable)?;
        match self.routes.find(line.verb, line.path) {
            Err(NoRoute::Path) => Ok(None),
            found => called(form, (head, &line), found).map(Some),
        }
    }

    /// Returns the call that a request is by the names of a service and a method.
    pub fn named_call(&self, form: &Form, head: &[u8]) -> Result<(Call, Bound), End> {
        let line = Line::of(head).ok_or_else(unreadable)?;
        called(form, (head, &line), self.routes.find_named(line.verb, line.path))
    }

    /// Returns the body that tells how a call failed, as `google.rpc.Status` is in JSON.
    fn status(&self, end: &End) -> Value {
        let lines = self.details.lock().unwrap_or_else(PoisonError::into_inner).lines(&end.details);
        let details: Vec<Value> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        json!({"code": end.status.0, "message": end.message, "details": details})
    }
}

fn called(
    form: &Form,
    (head, line): (&[u8], &Line<'_>),
    found: Result<Request, NoRoute>,
) -> Result<(Call, Bound), End> {
    let refused = |http, status, why: &str| End { http_status: Some(http), ..End::failed(status, why) };
    let request = found.map_err(|none| match none {
        NoRoute::Path => refused(NOT_FOUND, Status::NOT_FOUND, "there is no such path"),
        NoRoute::Verb => refused(METHOD_NOT_ALLOWED, Status::UNIMPLEMENTED, "the path has another method of HTTP"),
        NoRoute::Wrong(why) => End::failed(Status::INVALID_ARGUMENT, why),
    })?;
    if !line.content.is_empty() && !line.content.starts_with(JSON) {
        return Err(refused(UNSUPPORTED_MEDIA_TYPE, Status::INVALID_ARGUMENT, "bodies are application/json"));
    }
    match form.envelopes.decode(&naming(head, &request)) {
        Ok(Some(Envelope::Call(call))) => Ok((call, request.bound)),
        Ok(_) | Err(_) => Err(unreadable()),
    }
}

fn unreadable() -> End {
    End::failed(Status::INVALID_ARGUMENT, "the head of the request cannot be read")
}

impl<'h> Line<'h> {
    fn of(head: &'h [u8]) -> Option<Self> {
        let content = text(head, "content-type").unwrap_or_default();
        Some(Self { verb: text(head, ":method")?, path: text(head, ":path")?, content })
    }
}

/// Sends an answer: a message as the whole body, or the messages of a stream as lines.
pub struct PlainReply<'f> {
    form: &'f Form,
    routed: &'f Routed,
    answer: Answer,
    is_stream: bool,
    start: Option<Start>,
    body: Vec<u8>,
    /// Messages of a stream are on their way.
    has_sent: bool,
}

impl<'f> PlainReply<'f> {
    pub fn new((form, routed): (&'f Form, &'f Routed), answer: Answer, is_stream: bool) -> Self {
        Self { form, routed, answer, is_stream, start: None, body: Vec::new(), has_sent: false }
    }

    fn head(&self, status: u16, start: Start) -> Vec<u8> {
        // Bodies are never compressed.
        let start = Start { format: "json".to_owned(), compression: String::new(), ..start };
        let head = self.form.envelopes.encode(&Envelope::Start(start)).unwrap_or_default();
        let behind = head.iter().position(|byte| *byte == b'\n').map_or(head.len(), |at| at + 1);
        [format!(":status: {status}\r\n").as_bytes(), &head[behind..]].concat()
    }

    /// Starts to send a stream.
    fn begin(&mut self) {
        if !std::mem::replace(&mut self.has_sent, true) {
            let start = self.start.take().unwrap_or_default();
            let head = self.head(http_status(Status::OK), start);
            self.answer.start(head);
        }
    }

    fn fail(mut self, end: &End) {
        let body = self.routed.status(end);
        if self.has_sent {
            self.answer.send(format!("{}\n", json!({"error": body})).into_bytes());
            return;
        }
        let mut metadata = self.start.take().map(|start| start.metadata).unwrap_or_default();
        metadata.extend(end.metadata.iter().cloned());
        let status = end.http_status.unwrap_or_else(|| http_status(end.status));
        let head = self.head(status, Start { metadata, ..Start::default() });
        self.answer.start(head);
        self.answer.send(body.to_string().into_bytes());
    }
}

impl Replying for PlainReply<'_> {
    fn ask(&self) {
        self.answer.ask();
    }

    fn start(&mut self, start: Start) -> Result<(), End> {
        self.start = Some(start);
        if self.is_stream {
            self.begin();
        }
        Ok(())
    }

    fn item(&mut self, item: Item) -> Result<(), End> {
        if self.is_stream {
            self.begin();
            self.answer.send([b"{\"result\":", item.body.as_slice(), b"}\n"].concat());
        } else {
            self.body = item.body;
        }
        Ok(())
    }

    fn end(mut self: Box<Self>, _: Start, end: End) {
        if end.status != Status::OK {
            return self.fail(&end);
        }
        if self.is_stream {
            return self.begin();
        }
        let start = self.start.take().unwrap_or_default();
        let head = self.head(http_status(Status::OK), start);
        let trailers = self.form.envelopes.encode(&Envelope::End(end)).unwrap_or_default();
        self.answer.start([head, trailers].concat());
        self.answer.send(std::mem::take(&mut self.body));
    }
}
