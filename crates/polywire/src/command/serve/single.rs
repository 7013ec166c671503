//! A call of one message that is answered with one, for protocols without streams.

use super::bodies::Conversions;
use super::handler::{Handler, Output};
use super::methods::Methods;
use super::request::Post;
use super::stream::Mail;
use polywire_net::{Mailbox, Part};
use polywire_rpc::{
    Action, Call, CallId, End, Envelope, Item, Limits, Metadata, Refused, Server, ServerEvent, Shape, Start, Status,
};
use std::time::Instant;

/// Returns the end of a call, whose item and format are what it takes; with what the method returns.
pub fn answered(methods: &Methods, call: &Call, (to, mailbox): Mail) -> End {
    let unimplemented = |why| End::failed(Status::UNIMPLEMENTED, why);
    let Some(method) = methods.get(&call.service, &call.method) else {
        return unimplemented(format!("there is no method `{}.{}`", call.service, call.method));
    };
    let format = match methods.conversion(method, &call.format) {
        Ok(format) => format,
        Err(why) => return unimplemented(why),
    };
    let params = call.item.clone().unwrap_or_default().body;
    match method.handler((None, call), &to) {
        Ok(handler) => {
            Single::new((call, method.shape), handler, Conversions { bound: None, format }).run(params, mailbox)
        }
        Err(end) => end,
    }
}

/// A call that is not over.
struct Single<'h> {
    handler: Box<dyn Handler + 'h>,
    conversions: Conversions,
    session: Server,
    id: CallId,
    started: Instant,
    /// What the method returns, until the end is there.
    message: Option<Item>,
    /// The metadata of its start, which has no other place than the end.
    metadata: Vec<Metadata>,
    end: Option<End>,
}

impl<'h> Single<'h> {
    fn new((call, shape): (&Call, Shape), handler: Box<dyn Handler + 'h>, conversions: Conversions) -> Self {
        let started = Instant::now();
        let mut session = Server::new(Limits::default());
        // A new session has room for a call; without the call, everything else does nothing.
        let id = session.accept(call, shape, started.elapsed()).unwrap_or(CallId(0));
        Self { handler, conversions, session, id, started, message: None, metadata: Vec::new(), end: None }
    }

    /// Answers the call, and returns its end with what the method returns.
    fn run(mut self, message: Vec<u8>, mut mailbox: Mailbox<Post>) -> End {
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
        let metadata = [self.metadata, end.metadata].concat();
        End { item, metadata, ..end }
    }

    /// Does what can be done without waiting; returns true if there may be more.
    fn proceed(&mut self) -> bool {
        self.act();
        if let Some(event) = self.session.next_event() {
            let told = match event {
                ServerEvent::Item(_, item) => self.take(item),
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

    fn take(&mut self, mut item: Item) -> Result<(), End> {
        item.body = self.conversions.taken(item.body)?;
        self.handler.take(item)
    }

    fn put(&mut self, output: Output) {
        match output {
            Output::Taken => self.session.taken(self.id),
            // A handler starts its answer once.
            Output::Start(metadata) => drop(self.session.start(self.id, Start { metadata, ..Start::default() })),
            Output::Message(body) => {
                let sent = self.send(body);
                self.ended_by(sent);
            }
            Output::End(end) => self.ended_by(Err(end)),
        }
    }

    fn send(&mut self, body: Vec<u8>) -> Result<(), End> {
        let body = self.conversions.returned(body)?;
        match self.session.send(self.id, Item { compressed: false, body }) {
            Err(Refused::OnlyOne) => {
                Err(End::failed(Status::INTERNAL, "the method returns one message, but gave several"))
            }
            Ok(()) | Err(_) => Ok(()),
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
                Action::Send(_, Envelope::Start(start)) => self.metadata = start.metadata,
                // Servers do nothing else.
                Action::Send(_, Envelope::Call(_)) | Action::Finish(_) | Action::Cancel(_) => {}
            }
        }
    }
}
