//! What a session does and tells, event by event.

use polywire_rpc::{Action, Answers, Call, CallId, Client, End, Envelope, Event, Item, Limits, Refused, Start, Status};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

fn opened(answers: Answers, timeout: Option<u64>) -> (Client, CallId) {
    let mut client = Client::new(Limits { calls: 1, unsent: 1 });
    let id = client.open(Call { timeout, ..Call::default() }, answers, SECOND).expect("a call");
    assert!(matches!(client.next_action(), Some(Action::Send(_, Envelope::Call(_)))));
    (client, id)
}

fn item(byte: u8) -> Item {
    Item { compressed: false, body: vec![byte] }
}

fn events(client: &mut Client) -> Vec<Event> {
    std::iter::from_fn(|| client.next_event()).collect()
}

fn actions(client: &mut Client) -> Vec<Action> {
    std::iter::from_fn(|| client.next_action()).collect()
}

fn status(events: &[Event]) -> Option<Status> {
    match events.last() {
        Some(Event::End(_, end)) => Some(end.status),
        _ => None,
    }
}

#[test]
fn one_message_is_told_when_no_other_follows() {
    let (mut client, id) = opened(Answers::One, None);
    client.receive(id, Envelope::Start(Start::default()));
    client.receive(id, Envelope::Item(item(1)));
    assert_eq!(events(&mut client), [Event::Start(id, Start::default())]);
    client.receive(id, Envelope::End(End::default()));
    assert_eq!(events(&mut client), [Event::Item(id, item(1)), Event::End(id, End::default())]);
    client.receive(id, Envelope::End(End::default()));
    assert_eq!((events(&mut client), actions(&mut client)), (vec![], vec![]));
}

#[test]
fn answers_that_break_the_rules_end_the_call() {
    let start = || Envelope::Start(Start::default());
    let broken = [
        vec![start(), Envelope::Item(item(1)), Envelope::Item(item(2))],
        vec![start(), start()],
        vec![Envelope::Item(item(1))],
        vec![Envelope::Call(Call::default())],
    ];
    for envelopes in broken {
        let (mut client, id) = opened(Answers::One, None);
        envelopes.into_iter().for_each(|envelope| client.receive(id, envelope));
        assert_eq!(status(&events(&mut client)), Some(Status::INTERNAL));
        assert_eq!(actions(&mut client), [Action::Cancel(id)]);
    }
    let (mut client, id) = opened(Answers::One, None);
    client.receive(id, Envelope::End(End::default()));
    assert_eq!(status(&events(&mut client)), Some(Status::INTERNAL), "success without a message");
}

#[test]
fn what_is_not_sent_is_bounded() {
    let (mut client, id) = opened(Answers::Many, None);
    client.send(id, item(1)).expect("the first one");
    assert!(!client.can_send(id));
    assert_eq!(client.send(id, item(2)), Err(Refused::TooManyUnsent));
    client.sent(id);
    client.send(id, item(2)).expect("room");
    client.finish(id).expect("the end");
    assert_eq!(client.send(id, item(3)), Err(Refused::Finished));
    assert_eq!(client.open(Call::default(), Answers::One, SECOND), Err(Refused::TooManyCalls));
    client.lost(id, End::failed(Status::UNAVAILABLE, "gone"));
    assert_eq!(client.send(id, item(3)), Err(Refused::NoCall));
    assert_eq!(status(&events(&mut client)), Some(Status::UNAVAILABLE));
}

#[test]
fn deadlines_and_cancellations_end_the_call_on_both_sides() {
    let (mut client, id) = opened(Answers::Many, Some(5));
    assert_eq!(client.next_deadline(), Some(SECOND + Duration::from_nanos(5)));
    client.advance(SECOND + Duration::from_nanos(4));
    assert_eq!(events(&mut client), []);
    client.advance(SECOND + Duration::from_nanos(5));
    assert_eq!(status(&events(&mut client)), Some(Status::DEADLINE_EXCEEDED));
    assert_eq!((actions(&mut client), client.next_deadline()), (vec![Action::Cancel(id)], None));
    let (mut client, id) = opened(Answers::Many, None);
    client.cancel(id);
    client.cancel(id);
    assert_eq!(status(&events(&mut client)), Some(Status::CANCELLED));
    assert_eq!(actions(&mut client), [Action::Cancel(id)]);
}
