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
    /// Messages of a request that its handler has not taken yet.
    pub untaken: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { calls: 1 << 10, unsent: 8, untaken: 8 }
    }
}

/// How many messages a call that succeeds has, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One.
    One,
    /// Any number.
    Many,
}

/// How many messages answer a call that succeeds.
pub type Answers = Count;

/// How many messages a method takes and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it takes.
    pub takes: Count,
    /// What it returns.
    pub returns: Count,
}

impl Shape {
    /// One message in each direction.
    pub const ONE_TO_ONE: Self = Self { takes: Count::One, returns: Count::One };
    /// One message, and a stream as the answer.
    pub const ONE_TO_MANY: Self = Self { takes: Count::One, returns: Count::Many };
    /// A stream, and one message as the answer.
    pub const MANY_TO_ONE: Self = Self { takes: Count::Many, returns: Count::One };
    /// A stream in each direction.
    pub const MANY_TO_MANY: Self = Self { takes: Count::Many, returns: Count::Many };
}

/// What the transport has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send an envelope, and tell the session when it is on its way ([`crate::Client::sent`], [`crate::Server::sent`]) if it is a message.
    /// The end of an answer is the last one of its call.
    Send(CallId, Envelope),
    /// Nothing more is sent; only a client wants this.
    Finish(CallId),
    /// Tell the other side that the call is given up; only a client wants this.
    Cancel(CallId),
}

/// What happened to a call, on the side that calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The answer starts.
    Start(CallId, Start),
    /// A message of the answer.
    Item(CallId, Item),
    /// The call is over: the last event of each call.
    End(CallId, End),
}

/// What happened to a call, on the side that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// A message of the request. Its handler tells when it has taken it ([`crate::Server::taken`]).
    Item(CallId, Item),
    /// The request is complete.
    Finish(CallId),
    /// The call is over, answered or not: the last event of each call.
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
    /// The answer starts already.
    Started,
    /// The method returns one message, which is there already.
    OnlyOne,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyCalls => "there are as many calls at the same time as allowed",
            Self::TooManyUnsent => "as many messages as allowed are not sent yet",
            Self::NoCall => "the call is over",
            Self::Finished => "the last message of the call was sent",
            Self::Started => "the answer starts already",
            Self::OnlyOne => "the method returns one message, which is there already",
        })
    }
}
