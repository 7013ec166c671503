//! What the sides of a session send each other.

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Asks for the object with which a session starts.
    Start {
        /// The number of the question.
        question: u32,
    },
    /// A call.
    Call(Call),
    /// Its result.
    Return(Return),
    /// The result of a call is not needed any more, or not at all.
    Finish {
        /// The number of the question.
        question: u32,
        /// All references in the result are given back.
        releases_results: bool,
    },
    /// It is known what a reference is that was not known before.
    Resolve {
        /// The number of the reference.
        promise: u32,
        /// What it is.
        to: Result<Descriptor, Exception>,
    },
    /// References are given back.
    Release {
        /// The number of the reference.
        id: u32,
        /// How often it was sent.
        count: u32,
    },
    /// Calls that were made before this have arrived where it arrives.
    Disembargo {
        /// Where they went.
        target: Target,
        /// Which way it goes.
        loopback: Loopback,
    },
    /// The session is over.
    Abort(Exception),
    /// The other side does not know this message.
    Unimplemented(Box<Message>),
    /// A message of a kind that this side does not know, as it arrived.
    Unknown(Vec<u8>),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The number of the question.
    pub question: u32,
    /// Whom it is for.
    pub target: Target,
    /// The number of the interface.
    pub interface: u64,
    /// The number of the method in the interface.
    pub method: u16,
    /// What the method takes.
    pub params: Payload,
    /// The result is to be kept, or sent to someone else.
    pub is_redirected: bool,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Return {
    /// The number of the question.
    pub answer: u32,
    /// All references in the parameters are given back.
    pub releases_params: bool,
    /// The question is over; no [`Message::Finish`] follows.
    pub needs_no_finish: bool,
    /// How it went.
    pub outcome: Outcome,
}

/// How a call went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has results.
    Results(Payload),
    /// It failed.
    Failed(Exception),
    /// It was not needed any more.
    Cancelled,
    /// The results are elsewhere.
    Elsewhere,
}

/// A value, and the references in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payload {
    /// The value; it holds positions in the table.
    pub body: Vec<u8>,
    /// The table of references.
    pub references: Vec<Descriptor>,
}

/// A reference, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// None.
    None,
    /// An object of the side that sends it.
    Hosted(u32),
    /// The same, but what it is will be told later.
    Promised(u32),
    /// An object of the side that receives it.
    Yours(u32),
    /// A reference in the result of a call to the side that receives it.
    Answer(Promise),
}

/// Whom a call is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An object of the side that receives the call.
    Object(u32),
    /// A reference in the result of a call.
    Answer(Promise),
}

/// A reference in the result of a call that may not be there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The number of the question.
    pub question: u32,
    /// The way to the reference in the result: numbers of fields.
    pub path: Vec<u16>,
}

/// Which way a [`Message::Disembargo`] goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loopback {
    /// The side that receives it sends it back.
    Sender(u32),
    /// It is sent back.
    Receiver(u32),
}

/// Why something failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// For people.
    pub reason: String,
    /// For programs.
    pub problem: Problem,
}

/// Kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It failed, and would again.
    Failed,
    /// Something was used up; later it may work.
    Overloaded,
    /// The connection to something was lost.
    Disconnected,
    /// There is no such method.
    Unimplemented,
}

impl Exception {
    /// A failure with this reason.
    pub fn new(problem: Problem, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), problem }
    }
}
