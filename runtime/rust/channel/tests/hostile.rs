//! A peer that writes anything anywhere, at any time: no fault, no endless wait, nothing read outside.

use crate::drivers::{Driver, Named, Running, amount, drivers};
use polywire_channel::layout::{
    BELL, LANES, RECEIVER, RECEIVER_STATE, RECEIVER_WAITS, RETURNS, RETURNS_BELL, RETURNS_TAIL, RING, SENDER_HEAD,
    SENDER_INTENT, SENDER_LATEST, SENDER_STATE, SENDER_WAITS,
};
use std::fs::File;
use std::os::unix::fs::FileExt;

const CAPACITY: u64 = 65_536;

#[test]
fn receivers_survive_a_hostile_sender() {
    for driver in drivers() {
        survives(driver, ["create", "receive-anything"], amount(20_000, 20_000_000));
    }
}

#[test]
fn senders_survive_a_hostile_receiver() {
    for driver in drivers() {
        survives(driver, ["create", "send-anything"], amount(20_000, 20_000_000));
    }
}

#[test]
fn receivers_that_check_survive_a_hostile_sender() {
    for driver in drivers() {
        survives(driver, ["create", "receive-checked"], amount(20_000, 20_000_000));
    }
}

/// The control: what a message says can change between two readings, so that a view of a validated message is not safe.
#[test]
fn messages_in_place_change_while_they_are_read() {
    for driver in drivers() {
        survives(driver, ["create", "receive-trusted"], 0);
    }
}

#[test]
fn listeners_survive_a_hostile_sender() {
    for driver in drivers() {
        survives(driver, ["create-broadcast", "listen-anything"], amount(20_000, 20_000_000));
    }
}

fn survives(driver: &Driver, [create, what]: [&str; 2], rounds: u64) {
    let name = Named::new("hostile");
    driver.run(&[create, &name.0, &CAPACITY.to_string(), "1"]);
    let running = driver.start(&[what, &name.0, &rounds.to_string()]);
    let file = File::options().read(true).write(true).open(name.path()).expect("the file of the channel");
    let printed = scribbled(running, &mut Scribbler { file, state: 0x5eed });
    let numbers: Vec<u64> = printed.split(' ').filter_map(|word| word.parse().ok()).collect();
    // Otherwise, nothing was tested.
    assert!(numbers[0] > 0 && numbers[1] > 0, "{} {what}: {printed}", driver.language);
}

/// Scribbles until the program ends, and returns what it prints.
fn scribbled(mut running: Running, scribbler: &mut Scribbler) -> String {
    while !running.has_ended() {
        (0..500).for_each(|_| scribbler.scribble());
    }
    running.finish()
}

struct Scribbler {
    file: File,
    state: u64,
}

impl Scribbler {
    fn scribble(&mut self) {
        let value = self.value();
        let tail = self.word(LANES + RETURNS + RETURNS_TAIL);
        let head = self.word(LANES + SENDER_HEAD);
        match self.random() % 17 {
            0..=2 => self.put(LANES + SENDER_HEAD, (tail & !7).wrapping_add(8 * (1 + self.peek() % 1000))),
            3 => self.put(LANES + SENDER_HEAD, tail.wrapping_add(value)),
            4 => self.put(LANES + RETURNS + RETURNS_TAIL, head.wrapping_sub(value)),
            5 => self.put(LANES + RETURNS + RETURNS_TAIL, head & !7),
            6..=8 => self.put(LANES + RING + self.peek() % CAPACITY / 8 * 8, value),
            9 => self.put(LANES + RING + tail % CAPACITY / 8 * 8, self.peek() % 500),
            10 => self.put(self.wake_word(), value),
            11 => self.put(LANES + SENDER_INTENT, head.wrapping_add(value)),
            12 => self.put(LANES + SENDER_INTENT, head),
            13 => self.put(LANES + SENDER_LATEST, head.wrapping_add(value)),
            15 => self.put(LANES + RING + self.word(LANES + SENDER_LATEST) % CAPACITY / 8 * 8, self.peek() % 500),
            14 => self.put(LANES + SENDER_LATEST, head & !7),
            // Never behind the end: the file would grow, and be no channel any more.
            _ => self.put(LANES + RING + self.peek() % (CAPACITY - 8), self.peek()),
        }
    }

    fn wake_word(&self) -> u64 {
        let words = [
            RECEIVER + RECEIVER_WAITS,
            BELL,
            LANES + SENDER_WAITS,
            LANES + SENDER_STATE,
            LANES + RETURNS + RETURNS_BELL,
            RECEIVER + RECEIVER_STATE,
        ];
        words[(self.state >> 20) as usize % words.len()]
    }

    /// Returns a number at which something may go wrong.
    fn value(&mut self) -> u64 {
        let random = self.random();
        match random % 10 {
            0 => u64::MAX,
            1 => u64::MAX - 7,
            2 => CAPACITY,
            3 => CAPACITY - 8,
            4 => CAPACITY + 8,
            5 => 1 << 32,
            6 => 0,
            7 => random >> 50,
            8 => 1 << 63,
            _ => random,
        }
    }

    fn word(&self, at: u64) -> u64 {
        let mut bytes = [0; 8];
        self.file.read_exact_at(&mut bytes, at).expect("the file of the channel");
        u64::from_le_bytes(bytes)
    }

    fn put(&self, at: u64, value: u64) {
        self.file.write_all_at(&value.to_le_bytes(), at).expect("the file of the channel");
    }

    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.peek()
    }

    fn peek(&self) -> u64 {
        self.state ^ (self.state >> 29)
    }
}
