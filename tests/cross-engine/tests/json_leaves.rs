//! The vectors of JSON's leaves as members and elements of messages: generated code reads some leaves itself, and only the
//! rare ones by its runtime.

use polywire_cross_engine::{Request, disagreements, engines, from_hex, repository, subject};

/// Members of `trade.Order`.
const MEMBERS: &[&str] = &["id", "symbol", "side", "type", "price", "volume"];

#[test]
fn engines_agree_on_leaves_within_messages() {
    let path = repository("tests/leaves/read.tsv");
    let vectors = std::fs::read_to_string(path).expect("the vectors");
    let leaves: Vec<Vec<u8>> = vectors.lines().filter_map(input).collect();
    assert!(leaves.len() > 500, "{} leaves", leaves.len());
    let messages = MEMBERS.iter().flat_map(|member| leaves.iter().flat_map(move |leaf| messages(member, leaf)));
    let differing = disagreements(&mut engines(subject("trade")), messages.map(request), 10);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Returns the input of a vector of JSON.
fn input(row: &str) -> Option<Vec<u8>> {
    let mut columns = row.split('\t');
    let (leaf, input) = (columns.next()?, columns.next()?);
    leaf.starts_with("json_").then(|| if input == "-" { vec![] } else { from_hex(input) })
}

/// Returns messages with a leaf at the end of the input, at the end of the message, and before another member.
fn messages(member: &str, leaf: &[u8]) -> Vec<Vec<u8>> {
    let around = |before: &str, behind: &str| [before.as_bytes(), leaf, behind.as_bytes()].concat();
    let first = format!("{{\"{member}\":");
    let later = format!("{{\"id\":null,\"{member}\":");
    vec![around(&first, ""), around(&first, "}"), around(&later, ",\"symbol\":null}")]
}

fn request(input: Vec<u8>) -> Request {
    Request {
        ty: "trade.Order".to_owned(),
        from: "json".to_owned(),
        to: "json".to_owned(),
        input,
        schema: None,
        settings: vec![],
    }
}
