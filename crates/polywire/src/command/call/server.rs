//! A connection to a server, and calls on it.

use super::super::args::Call as Args;
use super::super::failure::Failure;
use super::compression::decompressed;
use super::input::{Feed, Input};
use super::internal;
use polywire::Limits;
use polywire::calls::{Envelopes, Protocol};
use polywire_net::{Connection, Exchange, Identity, Incoming, Mailbox, Network, Postbox, Target, Trust, Version};
use polywire_rpc::{Action, Answers, Call, CallId, Client, End, Envelope, Event, Frames, Status};
use std::time::{Duration, Instant};

/// A server.
pub struct Server {
    network: Network,
    connection: Connection,
    protocol: &'static Protocol,
    envelopes: Envelopes,
    started: Instant,
    deadline: Option<Duration>,
    max_size: u64,
}

/// What a call waits for.
pub enum Post {
    Network(Incoming),
    Input(Feed),
}

/// Posts that nobody has read yet.
const QUEUE: usize = 16;

impl Server {
    pub fn connect(args: &Args, started: Instant) -> Result<Self, Failure> {
        let mut target = Target::parse(&args.url)?;
        if let Some(authority) = &args.authority {
            target.authority.clone_from(authority);
        }
        let identity = args.cert.clone().zip(args.key.clone());
        let identity = identity.map(|(certificate, key)| Identity { certificate, key });
        let trust = Trust { authorities: args.cacert.clone(), is_blind: args.insecure, identity };
        let protocol = args.protocol;
        let network = Network::start()?;
        let version = if protocol.is_http2 { Version::Http2 } else { Version::Http1 };
        let connection = network.connect(&target, &trust, version, args.deadline)?;
        let envelopes = Envelopes::new(protocol, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
        let (deadline, max_size) = (args.deadline, args.limits.max_size);
        Ok(Self { network, connection, protocol, envelopes, started, deadline, max_size })
    }

    /// Returns the time until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.started.elapsed()))
    }

    /// Calls a method, and hands over what happens but for the end, which it returns.
    pub fn call(
        &self,
        call: Call,
        answers: Answers,
        input: Input,
        told: impl FnMut(Event) -> Result<(), Failure>,
    ) -> Result<End, Failure> {
        let (postbox, mailbox) = self.network.mailbox(QUEUE);
        let mut session = Client::default();
        let id = session
            .open(call, answers, self.started.elapsed())
            .map_err(|refused| Failure::Input(refused.to_string()))?;
        let frames = Frames::new(self.protocol.frames, self.max_size);
        let compression = String::new();
        let started = Started { input: input.start(&postbox), id, session, postbox, frames, compression };
        Running { server: self, exchange: None, started }.run(mailbox, told)
    }

    /// Calls a method with these messages, and returns those of the answer, and its end.
    pub fn ask(&self, call: Call, messages: Vec<Vec<u8>>) -> Result<(Vec<Vec<u8>>, End), Failure> {
        let mut answers = Vec::new();
        let end = self.call(call, Answers::Many, Input::Ready(messages), |event| {
            if let Event::Item(_, item) = event {
                answers.push(item.body);
            }
            Ok(())
        })?;
        Ok((answers, end))
    }
}

struct Started {
    id: CallId,
    session: Client,
    input: super::input::Source,
    postbox: Postbox<Post>,
    frames: Frames,
    /// That of the answer.
    compression: String,
}

/// A call that is not over.
struct Running<'s> {
    server: &'s Server,
    exchange: Option<Exchange>,
    started: Started,
}

impl Running<'_> {
    fn run(
        mut self,
        mut mailbox: Mailbox<Post>,
        mut told: impl FnMut(Event) -> Result<(), Failure>,
    ) -> Result<End, Failure> {
        loop {
            self.act()?;
            while let Some(event) = self.started.session.next_event() {
                match event {
                    Event::End(_, end) => {
                        // What has to be done at the end, such as telling that the call is given up.
                        self.act()?;
                        return Ok(end);
                    }
                    event => told(event)?,
                }
            }
            if self.started.session.can_send(self.started.id)
                && let Some(feed) = self.started.input.ask()
            {
                self.feed(feed)?;
                continue;
            }
            let now = self.server.started.elapsed();
            let within = self.started.session.next_deadline().map(|deadline| deadline.saturating_sub(now));
            match mailbox.receive(within) {
                Some(Post::Input(feed)) => {
                    self.started.input.answered();
                    self.feed(feed)?;
                }
                Some(Post::Network(incoming)) => self.receive(incoming),
                None => {}
            }
            self.started.session.advance(self.server.started.elapsed());
        }
    }

    /// Does what the session wants.
    fn act(&mut self) -> Result<(), Failure> {
        while let Some(action) = self.started.session.next_action() {
            match action {
                Action::Send(_, envelope) => self.send(&envelope)?,
                Action::Finish(_) => self.exchange.as_mut().map(Exchange::finish).unwrap_or_default(),
                Action::Cancel(_) => self.exchange.as_mut().map(Exchange::cancel).unwrap_or_default(),
            }
        }
        Ok(())
    }

    fn send(&mut self, envelope: &Envelope) -> Result<(), Failure> {
        let bytes = self.server.envelopes.encode(envelope);
        let bytes = bytes.map_err(|refusal| Failure::Usage(format!("the call cannot be sent: {refusal}")))?;
        match &self.exchange {
            None => {
                let exchange = self.server.connection.exchange(&bytes, &self.started.postbox, Post::Network)?;
                self.exchange = Some(exchange);
            }
            // If the server has ended the call, its answer tells why.
            Some(exchange) => drop(exchange.send(bytes)),
        }
        Ok(())
    }

    fn feed(&mut self, feed: Feed) -> Result<(), Failure> {
        let (id, session) = (self.started.id, &mut self.started.session);
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
        let id = self.started.id;
        match incoming {
            Incoming::Head(block) | Incoming::Trailers(block) => self.envelope(&block),
            Incoming::Data(bytes) => {
                self.started.frames.push(&bytes);
                self.frames();
            }
            Incoming::Sent => self.started.session.sent(id),
            Incoming::Done => {
                let message = match self.started.frames.is_inside() {
                    true => "the answer ends inside a message",
                    false => "the answer ends without a status",
                };
                self.started.session.lost(id, End::failed(Status::UNKNOWN, message));
            }
            Incoming::Broken { code, message } => {
                self.started.session.lost(id, End::failed(self.server.protocol.resets.status(code), message));
            }
        }
    }

    fn frames(&mut self) {
        loop {
            let compression = (self.started.compression.as_str(), self.server.max_size);
            let frame = match self.started.frames.next_frame() {
                Ok(Some(frame)) => decompressed(frame, self.server.protocol.frames, compression),
                Ok(None) => return,
                Err(error) => Err(format!("{error}; --max-size sets the limit")),
            };
            match frame {
                Ok(frame) => self.envelope(&frame),
                Err(message) => return self.broken(&message),
            }
        }
    }

    fn envelope(&mut self, bytes: &[u8]) {
        let envelope = match self.server.envelopes.decode(bytes) {
            Ok(Some(envelope)) => envelope,
            Ok(None) => return self.broken("the answer is not of this protocol"),
            Err(refusal) => return self.broken(&format!("the answer is not of this protocol: {refusal}")),
        };
        if let Envelope::Start(start) = &envelope {
            self.started.compression.clone_from(&start.compression);
        }
        self.started.session.receive(self.started.id, envelope);
    }

    fn broken(&mut self, message: &str) {
        self.started.session.broken(self.started.id, message);
    }
}
