//! A call of one message that is answered with one, for protocols without streams.

use super::handler::{Handler, Output};
use super::request::Post;
use polywire_net::{Mailbox, Part};
use polywire_rpc::{
    Action, Call, CallId, End, Envelope, Item, Limits, Refused, Server, ServerEvent, Shape, Start, Status,
};
use std::time::Instant;

/// A call that is not over.
pub struct Single<'h> {
    handler: Box<dyn Handler + 'h>,
    session: Server,
    id: CallId,
    started: Instant,
    /// What the method returns, until the end is there.
    message: Option<Item>,
    end: Option<End>,
}

impl<'h> Single<'h> {
    pub fn new((call, shape): (&Call, Shape), handler: Box<dyn Handler + 'h>) -> Self {
        let started = Instant::now();
        let mut session = Server::new(Limits::default());
        // A new session has room for a call; without the call, everything else does nothing.
        let id = session.accept(call, shape, started.elapsed()).unwrap_or(CallId(0));
        Self { handler, session, id, started, message: None, end: None }
    }

    /// Answers the call, and returns its end with what the method returns.
    pub fn run(mut self, message: Vec<u8>, mut mailbox: Mailbox<Post>) -> End {
        self.session.receive(self.id, Envelope::Item(Item { compressed: false, body: message }));
        self.session.finished(self.id);
        while self.session.calls() > 0 {
            if self.proceed() {
                continue;
            }
            let now = self.started.elapsed();
            let within = self.session.next_deadline().map(|deadline| deadline.saturating_sub(now));
            match mailbox.receive(within) {
                Some(Post::Network(Part::Gone)) => {
                    self.session.lost(self.id, End::failed(Status::CANCELLED, "nobody waits for the answer"));
                }
                Some(post) => {
                    let told = post.tell(&mut *self.handler);
                    self.ended_by(told);
                }
                None => {}
            }
            self.session.advance(self.started.elapsed());
        }
        self.act();
        let end = self.end.unwrap_or_else(|| End::failed(Status::CANCELLED, "nobody waits for the answer"));
        let item = self.message.filter(|_| end.status == Status::OK);
        End { item, ..end }
    }

    /// Does what can be done without waiting; returns true if there may be more.
    fn proceed(&mut self) -> bool {
        self.act();
        if let Some(event) = self.session.next_event() {
            let told = match event {
                ServerEvent::Item(_, item) => self.handler.take(item),
                ServerEvent::Finish(_) => self.handler.finish(),
                ServerEvent::End(..) => Ok(()),
            };
            self.ended_by(told);
            return true;
        }
        match self.handler.next(true) {
            Some(output) => self.put(output),
            None => return false,
        }
        true
    }

    fn put(&mut self, output: Output) {
        match output {
            Output::Taken => self.session.taken(self.id),
            // A handler starts its answer once.
            Output::Start(metadata) => drop(self.session.start(self.id, Start { metadata, ..Start::default() })),
            Output::Message(body) => {
                if self.session.send(self.id, Item { compressed: false, body }) == Err(Refused::OnlyOne) {
                    let message = "the method returns one message, but gave several";
                    self.ended_by(Err(End::failed(Status::INTERNAL, message)));
                }
            }
            Output::End(end) => self.ended_by(Err(end)),
        }
    }

    fn ended_by(&mut self, result: Result<(), End>) {
        if let Err(end) = result {
            // A call that is over has its end already.
            let _ = self.session.end(self.id, end);
        }
    }

    /// Does what the session wants.
    fn act(&mut self) {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Send(_, Envelope::Item(item)) => self.message = Some(item),
                Action::Send(_, Envelope::End(end)) => self.end = Some(end),
                // Without streams, an answer has no start of its own; servers do nothing else.
                Action::Send(_, Envelope::Start(_) | Envelope::Call(_)) | Action::Finish(_) | Action::Cancel(_) => {}
            }
        }
    }
}
