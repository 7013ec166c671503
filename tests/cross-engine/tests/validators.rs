//! The validators of every engine give the same verdicts as the interpreter's decoder.

use polywire_cross_engine::{
    Request, Subject, VALIDATE, byte_flips, case_files, disagreements, engines, found_in_each, is_full,
    random_mutation, subjects, truncations,
};

#[test]
fn validators_agree_with_the_decoder() {
    let files = case_files();
    let masks: &[u8] = if is_full() { &[0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff] } else { &[0x81] };
    let (count, step) = if is_full() { (10_000, 1) } else { (6, 7) };
    let found = found_in_each(&subjects(), |subject| {
        let mut engines = engines(subject);
        let messages = subject.messages(&files);
        let broken = messages.iter().flat_map(|message| {
            let edited = (0..count).map(|seed| random_mutation(&message.bytes, seed));
            let faults = truncations(&message.bytes).chain(byte_flips(&message.bytes, masks)).step_by(step);
            let copies = faults.chain(edited);
            copies.map(|copy| subject.verdict(message, copy)).collect::<Vec<_>>()
        });
        disagreements(&mut engines, cases(subject).chain(broken), 20)
    });
    assert!(found.is_empty(), "validators disagree with the decoder:\n{}", found.join("\n"));
}

/// Requests verdicts on all messages of the case files, including refused ones.
fn cases(subject: &Subject) -> impl Iterator<Item = Request> {
    let files = case_files().into_iter().map(|(_, file)| file).filter(|file| file.model == subject.name);
    let cases = files.flat_map(|file| file.cases);
    cases.map(|case| Request {
        ty: case.ty.clone(),
        from: case.format.clone(),
        to: VALIDATE.to_owned(),
        input: case.bytes(),
        schema: subject.raw_schema(&case),
        settings: vec![],
    })
}
