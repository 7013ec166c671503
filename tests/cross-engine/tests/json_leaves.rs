//! The vectors of JSON's leaves as members and elements of messages: generated code reads some leaves itself, and only the
//! rare ones by its runtime.

use polywire_cross_engine::{Request, disagreements, engines, from_hex, repository, subject};

/// Members of `corner.Sheet`, one of each scalar type.
const MEMBERS: &[&str] =
    &["count", "wide", "positive", "large", "single", "real", "flag", "name", "blob", "shade", "numbers"];

#[test]
fn engines_agree_on_leaves_within_messages() {
    let path = repository("tests/leaves/read.tsv");
    let vectors = std::fs::read_to_string(path).expect("the vectors");
    let leaves: Vec<Vec<u8>> = vectors.lines().filter_map(input).collect();
    assert!(leaves.len() > 500, "{} leaves", leaves.len());
    let messages = MEMBERS.iter().flat_map(|member| leaves.iter().flat_map(move |leaf| messages(member, leaf)));
    let differing = disagreements(&mut engines(&subject("text_tokens")), messages.map(request), 10);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Returns the input of a vector of JSON.
fn input(row: &str) -> Option<Vec<u8>> {
    let mut columns = row.split('\t');
    let (leaf, input) = (columns.next()?, columns.next()?);
    leaf.starts_with("json_").then(|| if input == "-" { vec![] } else { from_hex(input) })
}

/// Returns messages with a leaf at the end of the input, before another member, and in a list.
fn messages(member: &str, leaf: &[u8]) -> Vec<Vec<u8>> {
    let around = |before: &str, behind: &str| [before.as_bytes(), leaf, behind.as_bytes()].concat();
    let first = format!("{{\"{member}\":");
    let mut made = vec![around(&first, ""), around(&first, "}"), around(&format!("{{\"word\":\"w\",\"{member}\":"), ",\"cell\":null}")];
    if member == "numbers" {
        made.push(around("{\"numbers\":[", ",2]}"));
        made.push(around("{\"numbers\":[ 1, ", " ] }"));
    }
    made
}

fn request(input: Vec<u8>) -> Request {
    Request {
        ty: "corner.Sheet".to_owned(),
        from: "json".to_owned(),
        to: "json".to_owned(),
        input,
        schema: None,
        settings: vec![],
    }
}
