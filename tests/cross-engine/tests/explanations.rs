//! Generated code that explains errors names the same byte and the same member as the interpreter.

use polywire_cross_engine::{
    Answer, EXPLAIN_VALUE, EXPLAINERS, Explainer, Message, Request, Subject, broken_copies, case_files, disagreements,
    interpreter, is_full, subjects_among,
};
use polywire_ir::text;

/// Formats that are read as one region from start to end. In the others, the target of a pointer can be a separate
/// region, whose offset in the input generated Erlang does not know; the same is true of a message in a MessageSet.
const SEQUENTIAL: &[&str] =
    &["protobuf", "json", "json_plain", "msgpack", "zebrapack", "avro", "cdr", "cdr_le", "cdr_be", "raw"];

/// Models of the quick tests: together they have every kind of field of Protocol Buffers and JSON.
const QUICK: &[&str] = &["trade", "oneof_group"];

#[test]
fn engines_explain_errors_alike() {
    let files = case_files();
    let (mut found, mut count) = (Vec::new(), 0);
    for subject in &subjects_among(|name| is_full() || QUICK.contains(&name)) {
        let messages = subject.messages(&files);
        count += messages.len();
        for explainer in EXPLAINERS.iter().filter(|explainer| explainer.is_wanted()) {
            let mut engines = [interpreter(subject), (explainer.engine)(subject)];
            let requests = of_messages(subject, explainer, &messages).chain(of_values(subject, &messages));
            found.extend(disagreements(&mut engines, requests, 20));
        }
    }
    assert!(count > 0, "no messages");
    assert!(found.is_empty(), "explanations differ:\n{}", found.join("\n"));
}

/// Returns errors in the explanations of broken copies of every accepted message.
fn of_messages<'m>(
    subject: &'m Subject,
    explainer: &'m Explainer,
    messages: &'m [Message],
) -> impl Iterator<Item = Request> + 'm {
    let is_sequential =
        |message: &Message| SEQUENTIAL.contains(&message.format.as_str()) && subject.name != "message_set";
    let is_told = move |message: &&Message| !explainer.sequential || is_sequential(message);
    let copies = |message: &Message| broken_copies(&message.bytes);
    messages
        .iter()
        .filter(is_told)
        .flat_map(move |message| copies(message).into_iter().map(move |copy| subject.explanation(message, copy)))
}

/// Compares the reasons why formats cannot encode values of broken `raw` messages, which can hold every value.
fn of_values<'m>(subject: &'m Subject, messages: &'m [Message]) -> impl Iterator<Item = Request> + 'm {
    let raw = messages.iter().filter(|message| message.format == "raw");
    raw.flat_map(move |message| {
        broken_copies(&message.bytes).into_iter().flat_map(|copy| subject.explanations_of_value(message, copy))
    })
}

/// Formats refuse elements of lists among others, so that there is something to compare.
#[test]
fn some_values_cannot_be_written() {
    for subject in &subjects_among(|name| name == "trade") {
        let requests: Vec<Request> = of_values(subject, &subject.messages(&case_files())).collect();
        let answers = interpreter(subject).run(&requests);
        let is_of_order = |answer: &Answer| matches!(answer, Answer::Error(error) if error.contains(" orders["));
        assert!(answers.iter().any(is_of_order));
    }
}

/// Elements are identified by their index in the list, even if they are written in another order.
#[test]
fn elements_written_in_the_order_of_a_key_are_named() {
    let subject = Subject::of_module(text::parse(ORDERED).expect("a module"));
    let request = |input: &[u8]| Request {
        ty: "T".to_owned(),
        from: "raw".to_owned(),
        to: format!("{EXPLAIN_VALUE}raw"),
        input: input.to_vec(),
        ..Request::default()
    };
    let requests = [request(&[3, 1, 1, 20, 2, 30]), request(&[3, 10, 2, 9, 3, 10]), request(&[2, 0])];
    for explainer in EXPLAINERS.iter().filter(|explainer| explainer.is_wanted()) {
        let mut engines = [interpreter(&subject), (explainer.engine)(&subject)];
        let found = disagreements(&mut engines, requests.clone(), 10);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

const ORDERED: &str = "\
module raw

struct T {
  items: list<Item>
}

struct Item {
  key: u8
  level: u8
}

entry T encode encode decode decode

fn decode(build v: &T) {
  reset v
  loop while @left != 0 {
    push v.items as item: &Item {
      read u8 -> key !0
      set item.key = key !1
      read u8 -> level !2
      set item.level = level !3
    }
  }
}

fn encode(read v: &T) {
  each v.items as item: &Item index i ordered .key {
    check item.level < 10 else out_of_range !0
    write u8(item.level)
  }
}
";
