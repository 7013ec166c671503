use crate::contract::Difference;
use crate::layout::{CAPACITY_MAX, CAPACITY_MIN, FORMAT_MAX, LANES_MAX, TYPE_MAX, VERSION};
use std::fmt;
use std::io;

/// Why an operation on a channel failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no message, or no room, in the time given.
    TimedOut,
    /// The other side has closed the channel, and all messages are received.
    Closed,
    /// The process of the other side ended without closing the channel. All messages that it committed are received.
    Died(Side),
    /// The message is larger than the ring can hold.
    TooLarge {
        /// The bytes of the message.
        size: u64,
        /// The most bytes of a message.
        most: u64,
    },
    /// What another process wrote contradicts the layout. This end of the channel is not used any more.
    Corrupt(Corruption),
    /// Another process, or this one, is this side of the channel already.
    Busy(Side),
    /// The other side has a different format, type or schema.
    Differs(Difference),
    /// This is no channel, or not one of this version.
    NoChannel(&'static str),
    /// A name, size or number of lanes is not allowed.
    Invalid(Invalid),
    /// The system refused something.
    System(&'static str, io::Error),
}

/// A side of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The receiver.
    Receiver,
    /// The sender of a lane.
    Sender(u32),
}

/// What contradicts the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corruption {
    /// The positions of sender and receiver contradict each other.
    Positions,
    /// The length of a message does not fit what was committed.
    Length,
}

/// What is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The name of a channel.
    Name,
    /// The size of a ring.
    Capacity,
    /// The number of lanes.
    Lanes,
    /// The name of a format.
    Format,
    /// The name of a type.
    Type,
}

impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Receiver => out.write_str("the receiver"),
            Self::Sender(0) => out.write_str("the sender"),
            Self::Sender(lane) => write!(out, "the sender of lane {lane}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => out.write_str("nothing happened in the time given"),
            Self::Closed => out.write_str("the other side has closed the channel"),
            Self::Died(side) => write!(out, "the process of {side} ended without closing the channel"),
            Self::TooLarge { size, most } => {
                write!(out, "a message of {size} bytes is larger than the {most} that fit into the channel")
            }
            Self::Corrupt(Corruption::Positions) => out.write_str("the positions in the channel contradict each other"),
            Self::Corrupt(Corruption::Length) => out.write_str("the length of a message contradicts what was sent"),
            Self::Busy(side) => write!(out, "another process is {side} of this channel already"),
            Self::Differs(difference) => difference.fmt(out),
            Self::NoChannel(why) => out.write_str(why),
            Self::Invalid(invalid) => invalid.fmt(out),
            Self::System(what, error) => write!(out, "cannot {what}: {error}"),
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => out.write_str(
                "the name of a channel has 1 to 100 letters, digits, `-`, `_` and `.`, and does not begin with `.`",
            ),
            Self::Capacity => {
                write!(out, "the size of a ring is a power of two from {CAPACITY_MIN} to {CAPACITY_MAX} bytes")
            }
            Self::Lanes => write!(out, "a channel has 1 to {LANES_MAX} lanes, and a broadcast has 1"),
            Self::Format => write!(out, "the name of a format has at most {FORMAT_MAX} bytes"),
            Self::Type => write!(out, "the name of a type has at most {TYPE_MAX} bytes"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System(_, error) => Some(error),
            _ => None,
        }
    }
}

/// Why a description is refused.
pub(crate) const NOT_A_CHANNEL: Error = Error::NoChannel("this file is not a channel");
pub(crate) const IS_A_BROADCAST: Error =
    Error::NoChannel("this channel is a broadcast, which has a broadcaster and listeners");
pub(crate) const IS_A_QUEUE: Error = Error::NoChannel("this channel is not a broadcast: it has senders and a receiver");
const _: () = assert!(VERSION == 1, "the message below names the version");
pub(crate) const OTHER_VERSION: Error =
    Error::NoChannel("this channel has another version of the layout than 1, the one that this program knows");
