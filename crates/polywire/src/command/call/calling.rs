//! A call on a connection, whoever waits for it.

use super::super::failure::Failure;
use super::answer::Answer;
use super::plain::Plain;
use super::server::Form;
use polywire::calls::Whole;
use polywire_net::{Connection, Exchange, Incoming, Postbox};
use polywire_rpc::{Action, Answers, Call, CallId, Client, End, Envelope, Event, Found, Heads, Item};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where what arrives is posted, and in what form.
pub type Inbox<T> = (Postbox<T>, fn(Incoming) -> T);

/// A call; it is given up if this value is dropped before its end.
pub struct Calling<'f, T: Send + 'static> {
    connection: Arc<Connection>,
    form: &'f Form,
    inbox: Inbox<T>,
    started: Instant,
    exchange: Option<Exchange>,
    id: CallId,
    session: Client,
    answer: Answer<'f>,
    /// A call whose start holds its message, which is not there yet.
    waiting: Option<Call>,
    /// The next part of the answer was asked for.
    is_asked: bool,
    is_over: bool,
}

impl<'f, T: Send + 'static> Calling<'f, T> {
    /// `started` is when the time of the call began.
    pub fn new(
        (connection, form): (Arc<Connection>, &'f Form),
        (call, answers): (Call, Answers),
        inbox: Inbox<T>,
        (started, max_size): (Instant, u64),
    ) -> Result<Self, Failure> {
        let mut session = Client::default();
        let answer = Answer::new(form, (answers, &call.format), max_size);
        let opened = session.open(call, answers, started.elapsed());
        let id = opened.map_err(|refused| Failure::Input(refused.to_string()))?;
        Ok(Self {
            connection,
            form,
            inbox,
            started,
            exchange: None,
            id,
            session,
            answer,
            waiting: None,
            // The head comes without being asked for.
            is_asked: true,
            is_over: false,
        })
    }

    pub fn can_send(&self) -> bool {
        self.session.can_send(self.id)
    }

    /// Sends a message; a call that is over takes no more.
    pub fn send(&mut self, item: Item) {
        let _ = self.session.send(self.id, item);
    }

    /// There are no more messages.
    pub fn finish(&mut self) {
        let _ = self.session.finish(self.id);
    }

    /// Gives the call up.
    pub fn cancel(&mut self) -> Result<(), Failure> {
        self.session.cancel(self.id);
        self.act()
    }

    /// Returns what happened next, and asks for more of the answer if that is nothing.
    pub fn next_event(&mut self) -> Result<Option<Event>, Failure> {
        self.act()?;
        let event = self.session.next_event();
        match &event {
            Some(Event::End(..)) => self.is_over = true,
            None if !self.is_asked => {
                self.is_asked = true;
                self.exchange.iter().for_each(Exchange::ask);
            }
            Some(_) | None => {}
        }
        Ok(event)
    }

    /// Returns the time until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.session.next_deadline().map(|deadline| deadline.saturating_sub(self.started.elapsed()))
    }

    /// Time went by.
    pub fn advance(&mut self) {
        self.session.advance(self.started.elapsed());
    }

    pub fn receive(&mut self, incoming: Incoming) {
        let id = self.id;
        match incoming {
            Incoming::Head(block) | Incoming::Trailers(block) => {
                self.is_asked = false;
                self.answer.block(block).into_iter().for_each(|found| self.found(found));
            }
            Incoming::Data(bytes) => {
                self.is_asked = false;
                match self.answer.data(&bytes) {
                    Ok(()) => self.all_found(),
                    Err(end) => self.session.give_up(id, end),
                }
            }
            Incoming::Sent => self.session.sent(id),
            Incoming::Done => {
                self.answer.finish().into_iter().for_each(|found| self.found(found));
                self.session.lost(id, Heads::lost(self.answer.is_inside()));
            }
            Incoming::Broken { code, message } => {
                // A server may end a call whose deadline is over before this side does.
                self.advance();
                self.session.lost(id, End::failed(self.form.protocol.resets.status(code), message));
            }
        }
    }

    fn all_found(&mut self) {
        loop {
            let found = self.answer.next_found();
            let is_over = found.is_empty() || found.iter().any(Result::is_err);
            found.into_iter().for_each(|found| self.found(found));
            if is_over {
                return;
            }
        }
    }

    fn found(&mut self, found: Found) {
        match found {
            Ok(envelope) => self.session.receive(self.id, envelope),
            Err(end) => self.session.give_up(self.id, end),
        }
    }

    /// Does what the session wants.
    fn act(&mut self) -> Result<(), Failure> {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Send(_, envelope) => self.put(envelope)?,
                Action::Finish(_) => self.exchange.as_mut().map(Exchange::finish).unwrap_or_default(),
                Action::Cancel(_) => self.exchange.as_mut().map(Exchange::cancel).unwrap_or_default(),
            }
        }
        Ok(())
    }

    fn put(&mut self, envelope: Envelope) -> Result<(), Failure> {
        match (envelope, self.waiting.take()) {
            (Envelope::Call(call), _) if call.item.is_some() || self.form.plain.is_some() => self.waiting = Some(call),
            (Envelope::Item(item), Some(call)) => {
                match &self.form.plain {
                    Some(plain) => self.write_plain(plain, &call, &item.body)?,
                    None => self.write(&Envelope::Call(Call { item: Some(item), ..call }))?,
                }
                self.session.sent(self.id);
            }
            (Envelope::Item(item), None) if self.form.protocol.whole.is_some() => {
                // The start of the call told that it is compressed.
                self.write(&Envelope::Item(Item { compressed: false, ..item }))?;
            }
            (envelope, _) => self.write(&envelope)?,
        }
        Ok(())
    }

    fn write_plain(&mut self, plain: &Plain, call: &Call, message: &[u8]) -> Result<(), Failure> {
        let written = plain.request(&self.form.envelopes, call, message)?;
        let (to, wrap) = &self.inbox;
        let exchange = self.connection.exchange(&written.head, to, *wrap)?;
        if let Some(body) = &written.outgoing.body {
            exchange.send(body.clone());
        }
        self.exchange = Some(exchange);
        self.answer.expect(written.outgoing);
        Ok(())
    }

    fn write(&mut self, envelope: &Envelope) -> Result<(), Failure> {
        let bytes = self.form.envelopes.encode(envelope);
        let bytes = bytes.map_err(|refusal| Failure::Usage(format!("the call cannot be sent: {refusal}")))?;
        match &self.exchange {
            None => {
                let (to, wrap) = &self.inbox;
                self.exchange = Some(self.connection.exchange(&bytes, to, *wrap)?);
            }
            // If the server has ended the call, its answer tells why.
            Some(exchange) if self.form.protocol.whole.is_some() => drop(exchange.send(Whole::body(&bytes).to_vec())),
            Some(exchange) => drop(exchange.send(bytes)),
        }
        Ok(())
    }
}

impl<T: Send + 'static> Drop for Calling<'_, T> {
    fn drop(&mut self) {
        if !self.is_over {
            self.exchange.as_mut().map(Exchange::cancel).unwrap_or_default();
        }
    }
}
