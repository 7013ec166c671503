//! A call that is not over.

use super::super::failure::Failure;
use super::answer::{Answer, Found};
use super::input::{Feed, Source};
use super::server::{Form, Server};
use polywire::calls::Whole;
use polywire_net::{Exchange, Incoming, Mailbox, Postbox};
use polywire_rpc::{Action, Answers, Call, CallId, Client, End, Envelope, Event, Item, Status};

/// What a call waits for.
pub enum Post {
    Network(Incoming),
    Input(Feed),
}

/// A call that is not over.
pub struct Running<'s> {
    server: &'s Server,
    form: &'s Form,
    exchange: Option<Exchange>,
    id: CallId,
    session: Client,
    input: Source,
    postbox: Postbox<Post>,
    answer: Answer<'s>,
    /// A call whose start holds its message, which is not there yet.
    waiting: Option<Call>,
}

impl<'s> Running<'s> {
    pub fn new(
        (server, form): (&'s Server, &'s Form),
        (call, answers): (Call, Answers),
        (input, postbox): (Source, Postbox<Post>),
    ) -> Result<Self, Failure> {
        let mut session = Client::default();
        let opened = session.open(call, answers, server.started.elapsed());
        let id = opened.map_err(|refused| Failure::Input(refused.to_string()))?;
        let answer = Answer::new(form, server.max_size);
        Ok(Self { server, form, exchange: None, id, session, input, postbox, answer, waiting: None })
    }
}

impl Running<'_> {
    /// Hands over what happens but for the end, which it returns.
    pub fn run(
        mut self,
        mut mailbox: Mailbox<Post>,
        mut told: impl FnMut(Event) -> Result<(), Failure>,
    ) -> Result<End, Failure> {
        loop {
            self.act()?;
            while let Some(event) = self.session.next_event() {
                match event {
                    Event::End(_, end) => {
                        // What has to be done at the end, such as telling that the call is given up.
                        self.act()?;
                        return Ok(end);
                    }
                    event => told(event)?,
                }
            }
            if self.session.can_send(self.id)
                && let Some(feed) = self.input.ask()
            {
                self.feed(feed)?;
                continue;
            }
            let now = self.server.started.elapsed();
            let within = self.session.next_deadline().map(|deadline| deadline.saturating_sub(now));
            match mailbox.receive(within) {
                Some(Post::Input(feed)) => {
                    self.input.answered();
                    self.feed(feed)?;
                }
                Some(Post::Network(incoming)) => self.receive(incoming),
                None => {}
            }
            self.session.advance(self.server.started.elapsed());
        }
    }

    /// Does what the session wants.
    fn act(&mut self) -> Result<(), Failure> {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Send(_, envelope) => self.send(envelope)?,
                Action::Finish(_) => self.exchange.as_mut().map(Exchange::finish).unwrap_or_default(),
                Action::Cancel(_) => self.exchange.as_mut().map(Exchange::cancel).unwrap_or_default(),
            }
        }
        Ok(())
    }

    fn send(&mut self, envelope: Envelope) -> Result<(), Failure> {
        match (envelope, self.waiting.take()) {
            (Envelope::Call(call), _) if call.item.is_some() => self.waiting = Some(call),
            (Envelope::Item(item), Some(call)) => {
                self.put(&Envelope::Call(Call { item: Some(item), ..call }))?;
                self.session.sent(self.id);
            }
            (Envelope::Item(item), None) if self.form.protocol.whole.is_some() => {
                // The start of the call told that it is compressed.
                self.put(&Envelope::Item(Item { compressed: false, ..item }))?;
            }
            (envelope, _) => self.put(&envelope)?,
        }
        Ok(())
    }

    fn put(&mut self, envelope: &Envelope) -> Result<(), Failure> {
        let bytes = self.form.envelopes.encode(envelope);
        let bytes = bytes.map_err(|refusal| Failure::Usage(format!("the call cannot be sent: {refusal}")))?;
        match &self.exchange {
            None => {
                let exchange = self.server.connection.exchange(&bytes, &self.postbox, Post::Network)?;
                self.exchange = Some(exchange);
            }
            // If the server has ended the call, its answer tells why.
            Some(exchange) if self.form.protocol.whole.is_some() => drop(exchange.send(Whole::body(&bytes).to_vec())),
            Some(exchange) => drop(exchange.send(bytes)),
        }
        Ok(())
    }

    fn feed(&mut self, feed: Feed) -> Result<(), Failure> {
        let (id, session) = (self.id, &mut self.session);
        // A call that is over takes no more.
        match feed {
            Feed::Message(item) => drop(session.send(id, item)),
            Feed::End => drop(session.finish(id)),
            Feed::Failed(failure) => {
                session.cancel(id);
                self.act()?;
                return Err(failure);
            }
        }
        Ok(())
    }

    fn receive(&mut self, incoming: Incoming) {
        let id = self.id;
        match incoming {
            Incoming::Head(block) | Incoming::Trailers(block) => {
                if let Some(found) = self.answer.block(block) {
                    self.found(found);
                }
            }
            Incoming::Data(bytes) => match self.answer.data(&bytes) {
                Ok(()) => self.all_found(),
                Err(message) => self.session.broken(id, &message),
            },
            Incoming::Sent => self.session.sent(id),
            Incoming::Done => {
                self.answer.finish().into_iter().for_each(|found| self.found(found));
                let message = match self.answer.is_inside() {
                    true => "the answer ends inside a message",
                    false => "the answer ends without a status",
                };
                self.session.lost(id, End::failed(Status::UNKNOWN, message));
            }
            Incoming::Broken { code, message } => {
                self.session.lost(id, End::failed(self.form.protocol.resets.status(code), message));
            }
        }
    }

    fn all_found(&mut self) {
        while let Some(found) = self.answer.next_found() {
            let is_broken = found.is_err();
            self.found(found);
            if is_broken {
                return;
            }
        }
    }

    fn found(&mut self, found: Found) {
        match found {
            Ok(envelope) => self.session.receive(self.id, envelope),
            Err(message) => self.session.broken(self.id, &message),
        }
    }
}
