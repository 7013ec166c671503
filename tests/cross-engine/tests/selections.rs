//! Decoders of selected fields: their value equals the complete value with the other fields reset. Every engine gives
//! the same verdict and value, including for broken messages; a message that is accepted as a whole is accepted in
//! part.
//!
//! In the quick tests, programs are built for the trade model only, and the corner cases run in the virtual machine.

use polywire_cross_engine::{
    Answer, Message, Request, Subject, byte_flips, bytecode, case_files, disagreements, engines, every_other_field,
    found_in_each, interpreter, is_full, subjects, truncations,
};

#[test]
fn a_selecting_decoder_returns_the_selected_part() {
    let files = case_files();
    let found = found_in_each(&subjects(), |subject| {
        let messages = subject.messages(&files);
        let halves = [(0, "evens"), (1, "odds")];
        halves.into_iter().flat_map(|(from, label)| check(subject, &messages, from, label)).collect()
    });
    assert!(found.is_empty(), "selections:\n{}", found.join("\n"));
}

/// Returns errors of decoders of every other field, starting with the first or the second.
fn check(subject: &Subject, messages: &[Message], from: u32, label: &str) -> Vec<String> {
    let selection = every_other_field(&subject.model, from);
    let selected = subject.selecting(label, &selection);
    let requests = broken(subject, messages);
    let is_expected = |request: &Request, whole: Answer, part: Answer| match (whole, part) {
        (Answer::Bytes(whole), Answer::Bytes(part)) => subject.cleared(&request.ty, &whole, &selection) == part,
        (Answer::Bytes(_), Answer::Error(_)) => false,
        (Answer::Error(_), _) => true,
    };
    let answers = interpreter(subject).run(&requests).into_iter().zip(interpreter(&selected).run(&requests));
    let compared = requests.iter().zip(answers);
    let wrong = compared.filter(|(request, (whole, part))| !is_expected(request, whole.clone(), part.clone()));
    let mut found: Vec<String> =
        wrong.take(20).map(|(request, answers)| format!("{}\n  {answers:?}", request.line())).collect();
    println!("{} {label}: {} messages", subject.name, requests.len());
    let mut engines = if is_full() || subject.name == "trade" {
        engines(&selected)
    } else {
        vec![interpreter(&selected), bytecode(&selected)]
    };
    found.extend(disagreements(&mut engines, requests, 20));
    found
}

/// In formats with pointers to the selected fields, the rest of a message can be arbitrary, all of it at once.
#[test]
fn unselected_data_is_not_validated() {
    let files = case_files();
    let mut blanked = 0;
    for subject in subjects().iter().filter(|subject| !subject.views().is_empty()) {
        let selected = [0, 1].map(|from| subject.selecting("part", &every_other_field(&subject.model, from)));
        // Not FlatBuffers: an entry of a vtable that makes no difference alone does together with another one.
        let in_place = |message: &&Message| message.format == "capnp";
        let messages = subject.messages(&files);
        for (message, part) in
            messages.iter().filter(in_place).flat_map(|it| selected.iter().map(move |part| (it, part)))
        {
            let requests = [message.bytes.clone(), blank(part, message)].map(|bytes| subject.value_of(message, bytes));
            blanked += requests[1].input.iter().zip(&message.bytes).filter(|(new, old)| new != old).count();
            for engine in [interpreter(part), bytecode(part)].iter_mut() {
                let answers = engine.run(&requests);
                assert_eq!(answers[0], answers[1], "{} {}", engine.name(), requests[1].line());
            }
        }
    }
    assert!(blanked > 1_000, "{blanked} bytes that nobody looks at");
}

/// Returns a message with other bytes wherever changing a single one makes no difference.
fn blank(part: &Subject, message: &Message) -> Vec<u8> {
    const MASK: u8 = 0xa5;
    let copies = std::iter::once(message.bytes.clone()).chain(byte_flips(&message.bytes, &[MASK]));
    let requests: Vec<Request> = copies.map(|copy| part.value_of(message, copy)).collect();
    let answers = bytecode(part).run(&requests);
    let masks = answers[1..].iter().map(|answer| if *answer == answers[0] { MASK } else { 0 });
    message.bytes.iter().zip(masks).map(|(byte, mask)| byte ^ mask).collect()
}

/// Returns the messages, and broken copies of them.
fn broken(subject: &Subject, messages: &[Message]) -> Vec<Request> {
    let masks: &[u8] = if is_full() { &[0x01, 0x10, 0x80, 0xff] } else { &[0x81] };
    let copies = |message: &Message| {
        let flips = byte_flips(&message.bytes, masks);
        let step = if is_full() { 1 } else { 7 };
        let copies = truncations(&message.bytes).chain(flips).step_by(step);
        let copies = std::iter::once(message.bytes.clone()).chain(copies);
        copies.map(|copy| subject.value_of(message, copy)).collect::<Vec<_>>()
    };
    messages.iter().filter(|message| message.format != "raw").flat_map(copies).collect()
}
