//! A call that is answered.

use super::super::call::decompressed;
use super::handler::{Handler, Output};
use super::request::{Post, Requests, stopping};
use polywire_net::{Answer, Mailbox, Part};
use polywire_rpc::{
    Action, Call, CallId, Count, End, Envelope, Frames, Item, Limits, Refused, Server, ServerEvent, Shape, Start,
    Status,
};
use std::time::Instant;

/// A call that is not over, and what answers it.
pub struct Answering<'r> {
    requests: &'r Requests,
    handler: Box<dyn Handler + 'r>,
    /// `None` when the answer is complete.
    answer: Option<Answer>,
    has_started: bool,
    started: Instant,
    session: Server,
    id: CallId,
    shape: Shape,
    frames: Frames,
    /// Those of the request.
    format: String,
    compression: String,
    /// More of the body was asked for.
    is_asked: bool,
    /// The body of the request has ended.
    is_read: bool,
    is_finished: bool,
}

impl<'r> Answering<'r> {
    pub fn new(
        requests: &'r Requests,
        (call, shape): (&Call, Shape),
        handler: Box<dyn Handler + 'r>,
        answer: Answer,
    ) -> Self {
        let started = Instant::now();
        let mut session = Server::new(Limits::default());
        // A new session has room for a call; without the call, everything else does nothing.
        let id = session.accept(call, shape, started.elapsed()).unwrap_or(CallId(0));
        Self {
            requests,
            handler,
            answer: Some(answer),
            has_started: false,
            started,
            session,
            id,
            shape,
            frames: Frames::new(requests.protocol.frames, requests.max_size),
            format: call.format.clone(),
            compression: call.compression.clone(),
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
                Some(Post::Handler(news)) => {
                    let heard = self.handler.hear(news);
                    self.ended_by(heard);
                }
                Some(Post::Stop) => self.ended_by(Err(stopping())),
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
            ServerEvent::Item(_, item) => self.handler.take(item),
            ServerEvent::Finish(_) => self.handler.finish(),
            ServerEvent::End(..) => Ok(()),
        };
        self.ended_by(told);
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
                let start = Start { format: self.format.clone(), metadata, ..Start::default() };
                // A handler starts its answer once.
                let _ = self.session.start(id, start);
            }
            Output::Message(body) => {
                if self.session.send(id, Item { compressed: false, body }) == Err(Refused::OnlyOne) {
                    let message = "the method returns one message, but gave several";
                    self.ended_by(Err(End::failed(Status::INTERNAL, message)));
                }
            }
            Output::End(end) => self.ended_by(Err(end)),
        }
    }

    /// Reads a message of the request if one is there and wanted, and asks for more bytes otherwise.
    fn read(&mut self) -> bool {
        if self.is_finished || !self.session.can_receive(self.id) {
            return false;
        }
        let compression = (self.compression.as_str(), self.requests.max_size);
        let frame = match self.frames.next_frame() {
            Ok(Some(frame)) => decompressed(frame, self.requests.protocol.frames, compression)
                .map_err(|message| End::failed(Status::UNIMPLEMENTED, message)),
            Ok(None) if self.is_read => return self.read_all(),
            Ok(None) => {
                if !std::mem::replace(&mut self.is_asked, true) {
                    self.answer.iter().for_each(Answer::ask);
                }
                return false;
            }
            Err(error) => Err(End::failed(Status::RESOURCE_EXHAUSTED, error.to_string())),
        };
        match frame {
            Ok(frame) => self.envelope(&frame),
            Err(end) => self.ended_by(Err(end)),
        }
        true
    }

    fn envelope(&mut self, frame: &[u8]) {
        match self.requests.envelopes.decode(frame) {
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
                self.frames.push(&bytes);
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
                Action::Send(_, envelope) => self.send(&envelope),
                // Servers do neither.
                Action::Finish(_) | Action::Cancel(_) => {}
            }
        }
    }

    fn send(&mut self, envelope: &Envelope) {
        let Some(answer) = &mut self.answer else { return };
        match (self.requests.envelopes.encode(envelope), self.has_started) {
            (Ok(head), false) => self.has_started = answer.start(head),
            (Ok(bytes), true) => drop(answer.send(bytes)),
            (Err(refusal), _) => self.end(End::failed(Status::INTERNAL, refusal.to_string())),
        }
    }

    fn end(&mut self, end: End) {
        let Some(answer) = self.answer.take() else { return };
        if !self.has_started {
            let unwritable = || End::failed(Status::INTERNAL, "the end of the call cannot be written");
            let head = self.requests.only_end(end).or_else(|| self.requests.only_end(unwritable()));
            let _ = head.map(|head| answer.refuse(head));
            return;
        }
        let unwritable = End::failed(Status::INTERNAL, "the end of the call cannot be written");
        let encode = |end| self.requests.envelopes.encode(&Envelope::End(end)).ok();
        match encode(end).or_else(|| encode(unwritable)) {
            Some(bytes) if self.requests.protocol.has_trailers => drop(answer.finish(bytes)),
            Some(bytes) => drop(answer.send(bytes)),
            None => {}
        }
    }
}
