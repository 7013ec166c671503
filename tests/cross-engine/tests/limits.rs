//! Every engine has the limits of docs/limits.md.

use polywire_cross_engine::{
    Answer, Bomb, LARGE_VALUES, Request, VALIDATE, bombs, engines, large_bytes, large_entries, list_of_empty_structs,
    repository, subject,
};
use polywire_ir::limits;

#[test]
fn defaults_are_those_of_the_table() {
    let page = std::fs::read_to_string(repository("docs/limits.md")).expect("the page");
    assert_eq!(default_of(&page, "depth"), u64::from(limits::DEPTH));
    assert_eq!(default_of(&page, "budget"), limits::BUDGET);
}

/// Returns the fourth cell of a limit's row.
fn default_of(page: &str, limit: &str) -> u64 {
    let row = page.lines().find(|line| line.starts_with(&format!("| {limit} |"))).expect("a row of the limit");
    row.split('|').nth(3).expect("a default").trim().parse().expect("a number")
}

/// A nested JSON object, up to the limit and one level deeper.
#[test]
fn every_engine_has_the_depth_of_the_table() {
    let subject = subject("json_members");
    let nested = |depth: u32| {
        let (head, tail) = (r#"{"child":"#.repeat(depth as usize), "}".repeat(depth as usize));
        request("corner.Node", "json", format!("{head}{{}}{tail}").into_bytes())
    };
    for engine in &mut engines(subject) {
        let answers = engine.run(&[nested(limits::DEPTH - 1), nested(limits::DEPTH)]);
        assert!(matches!(answers[0], Answer::Bytes(_)), "{}: {:?}", engine.name(), answers[0]);
        assert_eq!(answers[1], Answer::Error("too_deep".to_owned()), "{}", engine.name());
    }
}

/// A list of structs without bytes, up to the number that the budget covers and one more.
#[test]
fn every_engine_has_the_budget_of_the_table() {
    let subject = subject("capnp_lists");
    // The tag of the list is charged too.
    let paid = limits::BUDGET / 64 - 1;
    for engine in &mut engines(subject) {
        let answers = engine.run(&[request("corner.Lists", "capnp", list_of_empty_structs(paid + 1))]);
        assert_eq!(answers[0], Answer::Error("budget_exceeded".to_owned()), "{}", engine.name());
    }
}

/// Values of 13 KB, as the budget counts them, in one byte or a few: in every format and engine, the budget is enough for
/// hundreds of them, but not for ten thousand.
#[test]
fn every_engine_charges_values_that_their_bytes_do_not_pay_for() {
    const PAID: usize = 500;
    const MANY: usize = 10_000;
    for subject in [large_bytes(), large_entries()] {
        let (few, many) = (bombs(&subject, PAID), bombs(&subject, MANY));
        let requests: Vec<Request> = few.iter().chain(&many).map(read_only).collect();
        for engine in &mut engines(&subject) {
            let answers = engine.run(&requests);
            let (accepted, refused) = answers.split_at(few.len());
            for ((bomb, few), many) in many.iter().zip(accepted).zip(refused) {
                let place = format!("{}: {} of {}", engine.name(), bomb.what, bomb.format);
                assert!(matches!(few, Answer::Bytes(_)), "{place}: {few:?}");
                assert_eq!(*many, Answer::Error("budget_exceeded".to_owned()), "{place}");
            }
        }
    }
}

fn read_only(bomb: &Bomb) -> Request {
    Request { to: VALIDATE.to_owned(), ..request(LARGE_VALUES, bomb.format, bomb.bytes.clone()) }
}

fn request(ty: &str, from: &str, input: Vec<u8>) -> Request {
    let (ty, from, to) = (ty.to_owned(), from.to_owned(), "raw".to_owned());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}
