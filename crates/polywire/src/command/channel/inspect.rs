use super::failure;
use crate::command::args::ReportFormat;
use crate::command::failure::Failure;
use crate::command::terminal;
use polywire_channel::{Channel, Contract, End, Kind, State};
use serde_json::{Value, json};

/// Shows what a channel carries, and who is attached.
pub(super) fn run(name: &str, format: ReportFormat) -> Result<(), Failure> {
    let failed = |error| failure(name, &error);
    let channel = Channel::open_any(name).map_err(failed)?;
    let state = channel.state().map_err(failed)?;
    match format {
        ReportFormat::Text => terminal::print_lines(&text(&channel, &state)),
        ReportFormat::Json => terminal::print_lines(&[object(&channel, &state)]),
    }
}

fn text(channel: &Channel, state: &State) -> Vec<String> {
    let Contract { format, type_name, fingerprint } = channel.contract();
    let mut lines = vec![
        format!("carries      {type_name} in {format}, fingerprint {fingerprint:016x}"),
        format!("ring         {} bytes", channel.capacity()),
    ];
    if channel.kind() == Kind::Broadcast {
        lines.extend(
            state
                .lanes
                .iter()
                .map(|lane| format!("broadcast    sender {}, {} messages sent", word(lane.sender), state.messages)),
        );
        return lines;
    }
    lines.push(format!("receiver     {}", word(state.receiver)));
    lines.extend(state.lanes.iter().enumerate().map(|(number, lane)| {
        let waiting = lane.sent.wrapping_sub(lane.received);
        format!("lane {number:<7} sender {}, {} bytes sent, {waiting} not received", word(lane.sender), lane.sent)
    }));
    lines
}

fn object(channel: &Channel, state: &State) -> Value {
    let Contract { format, type_name, fingerprint } = channel.contract();
    let lanes: Vec<Value> = state
        .lanes
        .iter()
        .map(|lane| json!({ "sender": word(lane.sender), "sent": lane.sent, "received": lane.received }))
        .collect();
    json!({
        "format": format,
        "type": type_name,
        "fingerprint": format!("{fingerprint:016x}"),
        "capacity": channel.capacity(),
        "broadcast": (channel.kind() == Kind::Broadcast).then_some(state.messages),
        "receiver": word(state.receiver),
        "lanes": lanes,
    })
}

fn word(end: End) -> &'static str {
    match end {
        End::Unused => "not attached so far",
        End::Attached => "attached",
        End::Closed => "closed",
        End::Died => "died",
        End::Unknown => "unknown",
    }
}
