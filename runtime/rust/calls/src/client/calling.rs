//! A call on a connection.

use super::answer::Answer;
use super::caller::{Caller, Lease};
use super::pending::Opening;
use crate::{Around, Call, Error, Form, Result, Status};
use polywire_net::{Exchange, Incoming, Mailbox, Network, Postbox};
use polywire_rpc::{Action, CallId, Client, End, Envelope, Event, Found, GZIP, Heads, Item, compressed};
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

/// A call; it is given up if this value is dropped before its end.
pub(super) struct Calling {
    form: &'static Form,
    lease: Lease,
    postbox: Postbox<Incoming>,
    mailbox: Mailbox<Incoming>,
    started: Instant,
    exchange: Option<Exchange>,
    id: CallId,
    session: Client,
    answer: Answer,
    is_compressed: bool,
    /// The start holds the message, which is not there yet.
    gets: bool,
    waiting: Option<Call>,
    /// The next part of the answer was asked for.
    is_asked: bool,
    is_over: bool,
    around: Around,
    /// What could not be sent.
    unsent: Option<Error>,
}

/// What arrives and is not read yet.
const QUEUE: usize = 16;

impl Calling {
    /// Starts a call.
    pub async fn start(opening: Opening) -> Result<Self> {
        let started = Instant::now();
        let Opening { caller, mut call, shape, changes_nothing, within, around, .. } = opening;
        let settings = caller.settings.clone();
        let form = settings.protocol.form(shape);
        let lease = connected(&caller, within, caller.connection(form, shape)).await?;
        call.timeout = within.map(|within| nanoseconds(within.saturating_sub(started.elapsed())));
        let network = Network::here().map_err(|error| Error::internal(error.to_string()))?;
        let (postbox, mailbox) = network.mailbox(QUEUE);
        let mut session = Client::default();
        let answer = Answer::new(form, &call.format, settings.max_size);
        // What the deadline is for began before there was a connection.
        let opened = session.open(call, shape.returns, Duration::ZERO);
        let id = opened.map_err(|refused| Error::internal(refused.to_string()))?;
        let mut calling = Self {
            form,
            lease,
            postbox,
            mailbox,
            started: Instant::now(),
            exchange: None,
            id,
            session,
            answer,
            is_compressed: settings.is_compressed,
            gets: settings.gets && changes_nothing && form.whole.is_some(),
            waiting: None,
            // The head comes without being asked for.
            is_asked: true,
            is_over: false,
            around,
            unsent: None,
        };
        calling.act();
        match calling.unsent.take() {
            Some(error) => Err(error),
            None => Ok(calling),
        }
    }

    pub fn can_send(&self) -> bool {
        self.session.can_send(self.id)
    }

    /// Sends a message; a call that is over takes no more.
    pub fn send(&mut self, body: Vec<u8>) {
        let item = if self.is_compressed { compressed(&body) } else { Item { compressed: false, body } };
        let _ = self.session.send(self.id, item);
        self.act();
    }

    /// There are no more messages.
    pub fn finish(&mut self) {
        let _ = self.session.finish(self.id);
        self.act();
    }

    /// Returns what happened next, and asks for more of the answer if that is nothing.
    pub fn next_event(&mut self) -> Option<Event> {
        self.act();
        let event = self.session.next_event();
        match &event {
            Some(Event::Start(_, start)) => self.around.set_header(start.metadata.clone()),
            Some(Event::End(_, end)) => {
                self.around.set_trailer(&end.metadata);
                self.is_over = true;
            }
            Some(Event::Item(..)) => {}
            None if !self.is_asked => {
                self.is_asked = true;
                self.exchange.iter().for_each(Exchange::ask);
            }
            None => {}
        }
        event
    }

    /// Waits for what arrives, or for the deadline.
    pub async fn wait(&mut self) {
        let (deadline, mailbox) = (self.deadline(), &mut self.mailbox);
        let mut late = pin!(sleep_until(deadline));
        let arrived = poll_fn(|context| match mailbox.poll_next(context) {
            Poll::Ready(arrived) => Poll::Ready(arrived),
            Poll::Pending => late.as_mut().poll(context).map(|()| None),
        });
        match arrived.await {
            Some(arrived) => self.receive(arrived),
            None => self.advance(),
        }
    }

    pub fn mailbox(&mut self) -> &mut Mailbox<Incoming> {
        &mut self.mailbox
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.session.next_deadline().and_then(|deadline| self.started.checked_add(deadline))
    }

    /// Time went by.
    pub fn advance(&mut self) {
        self.session.advance(self.started.elapsed());
        self.act();
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
                    Ok(()) if self.form.whole.is_none() => self.all_found(),
                    Ok(()) => {}
                    Err(end) => self.session.give_up(id, end),
                }
            }
            Incoming::Sent => self.session.sent(id),
            Incoming::Done => {
                self.lease.give_back();
                self.answer.finish().into_iter().for_each(|found| self.found(found));
                self.session.lost(id, Heads::lost(self.answer.is_inside()));
            }
            Incoming::Broken { code, message } => {
                // A server may end a call whose deadline is over before this side does.
                self.session.advance(self.started.elapsed());
                self.session.lost(id, End::failed(self.form.reset(code), message));
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
    fn act(&mut self) {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Send(_, envelope) => {
                    if let Err(error) = self.put(envelope) {
                        self.session.give_up(self.id, error.clone().into());
                        self.unsent = Some(error);
                    }
                }
                Action::Finish(_) => self.exchange.as_mut().map(Exchange::finish).unwrap_or_default(),
                Action::Cancel(_) => self.exchange.as_mut().map(Exchange::cancel).unwrap_or_default(),
            }
        }
    }

    fn put(&mut self, envelope: Envelope) -> Result<()> {
        match (envelope, self.waiting.take()) {
            (Envelope::Call(call), _) if self.gets => self.waiting = Some(call),
            (Envelope::Item(item), Some(call)) => {
                self.begin(Envelope::Call(Call { item: Some(item), ..call }))?;
                self.session.sent(self.id);
            }
            // The start of the call told whether it is compressed.
            (Envelope::Item(item), None) if self.form.whole.is_some() => self.send_bytes(item.body),
            (envelope @ Envelope::Call(_), _) => self.begin(envelope)?,
            (envelope, _) => {
                let bytes = self.encoded(envelope)?;
                self.send_bytes(bytes);
            }
        }
        Ok(())
    }

    /// Sends the head of the request.
    fn begin(&mut self, call: Envelope) -> Result<()> {
        let head = self.encoded(call)?;
        let exchange = self.lease.connection.exchange(&head, &self.postbox, |it| it);
        self.exchange = Some(exchange.map_err(|error| unsendable(&error))?);
        Ok(())
    }

    fn encoded(&self, envelope: Envelope) -> Result<Vec<u8>> {
        self.form.encode(envelope).map_err(|error| unsendable(&error))
    }

    /// Sends bytes behind the head. If the server has ended the call, its answer tells why.
    fn send_bytes(&self, bytes: Vec<u8>) {
        if let Some(exchange) = &self.exchange {
            exchange.send(bytes);
        }
    }
}

impl Drop for Calling {
    fn drop(&mut self) {
        if !self.is_over {
            self.exchange.as_mut().map(Exchange::cancel).unwrap_or_default();
        }
    }
}

/// Returns the start of a call, but for its deadline.
pub(super) fn start_of(caller: &Caller, (service, method): (&str, &str), format: String) -> Call {
    let compression = if caller.settings.is_compressed { GZIP.to_owned() } else { String::new() };
    let (service, method) = (service.to_owned(), method.to_owned());
    Call { service, method, format, compression, accepts: vec![GZIP.to_owned()], ..Call::default() }
}

async fn connected(
    caller: &Caller,
    within: Option<Duration>,
    connecting: impl Future<Output = Result<Lease>>,
) -> Result<Lease> {
    let Some(within) = within else { return connecting.await };
    let late =
        |_| Error::new(Status::DEADLINE_EXCEEDED, format!("the deadline is over, without a connection for {caller:?}"));
    tokio::time::timeout(within, connecting).await.map_err(late)?
}

fn unsendable(error: &dyn std::error::Error) -> Error {
    Error::internal(format!("the call cannot be sent: {error}"))
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Waits for a moment; without one, for ever.
pub(crate) async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
