//! Requests, each answered on a thread of its own.

use super::super::args::Serve as Args;
use super::super::call::{Form, GZIP, compressed, decompressed, inflated};
use super::super::failure::Failure;
use super::mock::{Method, Mock, Returns};
use super::reply::Reply;
use polywire::calls::Reflection;
use polywire_net::{Answer, Asked, Mailbox, Part};
use polywire_rpc::{Call, End, Envelope, Frames, Item, Start, Status};

/// The statuses of HTTP for requests of another form, and for `GET` where it could do harm.
const UNSUPPORTED_MEDIA_TYPE: u16 = 415;
const METHOD_NOT_ALLOWED: u16 = 405;

/// What all requests need.
pub struct Requests {
    /// The forms of the protocol.
    forms: Vec<Form>,
    mock: Mock,
    max_size: u64,
}

/// A request that is answered.
struct Running<'r> {
    requests: &'r Requests,
    form: &'r Form,
    call: Call,
    method: &'r Method,
    reflection: Option<Reflection>,
    reply: Reply<'r>,
    /// Messages that were received, and sent.
    taken: usize,
    sent: usize,
}

impl Requests {
    pub fn new(args: &Args, mock: Mock) -> Result<Self, Failure> {
        let forms = args.protocol.forms().map(Form::of).collect::<Result<_, _>>()?;
        Ok(Self { forms, mock, max_size: args.limits.max_size })
    }

    pub fn answer(&self, Asked { head, body, answer }: Asked) {
        let (form, call) = match self.call(&head) {
            Ok(found) => found,
            Err((form, end)) => return Reply::new(form, answer).end(Start::default(), end),
        };
        match self.method(form, &call) {
            Ok(method) => self.running(form, (call, method), answer).run(body),
            Err(end) => Reply::new(form, answer).end(start_of(&call), end),
        }
    }

    /// Returns the call that a head is, and the form of the protocol that it has.
    fn call(&self, head: &[u8]) -> Result<(&Form, Call), (&Form, End)> {
        let mut wrong = None;
        for form in &self.forms {
            match form.envelopes.decode(head) {
                Ok(Some(Envelope::Call(call))) => return Ok((form, call)),
                Ok(_) => wrong = Some((form, "this is no call".to_owned())),
                Err(refusal) => {
                    let name = form.protocol.name;
                    wrong = Some((form, format!("this is no call of {name}: {refusal}")));
                }
            }
        }
        let (form, message) = wrong.unwrap_or((&self.forms[0], String::new()));
        let http_status = form.protocol.whole.map(|_| UNSUPPORTED_MEDIA_TYPE);
        Err((form, End { http_status, ..End::failed(Status::INTERNAL, message) }))
    }

    /// Returns the method of a call.
    fn method(&self, form: &Form, call: &Call) -> Result<&Method, End> {
        let Some(method) = self.mock.method(&call.service, &call.method) else {
            let message = format!("there is no method `{}/{}`", call.service, call.method);
            return Err(End::failed(Status::UNIMPLEMENTED, message));
        };
        let refused =
            |status, message| End { http_status: Some(status), ..End::failed(Status::UNIMPLEMENTED, message) };
        let has_other_form = self.forms.len() > 1;
        let is_unary = !method.takes_stream && !method.returns_stream;
        if has_other_form && is_unary != form.protocol.whole.is_some() {
            return Err(refused(
                UNSUPPORTED_MEDIA_TYPE,
                "methods with streams and those without have other types of content",
            ));
        }
        if call.item.is_some() && !method.changes_nothing {
            return Err(refused(METHOD_NOT_ALLOWED, "the schema does not say that the method changes nothing"));
        }
        Ok(method)
    }

    fn running<'r>(&'r self, form: &'r Form, (call, method): (Call, &'r Method), answer: Answer) -> Running<'r> {
        let reflection = match method.returns {
            Returns::Reflection => Reflection::new(),
            Returns::Messages(_) => None,
        };
        let reply = Reply::new(form, answer);
        Running { requests: self, form, call, method, reflection, reply, taken: 0, sent: 0 }
    }
}

/// Returns the start of the answer to a call. It is compressed if the call is.
fn start_of(call: &Call) -> Start {
    let is_compressed = call.compression == GZIP && call.accepts.iter().any(|it| it == GZIP);
    let compression = if is_compressed { GZIP.to_owned() } else { String::new() };
    Start { format: call.format.clone(), compression, ..Start::default() }
}

impl Running<'_> {
    fn run(mut self, body: Mailbox<Part>) {
        let read = match self.call.item.take() {
            Some(item) => self.whole(item.body, item.compressed),
            None => self.read(body),
        };
        match read {
            Ok(true) => {}
            // Nobody waits for an answer.
            Ok(false) => return,
            Err(end) => return self.end(end),
        }
        if !self.method.takes_stream && self.taken != 1 {
            let message = format!("the method takes one message, not {}", self.taken);
            return self.end(End::failed(Status::INTERNAL, message));
        }
        let end = self.rest().map_or_else(|end| end, |()| End::default());
        self.end(end);
    }

    /// Reads a request; returns false if its rest will never come.
    fn read(&mut self, mut body: Mailbox<Part>) -> Result<bool, End> {
        let is_whole = self.form.protocol.whole.is_some();
        let mut frames = Frames::new(self.form.protocol.frames, self.requests.max_size);
        let mut whole = Vec::new();
        loop {
            match body.receive(None) {
                Some(Part::Data(bytes)) if is_whole => {
                    whole.extend_from_slice(&bytes);
                    let limit = self.requests.max_size;
                    if whole.len() as u64 > limit {
                        let message = format!("a message has more than the limit of {limit} bytes");
                        return Err(End::failed(Status::RESOURCE_EXHAUSTED, message));
                    }
                }
                Some(Part::Data(bytes)) => {
                    frames.push(&bytes);
                    self.frames(&mut frames)?;
                }
                Some(Part::Done) if is_whole => {
                    let is_plain = whole.is_empty() || ["", "identity"].contains(&self.call.compression.as_str());
                    return self.whole(whole, !is_plain);
                }
                Some(Part::Done) if frames.is_inside() => {
                    return Err(End::failed(Status::INTERNAL, "the request ends inside a message"));
                }
                Some(Part::Done) => return Ok(true),
                Some(Part::Broken) | None => return Ok(false),
            }
        }
    }

    /// Takes a message that is a whole body.
    fn whole(&mut self, body: Vec<u8>, is_compressed: bool) -> Result<bool, End> {
        let compression = (self.call.compression.as_str(), self.requests.max_size);
        let body = match is_compressed {
            true => inflated(&body, compression).map_err(|message| End::failed(Status::UNIMPLEMENTED, message))?,
            false => body,
        };
        self.item(&Item { compressed: false, body })?;
        Ok(true)
    }

    fn frames(&mut self, frames: &mut Frames) -> Result<(), End> {
        let too_large = |error: polywire_rpc::FrameTooLarge| End::failed(Status::RESOURCE_EXHAUSTED, error.to_string());
        let compression = (self.call.compression.clone(), self.requests.max_size);
        while let Some(frame) = frames.next_frame().map_err(too_large)? {
            let frame = decompressed(frame, self.form.protocol.frames, (&compression.0, compression.1))
                .map_err(|message| End::failed(Status::UNIMPLEMENTED, message))?;
            let item = match self.form.envelopes.decode(&frame) {
                Ok(Some(Envelope::Item(item))) => item,
                Ok(_) | Err(_) => return Err(End::failed(Status::INTERNAL, "a message is not of the protocol")),
            };
            self.item(&item)?;
        }
        Ok(())
    }

    /// Takes a message, and answers it if both sides are streams.
    fn item(&mut self, item: &Item) -> Result<(), End> {
        self.taken += 1;
        if let Some(refusal) = self.method.taken.as_ref().and_then(|codec| codec.decode(&item.body).err()) {
            return Err(End::failed(Status::INVALID_ARGUMENT, format!("a message cannot be read: {refusal}")));
        }
        if !self.method.takes_stream || !self.method.returns_stream {
            return Ok(());
        }
        let body = match (&self.method.returns, &mut self.reflection) {
            (Returns::Messages(all), _) => match all.get(self.sent % all.len().max(1)) {
                Some(body) => body.clone(),
                None => return Ok(()),
            },
            (Returns::Reflection, Some(reflection)) => {
                let found = reflection.query(&item.body).map(|query| self.requests.mock.served.find(&query));
                let answer = found.and_then(|found| reflection.answer(&item.body, &found));
                answer.ok_or_else(|| End::failed(Status::INVALID_ARGUMENT, "the question cannot be read"))?
            }
            (Returns::Reflection, None) => return Err(End::failed(Status::INTERNAL, "there is no reflection")),
        };
        self.send(body)
    }

    /// Sends what is returned when the request is complete.
    fn rest(&mut self) -> Result<(), End> {
        let Returns::Messages(all) = &self.method.returns else { return Ok(()) };
        match (self.method.takes_stream, self.method.returns_stream) {
            (true, true) => Ok(()),
            (false, true) => all.iter().try_for_each(|body| self.send(body.clone())),
            (_, false) => all.first().map_or(Ok(()), |body| self.send(body.clone())),
        }
    }

    fn send(&mut self, body: Vec<u8>) -> Result<(), End> {
        self.sent += 1;
        let start = start_of(&self.call);
        let is_compressed = !start.compression.is_empty();
        self.reply.start(start);
        self.reply.item(if is_compressed { compressed(&body) } else { Item { compressed: false, body } })
    }

    fn end(self, end: End) {
        self.reply.end(start_of(&self.call), end);
    }
}
