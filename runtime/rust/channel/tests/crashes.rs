//! Processes that are killed at any point: what was not committed is never seen, the next receiver goes on where the last one was,
//! and the other side is told.

use crate::drivers::{Driver, Named, Running, amount, drivers};

#[test]
fn messages_of_killed_senders_are_whole_or_not_there() {
    let kills = amount(5, 3_300);
    for (index, sender) in drivers().iter().enumerate() {
        let receiver = &drivers()[(index + 1) % 3];
        let name = Named::new("sender");
        sender.run(&["create", &name.0, "65536", "1"]);
        let mut reports = Reports(receiver.start(&["report", &name.0]));
        for session in 0..kills {
            let mut sending = sender.start(&["send", &name.0, &session.to_string(), "1000000000"]);
            let until = 1 + (session * 7919) % 300;
            let first = reports.read((session, 0), until);
            sending.kill();
            reports.read_until_death((session, first));
        }
        sender.run(&["send", &name.0, &kills.to_string(), "5"]);
        reports.read((kills, 0), 5);
        assert!(reports.0.finish().ends_with("closed"), "{} to {}", sender.language, receiver.language);
    }
}

#[test]
fn the_next_receiver_goes_on_where_a_killed_one_was() {
    let kills = amount(5, 3_300);
    for (index, sender) in drivers().iter().enumerate() {
        let name = Named::new("receiver");
        sender.run(&["create", &name.0, "65536", "1"]);
        let mut sending = sender.start(&["send", &name.0, "1", "1000000000"]);
        let mut next = 0;
        for round in 0..kills {
            let receiver = &drivers()[(index + round as usize) % 3];
            next = killed(receiver, &name, next, 1 + (round * 7919) % 300);
        }
        sending.kill();
    }
}

#[test]
fn a_named_channel_stays_readable() {
    for (index, sender) in drivers().iter().enumerate() {
        let receiver = &drivers()[(index + 2) % 3];
        let name = Named::new("left");
        sender.run(&["create", &name.0, "65536", "1"]);
        let mut sending = sender.start(&["send", &name.0, "3", "1000000000"]);
        let channel = polywire_channel::Channel::open_any(&name.0).expect("the channel");
        while channel.state().expect("a state").lanes[0].sent < 10_000 {
            std::thread::yield_now();
        }
        sending.kill();
        let mut reports = Reports(receiver.start(&["report", &name.0]));
        assert!(reports.read_until_death((3, 0)) >= 10, "{} to {}", sender.language, receiver.language);
    }
}

/// Starts a receiver, kills it after some messages, and returns the index of the first message that it did not receive.
fn killed(receiver: &Driver, name: &Named, next: u64, until: u64) -> u64 {
    let mut reports = Reports(receiver.start(&["report", &name.0]));
    let (session, first) = reports.message().expect("a message");
    // A killed receiver may have received one message that it did not report.
    assert!(session == 1 && (first == next || first == next + 1), "{first} where {next} is next");
    let mut last = reports.read((1, first + 1), until);
    reports.0.kill();
    while let Some((1, index)) = reports.message() {
        assert_eq!(index, last);
        last += 1;
    }
    last
}

/// What a receiver prints.
struct Reports(Running);

impl Reports {
    /// Returns the session and the index of the next message; nothing if a death is told, or at the end.
    fn message(&mut self) -> Option<(u64, u64)> {
        let line = self.0.line()?;
        let (session, index) = line.split_once(' ')?;
        Some((session.parse().expect("a number"), index.parse().expect("a number")))
    }

    /// Reads messages of a session, from one on. Returns the index of the next one.
    fn read(&mut self, (session, from): (u64, u64), count: u64) -> u64 {
        let mut next = from;
        while next < from + count {
            // The death of the last sender is told until there is another.
            let Some(message) = self.message() else { continue };
            assert_eq!(message, (session, next));
            next += 1;
        }
        next
    }

    /// Reads messages of a session until the death of its sender is told. Returns the index of the next one.
    fn read_until_death(&mut self, (session, from): (u64, u64)) -> u64 {
        let mut next = from;
        while let Some(message) = self.message() {
            assert_eq!(message, (session, next));
            next += 1;
        }
        next
    }
}
