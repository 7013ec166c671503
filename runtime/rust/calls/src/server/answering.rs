//! A call that is answered.

use super::incoming::Incoming;
use super::reply::Reply;
use super::service::{Outcome, Queues, Served};
use crate::client::sleep_until;
use crate::{BoxFuture, Error, Form, Status};
use polywire_net::{Mailbox, Part};
use polywire_rpc::{
    Action, Call, CallId, Count, End, Envelope, Frames, GZIP, Item, Limits, Server, ServerEvent, Shape, Start,
    Undecompressed, compressed, decompressed, inflated,
};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::mpsc;

/// A call that is not over, and what answers it.
pub(super) struct Answering {
    form: &'static Form,
    incoming: Incoming,
    /// The message that the head holds.
    in_head: Option<Item>,
    /// The implementation, until it is done.
    handler: Option<BoxFuture<Outcome>>,
    /// How it ended.
    outcome: Option<Outcome>,
    /// What it receives; none behind the last message.
    requests: Option<mpsc::Sender<Vec<u8>>>,
    /// A message for which there is no room yet.
    waiting: Option<Vec<u8>>,
    answers: mpsc::Receiver<Vec<u8>>,
    /// `None` when the answer is complete.
    reply: Option<Reply>,
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

/// What happens to a call.
enum Happened {
    Arrived(Part),
    /// The implementation sends a message.
    Message(Vec<u8>),
    Done(Outcome),
    /// There is room for a message of the request.
    Room,
    Late,
}

/// Messages that the implementation has not sent yet.
const UNSENT: usize = 1;

impl Answering {
    pub fn new(max_size: u64, (form, mut call, method): (&'static Form, Call, &Served), reply: Reply) -> Self {
        let started = Instant::now();
        let mut session = Server::default();
        // A new session has room for a call; without the call, everything else does nothing.
        let id = session.accept(&call, method.shape, started.elapsed()).unwrap_or(CallId(0));
        let in_head = call.item.take();
        let deadline = session.next_deadline().and_then(|deadline| started.checked_add(deadline));
        let incoming = Incoming::new(call, deadline);
        let (requests, received) = mpsc::channel(Limits::default().untaken);
        let (sending, answers) = mpsc::channel(UNSENT);
        let handler = method.run(&incoming, Queues { requests: received, answers: sending });
        Self {
            form,
            incoming,
            in_head,
            handler: Some(handler),
            outcome: None,
            requests: Some(requests),
            waiting: None,
            answers,
            reply: Some(reply),
            max_size,
            started,
            session,
            id,
            shape: method.shape,
            frames: Frames::new(form.frames, max_size),
            whole: Vec::new(),
            is_asked: false,
            is_read: false,
            is_finished: false,
        }
    }

    /// Answers the call. The place of the request is free when this is done.
    pub async fn run(mut self, mut mailbox: Mailbox<Part>) {
        while self.session.calls() > 0 {
            if self.proceed() {
                continue;
            }
            match self.wait(&mut mailbox).await {
                Happened::Arrived(part) => self.receive(part),
                Happened::Message(body) => self.send_message(body),
                Happened::Done(outcome) => {
                    self.handler = None;
                    self.outcome = Some(outcome);
                }
                Happened::Room => {}
                Happened::Late => self.session.advance(self.started.elapsed()),
            }
            self.act();
        }
        self.act();
    }

    /// Waits for what happens next.
    async fn wait(&mut self, mailbox: &mut Mailbox<Part>) -> Happened {
        let can_send = self.can_send();
        let (handler, answers) = (&mut self.handler, &mut self.answers);
        let requests = self.requests.as_ref().filter(|_| self.waiting.is_some());
        let mut late = pin!(sleep_until(self.incoming.deadline()));
        let mut room = pin!(async {
            match requests {
                // If nobody receives, the message is dropped.
                Some(requests) => drop(requests.reserve().await),
                None => std::future::pending().await,
            }
        });
        poll_fn(|context| {
            match mailbox.poll_next(context) {
                Poll::Ready(part) => return Poll::Ready(Happened::Arrived(part.unwrap_or(Part::Gone))),
                Poll::Pending => {}
            }
            if let Poll::Ready(outcome) = poll_handler(handler, context) {
                return Poll::Ready(Happened::Done(outcome));
            }
            if can_send {
                if let Poll::Ready(Some(body)) = answers.poll_recv(context) {
                    return Poll::Ready(Happened::Message(body));
                }
            }
            if room.as_mut().poll(context).is_ready() {
                return Poll::Ready(Happened::Room);
            }
            late.as_mut().poll(context).map(|()| Happened::Late)
        })
        .await
    }

    /// Returns true if a message of the implementation can be taken. One too many is found out by the session.
    fn can_send(&self) -> bool {
        self.shape.returns == Count::One || self.session.can_send(self.id)
    }

    /// Does what can be done without waiting; returns true if there may be more.
    fn proceed(&mut self) -> bool {
        self.act();
        if let Some(body) = self.waiting.take() {
            return self.hand_over(body);
        }
        if let Some(event) = self.session.next_event() {
            self.tell(event);
            return true;
        }
        if self.outcome.is_some() {
            return self.conclude();
        }
        self.read()
    }

    fn tell(&mut self, event: ServerEvent) {
        match event {
            ServerEvent::Item(_, item) => drop(self.hand_over(item.body)),
            ServerEvent::Finish(_) => self.requests = None,
            ServerEvent::End(..) => {}
        }
    }

    /// Hands a message to the implementation; returns false if there is no room yet.
    fn hand_over(&mut self, body: Vec<u8>) -> bool {
        let Some(requests) = &self.requests else { return true };
        if let Err(mpsc::error::TrySendError::Full(body)) = requests.try_send(body) {
            self.waiting = Some(body);
            return false;
        }
        self.session.taken(self.id);
        true
    }

    /// Sends what the implementation has left behind, and the end; returns false if that has to wait.
    fn conclude(&mut self) -> bool {
        if !self.can_send() {
            return false;
        }
        if let Ok(body) = self.answers.try_recv() {
            self.send_message(body);
            return true;
        }
        let mut end = match self.outcome.take() {
            Some(Ok(only)) => {
                only.into_iter().for_each(|body| self.send_message(body));
                End::default()
            }
            Some(Err(error)) => error.into(),
            None => return false,
        };
        self.start();
        let behind = std::mem::take(&mut end.metadata);
        end.metadata = self.incoming.take_trailer();
        end.metadata.extend(behind);
        // A call that is over has its end already.
        let _ = self.session.end(self.id, end);
        true
    }

    fn send_message(&mut self, body: Vec<u8>) {
        self.start();
        // A call that is over takes no more.
        let _ = self.session.send(self.id, Item { compressed: false, body });
    }

    /// Says how the answer starts, if the implementation wants to.
    fn start(&mut self) {
        let metadata = self.incoming.take_header();
        if !metadata.is_empty() {
            // An answer starts once; what is added later is not sent.
            let _ = self.session.start(self.id, Start { metadata, ..self.usual_start() });
        }
    }

    fn usual_start(&self) -> Start {
        Start { format: self.incoming.call().format.clone(), ..Start::default() }
    }

    /// Returns the compression of the answer: that of the call.
    fn compression(&self) -> &'static str {
        let Call { compression, accepts, .. } = self.incoming.call();
        if compression == GZIP && accepts.iter().any(|it| it == GZIP) { GZIP } else { "" }
    }

    fn end_with(&mut self, end: End) {
        let _ = self.session.end(self.id, end);
    }

    /// Reads a message of the request if one is there and wanted, and asks for more bytes otherwise.
    fn read(&mut self) -> bool {
        if self.is_finished || !self.session.can_receive(self.id) {
            return false;
        }
        if self.form.whole.is_some() {
            return self.read_whole();
        }
        let compression = self.incoming.call().compression.as_str();
        let frame = match self.frames.next_frame() {
            Ok(Some(frame)) => {
                decompressed(frame, self.form.frames, (compression, self.max_size)).map_err(undecompressed)
            }
            Ok(None) if self.is_read => return self.read_all(),
            Ok(None) => return self.ask(),
            Err(error) => Err(End::failed(Status::RESOURCE_EXHAUSTED, error.to_string())),
        };
        match frame.map(|frame| self.form.decode(&frame)) {
            Ok(Ok(envelope)) => self.session.receive(self.id, envelope),
            Ok(Err(_)) => self.session.broken(self.id, "a message is not of the protocol"),
            Err(end) => self.end_with(end),
        }
        true
    }

    fn ask(&mut self) -> bool {
        if !std::mem::replace(&mut self.is_asked, true) {
            self.reply.iter().for_each(Reply::ask);
        }
        false
    }

    fn read_all(&mut self) -> bool {
        self.is_finished = true;
        match self.frames.is_inside() {
            true => self.session.broken(self.id, "the request ends inside a message"),
            false => self.session.finished(self.id),
        }
        true
    }

    /// Reads the message that the head or the whole body holds.
    fn read_whole(&mut self) -> bool {
        let compression = self.incoming.call().compression.as_str();
        let (body, is_compressed) = match self.in_head.take() {
            Some(item) => (item.body, item.compressed),
            None if !self.is_read => return self.ask(),
            None => {
                let is_plain = self.whole.is_empty() || ["", "identity"].contains(&compression);
                (std::mem::take(&mut self.whole), !is_plain)
            }
        };
        let body = match is_compressed {
            true => inflated(&body, (compression, self.max_size)).map_err(undecompressed),
            false => Ok(body),
        };
        match body {
            Ok(body) => {
                self.session.receive(self.id, Envelope::Item(Item { compressed: false, body }));
                self.is_finished = true;
                self.session.finished(self.id);
            }
            Err(end) => self.end_with(end),
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

    fn take(&mut self, bytes: &[u8]) {
        if self.form.whole.is_none() {
            return self.frames.push(bytes);
        }
        self.whole.extend_from_slice(bytes);
        let limit = self.max_size;
        if self.whole.len() as u64 > limit {
            let message = format!("a message has more than the limit of {limit} bytes");
            self.end_with(End::failed(Status::RESOURCE_EXHAUSTED, message));
        }
    }

    /// Does what the session wants.
    fn act(&mut self) {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Send(_, Envelope::End(end)) => self.end(end),
                Action::Send(_, envelope) => self.put(envelope),
                // Servers do neither.
                Action::Finish(_) | Action::Cancel(_) => {}
            }
        }
    }

    fn put(&mut self, envelope: Envelope) {
        let compression = self.compression();
        let Some(reply) = &mut self.reply else { return };
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
        let start = Start { compression: self.compression().to_owned(), ..self.usual_start() };
        if let Some(reply) = self.reply.take() {
            reply.end(start, end);
        }
    }
}

fn undecompressed(Undecompressed(status, message): Undecompressed) -> End {
    End::failed(status, message)
}

/// Lets an implementation go on. One that panics fails its call alone.
fn poll_handler(handler: &mut Option<BoxFuture<Outcome>>, context: &mut Context<'_>) -> Poll<Outcome> {
    let Some(handler) = handler else { return Poll::Pending };
    let polled = catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(context)));
    polled.unwrap_or_else(|_| Poll::Ready(Err(Error::internal("the implementation of the method panicked"))))
}
