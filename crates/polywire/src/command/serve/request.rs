//! Requests, each answered on a thread of its own.

use super::super::args::Serve as Args;
use super::super::call::{decompressed, internal};
use super::super::failure::Failure;
use super::mock::{Method, Mock, Returns};
use polywire::Limits;
use polywire::calls::{Envelopes, Protocol, Reflection};
use polywire_net::{Answer, Asked, Mailbox, Part};
use polywire_rpc::{Call, End, Envelope, Frames, Item, Start, Status};

/// The status of HTTP of all answers.
const HTTP_OK: u16 = 200;

/// What all requests need.
pub struct Requests {
    protocol: &'static Protocol,
    envelopes: Envelopes,
    mock: Mock,
    max_size: u64,
}

/// A request that is answered.
struct Running<'r> {
    requests: &'r Requests,
    call: Call,
    method: &'r Method,
    reflection: Option<Reflection>,
    answer: Answer,
    has_started: bool,
    /// Messages that were received, and sent.
    taken: usize,
    sent: usize,
}

impl Requests {
    pub fn new(args: &Args, mock: Mock) -> Result<Self, Failure> {
        let envelopes =
            Envelopes::new(args.protocol, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
        Ok(Self { protocol: args.protocol, envelopes, mock, max_size: args.limits.max_size })
    }

    pub fn answer(&self, Asked { head, body, answer }: Asked) {
        let call = match self.envelopes.decode(&head) {
            Ok(Some(Envelope::Call(call))) => call,
            Ok(_) => return self.refuse(answer, End::failed(Status::INTERNAL, "this is no call")),
            Err(refusal) => {
                let message = format!("this is no call of {}: {refusal}", self.protocol.name);
                return self.refuse(answer, End::failed(Status::INTERNAL, message));
            }
        };
        let Some(method) = self.mock.method(&call.service, &call.method) else {
            let message = format!("there is no method `{}/{}`", call.service, call.method);
            return self.refuse(answer, End::failed(Status::UNIMPLEMENTED, message));
        };
        let reflection = match method.returns {
            Returns::Reflection => Reflection::new(),
            Returns::Messages(_) => None,
        };
        let running =
            Running { requests: self, call, method, reflection, answer, has_started: false, taken: 0, sent: 0 };
        running.run(body);
    }

    /// Answers with an end alone.
    fn refuse(&self, answer: Answer, end: End) {
        let end = End { http_status: Some(HTTP_OK), ..end };
        if let Ok(head) = self.envelopes.encode(&Envelope::End(end)) {
            answer.refuse(head);
        }
    }
}

impl Running<'_> {
    fn run(mut self, mut body: Mailbox<Part>) {
        let mut frames = Frames::new(self.requests.protocol.frames, self.requests.max_size);
        loop {
            match body.receive(None) {
                Some(Part::Data(bytes)) => {
                    frames.push(&bytes);
                    if let Err(end) = self.frames(&mut frames) {
                        return self.end(end);
                    }
                }
                Some(Part::Done) if frames.is_inside() => {
                    return self.end(End::failed(Status::INTERNAL, "the request ends inside a message"));
                }
                Some(Part::Done) => break,
                // Nobody waits for an answer.
                Some(Part::Broken) | None => return,
            }
        }
        if !self.method.takes_stream && self.taken != 1 {
            let message = format!("the method takes one message, not {}", self.taken);
            return self.end(End::failed(Status::INTERNAL, message));
        }
        let end = self.rest().map_or_else(|end| end, |()| End::default());
        self.end(end);
    }

    fn frames(&mut self, frames: &mut Frames) -> Result<(), End> {
        let too_large = |error: polywire_rpc::FrameTooLarge| End::failed(Status::RESOURCE_EXHAUSTED, error.to_string());
        let compression = (self.call.compression.clone(), self.requests.max_size);
        while let Some(frame) = frames.next_frame().map_err(too_large)? {
            let frame = decompressed(frame, self.requests.protocol.frames, (&compression.0, compression.1))
                .map_err(|message| End::failed(Status::UNIMPLEMENTED, message))?;
            let item = match self.requests.envelopes.decode(&frame) {
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
        self.start();
        self.put(&Envelope::Item(Item { compressed: false, body }))
    }

    fn start(&mut self) {
        if !self.has_started {
            self.has_started = true;
            let start = Start { format: self.call.format.clone(), ..Start::default() };
            if let Ok(head) = self.requests.envelopes.encode(&Envelope::Start(start)) {
                self.answer.start(head);
            }
        }
    }

    fn put(&self, envelope: &Envelope) -> Result<(), End> {
        let bytes = self.requests.envelopes.encode(envelope);
        let bytes = bytes.map_err(|refusal| End::failed(Status::INTERNAL, refusal.to_string()))?;
        let gone = || End::failed(Status::CANCELLED, "nobody waits for the answer");
        if self.answer.send(bytes) { Ok(()) } else { Err(gone()) }
    }

    fn end(mut self, end: End) {
        if !self.has_started && end.status != Status::OK {
            return self.requests.refuse(self.answer, end);
        }
        self.start();
        let end = Envelope::End(end);
        match self.requests.envelopes.encode(&end) {
            Ok(bytes) if self.requests.protocol.has_trailers => drop(self.answer.finish(bytes)),
            Ok(bytes) => drop(self.answer.send(bytes)),
            Err(_) => {}
        }
    }
}
