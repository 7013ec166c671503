//! All ordered pairs of languages, with random sizes: nothing is lost, doubled or torn.

use crate::drivers::{Driver, Named, amount, drivers};

fn pairs() -> impl Iterator<Item = (&'static Driver, &'static Driver)> {
    drivers().iter().flat_map(|sender| drivers().iter().map(move |receiver| (sender, receiver)))
}

#[test]
fn every_language_receives_from_every_language() {
    let count = amount(100_000, 10_000_000);
    for (sender, receiver) in pairs() {
        let name = Named::new("pair");
        // A small ring is full and empty many times.
        sender.run(&["create", &name.0, "65536", "1"]);
        let sending = sender.start(&["send", &name.0, "1", &count.to_string()]);
        let received = receiver.run(&["receive", &name.0]);
        sending.finish();
        assert_eq!(received, format!("total {count}"), "{} to {}", sender.language, receiver.language);
    }
}

#[test]
fn a_receiver_takes_from_many_senders() {
    let count = amount(10_000, 1_000_000);
    for receiver in drivers() {
        let name = Named::new("lanes");
        receiver.run(&["create", &name.0, "65536", "6"]);
        let sending: Vec<_> = (1..=2_u64)
            .flat_map(|round| drivers().iter().zip(10 * round..))
            .map(|(sender, session)| sender.start(&["send", &name.0, &session.to_string(), &count.to_string()]))
            .collect();
        // All senders so far may have closed before the last one is attached.
        let received = receiver.run(&["receive-all", &name.0, &(6 * count).to_string()]);
        sending.into_iter().for_each(|it| drop(it.finish()));
        assert_eq!(received, format!("total {}", 6 * count), "{}", receiver.language);
    }
}

#[test]
fn a_sender_comes_after_a_receiver_has_gone() {
    for (sender, receiver) in pairs() {
        let name = Named::new("later");
        sender.run(&["create", &name.0, "65536", "1"]);
        for session in ["1", "2"] {
            sender.run(&["send", &name.0, session, "5"]);
            assert_eq!(receiver.run(&["receive", &name.0]), "total 5", "{} to {}", sender.language, receiver.language);
        }
    }
}

#[test]
fn a_sealed_channel_is_handed_over() {
    let count = amount(1_000, 1_000_000);
    for (sender, receiver) in pairs() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("socket");
        let path = path.to_str().expect("a path of text");
        let mut passing = sender.start(&["pass", path, "65536", &count.to_string()]);
        assert_eq!(passing.line().as_deref(), Some("ready"), "{}", sender.language);
        let received = receiver.run(&["take", path]);
        passing.finish();
        assert_eq!(received, format!("total {count}"), "{} to {}", sender.language, receiver.language);
    }
}
