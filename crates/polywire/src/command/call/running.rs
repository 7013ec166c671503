//! A call that is not over.

use super::super::failure::Failure;
use super::compression::decompressed;
use super::input::{Feed, Source};
use super::server::Server;
use polywire_net::{Exchange, Incoming, Mailbox, Postbox};
use polywire_rpc::{Action, Answers, Call, CallId, Client, End, Envelope, Event, Frames, Status};

/// What a call waits for.
pub enum Post {
    Network(Incoming),
    Input(Feed),
}

/// A call that is not over.
pub struct Running<'s> {
    server: &'s Server,
    exchange: Option<Exchange>,
    id: CallId,
    session: Client,
    input: Source,
    postbox: Postbox<Post>,
    frames: Frames,
    /// That of the answer.
    compression: String,
}

impl<'s> Running<'s> {
    pub fn new(
        server: &'s Server,
        (call, answers): (Call, Answers),
        (input, postbox): (Source, Postbox<Post>),
    ) -> Result<Self, Failure> {
        let mut session = Client::default();
        let opened = session.open(call, answers, server.started.elapsed());
        let id = opened.map_err(|refused| Failure::Input(refused.to_string()))?;
        let frames = Frames::new(server.protocol.frames, server.max_size);
        Ok(Self { server, exchange: None, id, session, input, postbox, frames, compression: String::new() })
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
                let exchange = self.server.connection.exchange(&bytes, &self.postbox, Post::Network)?;
                self.exchange = Some(exchange);
            }
            // If the server has ended the call, its answer tells why.
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
            Incoming::Head(block) | Incoming::Trailers(block) => self.envelope(&block),
            Incoming::Data(bytes) => {
                self.frames.push(&bytes);
                self.frames();
            }
            Incoming::Sent => self.session.sent(id),
            Incoming::Done => {
                let message = match self.frames.is_inside() {
                    true => "the answer ends inside a message",
                    false => "the answer ends without a status",
                };
                self.session.lost(id, End::failed(Status::UNKNOWN, message));
            }
            Incoming::Broken { code, message } => {
                self.session.lost(id, End::failed(self.server.protocol.resets.status(code), message));
            }
        }
    }

    fn frames(&mut self) {
        loop {
            let compression = (self.compression.as_str(), self.server.max_size);
            let frame = match self.frames.next_frame() {
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
            self.compression.clone_from(&start.compression);
        }
        self.session.receive(self.id, envelope);
    }

    fn broken(&mut self, message: &str) {
        self.session.broken(self.id, message);
    }
}
