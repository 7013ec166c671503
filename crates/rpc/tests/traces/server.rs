//! The side that answers.

use super::client::deadline;
use super::text::{Player, Words, action, answer, of_envelope, refused};
use polywire_rpc::{Envelope, Limits, Server, ServerEvent, Shape};
use std::time::Duration;

pub struct Played {
    session: Server,
    now: Duration,
}

impl Played {
    pub fn new(limits: Limits) -> Self {
        Self { session: Server::new(limits), now: Duration::ZERO }
    }

    fn step(&mut self, mut words: Words<'_>) -> Vec<String> {
        let session = &mut self.session;
        match words.next() {
            "accept" => {
                let shape = Shape { takes: words.count(), returns: words.count() };
                let accepted = session.accept(&words.call(), shape, self.now);
                return accepted.map_or_else(|it| refused::<()>(Err(it)), |id| vec![format!("accepted {}", id.0)]);
            }
            "start" => return refused(session.start(words.id(), words.start())),
            "send" => return refused(session.send(words.id(), words.item())),
            "end" => return refused(session.end(words.id(), words.end())),
            "can-send" => return answer(session.can_send(words.id())),
            "can-receive" => return answer(session.can_receive(words.id())),
            "calls" => return vec![format!("calls {}", session.calls())],
            "deadline" => return vec![deadline(session.next_deadline())],
            "receive" => session.receive(words.id(), words.envelope()),
            "finished" => session.finished(words.id()),
            "taken" => session.taken(words.id()),
            "sent" => session.sent(words.id()),
            "lost" => session.lost(words.id(), words.end()),
            "lost-all" => session.lost_all(&words.end()),
            "broken" => session.broken(words.id(), words.0),
            "time" => {
                self.now = Duration::from_nanos(words.number());
                session.advance(self.now);
            }
            other => panic!("`{other}` is no step of a server"),
        }
        Vec::new()
    }
}

impl Player for Played {
    fn play(&mut self, step: &str) -> Vec<String> {
        let mut outcome = self.step(Words(step));
        outcome.extend(std::iter::from_fn(|| self.session.next_action()).map(|it| action(&it)));
        outcome.extend(std::iter::from_fn(|| self.session.next_event()).map(event));
        outcome
    }
}

fn event(event: ServerEvent) -> String {
    let (id, what) = match event {
        ServerEvent::Item(id, item) => (id, of_envelope(&Envelope::Item(item))),
        ServerEvent::Finish(id) => (id, "finish".to_owned()),
        ServerEvent::End(id, end) => (id, of_envelope(&Envelope::End(end))),
    };
    format!("told {} {what}", id.0)
}
