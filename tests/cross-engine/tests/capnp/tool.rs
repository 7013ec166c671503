//! The `capnp` command as an oracle for our output.

use super::corpus::path;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A form of messages.
#[derive(Clone, Copy)]
pub struct Form {
    /// Our name for it.
    pub format: &'static str,
    /// The tool's name for it.
    name: &'static str,
    /// True if messages can be concatenated.
    is_stream: bool,
}

pub const FORMS: [Form; 3] = [
    Form { format: "capnp", name: "binary", is_stream: true },
    Form { format: "capnp_packed", name: "packed", is_stream: true },
    Form { format: "capnp_canonical", name: "canonical", is_stream: false },
];

/// Converts messages to JSON with the tool; `None` if it is not installed, which is noted.
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
        polywire_oracles::absent("capnp", "scripts/setup");
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
