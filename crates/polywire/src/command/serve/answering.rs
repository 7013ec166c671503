//! A call that is answered.

use super::super::call::{Form, Undecompressed, compressed, decompressed, inflated};
use super::bodies::Conversions;
use super::handler::{Handler, Output};
use super::reply::Replying;
use super::request::{Post, compression_of, start_of};
use polywire_net::{Mailbox, Part};
use polywire_rpc::{
    Action, Call, CallId, Count, End, Envelope, Frames, Item, Limits, Refused, Server, ServerEvent, Shape, Start,
    Status,
};
use std::time::Instant;

/// A call that is not over, and what answers it.
pub struct Answering<'r> {
    form: &'r Form,
    call: Call,
    handler: Box<dyn Handler + 'r>,
    conversions: Conversions,
    /// `None` when the answer is complete.
    reply: Option<Box<dyn Replying + 'r>>,
    max_size: u64,
    started: Instant,
    session: Server,
    id: CallId,
    shape: Shape,
    frames: Frames,
    /// The body, where it is one message as it is.
    whole: Vec<u8>,
    /// More of the body was asked for.
    is_asked: bool,
    /// The body of the request has ended.
    is_read: bool,
    is_finished: bool,
}

impl<'r> Answering<'r> {
    pub fn new(
        max_size: u64,
        (form, call, shape): (&'r Form, Call, Shape),
        (handler, conversions): (Box<dyn Handler + 'r>, Conversions),
        reply: Box<dyn Replying + 'r>,
    ) -> Self {
        let started = Instant::now();
        let mut session = Server::new(Limits::default());
        // A new session has room for a call; without the call, everything else does nothing.
        let id = session.accept(&call, shape, started.elapsed()).unwrap_or(CallId(0));
        Self {
            form,
            call,
            handler,
            conversions,
            reply: Some(reply),
            max_size,
            started,
            session,
            id,
            shape,
            frames: Frames::new(form.protocol.frames, max_size),
            whole: Vec::new(),
            is_asked: false,
            is_read: false,
            is_finished: false,
        }
    }

    /// Answers the call. The handler and the place of the request are free when this is done.
    pub fn run(mut self, mut mailbox: Mailbox<Post>) {
        while self.session.calls() > 0 {
            if self.proceed() {
                continue;
            }
            let now = self.started.elapsed();
            let within = self.session.next_deadline().map(|deadline| deadline.saturating_sub(now));
            match mailbox.receive(within) {
                Some(Post::Network(part)) => self.receive(part),
                Some(post) => {
                    let told = post.tell(&mut *self.handler);
                    self.ended_by(told);
                }
                None => {}
            }
            self.session.advance(self.started.elapsed());
            self.act();
        }
        self.act();
    }

    /// Does what can be done without waiting; returns true if there may be more.
    fn proceed(&mut self) -> bool {
        self.act();
        if let Some(event) = self.session.next_event() {
            self.tell(event);
            return true;
        }
        // A handler that gives too many messages is found out by the next one.
        let has_room = self.shape.returns == Count::One || self.session.can_send(self.id);
        if let Some(output) = self.handler.next(has_room) {
            self.put(output);
            return true;
        }
        self.read()
    }

    fn tell(&mut self, event: ServerEvent) {
        let told = match event {
            ServerEvent::Item(_, item) => self.take_message(item),
            ServerEvent::Finish(_) => self.handler.finish(),
            ServerEvent::End(..) => Ok(()),
        };
        self.ended_by(told);
    }

    fn take_message(&mut self, mut item: Item) -> Result<(), End> {
        item.body = self.conversions.taken(item.body)?;
        self.handler.take(item)
    }

    fn ended_by(&mut self, result: Result<(), End>) {
        if let Err(end) = result {
            // A call that is over has its end already.
            let _ = self.session.end(self.id, end);
        }
    }

    fn put(&mut self, output: Output) {
        let id = self.id;
        match output {
            Output::Taken => self.session.taken(id),
            Output::Start(metadata) => {
                let start = Start { metadata, ..start_of(&self.call) };
                // A handler starts its answer once.
                let _ = self.session.start(id, start);
            }
            Output::Message(body) => {
                let sent = self.send_message(body);
                self.ended_by(sent);
            }
            Output::End(end) => self.ended_by(Err(end)),
        }
    }

    fn send_message(&mut self, body: Vec<u8>) -> Result<(), End> {
        let body = self.conversions.returned(body)?;
        match self.session.send(self.id, Item { compressed: false, body }) {
            Err(Refused::OnlyOne) => {
                Err(End::failed(Status::INTERNAL, "the method returns one message, but gave several"))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Reads a message of the request if one is there and wanted, and asks for more bytes otherwise.
    fn read(&mut self) -> bool {
        if self.is_finished || !self.session.can_receive(self.id) {
            return false;
        }
        if self.form.protocol.whole.is_some() {
            return self.read_whole();
        }
        let compression = (self.call.compression.as_str(), self.max_size);
        let frame = match self.frames.next_frame() {
            Ok(Some(frame)) => decompressed(frame, self.form.protocol.frames, compression)
                .map_err(|Undecompressed(status, message)| End::failed(status, message)),
            Ok(None) if self.is_read => return self.read_all(),
            Ok(None) => return self.ask(),
            Err(error) => Err(End::failed(Status::RESOURCE_EXHAUSTED, error.to_string())),
        };
        match frame {
            Ok(frame) => self.envelope(&frame),
            Err(end) => self.ended_by(Err(end)),
        }
        true
    }

    fn ask(&mut self) -> bool {
        if !std::mem::replace(&mut self.is_asked, true) {
            self.reply.iter().for_each(|reply| reply.ask());
        }
        false
    }

    /// Reads the message that the head or the whole body holds.
    fn read_whole(&mut self) -> bool {
        let (body, is_compressed) = match self.call.item.take() {
            Some(item) => (item.body, item.compressed),
            None if !self.is_read => return self.ask(),
            None => {
                let is_plain = self.whole.is_empty() || ["", "identity"].contains(&self.call.compression.as_str());
                (std::mem::take(&mut self.whole), !is_plain)
            }
        };
        let body = match is_compressed {
            true => inflated(&body, (&self.call.compression, self.max_size)),
            false => Ok(body),
        };
        match body {
            Ok(body) => {
                self.session.receive(self.id, Envelope::Item(Item { compressed: false, body }));
                self.is_finished = true;
                self.session.finished(self.id);
            }
            Err(Undecompressed(status, message)) => self.ended_by(Err(End::failed(status, message))),
        }
        true
    }

    fn envelope(&mut self, frame: &[u8]) {
        match self.form.envelopes.decode(frame) {
            Ok(Some(envelope)) => self.session.receive(self.id, envelope),
            Ok(None) | Err(_) => self.session.broken(self.id, "a message is not of the protocol"),
        }
    }

    fn read_all(&mut self) -> bool {
        self.is_finished = true;
        match self.frames.is_inside() {
            true => self.session.broken(self.id, "the request ends inside a message"),
            false => self.session.finished(self.id),
        }
        true
    }

    fn receive(&mut self, part: Part) {
        match part {
            Part::Data(bytes) => {
                self.is_asked = false;
                self.take(&bytes);
            }
            Part::Done => self.is_read = true,
            Part::Sent => self.session.sent(self.id),
            Part::Gone => {
                self.session.lost(self.id, End::failed(Status::CANCELLED, "nobody waits for the answer"));
            }
        }
    }

    /// Does what the session wants.
    fn act(&mut self) {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Send(_, Envelope::End(end)) => self.end(end),
                Action::Send(_, envelope) => self.send(envelope),
                // Servers do neither.
                Action::Finish(_) | Action::Cancel(_) => {}
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        if self.form.protocol.whole.is_none() {
            return self.frames.push(bytes);
        }
        self.whole.extend_from_slice(bytes);
        let limit = self.max_size;
        if self.whole.len() as u64 > limit {
            let message = format!("a message has more than the limit of {limit} bytes");
            self.ended_by(Err(End::failed(Status::RESOURCE_EXHAUSTED, message)));
        }
    }

    fn send(&mut self, envelope: Envelope) {
        let Some(reply) = &mut self.reply else { return };
        let compression = compression_of(&self.call);
        let sent = match envelope {
            Envelope::Start(start) => reply.start(Start { compression: compression.to_owned(), ..start }),
            Envelope::Item(item) => reply.item(if compression.is_empty() { item } else { compressed(&item.body) }),
            // Servers send neither.
            Envelope::Call(_) | Envelope::End(_) => Ok(()),
        };
        if let Err(end) = sent {
            self.end(end);
        }
    }

    fn end(&mut self, end: End) {
        if let Some(reply) = self.reply.take() {
            reply.end(start_of(&self.call), end);
        }
    }
}
