use crate::channel::Channel;
use crate::error::{Error, Side};
use crate::lane::{Lane, check_start};
use crate::layout::{
    AREA, BELL, BELL_COUNT, LOCK_RECEIVER, LOCK_SENDER, RECEIVER, RECEIVER_STATE, RECEIVER_WAITS, RECORD_HEADER,
    STATE_ATTACHED, STATE_CLOSED, record_size,
};
use crate::slot::{Owner, Slot};
use crate::system::map::{Access, Map};
use crate::system::{file, futex};
use crate::wait::{Next, Wait, Waiting};
use std::fs::File;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;

/// The end of a channel that sends. Dropping it closes its lane.
pub struct Sender {
    /// Holds the lock.
    file: File,
    lane: Lane,
    number: u32,
    receiver: Map,
    bell: Map,
    /// Memory for encoders.
    pub(crate) scratch: Vec<u8>,
    /// What is committed. The word in shared memory is only written, so that nobody can change it.
    head: u64,
    /// What the receiver had received when it was last looked at.
    tail: u64,
    is_broken: bool,
    /// The last receiver had closed the channel when this side was attached, which does not concern it.
    was_closed: bool,
}

impl Sender {
    pub(crate) fn attach(channel: &Channel) -> Result<Self, Error> {
        let file = channel.opened_again()?;
        let number = free_lane(&file, channel.lanes())?;
        let mapping = |error| Error::System("map the channel", error);
        let lane = Lane::of_sender(&file, number, channel.capacity()).map_err(mapping)?;
        let receiver = Map::once(&file, RECEIVER, AREA, Access::Read).map_err(mapping)?;
        let bell = Map::once(&file, BELL, AREA, Access::Write).map_err(mapping)?;
        let (head, tail) = (lane.head().load(Acquire), lane.tail().load(Relaxed));
        check_start(&lane, head, tail)?;
        lane.sender_waits().store(0, Relaxed);
        lane.sender_state().store(STATE_ATTACHED as u32, Release);
        let mut sender = Self {
            file,
            lane,
            number,
            receiver,
            bell,
            scratch: Vec::new(),
            head,
            tail,
            is_broken: false,
            was_closed: false,
        };
        sender.was_closed = sender.receiver_state() == STATE_CLOSED;
        Ok(sender)
    }

    /// Returns the number of the lane.
    #[must_use]
    pub fn lane(&self) -> u32 {
        self.number
    }

    /// Returns the most bytes of a message.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.lane.capacity - RECORD_HEADER
    }

    /// Sends a message.
    ///
    /// # Errors
    /// See [`Error`]. Nothing is sent then.
    pub fn send(&mut self, message: &[u8], wait: Wait) -> Result<(), Error> {
        let mut slot = self.claim(message.len(), wait)?;
        slot.write(0, message);
        slot.commit(message.len());
        Ok(())
    }

    /// Returns room for a message of at most this length.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn claim(&mut self, length: usize, wait: Wait) -> Result<Slot<'_>, Error> {
        let (size, most) = (length as u64, self.most());
        if size > most {
            return Err(Error::TooLarge { size, most });
        }
        self.wait_for_room(record_size(size), wait)?;
        Ok(Slot::new(Owner::Sender(self), length))
    }

    fn wait_for_room(&mut self, room: u64, wait: Wait) -> Result<(), Error> {
        self.check_open()?;
        let mut waiting = Waiting::new(wait);
        while !self.has_room(room)? {
            match waiting.next() {
                Next::Spin => std::hint::spin_loop(),
                Next::GiveUp => {
                    self.check_receiver()?;
                    return Err(Error::TimedOut);
                }
                Next::Sleep(most) => {
                    // Waking for each small message that is received would cost more than the message.
                    let wanted = room.max(self.lane.capacity / 8) as u32;
                    self.lane.sender_waits().store(wanted, Relaxed);
                    fence(SeqCst);
                    let seen = self.lane.returns_bell().load(Acquire);
                    let is_ready = self.has_room(room)? || self.check_open().is_err();
                    let is_over = !is_ready && !futex::sleep(self.lane.returns_bell(), seen, most);
                    self.lane.sender_waits().store(0, Relaxed);
                    self.check_open()?;
                    if is_over && !self.has_room(room)? {
                        self.check_receiver()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn has_room(&mut self, room: u64) -> Result<bool, Error> {
        if self.is_broken {
            return Err(Error::Corrupt(crate::Corruption::Positions));
        }
        let used = self.head.wrapping_sub(self.tail);
        if used + room <= self.lane.capacity {
            return Ok(true);
        }
        let tail = self.lane.tail().load(Acquire);
        let used = self.lane.used(self.head, tail).inspect_err(|_| self.is_broken = true)?;
        self.tail = tail;
        Ok(used + room <= self.lane.capacity)
    }

    fn check_open(&mut self) -> Result<(), Error> {
        let is_closed = self.receiver_state() == STATE_CLOSED;
        self.was_closed &= is_closed;
        if is_closed && !self.was_closed { Err(Error::Closed) } else { Ok(()) }
    }

    fn receiver_state(&self) -> u64 {
        u64::from(self.receiver.u32(RECEIVER_STATE).load(Acquire))
    }

    /// Checks that the receiver has not died. There may be none so far.
    fn check_receiver(&mut self) -> Result<(), Error> {
        self.check_open()?;
        if self.receiver_state() != STATE_ATTACHED {
            return Ok(());
        }
        let is_alive =
            file::is_locked(&self.file, LOCK_RECEIVER).map_err(|error| Error::System("look at a lock", error))?;
        if is_alive { Ok(()) } else { Err(Error::Died(Side::Receiver)) }
    }

    /// Returns the ring, and the place in it of the message that was claimed.
    pub(crate) fn claimed(&self) -> (&Map, u64) {
        (&self.lane.ring, self.lane.place(self.head) + RECORD_HEADER)
    }

    pub(crate) fn claimed_mut(&mut self) -> (&mut Map, u64) {
        let start = self.lane.place(self.head) + RECORD_HEADER;
        (&mut self.lane.ring, start)
    }

    pub(crate) fn commit(&mut self, length: usize) {
        let length = length as u64;
        let place = self.lane.place(self.head);
        self.lane.ring.u64(place).store(length, Relaxed);
        self.head = self.head.wrapping_add(record_size(length));
        // Either the receiver sees the message before it sleeps, or this process sees that it waits. Exchanging the word takes half
        // the time of a store and a fence.
        self.lane.head().swap(self.head, SeqCst);
        if self.receiver.u32(RECEIVER_WAITS).load(SeqCst) != 0 {
            self.ring_bell();
        }
    }

    fn ring_bell(&self) {
        let bell = self.bell.u32(BELL_COUNT);
        bell.fetch_add(1, Release);
        futex::wake(bell);
    }

    /// Closes the lane: the receiver receives what is committed, and is then told.
    pub fn close(self) {
        drop(self);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.lane.sender_state().store(STATE_CLOSED as u32, Release);
        self.ring_bell();
        file::unlock(&self.file, LOCK_SENDER + u64::from(self.number));
    }
}

fn free_lane(file: &File, lanes: u32) -> Result<u32, Error> {
    for number in 0..lanes {
        let lock = file::lock(file, LOCK_SENDER + u64::from(number));
        if lock.map_err(|error| Error::System("lock a lane", error))? {
            return Ok(number);
        }
    }
    Err(Error::Busy(Side::Sender(lanes - 1)))
}
