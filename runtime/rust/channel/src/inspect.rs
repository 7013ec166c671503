use crate::channel::{Channel, Kind};
use crate::error::Error;
use crate::layout::{
    LOCK_RECEIVER, LOCK_SENDER, RECEIVER, RECEIVER_STATE, RECORD_HEADER, RETURNS, RETURNS_TAIL, RING, SENDER,
    SENDER_HEAD, SENDER_LATEST, SENDER_STATE, STATE_ATTACHED, STATE_CLOSED, STATE_UNUSED, lane_at,
};
use crate::system::file;
use std::io;
use std::os::unix::fs::FileExt;

/// The sides of a channel at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The receiver.
    pub receiver: End,
    /// The lanes.
    pub lanes: Vec<LaneState>,
    /// Messages that were sent, if the channel is a broadcast; else 0.
    pub messages: u64,
}

/// A lane at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneState {
    /// Its sender.
    pub sender: End,
    /// Bytes that were sent through the lane, with what is in front of and behind messages.
    pub sent: u64,
    /// Bytes of them that were received.
    pub received: u64,
}

/// What a side of a channel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// None was ever attached.
    Unused,
    /// It is attached.
    Attached,
    /// It has closed the channel.
    Closed,
    /// Its process ended without closing the channel.
    Died,
    /// What is written there is no state.
    Unknown,
}

impl State {
    pub(crate) fn of(channel: &Channel) -> Result<Self, Error> {
        read(channel).map_err(|error| Error::System("look at the channel", error))
    }
}

fn read(channel: &Channel) -> io::Result<State> {
    let lane = |number: u32| -> io::Result<LaneState> {
        let at = lane_at(u64::from(number), channel.capacity());
        Ok(LaneState {
            sender: end(channel, at + SENDER + SENDER_STATE, LOCK_SENDER + u64::from(number))?,
            sent: u64::from_le_bytes(bytes(channel, at + SENDER + SENDER_HEAD)?),
            received: u64::from_le_bytes(bytes(channel, at + RETURNS + RETURNS_TAIL)?),
        })
    };
    Ok(State {
        receiver: end(channel, RECEIVER + RECEIVER_STATE, LOCK_RECEIVER)?,
        lanes: (0..channel.lanes()).map(lane).collect::<io::Result<_>>()?,
        messages: messages(channel)?,
    })
}

/// Returns the number of messages of a broadcast, as the last one says.
fn messages(channel: &Channel) -> io::Result<u64> {
    let lane = lane_at(0, channel.capacity());
    let word = |at| bytes(channel, at).map(u64::from_le_bytes);
    let (latest, head) = (word(lane + SENDER + SENDER_LATEST)?, word(lane + SENDER + SENDER_HEAD)?);
    if channel.kind() == Kind::Queue || latest == head {
        return Ok(0);
    }
    let place = latest & (channel.capacity() - 1);
    // The second half of the header may stand at the start of the ring.
    let at = (place + RECORD_HEADER) & (channel.capacity() - 1);
    Ok(word(lane + RING + at)?.wrapping_add(1))
}

fn end(channel: &Channel, at: u64, lock: u64) -> io::Result<End> {
    Ok(match u64::from(u32::from_le_bytes(bytes(channel, at)?)) {
        STATE_UNUSED => End::Unused,
        STATE_CLOSED => End::Closed,
        STATE_ATTACHED if file::is_locked(&channel.file, lock)? => End::Attached,
        STATE_ATTACHED => End::Died,
        _ => End::Unknown,
    })
}

fn bytes<const N: usize>(channel: &Channel, at: u64) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    channel.file.read_exact_at(&mut bytes, at)?;
    Ok(bytes)
}
