//! A call that the server behind the proxy answers.

use super::super::call::{Calling, compressed};
use super::super::failure::Failure;
use super::super::serve::{Handler, Output, Post};
use super::backend::{Backend, passing};
use polywire::calls::Protocol;
use polywire_net::{Connection, Incoming, Postbox, Version};
use polywire_rpc::{Answers, Call, Count, End, Event, Item, Metadata, Shape, Status};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

/// A call that is forwarded.
pub struct Forwarding<'b> {
    backend: &'b Backend,
    /// That of whoever calls.
    protocol: Option<&'static Protocol>,
    calling: Calling<'b, Post>,
    /// Of HTTP/1.1, for the next call.
    connection: Option<Arc<Connection>>,
    /// Messages that were not sent yet.
    unsent: VecDeque<Item>,
    /// The request is complete, which the server was not told yet.
    has_to_finish: bool,
    /// A message for which there was no room.
    held: Option<Vec<u8>>,
}

impl<'b> Forwarding<'b> {
    pub fn new(
        (backend, protocol): (&'b Backend, Option<&'static Protocol>),
        call: Call,
        shape: Shape,
        to: &Postbox<Post>,
    ) -> Result<Self, End> {
        let (version, form) = (backend.version(shape), backend.form(shape));
        let connection = backend.pool.get(version);
        let connection = connection.map_err(|error| End::failed(Status::UNAVAILABLE, error.to_string()))?;
        let answers = if shape.returns == Count::Many { Answers::Many } else { Answers::One };
        let bounds = (Instant::now(), backend.pool.max_size());
        let calling = Calling::new((connection.clone(), form), (call, answers), (to.clone(), Post::Server), bounds);
        Ok(Self {
            backend,
            protocol,
            calling: calling.map_err(|failure| internal(&failure))?,
            connection: Some(connection).filter(|_| version == Version::Http1),
            unsent: VecDeque::new(),
            has_to_finish: false,
            held: None,
        })
    }

    fn passing(&self, metadata: Vec<Metadata>) -> Vec<Metadata> {
        passing(metadata, Some(self.backend.protocol), self.protocol)
    }

    /// Sends what can be sent; returns true if a message was.
    fn send(&mut self) -> bool {
        if self.calling.can_send()
            && let Some(item) = self.unsent.pop_front()
        {
            self.calling.send(item);
            return true;
        }
        if self.unsent.is_empty() && std::mem::take(&mut self.has_to_finish) {
            self.calling.finish();
        }
        false
    }
}

impl Handler for Forwarding<'_> {
    fn take(&mut self, item: Item) -> Result<(), End> {
        let item = if self.backend.is_compressed { compressed(&item.body) } else { item };
        self.unsent.push_back(item);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.has_to_finish = true;
        Ok(())
    }

    fn next(&mut self, has_room: bool) -> Option<Output> {
        if self.send() {
            return Some(Output::Taken);
        }
        if self.held.is_some() {
            return if has_room { self.held.take().map(Output::Message) } else { None };
        }
        match self.calling.next_event() {
            Ok(None) => None,
            Ok(Some(Event::Start(_, start))) => Some(Output::Start(self.passing(start.metadata))),
            Ok(Some(Event::Item(_, item))) if has_room => Some(Output::Message(item.body)),
            Ok(Some(Event::Item(_, item))) => {
                self.held = Some(item.body);
                None
            }
            // The status of HTTP is that of the other protocol.
            Ok(Some(Event::End(_, end))) => {
                let metadata = self.passing(end.metadata);
                Some(Output::End(End { http_status: None, metadata, ..end }))
            }
            Err(failure) => Some(Output::End(internal(&failure))),
        }
    }

    fn receive(&mut self, incoming: Incoming) -> Result<(), End> {
        if incoming == Incoming::Done
            && let Some(connection) = self.connection.take()
        {
            self.backend.pool.put(connection);
        }
        self.calling.receive(incoming);
        self.calling.advance();
        Ok(())
    }
}

/// Returns the end of a call that cannot be forwarded as it is.
fn internal(failure: &Failure) -> End {
    End::failed(Status::INTERNAL, failure.message())
}
