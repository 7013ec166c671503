//! Replays the traces of tests/rpc, whose README describes them.

mod client;
mod server;
mod text;

use std::env;
use std::fs;
use std::path::Path;
use text::{Player, limits};

#[test]
fn clients_replay_their_traces() {
    replay("client.trace");
}

#[test]
fn servers_replay_their_traces() {
    replay("server.trace");
}

fn replay(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rpc").join(name);
    let trace = fs::read_to_string(&path).expect("the trace");
    let found = played(&trace);
    if env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(path, found).expect("writing the trace");
    } else {
        assert_eq!(found, trace, "POLYWIRE_BLESS=1 accepts what is found");
    }
}

/// Returns a trace with what really comes of its steps.
fn played(trace: &str) -> String {
    let mut player: Option<Box<dyn Player>> = None;
    let mut found = String::new();
    for line in trace.lines() {
        let is_outcome = match line.split_once(' ') {
            _ if line.is_empty() || line.starts_with('#') => false,
            Some(("case", _)) => false,
            Some(("client", rest)) => {
                player = Some(Box::new(client::Played::new(limits(rest))));
                false
            }
            Some(("server", rest)) => {
                player = Some(Box::new(server::Played::new(limits(rest))));
                false
            }
            Some((">", _)) => false,
            Some(_) | None => true,
        };
        if is_outcome {
            continue;
        }
        found += &format!("{line}\n");
        if let Some(step) = line.strip_prefix("> ") {
            let outcome = player.as_mut().expect("a side in front of the steps").play(step);
            outcome.iter().for_each(|line| found += &format!("{line}\n"));
        }
    }
    found
}
