//! Servers of Avro's remote procedure calls.
//!
//! Design: docs/decisions/0151-avro-ipc.md

mod clients;
mod http;
mod netty;

use super::super::args::AvroTransport;
use super::super::call::internal;
use super::super::failure::Failure;
use super::accepting::{Place, Service, Takes};
use super::calls::Calls;
use super::listening::Ground;
use super::single::answered;
use super::stream::Mail;
use clients::Clients;
use polywire::calls::avro_ipc::{Handshake, Headers, Match, Meta, Protocol, Reply, WIRE, meta_of, metadata};
use polywire_rpc::{Call, End, Item, Status};
use std::sync::Arc;

/// What all requests need.
struct Served {
    ground: Arc<Ground>,
    protocol: Protocol,
    service: String,
    clients: Clients,
    headers: Headers,
    calls: Calls,
}

/// The answer to a handshake.
struct Agreement<'b> {
    reply: Vec<u8>,
    /// The protocol of the client, or why it cannot be read; `None` if it is not known.
    client: Option<Result<Arc<Protocol>, End>>,
    /// What stands behind the handshake.
    rest: &'b [u8],
}

pub fn service(place: Place, transport: AvroTransport, ground: &Arc<Ground>) -> Result<Service, Failure> {
    let [_] = ground.model.services.as_slice() else {
        return Err(Failure::Usage(
            "a server of Avro has one protocol with messages; name a schema with one".to_owned(),
        ));
    };
    let [(service, protocol)] = ground.avro.as_slice() else {
        return Err(Failure::Usage(
            "servers of Avro need a protocol in one of Avro's languages: `.avdl` or `.avpr`".to_owned(),
        ));
    };
    let served = Arc::new(Served {
        ground: ground.clone(),
        clients: Clients::new(protocol),
        service: service.clone(),
        protocol: protocol.clone(),
        headers: Headers::new().ok_or_else(|| internal("the codecs of calls"))?,
        calls: Calls::default(),
    });
    let serving = served.clone();
    let takes = match transport {
        AvroTransport::Http => Takes::Requests(Arc::new(move |asked| serving.answer(asked))),
        AvroTransport::Netty => Takes::Links(Arc::new(move |linked| serving.serve(linked))),
    };
    Ok(Service::new(place, takes, move || served.calls.stop()))
}

impl Served {
    /// Returns the answer to a handshake; `None` if there is none.
    fn agree<'b>(&self, request: &'b [u8]) -> Option<Agreement<'b>> {
        let (handshake, rest) = self.headers.read_handshake(request).ok()?;
        let client = self.clients.find(&handshake);
        let reply = self.headers.write_reply(&self.reply(&handshake, client.is_some()));
        Some(Agreement { reply, client, rest })
    }

    fn reply(&self, handshake: &Handshake, knows_client: bool) -> Reply {
        let found = match knows_client {
            true if handshake.server_hash == self.protocol.hash => Match::Both,
            true => Match::Client,
            false => Match::None,
        };
        let own = || (self.protocol.text.clone(), self.protocol.hash.clone());
        Reply { found, server: (found != Match::Both).then(own) }
    }

    /// Answers what stands behind a handshake; `None` for a question that is only about the handshake.
    fn call(&self, client: &Protocol, bytes: &[u8], mail: Mail) -> Option<Vec<u8>> {
        let ((meta, message), params) = match self.headers.read_request(bytes) {
            Ok(read) => read,
            Err(wrong) => {
                let why = format!("the call cannot be read: {wrong}");
                return Some(self.failure(&End::failed(Status::INVALID_ARGUMENT, why)));
            }
        };
        if message.is_empty() {
            return None;
        }
        let end = match self.clients.params((&self.protocol, client), &message, params) {
            Ok(params) => self.end(meta, message, params, mail),
            Err(end) => end,
        };
        Some(match &end.item {
            Some(item) if end.status == Status::OK => {
                [self.headers.write_response(&meta_of(&end.metadata), false), item.body.clone()].concat()
            }
            // An answer of nothing.
            None if end.status == Status::OK => self.headers.write_response(&meta_of(&end.metadata), false),
            Some(_) | None => self.failure(&end),
        })
    }

    fn end(&self, meta: Meta, method: String, params: Vec<u8>, mail: Mail) -> End {
        let call = Call {
            service: self.service.clone(),
            method,
            format: WIRE.to_owned(),
            metadata: metadata(meta),
            item: Some(Item { compressed: false, body: params }),
            ..Call::default()
        };
        answered(&self.ground.methods, &call, mail)
    }

    /// Returns true if a call is of a message that has no answer.
    fn is_one_way(&self, bytes: &[u8]) -> bool {
        let message = self.headers.read_request(bytes).ok().and_then(|((_, name), _)| self.protocol.message(&name));
        message.is_some_and(|it| it.output.is_none())
    }

    fn failure(&self, end: &End) -> Vec<u8> {
        let error = self.headers.write_system_error(end.status.0, &end.message);
        [self.headers.write_response(&meta_of(&end.metadata), true), error].concat()
    }
}
