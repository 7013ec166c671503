//! Reads and writes values with implementations of wire formats in Rust: `judges JUDGE TYPE read|write < LINES`, with the
//! lines of `oracle.py`, except that values of `prost` are in the canonical JSON mapping of Protocol Buffers.

mod capnp;
mod msgpack;
mod prost;

use std::error::Error;
use std::io::Read;

/// An implementation that reads and writes values of one type.
trait Judge {
    /// Returns the value of a message as JSON.
    fn read(&self, message: &[u8]) -> Result<String, Box<dyn Error>>;

    /// Returns the message of a value in JSON.
    fn write(&self, value: &str) -> Result<Vec<u8>, Box<dyn Error>>;
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, ty, verb] = words.as_slice() else { panic!("usage: judges JUDGE TYPE read|write < LINES") };
    let judge = match name.as_str() {
        "capnp-rust" => capnp::judge(ty, false),
        "capnp-rust-packed" => capnp::judge(ty, true),
        "prost" => prost::judge(ty),
        "rmp-serde" => msgpack::judge(ty),
        _ => None,
    };
    let judge = judge.unwrap_or_else(|| panic!("no {name} of {ty}"));
    let mut lines = String::new();
    std::io::stdin().read_to_string(&mut lines).expect("lines of text");
    for line in lines.lines() {
        let answer = match verb.as_str() {
            "read" => judge.read(&from_hex(line)),
            "write" => judge.write(line).map(|message| to_hex(&message)),
            _ => panic!("no verb {verb}"),
        };
        println!("{}", answer.unwrap_or_else(|error| format!("refused: {error}").replace('\n', " ")));
    }
}

fn from_hex(line: &str) -> Vec<u8> {
    let digits: Vec<u8> = line.chars().filter_map(|it| it.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { bytes.iter().map(|byte| format!("{byte:02x}")).collect() }
}
