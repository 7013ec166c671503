//! `polywire channel`: messages between processes through shared memory.
//!
//! Design: docs/decisions/0152-layout-of-channels.md

mod bench;
mod ends;
mod inspect;
mod kind;
mod receive;
mod send;

use super::args::{Channel as Args, ChannelCommand, ChannelCreate, Convert, Global};
use super::failure::Failure;
use super::terminal;
use kind::Kind;
use polywire_channel::{self as channel, Channel, Error, Options, Wait};
use std::time::Duration;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    match &args.command {
        ChannelCommand::Create(args) => create(args, global),
        ChannelCommand::Remove { name } => Channel::remove(name).map_err(|error| failure(name, &error)),
        ChannelCommand::Send(args) => send::run(args, global),
        ChannelCommand::Receive(args) => receive::run(args, global),
        ChannelCommand::Inspect { name, format } => inspect::run(name, *format),
        ChannelCommand::Fingerprint(args) => {
            let kind = Kind::named(args, global)?;
            terminal::print_lines(&[format!("{:016x}", kind.contract().fingerprint)])
        }
        ChannelCommand::Bench(args) => bench::run(args),
    }
}

/// Converts what a channel carries: `convert --from channel:NAME`.
pub fn convert(name: &str, args: &Convert, global: Global) -> Result<(), Failure> {
    receive::converted(name, args, global)
}

fn create(args: &ChannelCreate, global: Global) -> Result<(), Failure> {
    let kind = Kind::named(&args.messages, global)?;
    let reach = if args.broadcast { channel::Kind::Broadcast } else { channel::Kind::Queue };
    let contract = kind.contract().clone();
    let options = Options { kind: reach, capacity: args.capacity, lanes: args.lanes, contract };
    Channel::create(&args.name, &options).map(drop).map_err(|error| failure(&args.name, &error))
}

/// Returns how long to wait.
fn wait(timeout: Option<Duration>) -> Wait {
    timeout.map_or(Wait::Forever, Wait::For)
}

fn failure(name: &str, error: &Error) -> Failure {
    let message = format!("channel {name}: {error}");
    match error {
        Error::Invalid(_) => Failure::Usage(message),
        Error::System(..) | Error::NoChannel(_) => Failure::File(message),
        _ => Failure::Input(message),
    }
}
