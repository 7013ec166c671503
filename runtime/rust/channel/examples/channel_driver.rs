//! The program that tests run as one side of a channel; there is the same in C++ and Go, in `tests/drivers`.
#![expect(unsafe_code, reason = "it reads what a hostile peer changes")]

use polywire_channel::{
    Broadcaster, Channel, Contract, Error, Kind, Listener, Options, Receiver, Sender, Trusted, Wait,
};
use std::collections::HashMap;
use std::io::Write;
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    match args[0].as_str() {
        "create" => drop(Channel::create(&args[1], &options(number(2), number(3))).expect("a new channel")),
        "create-broadcast" => {
            let options = Options { kind: Kind::Broadcast, ..options(number(2), 1) };
            drop(Channel::create(&args[1], &options).expect("a new channel"));
        }
        "broadcast" => broadcast(&mut open(&args[1]).broadcaster().expect("no other sender"), number(2), number(3)),
        "listen" => listen(&mut open(&args[1]).listener().expect("a broadcast")),
        "send" => send(&mut open(&args[1]).sender().expect("a free lane"), number(2), number(3)),
        "receive" => receive(&mut open(&args[1]).receiver().expect("no other receiver"), None),
        "receive-all" => receive(&mut open(&args[1]).receiver().expect("no other receiver"), Some(number(2))),
        "report" => report(&mut open(&args[1]).receiver().expect("no other receiver")),
        "pass" => pass(&args[1], number(2), number(3)),
        "take" => take(&args[1]),
        "refused" => refused(&args[1..]),
        "receive-anything" => receive_anything(&args[1], number(2)),
        "receive-checked" => receive_checked(&args[1], number(2)),
        "receive-trusted" => receive_trusted(&args[1]),
        "listen-anything" => listen_anything(&args[1], number(2)),
        "send-anything" => send_anything(&args[1], number(2)),
        other => panic!("unknown: {other}"),
    }
}

fn contract() -> Contract {
    Contract::new("raw", "Test", 7)
}

fn options(capacity: u64, lanes: u64) -> Options {
    Options { capacity, lanes: lanes as u32, contract: contract(), ..Options::default() }
}

fn open(name: &str) -> Channel {
    Channel::open(name, &contract()).expect("the channel")
}

fn mix(session: u64, index: u64) -> u64 {
    let mut z = (session.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn size(hash: u64) -> usize {
    let most = if hash % 256 == 0 { 30_000 } else { 400 };
    16 + (hash >> 8) as usize % most
}

fn write(message: &mut Vec<u8>, session: u64, index: u64) {
    let hash = mix(session, index);
    message.clear();
    message.extend(session.to_le_bytes());
    message.extend(index.to_le_bytes());
    message.extend((16..size(hash)).map(|at| (hash as u8).wrapping_add((at as u8).wrapping_mul(7))));
}

/// Returns the session and the index of a message that is as it was sent.
fn read(message: &[u8], expected: &mut Vec<u8>) -> (u64, u64) {
    let word = |at: usize| u64::from_le_bytes(message[at..at + 8].try_into().expect("8 bytes"));
    let (session, index) = (word(0), word(8));
    write(expected, session, index);
    assert!(message == expected.as_slice(), "message {index} of {session} is torn");
    (session, index)
}

fn send(sender: &mut Sender, session: u64, count: u64) {
    let mut message = Vec::new();
    for index in 0..count {
        write(&mut message, session, index);
        while !is_sent(sender, &message, index % 2 == 0) {}
    }
}

/// Sends a message in one of two ways. Returns false if the receiver has died; the next one will go on.
fn is_sent(sender: &mut Sender, message: &[u8], at_once: bool) -> bool {
    let result = if at_once {
        sender.send(message, Wait::Forever)
    } else {
        sender.claim(message.len() + 100, Wait::Forever).map(|mut slot| {
            slot.write(0, message);
            slot.commit(message.len());
        })
    };
    match result {
        Ok(()) => true,
        Err(Error::Died(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Receives until all senders have closed the channel, or this many messages.
fn receive(receiver: &mut Receiver, count: Option<u64>) {
    let (mut message, mut expected) = (Vec::new(), Vec::new());
    let (mut next, mut total) = (HashMap::new(), 0_u64);
    while count != Some(total) {
        match receiver.receive(&mut message, Wait::Forever) {
            Ok(()) => {
                let (session, index) = read(&message, &mut expected);
                let next = next.entry(session).or_insert(0);
                assert!(index == *next, "message {index} of {session} where {next} is next");
                *next += 1;
                total += 1;
            }
            Err(Error::Closed) if count.is_none() => break,
            Err(Error::Closed) => {}
            Err(error) => panic!("{error}"),
        }
    }
    println!("total {total}");
}

/// Sends messages in one of two ways.
fn broadcast(sender: &mut Broadcaster, session: u64, count: u64) {
    let mut message = Vec::new();
    for index in 0..count {
        write(&mut message, session, index);
        if index % 2 == 0 {
            sender.send(&message).expect("a message that is small enough");
        } else {
            let mut slot = sender.claim(message.len() + 100).expect("a message that is small enough");
            slot.write(0, &message);
            slot.commit(message.len());
        }
    }
}

/// Receives what is not overwritten until the sender closes the channel: all messages are received or counted.
fn listen(listener: &mut Listener) {
    let (mut message, mut expected) = (Vec::new(), Vec::new());
    let (mut next, mut received, mut lost) = (None, 0_u64, 0);
    loop {
        match listener.receive(&mut message, Wait::Forever) {
            Ok(more) => {
                let found = read(&message, &mut expected);
                if let Some((session, index)) = next {
                    assert!(session != found.0 || index + more == found.1, "{found:?} where {index} + {more} is next");
                }
                next = Some((found.0, found.1 + 1));
                received += 1;
                lost += more;
            }
            Err(Error::Died(_)) => {}
            Err(Error::Closed) => break,
            Err(error) => panic!("{error}"),
        }
    }
    let last = next.map_or(0, |(_, index)| index);
    println!("{received} {lost} {last}");
}

fn report(receiver: &mut Receiver) {
    let (mut message, mut expected) = (Vec::new(), Vec::new());
    let mut out = std::io::stdout();
    loop {
        let line = match receiver.receive(&mut message, Wait::Forever) {
            Ok(()) => {
                let (session, index) = read(&message, &mut expected);
                format!("{session} {index}\n")
            }
            Err(Error::Died(_)) => "died\n".to_owned(),
            Err(Error::Closed) => break,
            Err(error) => panic!("{error}"),
        };
        out.write_all(line.as_bytes()).and_then(|()| out.flush()).expect("the test reads");
    }
    println!("closed");
}

fn pass(path: &str, capacity: u64, count: u64) {
    let channel = Channel::create_sealed(&options(capacity, 1)).expect("a new channel");
    let mut sender = channel.sender().expect("a free lane");
    let listener = UnixListener::bind(path).expect("a free path");
    println!("ready");
    let (socket, _) = listener.accept().expect("a connection");
    channel.pass(&socket).expect("a living peer");
    send(&mut sender, 1, count);
}

fn take(path: &str) {
    let socket = UnixStream::connect(path).expect("a listener");
    let channel = Channel::take(&socket, &contract()).expect("a channel");
    receive(&mut channel.receiver().expect("no other receiver"), None);
}

/// Prints why a channel is refused.
fn refused(args: &[String]) {
    let fingerprint = args[3].parse().expect("a number");
    match Channel::open(&args[0], &Contract::new(&args[1], &args[2], fingerprint)) {
        Ok(_) => println!("accepted"),
        Err(error) => println!("{error}"),
    }
}

fn wait(round: u64) -> Wait {
    if round % 64 == 0 { Wait::For(Duration::from_micros(200)) } else { Wait::Never }
}

/// Receives whatever a hostile peer writes.
fn receive_anything(name: &str, rounds: u64) {
    let mut receiver = None;
    let (mut message, mut sum, mut messages, mut failures) = (Vec::new(), 0_u64, 0_u64, 0_u64);
    for round in 0..rounds {
        let Some(attached) = &mut receiver else {
            receiver = Channel::open_any(name).and_then(|channel| channel.receiver()).ok();
            continue;
        };
        match attached.receive(&mut message, wait(round)) {
            Ok(()) => {
                messages += 1;
                sum += message.iter().map(|byte| u64::from(*byte)).sum::<u64>();
            }
            Err(Error::Corrupt(_)) => {
                failures += 1;
                receiver = None;
            }
            Err(_) => {}
        }
    }
    println!("messages {messages} failures {failures} sum {sum}");
}

/// Loads each word of what a hostile peer writes once.
fn receive_checked(name: &str, rounds: u64) {
    let (mut receiver, mut sum, mut messages, mut failures) = (None, 0_u64, 0_u64, 0_u64);
    for round in 0..rounds {
        let Some(attached) = &mut receiver else {
            receiver = Channel::open_any(name).and_then(|channel| channel.receiver()).ok();
            continue;
        };
        let attached: &mut Receiver = attached;
        match attached.receive_checked(wait(round), |bytes, length| total(bytes.as_ptr(), length)) {
            Ok(total) => {
                messages += 1;
                sum = sum.wrapping_add(total);
            }
            Err(Error::Corrupt(_)) => {
                failures += 1;
                receiver = None;
            }
            Err(_) => {}
        }
    }
    println!("messages {messages} failures {failures} sum {sum}");
}

/// The control: reads messages of a hostile peer again and again, as a program does that validates a message and then uses it, until
/// a reading differs from the first one.
fn receive_trusted(name: &str) {
    let (mut receiver, mut messages, mut changed) = (None, 0_u64, 0_u64);
    // SAFETY: this is not true here, so that the bytes are only loaded through their address.
    let trusted = unsafe { Trusted::peer() };
    while changed == 0 {
        let Some(attached) = &mut receiver else {
            receiver = Channel::open_any(name).and_then(|channel| channel.receiver()).ok();
            continue;
        };
        let attached: &mut Receiver = attached;
        let is_changed = |bytes: &[u8]| {
            let total = || total(bytes.as_ptr(), bytes.len());
            let first = total();
            (0..READINGS).any(|_| total() != first)
        };
        match attached.receive_trusted(trusted, wait(1), is_changed) {
            Ok(is_changed) => {
                messages += 1;
                changed += u64::from(is_changed);
            }
            Err(Error::Corrupt(_)) => receiver = None,
            Err(_) => {}
        }
    }
    println!("messages {messages} changed {changed}");
}

const READINGS: u32 = 10_000;

/// Adds up the words of a message, each of which is loaded once.
fn total(bytes: *const u8, length: usize) -> u64 {
    let words = bytes.cast::<u64>();
    // SAFETY: all words are inside of the message, which is aligned.
    (0..length / 8).map(|index| unsafe { words.add(index).read_volatile() }).fold(0, u64::wrapping_add)
}

/// Listens to whatever a hostile peer writes.
fn listen_anything(name: &str, rounds: u64) {
    let mut listener = None;
    let (mut message, mut sum, mut messages, mut failures) = (Vec::new(), 0_u64, 0_u64, 0_u64);
    let mut round = 0;
    // Otherwise, nothing would be tested.
    while round < rounds || messages == 0 || failures == 0 {
        round += 1;
        let Some(attached) = &mut listener else {
            listener = Channel::open_any(name).and_then(|channel| channel.listener()).ok();
            continue;
        };
        match attached.receive(&mut message, wait(round)) {
            Ok(_) => {
                messages += 1;
                sum += message.iter().map(|byte| u64::from(*byte)).sum::<u64>();
            }
            Err(Error::Corrupt(_)) => {
                failures += 1;
                listener = None;
            }
            Err(_) => {}
        }
    }
    println!("messages {messages} failures {failures} sum {sum}");
}

/// Sends while a hostile peer changes everything.
fn send_anything(name: &str, rounds: u64) {
    let mut sender = None;
    let (mut messages, mut failures) = (0_u64, 0_u64);
    let message = vec![7; 5000];
    for round in 0..rounds {
        let Some(attached) = &mut sender else {
            sender = Channel::open_any(name).and_then(|channel| channel.sender()).ok();
            continue;
        };
        match attached.send(&message[..round as usize % 5000], wait(round)) {
            Ok(()) => messages += 1,
            Err(Error::Corrupt(_)) => {
                failures += 1;
                sender = None;
            }
            Err(_) => {}
        }
    }
    println!("messages {messages} failures {failures} sum 0");
}
