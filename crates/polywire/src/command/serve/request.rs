//! Requests, each answered on a thread of its own.

use super::super::args::Serve as Args;
use super::super::call::{Form, GZIP};
use super::super::failure::Failure;
use super::answering::Answering;
use super::calls::Calls;
use super::exec::News;
use super::methods::{Method, Methods};
use super::reply::Reply;
use polywire::calls::Protocol;
use polywire_net::{Asked, Network, Part};
use polywire_rpc::{Call, Count, End, Envelope, Shape, Start, Status};

/// The statuses of HTTP for requests of another form, and for `GET` where it could do harm.
const UNSUPPORTED_MEDIA_TYPE: u16 = 415;
const METHOD_NOT_ALLOWED: u16 = 405;
/// Posts that a request has not read yet.
const QUEUE: usize = 16;

/// What a request waits for.
pub enum Post {
    Network(Part),
    Handler(News),
    /// The server ends.
    Stop,
}

/// What all requests need.
pub struct Requests {
    /// The forms of the protocol.
    forms: Vec<Form>,
    pub methods: Methods,
    pub max_size: u64,
    network: Network,
    pub calls: Calls,
}

impl Requests {
    pub fn new(
        args: &Args,
        protocol: &'static Protocol,
        (methods, network): (Methods, Network),
    ) -> Result<Self, Failure> {
        let forms = protocol.forms().map(Form::of).collect::<Result<_, _>>()?;
        Ok(Self { forms, methods, max_size: args.limits.max_size, network, calls: Calls::default() })
    }

    pub fn network(&self) -> &Network {
        &self.network
    }

    pub fn answer(&self, asked: Asked) {
        let (postbox, mailbox) = self.network.mailbox(QUEUE);
        let found = self.call(&asked.head);
        let answer = asked.answer(&postbox, Post::Network);
        let (form, call) = match found {
            Ok(found) => found,
            Err((form, end)) => return Reply::new(form, answer).end(Start::default(), end),
        };
        let reply = Reply::new(form, answer);
        let method = match self.method(form, &call) {
            Ok(method) => method,
            Err(end) => return reply.end(start_of(&call), end),
        };
        let Some(_listed) = self.calls.list(&postbox) else { return reply.end(start_of(&call), stopping()) };
        match self.methods.handler(method, &call, &postbox) {
            Ok(handler) => Answering::new(self.max_size, (form, call, method.shape), handler, reply).run(mailbox),
            Err(end) => reply.end(start_of(&call), end),
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
        let Some(method) = self.methods.get(&call.service, &call.method) else {
            let message = format!("there is no method `{}/{}`", call.service, call.method);
            return Err(End::failed(Status::UNIMPLEMENTED, message));
        };
        let refused =
            |status, message| End { http_status: Some(status), ..End::failed(Status::UNIMPLEMENTED, message) };
        let has_other_form = self.forms.len() > 1;
        let is_unary = method.shape == Shape { takes: Count::One, returns: Count::One };
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
