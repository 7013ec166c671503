//! Streams of messages with numbers, as Avro for Java sends them by Netty: a handshake begins a stream, and calls are answered at the
//! same time.

use super::super::accepting::LAST;
use super::super::calls::{CALLS, CALLS_OF_CONNECTION, Calls};
use super::super::request::stopping;
use super::{Agreement, QUEUE, Served};
use polywire::calls::avro_ipc::{Numbered, Protocol, numbered};
use polywire_net::{Link, Linked};
use polywire_rpc::{End, Status};
use std::sync::Arc;
use std::thread::{self, Scope};

/// A connection, and its calls.
struct Connection<'s> {
    served: &'s Served,
    link: Link,
    calls: Calls,
}

/// A call that has arrived.
struct Arriving {
    number: u32,
    client: Arc<Protocol>,
    /// What stands in front of the answer: that to a handshake.
    reply: Vec<u8>,
    bytes: Vec<u8>,
    /// A message without an answer gets none.
    was_agreed: bool,
}

impl Served {
    /// Serves a connection until it ends.
    pub(super) fn serve(&self, Linked { link, mut arrived, .. }: Linked) {
        let connection = Connection { served: self, link, calls: Calls::default() };
        let (mut messages, mut client) = (Numbered::new(self.max_size), None);
        thread::scope(|scope| {
            connection.calls.feed(&mut arrived, |bytes| {
                messages.push(bytes);
                connection.read(scope, &mut messages, &mut client)
            });
        });
        connection.link.close(LAST);
    }
}

impl Connection<'_> {
    /// Starts the calls that have arrived; returns false if something else has.
    fn read<'c>(
        &'c self,
        scope: &'c Scope<'c, '_>,
        messages: &mut Numbered,
        client: &mut Option<Arc<Protocol>>,
    ) -> bool {
        loop {
            let (number, message) = match messages.next_message() {
                Ok(Some(found)) => found,
                Ok(None) => return true,
                Err(_) => return false,
            };
            if let Some(client) = client {
                let client = client.clone();
                self.start(scope, Arriving { number, client, reply: Vec::new(), bytes: message, was_agreed: true });
                continue;
            }
            let Some(Agreement { reply, client: found, rest }) = self.served.agree(&message) else { return false };
            match found {
                None => self.respond(number, reply),
                Some(Err(end)) => self.respond(number, [reply, self.served.failure(&end)].concat()),
                Some(Ok(found)) => {
                    *client = Some(found.clone());
                    let bytes = rest.to_vec();
                    self.start(scope, Arriving { number, client: found, reply, bytes, was_agreed: false });
                }
            }
        }
    }

    fn start<'c>(&'c self, scope: &'c Scope<'c, '_>, call: Arriving) {
        let (postbox, mailbox) = self.served.network.mailbox(QUEUE);
        let Some(own) = self.calls.list_among(&postbox, CALLS_OF_CONNECTION) else { return };
        let Some(listed) = self.served.calls.list_among(&postbox, CALLS) else {
            let answer = self.served.failure(&stopping());
            return self.respond(call.number, [call.reply, answer].concat());
        };
        let (number, reply) = (call.number, call.reply.clone());
        let answer = move || {
            let has_no_answer = call.was_agreed && self.served.is_one_way(&call.bytes);
            let answer = self.served.call(&call.client, &call.bytes, (&postbox, mailbox)).unwrap_or_default();
            // The end of the server does not wait for a client that does not read.
            drop(listed);
            if !has_no_answer {
                self.respond(call.number, [call.reply, answer].concat());
            }
            drop(own);
        };
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, answer) {
            let why = format!("no thread can start: {error}");
            let answer = self.served.failure(&End::failed(Status::RESOURCE_EXHAUSTED, why));
            self.respond(number, [reply, answer].concat());
        }
    }

    fn respond(&self, number: u32, message: Vec<u8>) {
        self.link.send(numbered(number, &message));
    }
}
