//! What a session is asked for, and what it tells.

use crate::{End, Envelope, Item, Start};
use std::fmt;

/// Identifies a call of a session; no number is used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(pub u64);

/// Bounds of a session.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls at the same time.
    pub calls: usize,
    /// Messages of a call that the transport has not taken yet.
    pub unsent: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { calls: 1 << 10, unsent: 8 }
    }
}

/// How many messages answer a call that succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// One.
    One,
    /// Any number.
    Many,
}

/// What the transport has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send an envelope, and tell the session when it is on its way ([`crate::Client::sent`]) if it is a message.
    Send(CallId, Envelope),
    /// Nothing more is sent.
    Finish(CallId),
    /// Tell the other side that the call is given up.
    Cancel(CallId),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The answer starts.
    Start(CallId, Start),
    /// A message of the answer.
    Item(CallId, Item),
    /// The call is over: the last event of each call.
    End(CallId, End),
}

/// Why the session does not do what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There are as many calls as allowed.
    TooManyCalls,
    /// As many messages of the call as allowed are not sent yet.
    TooManyUnsent,
    /// The call is over, or was never there.
    NoCall,
    /// The last message of the call was sent.
    Finished,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyCalls => "there are as many calls at the same time as allowed",
            Self::TooManyUnsent => "as many messages as allowed are not sent yet",
            Self::NoCall => "the call is over",
            Self::Finished => "the last message of the call was sent",
        })
    }
}
