//! Broken messages: every engine gives the same verdict, value and error code.

use polywire_proof::{
    Request, Subject, byte_flips, case_files, disagreements, engines, random_mutation, subjects, truncations,
};

/// Every truncation and every flip of a single byte of every message that is accepted.
#[test]
fn engines_agree_on_truncations_and_flips() {
    let masks: &[u8] =
        if full() { &[0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff] } else { &[0x01, 0x80, 0xff] };
    compare(|message| truncations(message).chain(byte_flips(message, masks)).collect());
}

/// Random edits: the same few hundred of each message in the quick tier, millions in all in the full one.
#[test]
fn engines_agree_on_random_edits() {
    let count = if full() { 50_000 } else { 300 };
    compare(|message| (0..count).map(|seed| random_mutation(message, seed)).collect());
}

fn full() -> bool {
    std::env::var_os("POLYWIRE_FULL").is_some()
}

fn compare(broken: impl Fn(&[u8]) -> Vec<Vec<u8>>) {
    let mut found = Vec::new();
    let files = case_files();
    for subject in subjects() {
        let mut requests = Vec::new();
        for (_, file) in files.iter().filter(|(_, file)| file.model == subject.name) {
            for case in file.cases.iter().filter(|case| case.error.is_none()) {
                let schema = subject.raw_schema(case);
                requests.extend(broken(&case.bytes()).into_iter().map(|input| Request {
                    ty: case.ty.clone(),
                    from: case.format.clone(),
                    to: "raw".to_owned(),
                    input,
                    schema: schema.clone(),
                }));
            }
        }
        found.extend(disagreements(&mut engines(&subject), &requests, 20));
        report(&subject, requests.len());
    }
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}

fn report(subject: &Subject, messages: usize) {
    println!("{}: {messages} broken messages", subject.name);
}
