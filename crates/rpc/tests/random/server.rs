//! The side that answers.

use super::{LIMITS, Observed, Random, SESSIONS, STEPS};
use polywire_rpc::{CallId, Count, End, Envelope, Item, Server, ServerEvent, Shape, Start, Status};
use std::collections::BTreeMap;
use std::time::Duration;

struct Session {
    server: Server,
    random: Random,
    observed: Observed,
    returns: BTreeMap<CallId, Count>,
    untaken: BTreeMap<CallId, usize>,
    last: u64,
    now: u64,
}

#[test]
fn servers_keep_their_promises() {
    for seed in 0..SESSIONS {
        let mut session = Session::new(seed);
        (0..STEPS).for_each(|_| session.step());
        session.server.lost_all(&End::failed(Status::UNAVAILABLE, ""));
        session.observe();
        assert_eq!((session.observed.open(), session.server.calls()), (0, 0));
        assert_eq!(session.server.next_deadline(), None);
    }
}

impl Session {
    fn new(seed: u64) -> Self {
        Self {
            server: Server::new(LIMITS),
            random: Random::new(seed),
            observed: Observed::default(),
            returns: BTreeMap::new(),
            untaken: BTreeMap::new(),
            last: 0,
            now: 0,
        }
    }

    fn step(&mut self) {
        let id = self.random.id(self.last);
        match self.random.below(13) {
            0 | 1 => self.accept(),
            2 | 3 => self.server.receive(id, self.random.envelope()),
            4 => self.server.receive(id, Envelope::Item(Item::default())),
            5 => self.server.finished(id),
            6 => {
                self.server.taken(id);
                self.untaken.entry(id).and_modify(|it| *it = it.saturating_sub(1));
            }
            7 => drop(self.server.start(id, Start::default())),
            8 => self.send(id),
            9 => {
                self.server.sent(id);
                self.observed.sent(id);
            }
            10 => drop(self.server.end(id, self.random.end())),
            11 => self.server.lost(id, self.random.end()),
            _ => {
                self.now += self.random.below(5);
                self.server.advance(Duration::from_nanos(self.now));
                assert!(self.server.next_deadline().is_none_or(|it| it > Duration::from_nanos(self.now)));
            }
        }
        self.observe();
    }

    fn accept(&mut self) {
        let shape = Shape { takes: self.random.count(), returns: self.random.count() };
        let is_full = self.server.calls() == LIMITS.calls;
        let accepted = self.server.accept(&self.random.call(), shape, Duration::from_nanos(self.now));
        assert_eq!(accepted.is_err(), is_full);
        if let Ok(id) = accepted {
            self.observed.begin(id);
            self.returns.insert(id, shape.returns);
            self.untaken.insert(id, 0);
            self.last = id.0;
        }
    }

    fn send(&mut self, id: CallId) {
        let can_send = self.server.can_send(id);
        assert_eq!(self.server.send(id, Item::default()).is_ok(), can_send);
    }

    fn observe(&mut self) {
        while let Some(action) = self.server.next_action() {
            self.observed.act(&action);
        }
        while let Some(event) = self.server.next_event() {
            match event {
                ServerEvent::Item(id, _) => {
                    self.observed.tell(id, false);
                    let untaken = self.untaken.entry(id).or_default();
                    *untaken += 1;
                    assert!(*untaken <= LIMITS.untaken);
                }
                ServerEvent::Finish(id) => self.observed.tell(id, false),
                ServerEvent::End(id, end) => {
                    self.observed.tell(id, true);
                    let call = self.observed.call(id);
                    let is_one = self.returns.get(&id) == Some(&Count::One);
                    let is_answered = call.is_closed && is_one;
                    assert!(!is_answered || (call.items == 1) == (end.status == Status::OK));
                }
            }
        }
        assert_eq!(self.observed.open(), self.server.calls());
        assert!(self.server.calls() <= LIMITS.calls);
    }
}
