//! Broken messages: every engine gives the same verdict, value and error code, and re-encodes the value in the same
//! way.

use polywire_cross_engine::{
    byte_flips, case_files, disagreements, engines, found_in_each, is_full, random_mutation, subjects, truncations,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every truncation of every accepted message, and flips of every single byte with nine masks; in the quick tests every
/// fifth truncation, and one flip of every fourth byte.
#[test]
fn engines_agree_on_truncations_and_flips() {
    const MASKS: [u8; 9] = [0x01, 0x80, 0xff, 0x02, 0x40, 0x04, 0x20, 0x08, 0x10];
    let flips = |message: &[u8]| -> Vec<Vec<u8>> {
        let all = byte_flips(message, &MASKS);
        if is_full() { all.collect() } else { all.step_by(4 * MASKS.len() - 1).collect() }
    };
    let step = if is_full() { 1 } else { 5 };
    compare(|message| truncations(message).step_by(step).chain(flips(message)).collect());
}

/// Random edits: the same eight of each message in the quick tests, more than a million in total in the full ones.
#[test]
fn engines_agree_on_random_edits() {
    let count = if is_full() { 15_000 } else { 8 };
    compare(|message| (0..count).map(|seed| random_mutation(message, seed)).collect());
}

fn compare(broken: impl Fn(&[u8]) -> Vec<Vec<u8>> + Sync) {
    let (files, all) = (case_files(), AtomicUsize::new(0));
    let found = found_in_each(&subjects(), |subject| {
        let mut engines = engines(subject);
        let mut copies = 0;
        let messages = subject.messages(&files);
        let requests = messages.iter().flat_map(|message| {
            let broken = broken(&message.bytes);
            copies += broken.len();
            broken
                .into_iter()
                .flat_map(|copy| [subject.value_of(message, copy.clone()), subject.rewritten(message, copy)])
        });
        let disagreements = disagreements(&mut engines, requests, 20);
        println!("{}: {copies} broken messages", subject.name);
        all.fetch_add(copies, Ordering::Relaxed);
        disagreements
    });
    println!("{} broken messages in all", all.into_inner());
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}
