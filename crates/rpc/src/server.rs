//! The side that answers.

use crate::{Action, Call, CallId, Count, End, Envelope, Item, Limits, Refused, ServerEvent, Shape, Start, Status};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// The calls of one connection, from the side that answers.
#[derive(Debug, Default)]
pub struct Server {
    limits: Limits,
    last: u64,
    calls: BTreeMap<CallId, Answering>,
    actions: VecDeque<Action>,
    events: VecDeque<ServerEvent>,
}

/// A call that is not over.
#[derive(Debug)]
struct Answering {
    shape: Shape,
    deadline: Option<Duration>,
    asked: Asked,
    /// Messages that the handler was told about and has not taken.
    untaken: usize,
    start: Starting,
    /// Messages that the transport has not taken.
    unsent: usize,
    /// The only message of the answer, which is sent when it is known that the call succeeded.
    only: Option<Item>,
}

/// How far the request is.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Open,
    /// The only message, which is told when it is known that no other follows.
    Only(Item),
    Finished,
}

/// How far the start of the answer is.
#[derive(Debug)]
enum Starting {
    /// What is sent if the handler does not say more.
    Usual(Start),
    /// What the handler wants.
    Wanted(Start),
    Sent,
}

impl Server {
    /// Begins a session.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// A call arrived, of a method that takes and returns this many messages. `now` is the time since any moment that is the same for the
    /// whole session.
    pub fn accept(&mut self, call: &Call, shape: Shape, now: Duration) -> Result<CallId, Refused> {
        if self.calls.len() >= self.limits.calls {
            return Err(Refused::TooManyCalls);
        }
        self.last += 1;
        let id = CallId(self.last);
        let deadline = call.timeout.map(|timeout| now.saturating_add(Duration::from_nanos(timeout)));
        let start = Starting::Usual(Start { format: call.format.clone(), ..Start::default() });
        let answering = Answering { shape, deadline, asked: Asked::Open, untaken: 0, start, unsent: 0, only: None };
        self.calls.insert(id, answering);
        Ok(id)
    }

    /// Returns the number of calls that are not over.
    pub fn calls(&self) -> usize {
        self.calls.len()
    }

    /// Returns true if a message of the request can be received now; otherwise the handler has to take some first.
    pub fn can_receive(&self, id: CallId) -> bool {
        self.calls.get(&id).is_some_and(|call| call.untaken < self.limits.untaken)
    }

    /// An envelope of a request arrived.
    pub fn receive(&mut self, id: CallId, envelope: Envelope) {
        match envelope {
            Envelope::Item(item) => self.item(id, item),
            Envelope::Call(_) => self.broken(id, "the call starts twice"),
            Envelope::Start(_) | Envelope::End(_) => self.broken(id, "the other side answers where it has to call"),
        }
    }

    fn item(&mut self, id: CallId, item: Item) {
        let limit = self.limits.untaken;
        let Some(call) = self.calls.get_mut(&id) else { return };
        match (&call.asked, call.shape.takes) {
            (Asked::Finished, _) => self.broken(id, "the request goes on behind its end"),
            (Asked::Only(_), _) => self.miscounted(id, "the method takes one message, but the request has several"),
            (Asked::Open, Count::One) => call.asked = Asked::Only(item),
            (Asked::Open, Count::Many) if call.untaken >= limit => {
                let message = "more messages arrive than are taken";
                self.end_call(id, End::failed(Status::RESOURCE_EXHAUSTED, message));
            }
            (Asked::Open, Count::Many) => {
                call.untaken += 1;
                self.events.push_back(ServerEvent::Item(id, item));
            }
        }
    }

    /// The request is complete.
    pub fn finished(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        match (std::mem::replace(&mut call.asked, Asked::Finished), call.shape.takes) {
            (Asked::Finished, _) => {}
            (Asked::Open, Count::One) => self.miscounted(id, "the method takes one message, but the request has none"),
            (Asked::Open, Count::Many) => self.events.push_back(ServerEvent::Finish(id)),
            (Asked::Only(item), _) => {
                call.untaken += 1;
                self.events.push_back(ServerEvent::Item(id, item));
                self.events.push_back(ServerEvent::Finish(id));
            }
        }
    }

    /// The handler has taken a message.
    pub fn taken(&mut self, id: CallId) {
        if let Some(call) = self.calls.get_mut(&id) {
            call.untaken = call.untaken.saturating_sub(1);
        }
    }

    /// The handler wants the answer to start like this; otherwise it starts with its first message or its end.
    pub fn start(&mut self, id: CallId, start: Start) -> Result<(), Refused> {
        let call = self.calls.get_mut(&id).ok_or(Refused::NoCall)?;
        match call.start {
            Starting::Usual(_) => call.start = Starting::Wanted(start),
            Starting::Wanted(_) | Starting::Sent => return Err(Refused::Started),
        }
        if call.shape.returns == Count::Many {
            self.send_start(id);
        }
        Ok(())
    }

    /// Returns true if a message can be sent now.
    pub fn can_send(&self, id: CallId) -> bool {
        self.calls.get(&id).is_some_and(|call| match call.shape.returns {
            Count::One => call.only.is_none(),
            Count::Many => call.unsent < self.limits.unsent,
        })
    }

    /// Sends a message of the answer.
    pub fn send(&mut self, id: CallId, item: Item) -> Result<(), Refused> {
        let limit = self.limits.unsent;
        let call = self.calls.get_mut(&id).ok_or(Refused::NoCall)?;
        match call.shape.returns {
            Count::One if call.only.is_some() => return Err(Refused::OnlyOne),
            Count::One => call.only = Some(item),
            Count::Many if call.unsent >= limit => return Err(Refused::TooManyUnsent),
            Count::Many => {
                call.unsent += 1;
                self.send_start(id);
                self.actions.push_back(Action::Send(id, Envelope::Item(item)));
            }
        }
        Ok(())
    }

    /// The transport has sent a message.
    pub fn sent(&mut self, id: CallId) {
        if let Some(call) = self.calls.get_mut(&id) {
            call.unsent = call.unsent.saturating_sub(1);
        }
    }

    /// Ends the answer, and with it the call, even if the request goes on.
    pub fn end(&mut self, id: CallId, end: End) -> Result<(), Refused> {
        let call = self.calls.get_mut(&id).ok_or(Refused::NoCall)?;
        let only = call.only.take();
        let is_missing = call.shape.returns == Count::One && only.is_none();
        let end = match end.status {
            Status::OK if is_missing => End::failed(Status::INTERNAL, "the method returns one message, but gave none"),
            _ => end,
        };
        if end.status == Status::OK {
            self.send_start(id);
            self.actions.extend(only.map(|item| Action::Send(id, Envelope::Item(item))));
        }
        self.end_call(id, end);
        Ok(())
    }

    /// The other side broke a rule.
    pub fn broken(&mut self, id: CallId, message: &str) {
        self.end_call(id, End::failed(Status::INTERNAL, message));
    }

    fn miscounted(&mut self, id: CallId, message: &str) {
        self.end_call(id, End::failed(Status::UNIMPLEMENTED, message));
    }

    /// The other side has given the call up, or cannot be told any more how it ends.
    pub fn lost(&mut self, id: CallId, end: End) {
        self.close(id, end);
    }

    /// The connection was lost, and with it all calls.
    pub fn lost_all(&mut self, end: &End) {
        let all: Vec<CallId> = self.calls.keys().copied().collect();
        all.into_iter().for_each(|id| self.close(id, end.clone()));
    }

    /// Time went by: calls whose deadline is over end.
    pub fn advance(&mut self, now: Duration) {
        let is_late = |call: &Answering| call.deadline.is_some_and(|deadline| deadline <= now);
        let late: Vec<CallId> = self.calls.iter().filter(|(_, call)| is_late(call)).map(|(id, _)| *id).collect();
        for id in late {
            self.end_call(id, End::failed(Status::DEADLINE_EXCEEDED, "the deadline is over"));
        }
    }

    /// Returns the time at which [`Self::advance`] has something to do.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.calls.values().filter_map(|call| call.deadline).min()
    }

    /// Returns what the transport has to do next.
    pub fn next_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Returns what happened next.
    pub fn next_event(&mut self) -> Option<ServerEvent> {
        self.events.pop_front()
    }

    fn send_start(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        match std::mem::replace(&mut call.start, Starting::Sent) {
            Starting::Usual(start) | Starting::Wanted(start) => {
                self.actions.push_back(Action::Send(id, Envelope::Start(start)));
            }
            Starting::Sent => {}
        }
    }

    /// Ends a call on both sides. What the handler wants the answer to start with is told to the other side in any case.
    fn end_call(&mut self, id: CallId, end: End) {
        let Some(call) = self.calls.get(&id) else { return };
        if matches!(call.start, Starting::Wanted(_)) {
            self.send_start(id);
        }
        self.actions.push_back(Action::Send(id, Envelope::End(end.clone())));
        self.close(id, end);
    }

    /// Ends a call. What its handler has not been told yet does not matter any more.
    fn close(&mut self, id: CallId, end: End) {
        if self.calls.remove(&id).is_some() {
            self.events.push_back(ServerEvent::End(id, end));
        }
    }
}
