//! The `capnp` command reads what we write.

use super::corpus::path;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A form of messages.
#[derive(Clone, Copy)]
pub struct Form {
    /// Our name of it.
    pub format: &'static str,
    /// The tool's.
    name: &'static str,
    /// Messages can follow each other.
    is_stream: bool,
}

pub const FORMS: [Form; 3] = [
    Form { format: "capnp", name: "binary", is_stream: true },
    Form { format: "capnp_packed", name: "packed", is_stream: true },
    Form { format: "capnp_canonical", name: "canonical", is_stream: false },
];

/// Converts messages to JSON with the tool; returns nothing, and prints a line, where it is not installed.
///
/// # Panics
/// If it refuses one, or writes another canonical form.
pub fn read(form: Form, ty: &str, messages: &[Vec<u8>]) -> Option<Vec<Value>> {
    if form.is_stream {
        let json = convert((form.name, "json"), ty, &messages.concat())?;
        return Some(serde_json::Deserializer::from_slice(&json).into_iter().map(|it| it.expect("JSON")).collect());
    }
    let each = messages.iter().map(|message| {
        assert_eq!(convert((form.name, form.name), ty, message)?, *message, "{ty}: the tool has another {}", form.name);
        Some(serde_json::from_slice(&convert((form.name, "json"), ty, message)?).expect("JSON"))
    });
    each.collect()
}

fn convert((from, to): (&str, &str), ty: &str, input: &[u8]) -> Option<Vec<u8>> {
    let command = Command::new("capnp")
        .args(["convert", "--quiet", &format!("{from}:{to}")])
        .arg(path("kitchen.capnp"))
        .arg(ty)
        .env_remove("PWD")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = command else {
        println!("capnp: the original implementation is not installed");
        return None;
    };
    let mut pipe = child.stdin.take().expect("standard input is piped");
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || pipe.write_all(&bytes));
    let output = child.wait_with_output().expect("the tool ends");
    let written = writer.join().expect("the writer ends");
    assert!(output.status.success() && written.is_ok(), "capnp convert {from}:{to} {ty}: {}", output.status);
    Some(output.stdout)
}
