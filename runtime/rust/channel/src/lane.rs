//! A lane in memory, as one of its sides sees it, and the arithmetic of its positions.

use crate::error::{Corruption, Error};
use crate::layout::{
    AREA, RECORD_ALIGNMENT, RECORD_HEADER, RETURNS, RETURNS_BELL, RETURNS_TAIL, RING, SENDER, SENDER_HEAD,
    SENDER_INTENT, SENDER_LATEST, SENDER_STATE, SENDER_WAITS, lane_at, record_size,
};
use crate::system::map::{Access, Map};
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64};

pub struct Lane {
    sender: Map,
    returns: Map,
    pub ring: Map,
    pub capacity: u64,
}

impl Lane {
    /// Maps a lane for its sender, which writes into its area and the ring.
    pub fn of_sender(file: &File, lane: u32, capacity: u64) -> io::Result<Self> {
        Self::map(file, lane, capacity, [Access::Write, Access::Read])
    }

    /// Maps a lane for the receiver, which writes into the area of what it returns.
    pub fn of_receiver(file: &File, lane: u32, capacity: u64) -> io::Result<Self> {
        Self::map(file, lane, capacity, [Access::Read, Access::Write])
    }

    /// Maps the lane of a broadcast for a listener, which writes nothing.
    pub fn of_listener(file: &File, capacity: u64) -> io::Result<Self> {
        Self::map(file, 0, capacity, [Access::Read, Access::Read])
    }

    fn map(file: &File, lane: u32, capacity: u64, [sender, receiver]: [Access; 2]) -> io::Result<Self> {
        let at = lane_at(u64::from(lane), capacity);
        Ok(Self {
            sender: Map::once(file, at + SENDER, AREA, sender)?,
            returns: Map::once(file, at + RETURNS, AREA, receiver)?,
            ring: Map::twice(file, at + RING, capacity, sender)?,
            capacity,
        })
    }

    /// The position up to which the sender has committed.
    pub fn head(&self) -> &AtomicU64 {
        self.sender.u64(SENDER_HEAD)
    }

    /// The position up to which the sender of a broadcast may have overwritten the ring.
    pub fn intent(&self) -> &AtomicU64 {
        self.sender.u64(SENDER_INTENT)
    }

    /// The position of the last message of a broadcast.
    pub fn latest(&self) -> &AtomicU64 {
        self.sender.u64(SENDER_LATEST)
    }

    /// The room for which the sender sleeps.
    pub fn sender_waits(&self) -> &AtomicU32 {
        self.sender.u32(SENDER_WAITS)
    }

    pub fn sender_state(&self) -> &AtomicU32 {
        self.sender.u32(SENDER_STATE)
    }

    /// The position up to which the receiver has received.
    pub fn tail(&self) -> &AtomicU64 {
        self.returns.u64(RETURNS_TAIL)
    }

    /// What the sender sleeps on.
    pub fn returns_bell(&self) -> &AtomicU32 {
        self.returns.u32(RETURNS_BELL)
    }

    /// Returns the place of a position in the ring.
    pub fn place(&self, position: u64) -> u64 {
        position & (self.capacity - 1)
    }

    /// Returns the bytes between two positions, one of which another process wrote.
    pub fn used(&self, head: u64, tail: u64) -> Result<u64, Error> {
        let used = head.wrapping_sub(tail);
        let is_sound = used <= self.capacity && used % RECORD_ALIGNMENT == 0;
        if is_sound { Ok(used) } else { Err(Error::Corrupt(Corruption::Positions)) }
    }

    /// Returns the length of a message from the word in front of it, of which this many bytes are committed.
    pub fn length(word: u64, used: u64) -> Result<u64, Error> {
        let is_sound = used >= RECORD_HEADER && word <= used - RECORD_HEADER && record_size(word) <= used;
        if is_sound { Ok(word) } else { Err(Error::Corrupt(Corruption::Length)) }
    }
}

/// Checks a position at which a side goes on: it and the other one were written by other processes.
pub fn check_start(lane: &Lane, head: u64, tail: u64) -> Result<(), Error> {
    let is_aligned = head % RECORD_ALIGNMENT == 0;
    if is_aligned { lane.used(head, tail).map(drop) } else { Err(Error::Corrupt(Corruption::Positions)) }
}
