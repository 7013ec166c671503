//! The side that calls.

use super::text::{Player, Words, action, answer, of_envelope, refused};
use polywire_rpc::{Client, Envelope, Event, Limits};
use std::time::Duration;

pub struct Played {
    session: Client,
    now: Duration,
}

impl Played {
    pub fn new(limits: Limits) -> Self {
        Self { session: Client::new(limits), now: Duration::ZERO }
    }

    fn step(&mut self, mut words: Words<'_>) -> Vec<String> {
        let session = &mut self.session;
        match words.next() {
            "open" => {
                let answers = words.count();
                let opened = session.open(words.call(), answers, self.now);
                return opened.map_or_else(|it| refused::<()>(Err(it)), |id| vec![format!("opened {}", id.0)]);
            }
            "send" => return refused(session.send(words.id(), words.item())),
            "finish" => return refused(session.finish(words.id())),
            "can-send" => return answer(session.can_send(words.id())),
            "deadline" => return vec![deadline(session.next_deadline())],
            "sent" => session.sent(words.id()),
            "cancel" => session.cancel(words.id()),
            "receive" => session.receive(words.id(), words.envelope()),
            "lost" => session.lost(words.id(), words.end()),
            "broken" => session.broken(words.id(), words.0),
            "time" => {
                self.now = Duration::from_nanos(words.number());
                session.advance(self.now);
            }
            other => panic!("`{other}` is no step of a client"),
        }
        Vec::new()
    }
}

pub fn deadline(deadline: Option<Duration>) -> String {
    deadline.map_or("deadline none".to_owned(), |it| format!("deadline {}", it.as_nanos()))
}

impl Player for Played {
    fn play(&mut self, step: &str) -> Vec<String> {
        let mut outcome = self.step(Words(step));
        outcome.extend(std::iter::from_fn(|| self.session.next_action()).map(|it| action(&it)));
        outcome.extend(std::iter::from_fn(|| self.session.next_event()).map(event));
        outcome
    }
}

fn event(event: Event) -> String {
    let (id, envelope) = match event {
        Event::Start(id, start) => (id, Envelope::Start(start)),
        Event::Item(id, item) => (id, Envelope::Item(item)),
        Event::End(id, end) => (id, Envelope::End(end)),
    };
    format!("told {} {}", id.0, of_envelope(&envelope))
}
