//! Avro's order of values, against Avro for Java: `tests/corpus/avro/order.jsonl`.

use polywire::avro_order::SortOrder;
use serde::Deserialize;
use serde_json::Value;
use std::cmp::Ordering;
use std::path::Path;

/// Messages of a schema, and how each compares with each: a line for the left one, with `<`, `=` or `>` for the right ones.
#[derive(Deserialize)]
struct Group {
    schema: Value,
    messages: Vec<String>,
    #[serde(default)]
    comparisons: Vec<String>,
    refused: Option<String>,
}

fn groups() -> Vec<Group> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/avro/order.jsonl");
    let text = std::fs::read_to_string(path).expect("the corpus");
    text.lines().map(|line| serde_json::from_str(line).expect("a group")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    digits.collect::<Result<_, _>>().expect("hexadecimal digits")
}

#[test]
fn messages_are_in_the_order_of_java() {
    let mut compared = 0;
    for group in groups().into_iter().filter(|group| group.refused.is_none()) {
        let order = SortOrder::of(group.schema.to_string().as_bytes()).expect("an order");
        let messages: Vec<Vec<u8>> = group.messages.iter().map(|hex| bytes(hex)).collect();
        for (left, line) in messages.iter().zip(&group.comparisons) {
            let found = messages.iter().map(|right| match order.compare(left, right) {
                Some(Ordering::Less) => '<',
                Some(Ordering::Equal) => '=',
                Some(Ordering::Greater) => '>',
                None => '?',
            });
            assert_eq!(found.collect::<String>(), *line, "{} of {}", group.messages.join(" "), group.schema);
            compared += messages.len();
        }
    }
    assert_eq!(compared, COMPARED);
}

/// Of 22 schemas.
const COMPARED: usize = 1316;

#[test]
fn maps_that_count_are_refused() {
    let refused: Vec<String> = groups()
        .into_iter()
        .filter(|group| group.refused.is_some())
        .map(|group| SortOrder::of(group.schema.to_string().as_bytes()).expect_err("a map"))
        .collect();
    assert_eq!(
        refused,
        [
            "maps have no order".to_owned(),
            "`m` has a map, and maps have no order; `\"order\": \"ignore\"` leaves it out".to_owned(),
        ]
    );
}

#[test]
fn messages_that_end_early_have_no_order() {
    for group in groups().into_iter().filter(|group| group.refused.is_none()) {
        let order = SortOrder::of(group.schema.to_string().as_bytes()).expect("an order");
        for message in group.messages.iter().map(|hex| bytes(hex)) {
            assert_eq!(order.compare(&message, &message), Some(Ordering::Equal));
            for len in 0..message.len() {
                assert_eq!(order.compare(&message, &message[..len]).filter(|it| *it == Ordering::Equal), None);
            }
        }
    }
}
