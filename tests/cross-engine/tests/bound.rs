//! Existing classes: their codecs behave like those of generated types, and refuse values that the classes cannot hold.

use polywire_cross_engine::{
    Answer, Request, Subject, cpp_engine_bound, cpp_engine_bound_borrowed, disagreements, interpreter, random_accounts,
    subject,
};
use serde_json::{Value, json};

const DESCRIPTIONS: &[&str] = &["plain", "guarded", "mixed"];

#[test]
fn bound_classes_hold_the_same_messages() {
    let subject = subject("trade");
    let mut found = Vec::new();
    for description in DESCRIPTIONS {
        let (subject, engine) = cpp_engine_bound(subject, description);
        let requests = round_trips(&subject, &random_accounts(200));
        found.extend(disagreements(&mut [interpreter(&subject), engine], requests, 20));
    }
    assert!(found.is_empty(), "bound classes:\n{}", found.join("\n"));
}

/// Classes with `std::string_view` use the borrowing codecs.
#[test]
fn bound_classes_may_borrow() {
    let (subject, engine) = cpp_engine_bound_borrowed(subject("trade"), "views");
    let requests = round_trips(&subject, &random_accounts(200));
    let found = disagreements(&mut [interpreter(&subject), engine], requests, 20);
    assert!(found.is_empty(), "bound classes:\n{}", found.join("\n"));
}

/// Converts every account to every format and back.
fn round_trips(subject: &Subject, accounts: &[Value]) -> Vec<Request> {
    let formats: Vec<&str> = subject.lowered.iter().map(|module| module.format.as_str()).collect();
    let raw: Vec<Vec<u8>> = accounts.iter().map(|account| subject.raw_value("trade.Account", account)).collect();
    let there = raw.iter().flat_map(|raw| formats.iter().map(|format| request("raw", format, raw.clone())));
    let there: Vec<Request> = there.collect();
    let messages = interpreter(subject).run(&there).into_iter();
    let back = there.iter().zip(messages).filter_map(|(it, answer)| match answer {
        Answer::Bytes(message) => Some(request(&it.to, "raw", message)),
        Answer::Error(_) => None,
    });
    let back: Vec<Request> = back.collect();
    there.into_iter().chain(back).collect()
}

#[test]
fn values_unsupported_by_a_class_are_rejected() {
    let subject = subject("trade");
    let order = |change: &str, value: Value| {
        let mut order = json!({"id": 1, "symbol": "EURUSD", "side": 0, "type": 0, "price": 1, "volume": 1});
        order[change] = value;
        json!({"orders": [order]})
    };
    let cases = [
        ("plain", order("symbol", "elevenchars".into()), "too_large"),
        ("plain", order("symbol", "a\0b".into()), "out_of_range"),
        ("plain", order("side", 7.into()), "unknown_enumerator"),
        ("mixed", order("type", 300.into()), "unknown_enumerator"),
        ("guarded", order("side", 2.into()), "unknown_enumerator"),
    ];
    for (description, value, expected) in cases {
        let (subject, mut engine) = cpp_engine_bound(subject, description);
        let raw = subject.raw_value("trade.Account", &value);
        let answers = engine.run(&messages(&subject, raw));
        let expected = Answer::Error(expected.to_owned());
        assert!(answers.iter().all(|answer| *answer == expected), "{description}: {value}: {answers:?}");
    }
}

#[test]
fn absence_is_kept_if_the_class_represents_it() {
    let subject = subject("trade");
    let absent = json!({"id": 1});
    let present = json!({"id": 1, "wallet": {"currency": "", "amount": 0}});
    for (description, expected) in [("guarded", &absent), ("mixed", &absent), ("plain", &present)] {
        let (subject, mut engine) = cpp_engine_bound(subject, description);
        let raw = |value| subject.raw_value("trade.Account", value);
        let answers = engine.run(&messages(&subject, raw(&absent)));
        let expected = Answer::Bytes(raw(expected));
        assert!(answers.iter().all(|answer| *answer == expected), "{description}: {answers:?}");
    }
}

/// Returns requests that decode the value from several formats.
fn messages(subject: &Subject, raw: Vec<u8>) -> Vec<Request> {
    let formats = ["protobuf", "json", "capnp", "flatbuffers", "avro", "cdr", "msgpack"];
    let requests = formats.map(|format| request("raw", format, raw.clone()));
    let written = interpreter(subject).run(&requests);
    let read = requests.iter().zip(written).filter_map(|(it, answer)| match answer {
        Answer::Bytes(message) => Some(request(&it.to, "raw", message)),
        Answer::Error(_) => None,
    });
    std::iter::once(request("raw", "raw", raw.clone())).chain(read).collect()
}

fn request(from: &str, to: &str, input: Vec<u8>) -> Request {
    Request { ty: "trade.Account".into(), from: from.into(), to: to.into(), input, ..Request::default() }
}
