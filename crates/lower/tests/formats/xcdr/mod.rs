//! The data representations of DDS in the reference interpreter.

mod corpus;
mod errors;
mod evolution;
mod extras;

use crate::support::{Codec, hex};
use corpus::model;

fn codec(choices: &[&str], format: &str, name: &str) -> Codec {
    Codec::new(&model(choices), format, &format!("Dds.{name}"))
}

/// Checks that a message is read as a value in JSON.
fn check_read((format, name): (&str, &str), message: &str, json: &str) {
    let value = codec(&[], "json_plain", name).decode(json.as_bytes()).expect("a value");
    assert_eq!(codec(&[], format, name).decode(&hex(message)), Ok(value), "{name}: {message}");
}

/// Checks that a value in JSON is written as this message, and that the message is read as the value.
fn check((choices, format, name): (&[&str], &str, &str), json: &str, message: &str) {
    let value = codec(&[], "json_plain", name).decode(json.as_bytes()).expect("a value");
    assert_eq!(codec(choices, format, name).encode(&value), Ok(hex(message)), "{name}: {json}");
    check_read((format, name), message, json);
}
