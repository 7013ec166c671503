//! Broadcasts: a sender that waits for nobody, and listeners that are told what they lost.

use crate::drivers::{Named, amount, drivers};
use polywire_channel::layout::broadcast_most;
use polywire_channel::{Broadcaster, Channel, Error, Kind, Listener, Options, Wait};

const CAPACITY: u64 = 65_536;

fn broadcast() -> (Channel, Broadcaster) {
    let options = Options { kind: Kind::Broadcast, capacity: CAPACITY, ..Options::default() };
    let channel = Channel::create_sealed(&options).expect("a new channel");
    let sender = channel.broadcaster().expect("no other sender");
    (channel, sender)
}

fn received(listener: &mut Listener) -> Result<(u64, Vec<u8>), Error> {
    let mut message = Vec::new();
    let lost = listener.receive(&mut message, Wait::Never)?;
    Ok((lost, message))
}

#[test]
fn all_listeners_receive_all_messages() {
    let (channel, mut sender) = broadcast();
    let mut listeners: Vec<_> = (0..5).map(|_| channel.listener().expect("a listener")).collect();
    for round in 0..5_000_usize {
        let message = vec![round as u8; round % 3000];
        sender.send(&message).expect("it is small enough");
        for listener in &mut listeners {
            assert_eq!(received(listener).expect("a message"), (0, message.clone()));
            assert!(matches!(received(listener), Err(Error::TimedOut)));
        }
    }
    sender.close();
    assert!(listeners.iter_mut().all(|listener| matches!(received(listener), Err(Error::Closed))));
}

#[test]
fn a_slow_listener_is_told_how_much_it_lost() {
    let (channel, mut sender) = broadcast();
    let mut listener = channel.listener().expect("a listener");
    sender.send(b"first").expect("it is small enough");
    assert_eq!(received(&mut listener).expect("a message"), (0, b"first".to_vec()));
    for number in 0..10_000_u32 {
        sender.send(&number.to_le_bytes()).expect("it is small enough");
    }
    // The newest message is what is left for it.
    assert_eq!(received(&mut listener).expect("a message"), (9_999, 9_999_u32.to_le_bytes().to_vec()));
    assert!(matches!(received(&mut listener), Err(Error::TimedOut)));
    // Whatever fits into the ring is not lost.
    for number in 0..2_000_u32 {
        sender.send(&number.to_le_bytes()).expect("it is small enough");
    }
    for number in 0..2_000_u32 {
        assert_eq!(received(&mut listener).expect("a message"), (0, number.to_le_bytes().to_vec()));
    }
}

#[test]
fn a_listener_begins_with_the_last_message() {
    let (channel, mut sender) = broadcast();
    for text in [&b"one"[..], b"two", b"three"] {
        sender.send(text).expect("it is small enough");
    }
    let mut listener = channel.listener().expect("a listener");
    assert_eq!(received(&mut listener).expect("a message"), (0, b"three".to_vec()));
    assert!(matches!(received(&mut listener), Err(Error::TimedOut)));
}

#[test]
fn what_is_claimed_is_lost_and_what_is_not_committed_is_not_received() {
    let (channel, mut sender) = broadcast();
    let mut listener = channel.listener().expect("a listener");
    let large = vec![1; 20_000];
    (0..3).for_each(|_| sender.send(&large).expect("it is small enough"));
    sender.claim(20_000).expect("it is small enough").write(0, &[2; 20_000]);
    // The first message may be overwritten by now.
    assert_eq!(received(&mut listener).expect("a message"), (0, large.clone()));
    drop(sender);
    // The next sender goes on, and knows what the last one had overwritten.
    let mut sender = channel.broadcaster().expect("no other sender");
    let mut late = channel.listener().expect("a listener");
    sender.send(b"next").expect("it is small enough");
    assert_eq!(received(&mut late).expect("a message"), (0, large));
    assert_eq!(received(&mut late).expect("a message"), (0, b"next".to_vec()));
    assert_eq!(received(&mut listener).map(|(lost, _)| lost).expect("a message"), 0);
}

#[test]
fn the_largest_message_leaves_the_last_one_whole() {
    let (channel, mut sender) = broadcast();
    let most = broadcast_most(CAPACITY) as usize;
    let mut listener = channel.listener().expect("a listener");
    for round in 0..20_u8 {
        let message = vec![round; most];
        sender.send(&message).expect("it is small enough");
        let mut slot = sender.claim(most).expect("it is small enough");
        assert_eq!(received(&mut listener).expect("a message"), (0, message));
        slot.write(0, &[100]);
    }
    assert!(matches!(sender.send(&vec![0; most + 1]), Err(Error::TooLarge { .. })));
}

#[test]
fn sides_of_the_other_kind_are_refused() {
    let (channel, _sender) = broadcast();
    assert!(matches!(channel.sender(), Err(Error::NoChannel(_))));
    assert!(matches!(channel.receiver(), Err(Error::NoChannel(_))));
    assert!(matches!(channel.broadcaster(), Err(Error::Busy(_))));
    let queue = Channel::create_sealed(&Options::default()).expect("a new channel");
    assert!(matches!(queue.broadcaster(), Err(Error::NoChannel(_))));
    assert!(matches!(queue.listener(), Err(Error::NoChannel(_))));
    let options = Options { kind: Kind::Broadcast, lanes: 2, ..Options::default() };
    assert!(matches!(Channel::create_sealed(&options), Err(Error::Invalid(_))));
}

/// Listeners of all languages receive or count each message of a sender in each language.
#[test]
fn nothing_is_torn_or_lost_without_being_counted() {
    let count = amount(50_000, 10_000_000);
    for sender in drivers() {
        let name = Named::new("broadcast");
        sender.run(&["create-broadcast", &name.0, "65536"]);
        let listening: Vec<_> = drivers().iter().map(|it| (it, it.start(&["listen", &name.0]))).collect();
        sender.run(&["broadcast", &name.0, "1", &count.to_string()]);
        for (listener, running) in listening {
            let printed = running.finish();
            let numbers: Vec<u64> = printed.split(' ').map(|it| it.parse().expect("a number")).collect();
            let [received, lost, last] = numbers[..] else { panic!("{printed}") };
            let languages = (sender.language, listener.language);
            assert!(last == count && received > 0 && received + lost <= count, "{languages:?}: {printed}");
        }
    }
}

/// A sender that is killed at any point leaves a broadcast with which the next one goes on.
#[test]
fn listeners_survive_killed_senders() {
    let kills = amount(3, 300);
    for listener in drivers() {
        let name = Named::new("killed");
        listener.run(&["create-broadcast", &name.0, "65536"]);
        let listening = listener.start(&["listen", &name.0]);
        let mut own = Channel::open_any(&name.0).and_then(|it| it.listener()).expect("a listener");
        for session in 0..kills {
            let sender = &drivers()[session as usize % 3];
            let mut sending = sender.start(&["broadcast", &name.0, &session.to_string(), "1000000000"]);
            let mut message = Vec::new();
            for _ in 0..=(session * 7919) % 300 {
                while own.receive(&mut message, Wait::Forever).is_err() {}
            }
            sending.kill();
            while own.receive(&mut message, Wait::Forever).is_ok() {}
        }
        drivers()[0].run(&["broadcast", &name.0, &kills.to_string(), "5"]);
        assert!(listening.finish().ends_with(" 5"), "{}", listener.language);
    }
}
