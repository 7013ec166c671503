//! Calls of Avro: those over HTTP have a handshake each, streams begin with one.

use super::super::args::AvroTransport;
use super::super::failure::Failure;
use super::avro_transport::Transport;
use super::{Place, internal};
use polywire::Limits;
use polywire::calls::avro_ipc::{Failed, Handshake, Headers, Match, Meta, Protocol, Resolver, failed};
use polywire_net::Network;
use polywire_rpc::{End, Status};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A server that does not know the client's protocol gets it, once.
const ATTEMPTS: usize = 2;

/// Where a server is, and how messages are sent there.
pub struct Server {
    pub network: Arc<Network>,
    pub place: Place,
    pub transport: AvroTransport,
}

impl Server {
    fn open(&self, started: Instant) -> Result<Transport, Failure> {
        Transport::open(&self.network, &self.place, self.transport, started)
    }
}

/// A connection to a server.
pub struct Connection {
    transport: Transport,
    headers: Headers,
    own: Protocol,
    /// That of the server, when it is known.
    server: Option<Protocol>,
    /// The server may not know this side's protocol.
    tells_protocol: bool,
    /// What converts the answers to a message, by its name, if the protocols differ.
    resolver: Option<(String, Resolver)>,
}

/// What a call returns.
pub struct Returned {
    pub meta: Meta,
    pub outcome: Outcome,
}

/// How it ended.
pub enum Outcome {
    /// With a value, as this side's protocol has it.
    Value(Vec<u8>),
    Failed(End),
    /// With an error that the message declares: its type and its members.
    Declared(String, Value),
}

impl Connection {
    pub fn open(server: &Server, own: Protocol, started: Instant) -> Result<Self, Failure> {
        let headers = Headers::new().ok_or_else(|| internal("the codecs of calls"))?;
        let transport = server.open(started)?;
        Ok(Self { transport, headers, own, server: None, tells_protocol: true, resolver: None })
    }

    /// Returns a connection for calls by the protocol of the server: the same one, if the server has not agreed upon another protocol for it.
    pub fn knowing(self, (to, started): (&Server, Instant), server: Protocol) -> Result<Self, Failure> {
        let transport = if self.transport.is_agreed() { to.open(started)? } else { self.transport };
        Ok(Self { transport, own: server.clone(), server: Some(server), tells_protocol: false, ..self })
    }

    /// The deadline of the next call counts from now.
    pub fn begin(&mut self, deadline: Option<Duration>) {
        self.transport.begin(deadline);
    }

    /// Returns true unless the server has ended the connection, and that matters.
    pub fn is_open(&self) -> bool {
        self.transport.is_open()
    }

    /// Asks the server for its protocol.
    pub fn ask(&mut self) -> Result<Result<Protocol, End>, Failure> {
        // The server does not answer to a message without a name.
        Ok(match self.exchange(&Meta::new(), "", &[])? {
            Ok(_) => self
                .server
                .clone()
                .ok_or_else(|| End::failed(Status::INTERNAL, "the server does not tell its protocol")),
            Err(end) => Err(end),
        })
    }

    /// Calls a message.
    pub fn call(&mut self, meta: &Meta, message: &str, params: &[u8]) -> Result<Returned, Failure> {
        let bytes = match self.exchange(meta, message, params)? {
            Ok(bytes) => bytes,
            Err(end) => return Ok(Returned { meta: Meta::new(), outcome: Outcome::Failed(end) }),
        };
        let broken = |why: String| Outcome::Failed(End::failed(Status::INTERNAL, why));
        if bytes.is_empty() && self.own.message(message).is_some_and(|it| it.output.is_none()) {
            return Ok(Returned { meta: Meta::new(), outcome: Outcome::Value(Vec::new()) });
        }
        let ((meta, is_error), rest) = match self.headers.read_response(&bytes) {
            Ok(read) => read,
            Err(wrong) => {
                let outcome = broken(format!("the answer is not of Avro: {wrong}"));
                return Ok(Returned { meta: Meta::new(), outcome });
            }
        };
        let outcome = if is_error { self.failed(message, rest) } else { self.value(message, rest).map(Outcome::Value) };
        Ok(Returned { meta, outcome: outcome.unwrap_or_else(broken) })
    }

    fn failed(&self, name: &str, bytes: &[u8]) -> Result<Outcome, String> {
        let server = self.server.as_ref().unwrap_or(&self.own);
        // A server that does not know the message can fail only with a text.
        let message = server.message(name).or_else(|| self.own.message(name)).ok_or("there is no such message")?;
        match failed(&self.headers, server, message, bytes).map_err(|wrong| wrong.to_string())? {
            Failed::System(status, text) => Ok(Outcome::Failed(End::failed(status, text))),
            Failed::Declared(name, members) => Ok(Outcome::Declared(name, members)),
        }
    }

    /// Returns what a message returned, as this side's protocol has it.
    fn value(&mut self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let Some(server) = self.server.as_ref().filter(|it| it.hash != self.own.hash) else {
            return Ok(bytes.to_vec());
        };
        if self.resolver.as_ref().is_none_or(|(known, _)| known != name) {
            let unknown = || format!("the server's protocol has no message `{name}`");
            let written = server.message(name).ok_or_else(unknown)?.output;
            let read = self.own.message(name).and_then(|it| it.output);
            let Some((written, read)) = written.zip(read) else { return Ok(Vec::new()) };
            let resolver = Resolver::new((&server.model, written), (&self.own.model, read), Limits::default());
            let resolver = resolver.map_err(|why| format!("what the server returns does not fit the schema: {why}"))?;
            self.resolver = Some((name.to_owned(), resolver));
        }
        let Some((_, resolver)) = &self.resolver else { return Ok(Vec::new()) };
        resolver.convert(bytes).map_err(|why| format!("the answer does not fit the schema: {why}"))
    }

    /// Sends a call with a handshake; returns what stands behind that of the server.
    fn exchange(&mut self, meta: &Meta, message: &str, params: &[u8]) -> Result<Result<Vec<u8>, End>, Failure> {
        let is_one_way = self.own.message(message).is_some_and(|it| it.output.is_none());
        // Only streams on which both sides know each other have messages without an answer.
        let is_answered = !is_one_way;
        let broken = |why: String| Ok(Err(End::failed(Status::INTERNAL, why)));
        for _ in 0..ATTEMPTS {
            let call = [self.headers.write_request(meta, message), params.to_vec()].concat();
            if self.transport.is_agreed() {
                return Ok(self.transport.send(&call, is_answered)?.map(Option::unwrap_or_default));
            }
            let handshake = Handshake {
                client_hash: self.own.hash.clone(),
                client_protocol: self.tells_protocol.then(|| self.own.text.clone()),
                server_hash: self.server.as_ref().map_or(&self.own.hash, |it| &it.hash).clone(),
            };
            let request = [self.headers.write_handshake(&handshake), call].concat();
            let answer = match self.transport.send(&request, true)? {
                Ok(answer) => answer.unwrap_or_default(),
                Err(end) => return Ok(Err(end)),
            };
            let (reply, rest) = match self.headers.read_reply(&answer) {
                Ok(read) => read,
                Err(wrong) => return broken(format!("the answer is not of Avro: {wrong}")),
            };
            match reply.server.map(|(text, hash)| Protocol::read(&text).map(|it| Protocol { hash, ..it })).transpose() {
                Ok(Some(server)) => self.server = Some(server),
                Ok(None) if self.server.is_none() => self.server = Some(self.own.clone()),
                Ok(None) => {}
                Err(why) => return broken(format!("the server's protocol cannot be read: {why}")),
            }
            self.tells_protocol = reply.found == Match::None;
            if reply.found != Match::None {
                self.transport.agree();
                return Ok(Ok(rest.to_vec()));
            }
        }
        broken("the server does not accept the protocol".to_owned())
    }
}
