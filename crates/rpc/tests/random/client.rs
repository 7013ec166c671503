//! The side that calls.

use super::{LIMITS, Observed, Random, SESSIONS, STEPS};
use polywire_rpc::{Client, Event, Item};
use std::time::Duration;

struct Session {
    client: Client,
    random: Random,
    observed: Observed,
    last: u64,
    now: u64,
}

#[test]
fn clients_keep_their_promises() {
    for seed in 0..SESSIONS {
        let random = Random::new(seed);
        let mut session =
            Session { client: Client::new(LIMITS), random, observed: Observed::default(), last: 0, now: 0 };
        (0..STEPS).for_each(|_| session.step());
        (0..=session.last).for_each(|id| session.client.cancel(polywire_rpc::CallId(id)));
        session.observe();
        assert_eq!((session.observed.open(), session.client.next_deadline()), (0, None));
    }
}

impl Session {
    fn step(&mut self) {
        let id = self.random.id(self.last);
        match self.random.below(10) {
            0 | 1 => self.open(),
            2 | 3 => self.client.receive(id, self.random.envelope()),
            4 | 5 => {
                let can_send = self.client.can_send(id);
                assert_eq!(self.client.send(id, Item::default()).is_ok(), can_send);
            }
            6 => {
                self.client.sent(id);
                self.observed.sent(id);
            }
            7 => drop(self.client.finish(id)),
            8 => self.client.lost(id, self.random.end()),
            _ => {
                self.now += self.random.below(5);
                self.client.advance(Duration::from_nanos(self.now));
                assert!(self.client.next_deadline().is_none_or(|it| it > Duration::from_nanos(self.now)));
            }
        }
        self.observe();
    }

    fn open(&mut self) {
        let (call, answers) = (self.random.call(), self.random.count());
        let is_full = self.observed.open() == LIMITS.calls;
        let opened = self.client.open(call, answers, Duration::from_nanos(self.now));
        assert_eq!(opened.is_err(), is_full);
        if let Ok(id) = opened {
            self.observed.begin(id);
            self.last = id.0;
        }
    }

    fn observe(&mut self) {
        while let Some(action) = self.client.next_action() {
            self.observed.act(&action);
        }
        while let Some(event) = self.client.next_event() {
            match event {
                Event::Start(id, _) | Event::Item(id, _) => self.observed.tell(id, false),
                Event::End(id, _) => self.observed.tell(id, true),
            }
        }
    }
}
