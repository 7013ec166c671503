//! How calls of Avro are sent: over HTTP, or as Avro for Java does it by Netty.

use super::super::args::AvroTransport;
use super::super::failure::Failure;
use super::stream::{LATE, Stream};
use super::{Place, Reach};
use polywire::calls::avro_ipc::{CONTENT_TYPE, Numbered, framed, numbered, unframed};
use polywire_net::{Connection, Incoming, Network, Target, Version};
use polywire_rpc::{End, Status};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Posts that nobody has read yet.
const QUEUE: usize = 16;
/// Why an answer cannot be read.
const NOT_AVRO: &str = "the answer is not of Avro";

/// A connection to a server.
pub enum Transport {
    Http(Box<Http>),
    Netty(Box<Netty>),
}

/// Requests of HTTP, which know nothing of each other.
pub struct Http {
    network: Arc<Network>,
    target: Target,
    reach: Reach,
    connection: Connection,
    started: Instant,
}

/// A stream of messages with numbers.
pub struct Netty {
    stream: Stream,
    messages: Numbered,
    last: u32,
    /// Both sides know each other's protocols.
    is_agreed: bool,
}

/// An answer, or how the call failed.
type Answer<T> = Result<Result<T, End>, Failure>;

impl Transport {
    pub fn open(network: &Arc<Network>, place: &Place, kind: AvroTransport, started: Instant) -> Result<Self, Failure> {
        let Place { target, reach } = place;
        Ok(match kind {
            AvroTransport::Netty => {
                let stream = Stream::connect((network, reach), target, started)?;
                let messages = Numbered::new(reach.max_size);
                Self::Netty(Box::new(Netty { stream, messages, last: 0, is_agreed: false }))
            }
            AvroTransport::Http => {
                let connection = network.connect(target, &reach.trust, Version::Http1, reach.deadline)?;
                let (network, target, reach) = (network.clone(), target.clone(), reach.clone());
                Self::Http(Box::new(Http { network, target, reach, connection, started }))
            }
        })
    }

    /// The deadline of the next call counts from now.
    pub fn begin(&mut self, deadline: Option<Duration>) {
        match self {
            Self::Http(it) => (it.started, it.reach.deadline) = (Instant::now(), deadline),
            Self::Netty(it) => it.stream.begin(deadline),
        }
    }

    /// Returns true if the next message can be sent.
    pub fn is_open(&self) -> bool {
        match self {
            // It connects again if it has to.
            Self::Http(_) => true,
            Self::Netty(it) => it.stream.is_open(),
        }
    }

    /// Returns true if messages have no handshake any more.
    pub fn is_agreed(&self) -> bool {
        matches!(self, Self::Netty(it) if it.is_agreed)
    }

    /// Both sides know each other's protocols.
    pub fn agree(&mut self) {
        if let Self::Netty(it) = self {
            it.is_agreed = true;
        }
    }

    /// Sends a message, and returns the answer if there is one.
    pub fn send(&mut self, message: &[u8], is_answered: bool) -> Answer<Option<Vec<u8>>> {
        match self {
            Self::Http(it) => Ok(it.send(message)?.map(Some)),
            Self::Netty(it) => Ok(it.send(message, is_answered)),
        }
    }
}

impl Netty {
    fn send(&mut self, message: &[u8], is_answered: bool) -> Result<Option<Vec<u8>>, End> {
        self.last = self.last.wrapping_add(1);
        self.stream.send(numbered(self.last, message));
        if is_answered { self.answer().map(Some) } else { Ok(None) }
    }

    fn answer(&mut self) -> Result<Vec<u8>, End> {
        loop {
            while let Some((number, message)) = self
                .messages
                .next_message()
                .map_err(|error| End::failed(Status::INTERNAL, format!("{error}; --max-size sets the limit")))?
            {
                // The answer to a call whose deadline was over comes too late.
                if number == self.last {
                    return Ok(message);
                }
            }
            let bytes = self.stream.next_bytes(self.messages.is_inside())?;
            self.messages.push(&bytes);
        }
    }
}

impl Http {
    /// Sends a message, and returns the answer.
    fn send(&mut self, message: &[u8]) -> Result<Result<Vec<u8>, End>, Failure> {
        // Some servers end the connection behind each answer.
        if !self.connection.is_open() {
            self.connection =
                self.network.connect(&self.target, &self.reach.trust, Version::Http1, self.reach.deadline)?;
        }
        let failed = |status, why: &str| Ok(Err(End::failed(status, why)));
        let body = framed(message);
        let head =
            format!(":method: POST\r\n:path: /\r\ncontent-type: {CONTENT_TYPE}\r\ncontent-length: {}\r\n", body.len());
        let (postbox, mut mailbox) = self.network.mailbox(QUEUE);
        let mut exchange = self.connection.exchange(head.as_bytes(), &postbox, |it| it)?;
        exchange.send(body);
        exchange.finish();
        let mut answer = Vec::new();
        loop {
            let left = self.reach.deadline.map(|deadline| deadline.saturating_sub(self.started.elapsed()));
            match mailbox.receive(left) {
                Some(Incoming::Head(head)) => {
                    if let Some(end) = refused(&head) {
                        return Ok(Err(end));
                    }
                    exchange.ask();
                }
                Some(Incoming::Data(bytes)) => {
                    answer.extend_from_slice(&bytes);
                    exchange.ask();
                }
                Some(Incoming::Trailers(_)) => exchange.ask(),
                Some(Incoming::Done) => {
                    return Ok(unframed(&answer).ok_or_else(|| End::failed(Status::INTERNAL, NOT_AVRO)));
                }
                Some(Incoming::Broken { message, .. }) => return failed(Status::UNAVAILABLE, &message),
                Some(Incoming::Sent) => {}
                None if left.is_some() => {
                    exchange.cancel();
                    return failed(Status::DEADLINE_EXCEEDED, LATE);
                }
                None => return failed(Status::UNAVAILABLE, "the connection is lost"),
            }
            if answer.len() as u64 > self.reach.max_size {
                exchange.cancel();
                let limit = self.reach.max_size;
                let why = format!("the answer has more than the limit of {limit} bytes; --max-size sets the limit");
                return failed(Status::INTERNAL, &why);
            }
        }
    }
}

/// Returns the end of a call whose answer has another status of HTTP than one that succeeds.
fn refused(head: &[u8]) -> Option<End> {
    let line = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let code = String::from_utf8_lossy(line).strip_prefix(":status: ").and_then(|it| it.parse::<u16>().ok())?;
    let status = match code {
        200..=299 => return None,
        400 => Status::INTERNAL,
        401 => Status::UNAUTHENTICATED,
        403 => Status::PERMISSION_DENIED,
        404 | 405 => Status::UNIMPLEMENTED,
        413 => Status::RESOURCE_EXHAUSTED,
        429 | 502..=504 => Status::UNAVAILABLE,
        _ => Status::UNKNOWN,
    };
    Some(End::failed(status, format!("HTTP status {code}")))
}
