//! What answers calls.

use super::answering::Answering;
use super::finding::{Found, Methods, find, key, no_call};
use super::reply::Reply;
use super::service::Service;
use crate::{DEFAULT_MAX_SIZE, Protocol};
use polywire_net::{Asked, Network};
use polywire_rpc::Start;
use std::sync::Arc;

/// Answers calls of services in all of its protocols. The head of a request tells which one it is.
#[derive(Clone, Debug)]
pub struct Handler {
    protocols: &'static [&'static Protocol],
    methods: Arc<Methods>,
    max_size: u64,
}

/// What happened to a request and is not dealt with yet.
const QUEUE: usize = 16;

impl Handler {
    /// Returns a handler for services.
    pub fn new(protocols: &'static [&'static Protocol], services: impl IntoIterator<Item = Service>) -> Self {
        let methods = services.into_iter().flat_map(|service| service.methods);
        let methods = methods.map(|method| (key(method.service, method.name), method)).collect();
        Self { protocols, methods: Arc::new(methods), max_size: DEFAULT_MAX_SIZE }
    }

    /// Sets the number of bytes that a message of a request may have; otherwise it is [`DEFAULT_MAX_SIZE`].
    #[must_use]
    pub fn with_max_size(self, size: u64) -> Self {
        Self { max_size: size, ..self }
    }

    /// Answers a request.
    pub(super) async fn answer(self, asked: Asked) {
        // Without a protocol, there is nothing to say.
        let Some(first) = self.protocols.first() else { return };
        let Ok(network) = Network::here() else { return };
        let (postbox, mailbox) = network.mailbox(QUEUE);
        let (head, version) = (asked.head.clone(), asked.version());
        let answer = asked.answer(&postbox, |part| part);
        let Some(found) = find(&head, self.protocols, &self.methods) else {
            return Reply::new(&first.form, answer).end(Start::default(), no_call(&head));
        };
        let (method, Found { form, call, .. }) = (found.method(version), found);
        let reply = Reply::new(form, answer);
        match method {
            Ok(method) => Answering::new(self.max_size, (form, call, method), reply).run(mailbox).await,
            Err(end) => reply.end(Start { format: call.format, ..Start::default() }, end),
        }
    }
}
