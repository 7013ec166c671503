//! Streams of messages with numbers, as Avro for Java sends them by Netty: a handshake begins a stream, and calls are answered at the
//! same time.

use super::super::stream::{Asks, Mail, Stream};
use super::{Agreement, Served};
use polywire::calls::avro_ipc::{Numbered, Protocol, numbered};
use polywire_net::Linked;
use polywire_rpc::End;
use std::sync::Arc;
use std::thread::Scope;

/// A call that has arrived.
struct Arriving {
    served: Arc<Served>,
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
    pub(super) fn serve(self: &Arc<Self>, linked: Linked) {
        let (mut messages, mut client) = (Numbered::new(self.ground.max_size), None);
        Stream::serve((&self.ground.network, &self.calls), linked, |stream, scope, bytes| {
            messages.push(bytes);
            self.read((stream, scope), &mut messages, &mut client)
        });
    }

    /// Starts the calls that have arrived; returns false if something else has.
    fn read<'c>(
        self: &Arc<Self>,
        (stream, scope): (&'c Stream<'_>, &'c Scope<'c, '_>),
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
                let (client, reply) = (client.clone(), Vec::new());
                let call = Arriving { served: self.clone(), number, client, reply, bytes: message, was_agreed: true };
                stream.start(scope, call, stream.mail());
                continue;
            }
            let Some(Agreement { reply, client: found, rest }) = self.agree(&message) else { return false };
            match found {
                None => stream.send(Some(numbered(number, &reply))),
                Some(Err(end)) => stream.send(Some(numbered(number, &[reply, self.failure(&end)].concat()))),
                Some(Ok(found)) => {
                    *client = Some(found.clone());
                    let bytes = rest.to_vec();
                    let call =
                        Arriving { served: self.clone(), number, client: found, reply, bytes, was_agreed: false };
                    stream.start(scope, call, stream.mail());
                }
            }
        }
    }
}

impl Arriving {
    fn response(&self, answer: &[u8]) -> Vec<u8> {
        numbered(self.number, &[&self.reply, answer].concat())
    }
}

impl Asks for Arriving {
    fn answer(&self, mail: Mail) -> Option<Vec<u8>> {
        let answer = self.served.call(&self.client, &self.bytes, mail).unwrap_or_default();
        let has_no_answer = self.was_agreed && self.served.is_one_way(&self.bytes);
        (!has_no_answer).then(|| self.response(&answer))
    }

    fn refuse(&self, end: End) -> Option<Vec<u8>> {
        Some(self.response(&self.served.failure(&end)))
    }
}
