//! Arguments of `polywire channel`.

use super::call::time;
use super::messages::{Files, Messages};
use super::wire::Wire;
use super::{Imports, ReportFormat};
use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, Subcommand};
use polywire_channel::layout::LANES_MAX;
use std::path::PathBuf;
use std::time::Duration;

/// Send messages to other processes of this machine through shared memory (Linux).
#[derive(ClapArgs)]
#[command(after_help = HELP, subcommand_required = true)]
pub struct Channel {
    #[command(subcommand)]
    pub command: ChannelCommand,
}

#[derive(Subcommand)]
pub enum ChannelCommand {
    /// Create a channel, which stays until it is removed.
    Create(ChannelCreate),
    /// Remove a channel. Processes that have it open can go on.
    Remove {
        /// Name of the channel.
        name: String,
    },
    /// Send messages.
    Send(ChannelSend),
    /// Receive messages until the sender closes the channel.
    Receive(ChannelReceive),
    /// Show what a channel carries, and who is attached.
    Inspect {
        /// Name of the channel.
        name: String,

        /// How to print it.
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
    },
    /// Print the fingerprint of a type in a format, for programs that attach to channels.
    Fingerprint(ChannelType),
    /// Measure a channel beside a Unix socket and copying in one thread.
    Bench(ChannelBench),
}

/// What messages are.
#[derive(ClapArgs)]
pub struct ChannelType {
    /// Wire format of the messages.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser())]
    pub wire: Wire,

    /// Schema of the messages.
    #[arg(long, value_name = "FILE")]
    pub schema: PathBuf,

    /// Type of the messages, as in `trade.Account` or `Account`; optional if the schema has just one.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    #[command(flatten)]
    pub imports: Imports,
}

#[derive(ClapArgs)]
pub struct ChannelCreate {
    /// Name of the channel: letters, digits, `-`, `_` and `.`.
    pub name: String,

    #[command(flatten)]
    pub messages: ChannelType,

    /// Bytes of the ring of each sender, a power of two; a message can have 8 bytes fewer.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    pub capacity: u64,

    /// Send each message to all listeners. One that is too slow loses messages, and holds nobody up.
    #[arg(long, conflicts_with = "lanes")]
    pub broadcast: bool,

    /// Number of senders at the same time.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = RangedU64ValueParser::<u32>::new().range(1..=LANES_MAX))]
    pub lanes: u32,
}

#[derive(ClapArgs)]
pub struct ChannelSend {
    /// Name of the channel, which tells the format and the type.
    pub name: String,

    /// Format of the input. Messages of a text simply follow each other.
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = Wire::parser())]
    pub from: Wire,

    #[command(flatten)]
    pub messages: Messages,

    /// Give up if there is no room for a message for this time, as in `5s`.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,

    #[command(flatten)]
    pub files: Files,
}

#[derive(ClapArgs)]
pub struct ChannelReceive {
    /// Name of the channel, which tells the format and the type.
    pub name: String,

    /// Format of the output. Messages of a text are on lines, others are delimited.
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = Wire::parser())]
    pub to: Wire,

    #[command(flatten)]
    pub messages: Messages,

    /// Stop after this many messages.
    #[arg(long, value_name = "NUMBER")]
    pub count: Option<u64>,

    /// Give up if there is no message for this time, as in `5s`.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,

    /// Exit with 0 even if the output lacks data that is in messages, or messages of a broadcast were overwritten before they were received.
    #[arg(long)]
    pub allow_loss: bool,

    /// File to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}

#[derive(ClapArgs)]
pub struct ChannelBench {
    /// Sizes of messages in bytes.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', default_values_t = [16, 208, 1024, 8192, 65_536], value_parser = RangedU64ValueParser::<u64>::new().range(1..=1 << 20))]
    pub size: Vec<u64>,

    /// Bytes to send in each run.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 26, value_parser = RangedU64ValueParser::<u64>::new().range(1..=1 << 40))]
    pub bytes: u64,

    /// Number of runs; the median is printed.
    #[arg(long, value_name = "NUMBER", default_value_t = 7, value_parser = RangedU64ValueParser::<u32>::new().range(1..=1000))]
    pub runs: u32,
}

const HELP: &str = "\
A channel has a name, and is a file of shared memory that only this user can open. It carries messages of one type in one format. One process receives, and one
sends, or several with --lanes. docs/channels.md has the layout, and the libraries for C++, Go and Rust.

If the other side ends without closing the channel, `send` and `receive` say so, and exit with 1; messages that were sent before are received first. Nothing is lost
that way: the next one goes on where the last one was.

With --broadcast, any number of processes receive. Each begins with the last message that was sent, and `receive` tells how many it was too slow for.

Examples:
  polywire channel create orders --wire protobuf --schema trade.proto --type trade.Order
  polywire channel send orders --schema trade.proto order.json
  polywire channel receive orders --schema trade.proto --count 1
  polywire channel inspect orders
  polywire convert --from channel:orders --to json_pretty --schema trade.proto
  polywire channel remove orders";
