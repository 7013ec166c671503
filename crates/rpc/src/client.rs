//! The side that calls.

use crate::{Action, Answers, Call, CallId, End, Envelope, Event, Item, Limits, Refused, Status};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// The calls of one connection, from the side that calls.
#[derive(Debug, Default)]
pub struct Client {
    limits: Limits,
    last: u64,
    calls: BTreeMap<CallId, Pending>,
    actions: VecDeque<Action>,
    events: VecDeque<Event>,
}

/// A call that is not over.
#[derive(Debug)]
struct Pending {
    answers: Answers,
    deadline: Option<Duration>,
    unsent: usize,
    is_finished: bool,
    has_started: bool,
    /// The only message of the answer, which is told when it is known that no other follows.
    only: Option<Item>,
}

impl Client {
    /// Begins a session.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Starts a call. `now` is the time since any moment that is the same for the whole session.
    pub fn open(&mut self, call: Call, answers: Answers, now: Duration) -> Result<CallId, Refused> {
        if self.calls.len() >= self.limits.calls {
            return Err(Refused::TooManyCalls);
        }
        self.last += 1;
        let id = CallId(self.last);
        let deadline = call.timeout.map(|timeout| now.saturating_add(Duration::from_nanos(timeout)));
        let pending = Pending { answers, deadline, unsent: 0, is_finished: false, has_started: false, only: None };
        self.calls.insert(id, pending);
        self.actions.push_back(Action::Send(id, Envelope::Call(call)));
        Ok(id)
    }

    /// Returns true if a message can be sent now.
    pub fn can_send(&self, id: CallId) -> bool {
        self.calls.get(&id).is_some_and(|call| !call.is_finished && call.unsent < self.limits.unsent)
    }

    /// Sends a message.
    pub fn send(&mut self, id: CallId, item: Item) -> Result<(), Refused> {
        let limit = self.limits.unsent;
        let call = self.sending(id)?;
        if call.unsent >= limit {
            return Err(Refused::TooManyUnsent);
        }
        call.unsent += 1;
        self.actions.push_back(Action::Send(id, Envelope::Item(item)));
        Ok(())
    }

    /// The transport has sent a message.
    pub fn sent(&mut self, id: CallId) {
        if let Some(call) = self.calls.get_mut(&id) {
            call.unsent = call.unsent.saturating_sub(1);
        }
    }

    /// Ends what is sent; the answer may go on.
    pub fn finish(&mut self, id: CallId) -> Result<(), Refused> {
        self.sending(id)?.is_finished = true;
        self.actions.push_back(Action::Finish(id));
        Ok(())
    }

    fn sending(&mut self, id: CallId) -> Result<&mut Pending, Refused> {
        match self.calls.get_mut(&id) {
            None => Err(Refused::NoCall),
            Some(call) if call.is_finished => Err(Refused::Finished),
            Some(call) => Ok(call),
        }
    }

    /// Gives a call up.
    pub fn cancel(&mut self, id: CallId) {
        self.give_up(id, End::failed(Status::CANCELLED, "the call was cancelled"));
    }

    /// An envelope of an answer arrived.
    pub fn receive(&mut self, id: CallId, envelope: Envelope) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        match envelope {
            Envelope::Start(start) if !call.has_started => {
                call.has_started = true;
                self.events.push_back(Event::Start(id, start));
            }
            Envelope::Item(item) if call.has_started => self.item(id, item),
            Envelope::End(mut end) => {
                if let Some(item) = end.item.take() {
                    self.item(id, item);
                }
                self.end(id, end);
            }
            Envelope::Call(_) => self.broken(id, "the other side calls where it has to answer"),
            Envelope::Start(_) => self.broken(id, "the answer starts twice"),
            Envelope::Item(_) => self.broken(id, "the answer has a message in front of its start"),
        }
    }

    fn item(&mut self, id: CallId, item: Item) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        match call.answers {
            Answers::Many => self.events.push_back(Event::Item(id, item)),
            Answers::One if call.only.is_none() => call.only = Some(item),
            Answers::One => {
                let message = "the answer has several messages, but the method returns one";
                self.give_up(id, End::failed(Status::UNIMPLEMENTED, message));
            }
        }
    }

    /// The other side, or the connection, ended the call without saying how it went.
    pub fn lost(&mut self, id: CallId, end: End) {
        self.close(id, end);
    }

    /// The other side broke a rule; the call is given up.
    pub fn broken(&mut self, id: CallId, message: &str) {
        self.give_up(id, End::failed(Status::INTERNAL, message));
    }

    /// This side cannot go on with the answer; the call is given up.
    pub fn give_up(&mut self, id: CallId, end: End) {
        if self.calls.contains_key(&id) {
            self.actions.push_back(Action::Cancel(id));
            self.close(id, end);
        }
    }

    /// Time went by: calls whose deadline is over end.
    pub fn advance(&mut self, now: Duration) {
        let is_late = |call: &Pending| call.deadline.is_some_and(|deadline| deadline <= now);
        let late: Vec<CallId> = self.calls.iter().filter(|(_, call)| is_late(call)).map(|(id, _)| *id).collect();
        for id in late {
            self.give_up(id, End::failed(Status::DEADLINE_EXCEEDED, "the deadline is over"));
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
    pub fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// A wrong number of messages is `UNIMPLEMENTED` (gRPC, "Status codes and their use": response cardinality violation).
    fn end(&mut self, id: CallId, end: End) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        let only = call.only.take();
        let is_missing = call.answers == Answers::One && only.is_none() && end.status == Status::OK;
        if is_missing {
            let message = "the call succeeded, but the answer has no message";
            return self.close(id, End { status: Status::UNIMPLEMENTED, message: message.to_owned(), ..end });
        }
        if let Some(item) = only.filter(|_| end.status == Status::OK) {
            self.events.push_back(Event::Item(id, item));
        }
        self.close(id, end);
    }

    fn close(&mut self, id: CallId, end: End) {
        if self.calls.remove(&id).is_some() {
            self.events.push_back(Event::End(id, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_can_hold_the_only_message() {
        let item = Item { compressed: false, body: b"a".to_vec() };
        for answers in [Answers::One, Answers::Many] {
            let mut client = Client::default();
            let id = client.open(Call::default(), answers, Duration::ZERO).expect("a call");
            client.receive(id, Envelope::End(End { item: Some(item.clone()), ..End::default() }));
            assert_eq!(client.next_event(), Some(Event::Item(id, item.clone())));
            assert_eq!(client.next_event(), Some(Event::End(id, End::default())));
        }
    }
}
