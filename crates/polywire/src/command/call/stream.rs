//! A connection without HTTP, until a deadline.

use super::super::failure::Failure;
use super::server::Reach;
use polywire_net::{Arrived, Bytes, Link, Mailbox, Network, Target};
use polywire_rpc::{End, Status};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Pieces that nobody has read yet.
const QUEUE: usize = 16;
/// How long the other side may take to read that the calls are over.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why a call fails when its deadline is over.
pub const LATE: &str = "the deadline is over";

/// A connection to a server.
pub struct Stream {
    link: Link,
    mailbox: Mailbox<Arrived>,
    deadline: Option<Duration>,
    started: Instant,
    /// The network outlives its connections.
    _network: Arc<Network>,
}

impl Stream {
    /// Connects to a server.
    pub fn connect(
        (network, reach): (&Arc<Network>, &Reach),
        target: &Target,
        started: Instant,
    ) -> Result<Self, Failure> {
        let (postbox, mailbox) = network.mailbox(QUEUE);
        let deadline = reach.deadline;
        let left = deadline.map(|deadline| deadline.saturating_sub(started.elapsed()));
        let link = network.link(target, (&reach.trust, left), &postbox, |it| it)?;
        Ok(Self { link, mailbox, deadline, started, _network: network.clone() })
    }

    /// The deadline of the next call counts from now.
    pub fn begin(&mut self, deadline: Option<Duration>) {
        (self.started, self.deadline) = (Instant::now(), deadline);
    }

    /// Returns true unless the server has ended the connection.
    pub fn is_open(&self) -> bool {
        self.link.is_open()
    }

    /// Sends bytes. If the connection is lost, that arrives.
    pub fn send(&self, bytes: Vec<u8>) {
        self.link.send(bytes);
    }

    /// Returns what arrives next.
    pub fn receive(&mut self) -> Result<Arrived, Failure> {
        let late = || Failure::Call(format!("{}: {LATE}", Status::DEADLINE_EXCEEDED));
        self.receive_in_time().ok_or_else(late)
    }

    /// Returns what arrives next; `None` if the deadline is over.
    pub fn receive_in_time(&mut self) -> Option<Arrived> {
        loop {
            let left = self.deadline.map(|deadline| deadline.saturating_sub(self.started.elapsed()));
            if left == Some(Duration::ZERO) {
                return None;
            }
            if let Some(arrived) = self.mailbox.receive(left) {
                return Some(arrived);
            }
            if left.is_none() {
                return Some(Arrived::Done);
            }
        }
    }

    /// Returns the next bytes of an answer, or the end of a call for which none come; a part of a message may be there.
    pub fn next_bytes(&mut self, is_inside: bool) -> Result<Bytes, End> {
        let failed = |status, why: &str| Err(End::failed(status, why));
        match self.receive_in_time() {
            None => failed(Status::DEADLINE_EXCEEDED, LATE),
            Some(Arrived::Data(bytes)) => Ok(bytes),
            Some(Arrived::Done) if is_inside => failed(Status::UNAVAILABLE, "the answer ends inside a message"),
            Some(Arrived::Done) => failed(Status::UNAVAILABLE, "the server ended the connection"),
            Some(Arrived::Lost(cause)) => failed(Status::UNAVAILABLE, &cause),
        }
    }

    /// Ends the connection when everything is sent.
    pub fn close(self) {
        self.link.close(FAREWELL);
    }
}
