//! Senders and receivers of one process.

use polywire_channel::layout::{LANES, RETURNS, RETURNS_TAIL, RING, SENDER_HEAD};
use polywire_channel::{Channel, Corruption, End, Error, Options, Receiver, Sender, Slot, Trusted, Wait};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use crate::drivers::Named;

const CAPACITY: u64 = 65_536;

fn sides(lanes: u32) -> (Channel, Receiver) {
    let options = Options { capacity: CAPACITY, lanes, ..Options::default() };
    let channel = Channel::create_sealed(&options).expect("a new channel");
    let receiver = channel.receiver().expect("the receiver");
    (channel, receiver)
}

fn received(receiver: &mut Receiver) -> Result<Vec<u8>, Error> {
    let mut message = Vec::new();
    receiver.receive(&mut message, Wait::Never)?;
    Ok(message)
}

#[test]
fn messages_arrive_in_order() {
    let (channel, mut receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    for round in 0..10_000_usize {
        let message = vec![round as u8; round % 3000];
        sender.send(&message, Wait::Never).expect("room");
        sender.send(b"", Wait::Never).expect("room");
        assert_eq!(received(&mut receiver).expect("a message"), message);
        assert_eq!(received(&mut receiver).expect("a message"), b"");
    }
    assert!(matches!(received(&mut receiver), Err(Error::TimedOut)));
}

#[test]
fn the_largest_message_fits_and_no_larger_one() {
    let (channel, mut receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    assert_eq!(sender.most(), CAPACITY - 8);
    sender.send(b"moves the position", Wait::Never).expect("room");
    received(&mut receiver).expect("a message");
    let message: Vec<u8> = (0..sender.most()).map(|at| at as u8).collect();
    sender.send(&message, Wait::Never).expect("room");
    assert!(matches!(sender.send(b"", Wait::Never), Err(Error::TimedOut)));
    assert!(matches!(sender.send(b"", Wait::For(Duration::from_millis(1))), Err(Error::TimedOut)));
    assert_eq!(received(&mut receiver).expect("a message"), message);
    let error = sender.send(&[0; CAPACITY as usize - 7], Wait::Never);
    assert!(matches!(error, Err(Error::TooLarge { size: 65_529, most: 65_528 })));
}

#[test]
fn a_slot_that_is_not_committed_is_not_sent() {
    let (channel, mut receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    sender.claim(100, Wait::Never).expect("room").write(0, &[1; 100]);
    let mut slot = sender.claim(100, Wait::Never).expect("room");
    slot.write(2, b"cd");
    slot.write(0, b"ab");
    slot.commit(4);
    assert_eq!(received(&mut receiver).expect("a message"), b"abcd");
    assert!(matches!(received(&mut receiver), Err(Error::TimedOut)));
}

fn slot(sender: &mut Sender) -> Slot<'_> {
    sender.claim(5, Wait::Never).expect("room")
}

#[test]
fn an_encoder_writes_a_message() {
    let (channel, mut receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    let encode = |text: &'static [u8]| {
        move |out: &mut [u8]| match out.get_mut(..text.len()) {
            Some(place) => {
                place.copy_from_slice(text);
                Ok(Some(text.len()))
            }
            None if text.len() > 100 => Err("no"),
            None => Ok(None),
        }
    };
    // SAFETY: both sides are in this thread.
    #[expect(unsafe_code, reason = "the test has both sides")]
    let trusted = unsafe { Trusted::peer() };
    assert_eq!(slot(&mut sender).encode(encode(b"first")), Ok(true));
    assert_eq!(slot(&mut sender).encode(encode(b"second")), Ok(false));
    assert_eq!(slot(&mut sender).encode_trusted(trusted, encode(b"third")), Ok(true));
    assert_eq!(slot(&mut sender).encode_trusted(trusted, encode(b"fourth")), Ok(false));
    assert_eq!(slot(&mut sender).encode_trusted(trusted, encode(&[7; 200])), Err("no"));
    assert_eq!(received(&mut receiver).expect("a message"), b"first");
    let third = receiver.receive_trusted(trusted, Wait::Never, <[u8]>::to_vec);
    assert_eq!(third.expect("a message"), b"third");
    assert!(matches!(received(&mut receiver), Err(Error::TimedOut)));
}

#[test]
fn closing_is_told_after_the_last_message() {
    let (channel, mut receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    sender.send(b"last", Wait::Never).expect("room");
    sender.close();
    assert_eq!(received(&mut receiver).expect("a message"), b"last");
    let mut message = Vec::new();
    assert!(matches!(receiver.receive(&mut message, Wait::Forever), Err(Error::Closed)));

    let mut sender = channel.sender().expect("the sender");
    receiver.close();
    assert!(matches!(sender.send(b"", Wait::Forever), Err(Error::Closed)));
}

#[test]
fn the_next_sides_go_on() {
    let (channel, receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    sender.send(b"one", Wait::Never).expect("room");
    drop((sender, receiver));
    let mut sender = channel.sender();
    let mut receiver = channel.receiver().expect("the receiver");
    sender.as_mut().expect("the sender").send(b"two", Wait::Never).expect("room");
    assert_eq!(received(&mut receiver).expect("a message"), b"one");
    assert_eq!(received(&mut receiver).expect("a message"), b"two");
    let state = channel.state().expect("a state");
    assert_eq!((state.receiver, state.lanes[0].sender), (End::Attached, End::Attached));
    assert_eq!((state.lanes[0].sent, state.lanes[0].received), (32, 32));
}

#[test]
fn lanes_take_turns() {
    let (channel, mut receiver) = sides(3);
    let mut senders: Vec<Sender> = (0..3).map(|_| channel.sender().expect("a lane")).collect();
    for sender in &mut senders {
        let lane = sender.lane() as u8;
        (0..3).for_each(|_| sender.send(&[lane], Wait::Never).expect("room"));
    }
    let order: Vec<u8> = (0..9).map(|_| received(&mut receiver).expect("a message")[0]).collect();
    assert_eq!(order, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    senders.pop();
    assert!(matches!(received(&mut receiver), Err(Error::TimedOut)));
    senders.clear();
    assert!(matches!(received(&mut receiver), Err(Error::Closed)));
}

#[test]
fn an_alarm_is_raised_by_what_happens_after_it_was_armed() {
    let (channel, mut receiver) = sides(2);
    let mut sender = channel.sender().expect("the sender");
    let alarm = receiver.alarm().expect("an alarm");
    for round in 0..100_u8 {
        assert!(alarm.arm(&mut receiver).expect("it can be armed"));
        sender.send(&[round], Wait::Never).expect("room");
        while !alarm.disarm(&mut receiver) {
            std::thread::yield_now();
            // A message that is there by now needs no alarm.
            if !alarm.arm(&mut receiver).expect("it can be armed") {
                break;
            }
        }
        assert_eq!(received(&mut receiver).expect("a message"), [round]);
        assert!(matches!(received(&mut receiver), Err(Error::TimedOut)));
    }
    sender.send(b"", Wait::Never).expect("room");
    assert!(!alarm.arm(&mut receiver).expect("it can be armed"), "there is a message");
    received(&mut receiver).expect("a message");
    sender.close();
    assert!(!alarm.arm(&mut receiver).expect("it can be armed"), "the end is to be told");
}

#[test]
fn an_alarm_is_readable() {
    use std::io::Read;
    let (channel, mut receiver) = sides(1);
    let mut sender = channel.sender().expect("the sender");
    let alarm = receiver.alarm().expect("an alarm");
    assert!(alarm.arm(&mut receiver).expect("it can be armed"));
    let mut event = File::from(std::os::fd::AsFd::as_fd(&alarm).try_clone_to_owned().expect("a descriptor"));
    sender.send(b"x", Wait::Never).expect("room");
    while event.read(&mut [0; 8]).is_err() {
        std::thread::yield_now();
    }
    assert_eq!(received(&mut receiver).expect("a message"), b"x");
}

#[test]
fn lengths_that_contradict_positions_are_found() {
    for word in [9, 24, 65_536, 1 << 32, u64::MAX, u64::MAX - 7] {
        let (name, mut receiver) = damaged();
        write(&name, LANES + RING, word);
        assert!(matches!(received(&mut receiver), Err(Error::Corrupt(Corruption::Length))), "{word}");
        // From then on, it is not used.
        write(&name, LANES + RING, 8);
        assert!(matches!(received(&mut receiver), Err(Error::Corrupt(_))), "{word}");
    }
}

#[test]
fn positions_that_contradict_each_other_are_found() {
    for head in [1, 4, 15, 65_544, 1 << 40, u64::MAX, u64::MAX - 7] {
        let (name, mut receiver) = damaged();
        write(&name, LANES + SENDER_HEAD, head);
        assert!(matches!(received(&mut receiver), Err(Error::Corrupt(Corruption::Positions))), "{head}");
        let channel = Channel::open_any(&name.0).expect("the channel");
        assert!(matches!(channel.sender(), Err(Error::Corrupt(Corruption::Positions))), "{head}");
    }
    for tail in [8_u64, 1, 1 << 40, u64::MAX] {
        let name = Named::new("tail");
        let options = Options { capacity: CAPACITY, ..Options::default() };
        let channel = Channel::create(&name.0, &options).expect("a new channel");
        let mut sender = channel.sender().expect("the sender");
        write(&name, LANES + RETURNS + RETURNS_TAIL, tail);
        sender.send(&[0; 65_000], Wait::Never).expect("room that was known");
        write(&name, LANES + RETURNS + RETURNS_TAIL, tail.wrapping_add(65_008));
        assert!(matches!(sender.send(&[0; 10_000], Wait::Never), Err(Error::Corrupt(_))), "{tail}");
    }
}

/// Returns a channel with a message of 8 bytes, and its receiver.
fn damaged() -> (Named, Receiver) {
    let name = Named::new("damaged");
    let options = Options { capacity: CAPACITY, ..Options::default() };
    let channel = Channel::create(&name.0, &options).expect("a new channel");
    let receiver = channel.receiver().expect("the receiver");
    channel.sender().expect("the sender").send(&[0; 8], Wait::Never).expect("room");
    (name, receiver)
}

fn write(name: &Named, at: u64, value: u64) {
    let file = File::options().write(true).open(name.path()).expect("the file of the channel");
    file.write_all_at(&value.to_le_bytes(), at).expect("the file of the channel");
}
