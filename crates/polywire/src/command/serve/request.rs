//! Requests, each answered on a thread of its own.

use super::super::call::{Form, GZIP};
use super::super::failure::Failure;
use super::accepting::{Place, Service, Takes};
use super::answering::Answering;
use super::bodies::{Conversion, Conversions};
use super::calls::Calls;
use super::exec::News;
use super::handler::Handler;
use super::listening::Ground;
use super::methods::Method;
use super::plain::PlainReply;
use super::reply::{Reply, Replying};
use polywire::calls::Protocol;
use polywire::calls::http_json::Bound;
use polywire_net::{Answer, Asked, Incoming, Part};
use polywire_rpc::{Call, Count, End, Envelope, Metadata, Shape, Start, Status};
use std::sync::Arc;

/// The statuses of HTTP for requests of another form, and for `GET` where it could do harm.
pub const UNSUPPORTED_MEDIA_TYPE: u16 = 415;
pub const METHOD_NOT_ALLOWED: u16 = 405;
const NOT_FOUND: u16 = 404;
/// The first line of most requests.
const POST: &[u8] = b":method: POST\r\n";
/// Posts that a request has not read yet.
const QUEUE: usize = 16;

/// What a request waits for.
pub enum Post {
    Network(Part),
    Handler(News),
    /// From the server that answers.
    Server(Incoming),
    /// From a thread that answers with one message.
    Answered(Result<Answered, End>),
    /// The server ends.
    Stop,
}

/// An answer of one message.
pub struct Answered {
    pub metadata: Vec<Metadata>,
    pub body: Vec<u8>,
}

impl From<Vec<u8>> for Answered {
    fn from(body: Vec<u8>) -> Self {
        Self { metadata: Vec::new(), body }
    }
}

impl Post {
    /// Hands over what is not from the network of a call to its handler; an error ends the call.
    pub fn tell(self, handler: &mut dyn Handler) -> Result<(), End> {
        match self {
            Self::Network(_) => Ok(()),
            Self::Handler(news) => handler.hear(news),
            Self::Server(incoming) => handler.receive(incoming),
            Self::Answered(answer) => handler.answered(answer),
            Self::Stop => Err(stopping()),
        }
    }
}

/// What all requests at a place need.
struct Requests {
    ground: Arc<Ground>,
    forms: Vec<Form>,
    calls: Calls,
}

/// A call that a request is.
struct Found<'f> {
    form: &'f Form,
    call: Call,
    bound: Option<Bound>,
}

pub fn service(protocols: Vec<&'static Protocol>, place: Place, ground: &Arc<Ground>) -> Result<Service, Failure> {
    let forms = protocols.iter().flat_map(|protocol| protocol.forms()).map(Form::of);
    let mut forms = forms.collect::<Result<Vec<Form>, _>>()?;
    // Bodies that are one message can have any type of content, also that of another protocol.
    forms.sort_by_key(|form| form.protocol.whole.is_some());
    let requests = Arc::new(Requests { ground: ground.clone(), forms, calls: Calls::default() });
    let answering = requests.clone();
    let takes = Takes::Requests(Arc::new(move |asked| answering.answer(asked)));
    Ok(Service::new(place, takes, move || requests.calls.stop()))
}

impl Requests {
    /// Answers a request of one of the forms.
    fn answer(&self, asked: Asked) {
        let (postbox, mailbox) = self.ground.network.mailbox(QUEUE);
        let found = self.call(&asked.head);
        let head = asked.head.clone();
        let Some(answer) = self.ground.cors.allow(&head, asked.answer(&postbox, Post::Network)) else { return };
        let Found { form, call, bound } = match found {
            Ok(found) => found,
            Err((form, end)) => return self.reply(form, answer, false).end(Start::default(), end),
        };
        let method = self.method(form, &call);
        let is_stream = method.as_ref().is_ok_and(|(method, _)| method.shape.returns == Count::Many);
        let reply = self.reply(form, answer, is_stream);
        let (method, format) = match method {
            Ok(found) => found,
            Err(end) => return reply.end(start_of(&call), end),
        };
        let Some(_listed) = self.calls.list(&postbox) else { return reply.end(start_of(&call), stopping()) };
        match method.handler((Some(form.protocol), &call), &postbox) {
            Ok(handler) => {
                let parts = (handler, Conversions { bound, format });
                Answering::new(self.ground.max_size, (form, call, method.shape), parts, reply).run(mailbox);
            }
            Err(end) => reply.end(start_of(&call), end),
        }
    }

    fn reply<'f>(&'f self, form: &'f Form, answer: Answer, is_stream: bool) -> Box<dyn Replying + 'f> {
        match self.ground.methods.routed.as_ref().filter(|_| form.protocol.has_routes) {
            Some(routed) => Box::new(PlainReply::new((form, routed), answer, is_stream)),
            None => Box::new(Reply::new(form, answer)),
        }
    }

    /// Returns the call that a head is: by a rule, in one of the forms, or by a path that names a method.
    fn call(&self, head: &[u8]) -> Result<Found<'_>, (&Form, End)> {
        let forms = &self.forms;
        let plain = forms.iter().find(|form| form.protocol.has_routes).zip(self.ground.methods.routed.as_ref());
        let with = |(form, (call, bound))| Found { form, call, bound: Some(bound) };
        if let Some((form, routed)) = plain
            && let Some(found) = routed.call(form, head).map_err(|end| (form, end))?
        {
            return Ok(with((form, found)));
        }
        match (call_in_form(forms, head), plain) {
            (Ok((form, call)), _) => Ok(Found { form, call, bound: None }),
            (Err(_), Some((form, routed))) => {
                routed.named_call(form, head).map(|found| with((form, found))).map_err(|end| (form, end))
            }
            (Err(wrong), None) => Err(wrong),
        }
    }

    /// Returns the method of a call, and what converts its messages.
    fn method(&self, form: &Form, call: &Call) -> Result<(&Method, Option<Conversion>), End> {
        let Some(method) = self.ground.methods.get(&call.service, &call.method) else {
            let message = format!("there is no method `{}/{}`", call.service, call.method);
            let http_status = form.protocol.whole.map(|_| NOT_FOUND);
            return Err(End { http_status, ..End::failed(Status::UNIMPLEMENTED, message) });
        };
        let refused =
            |status, message: &str| End { http_status: Some(status), ..End::failed(Status::UNKNOWN, message) };
        if !["", "identity", GZIP].contains(&call.compression.as_str()) {
            let message = format!("messages can be compressed with `gzip`, but not with `{}`", call.compression);
            return Err(End::failed(Status::UNIMPLEMENTED, message));
        }
        let is_unary = method.shape == Shape { takes: Count::One, returns: Count::One };
        if form.protocol.has_forms() && is_unary != form.protocol.whole.is_some() {
            return Err(refused(
                UNSUPPORTED_MEDIA_TYPE,
                "methods with streams and those without have other types of content",
            ));
        }
        if form.protocol.has_routes && method.shape.takes == Count::Many {
            return Err(End::failed(
                Status::UNIMPLEMENTED,
                "methods that take a stream cannot be called by this protocol",
            ));
        }
        if call.item.is_some() && !method.changes_nothing {
            return Err(refused(METHOD_NOT_ALLOWED, "the schema does not say that the method changes nothing"));
        }
        let conversion = self.ground.methods.conversion(method, &call.format);
        Ok((method, conversion.map_err(|why| refused(UNSUPPORTED_MEDIA_TYPE, &why))?))
    }
}

/// Returns the call that a head is, and the form of the protocol that it has.
fn call_in_form<'f>(forms: &'f [Form], head: &[u8]) -> Result<(&'f Form, Call), (&'f Form, End)> {
    let mut wrong = None;
    for form in forms.iter().filter(|form| !form.protocol.has_routes) {
        let name = form.protocol.name;
        match form.envelopes.decode(head) {
            Ok(Some(Envelope::Call(call))) => return Ok((form, call)),
            Ok(_) => wrong = Some((form, "this is no call".to_owned())),
            Err(refusal) => wrong = Some((form, format!("this is no call of {name}: {refusal}"))),
        }
    }
    let (form, message) = wrong.unwrap_or((&forms[0], String::new()));
    let http_status = if head.starts_with(POST) { UNSUPPORTED_MEDIA_TYPE } else { METHOD_NOT_ALLOWED };
    Err((form, End { http_status: Some(http_status), ..End::failed(Status::UNKNOWN, message) }))
}

/// Returns the compression of the answer to a call: that of the call.
pub fn compression_of(call: &Call) -> &'static str {
    let is_compressed = call.compression == GZIP && call.accepts.iter().any(|it| it == GZIP);
    if is_compressed { GZIP } else { "" }
}

/// Returns the start of the answer to a call.
pub fn start_of(call: &Call) -> Start {
    Start { format: call.format.clone(), compression: compression_of(call).to_owned(), ..Start::default() }
}

/// Returns the end of calls when the server ends.
pub fn stopping() -> End {
    End::failed(Status::UNAVAILABLE, "the server ends")
}
