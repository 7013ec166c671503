use crate::alarm::Alarm;
use crate::channel::Channel;
use crate::error::{Corruption, Error, Side};
use crate::lane::{Lane, check_start};
use crate::layout::{
    AREA, BELL, BELL_COUNT, LOCK_RECEIVER, LOCK_SENDER, RECEIVER, RECEIVER_STATE, RECEIVER_WAITS, RECORD_HEADER,
    STATE_ATTACHED, STATE_CLOSED, STATE_UNUSED, record_size,
};
use crate::system::map::{Access, Map};
use crate::system::trusted::Trusted;
use crate::system::{file, futex};
use crate::wait::{Next, Wait, Waiting};
use std::fs::File;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;

/// The end of a channel that receives. Dropping it closes the channel for senders.
pub struct Receiver {
    /// Holds the lock.
    file: File,
    lanes: Vec<Source>,
    area: Map,
    bell: Map,
    /// The lane to look at first, so that none is preferred.
    next: usize,
}

/// A lane to receive from.
struct Source {
    lane: Lane,
    /// What is received. The word in shared memory is only written, so that nobody can change it.
    tail: u64,
    /// What was committed when the sender was last looked at.
    head: u64,
    is_broken: bool,
    /// The death of the sender was told.
    is_told: bool,
}

/// What there is in a lane.
#[derive(Clone, Copy)]
struct Record {
    source: usize,
    /// The place of the message in the ring.
    place: u64,
    length: u64,
}

impl Receiver {
    pub(crate) fn attach(channel: &Channel) -> Result<Self, Error> {
        let file = channel.opened_again()?;
        if !file::lock(&file, LOCK_RECEIVER).map_err(|error| Error::System("lock the channel", error))? {
            return Err(Error::Busy(Side::Receiver));
        }
        let mapping = |error| Error::System("map the channel", error);
        let lanes = (0..channel.lanes()).map(|number| Source::attach(&file, number, channel.capacity()));
        let lanes = lanes.collect::<Result<Vec<_>, _>>()?;
        let area = Map::once(&file, RECEIVER, AREA, Access::Write).map_err(mapping)?;
        let bell = Map::once(&file, BELL, AREA, Access::Read).map_err(mapping)?;
        area.u32(RECEIVER_WAITS).store(0, Relaxed);
        area.u32(RECEIVER_STATE).store(STATE_ATTACHED as u32, Release);
        Ok(Self { file, lanes, area, bell, next: 0 })
    }

    /// Receives a message: it is copied out, so that nobody can change it while it is read.
    ///
    /// # Errors
    /// See [`Error`]. `message` is empty then.
    pub fn receive(&mut self, message: &mut Vec<u8>, wait: Wait) -> Result<(), Error> {
        message.clear();
        let record = self.wait_for_record(wait)?;
        self.lanes[record.source].lane.ring.copy_out(record.place, record.length as usize, message);
        self.release(record);
        Ok(())
    }

    /// Calls a function with the address and the length of a message in shared memory, which is released afterwards: for few fields
    /// of large messages, with checks on each access.
    ///
    /// The sender can change the bytes at any time. Load each of them once, and check it.
    ///
    /// # Errors
    /// See [`Error`]. The function is not called then.
    pub fn receive_checked<T>(&mut self, wait: Wait, read: impl FnOnce(NonNull<u8>, usize) -> T) -> Result<T, Error> {
        let record = self.wait_for_record(wait)?;
        let length = record.length as usize;
        let result = read(self.lanes[record.source].lane.ring.place(record.place, length), length);
        self.release(record);
        Ok(result)
    }

    /// Calls a function with a message in shared memory, which is released afterwards. Only for senders that are trusted: a message
    /// that is valid now could be another one a moment later.
    ///
    /// # Errors
    /// See [`Error`]. The function is not called then.
    pub fn receive_trusted<T>(
        &mut self,
        trusted: Trusted,
        wait: Wait,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, Error> {
        let record = self.wait_for_record(wait)?;
        let ring = &self.lanes[record.source].lane.ring;
        let result = ring.read_in_place(trusted, record.place, record.length as usize, read);
        self.release(record);
        Ok(result)
    }

    /// Returns a descriptor for event loops.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn alarm(&self) -> Result<Alarm, Error> {
        Alarm::of(&self.file, (self.lanes.len() as u32, self.lanes[0].lane.capacity))
    }

    /// Makes senders ring the bell, and returns its count; nothing if there is something to receive or to tell.
    pub(crate) fn begin_waiting(&mut self) -> Result<Option<u32>, Error> {
        self.area.u32(RECEIVER_WAITS).store(1, Relaxed);
        fence(SeqCst);
        let bell = self.bell.u32(BELL_COUNT).load(Acquire);
        let is_ready = self.poll()?.is_some() || self.look_at_senders(true)?.is_some();
        if is_ready {
            self.end_waiting();
        }
        Ok((!is_ready).then_some(bell))
    }

    pub(crate) fn end_waiting(&mut self) {
        self.area.u32(RECEIVER_WAITS).store(0, Relaxed);
    }

    fn wait_for_record(&mut self, wait: Wait) -> Result<Record, Error> {
        let mut waiting = Waiting::new(wait);
        let mut is_over = false;
        loop {
            if let Some(record) = self.poll()? {
                return Ok(record);
            }
            match waiting.next() {
                Next::Spin => std::hint::spin_loop(),
                Next::GiveUp => return self.end_of_wait(),
                Next::Sleep(most) => {
                    self.area.u32(RECEIVER_WAITS).store(1, Relaxed);
                    fence(SeqCst);
                    let result = self.sleep(most, is_over);
                    self.end_waiting();
                    match result? {
                        Woken::With(record) => return Ok(record),
                        Woken::Early => is_over = false,
                        Woken::Late => is_over = true,
                    }
                }
            }
        }
    }

    /// Sleeps, unless there is something to receive or to tell by now.
    fn sleep(&mut self, most: std::time::Duration, is_thorough: bool) -> Result<Woken, Error> {
        let seen = self.bell.u32(BELL_COUNT).load(Acquire);
        if let Some(record) = self.poll()? {
            return Ok(Woken::With(record));
        }
        if let Some(end) = self.look_at_senders(is_thorough)? {
            return self.last_or(end).map(Woken::With);
        }
        let is_early = futex::sleep(self.bell.u32(BELL_COUNT), seen, most);
        Ok(if is_early { Woken::Early } else { Woken::Late })
    }

    fn end_of_wait(&mut self) -> Result<Record, Error> {
        let end = self.look_at_senders(true)?.unwrap_or(Error::TimedOut);
        self.last_or(end)
    }

    /// Returns a message that was committed before its sender came to an end, or else what is to tell.
    fn last_or(&mut self, end: Error) -> Result<Record, Error> {
        if let Some(record) = self.poll()? {
            return Ok(record);
        }
        if let Error::Died(Side::Sender(lane)) = end {
            self.lanes[lane as usize].is_told = true;
        }
        Err(end)
    }

    /// Looks for a message in all lanes.
    fn poll(&mut self) -> Result<Option<Record>, Error> {
        let count = self.lanes.len();
        for step in 0..count {
            let source = (self.next + step) % count;
            if let Some((place, length)) = self.lanes[source].poll()? {
                return Ok(Some(Record { source, place, length }));
            }
        }
        Ok(None)
    }

    /// Returns what is to tell of the senders, if anything. Locks are only looked at if it is to be thorough.
    fn look_at_senders(&mut self, is_thorough: bool) -> Result<Option<Error>, Error> {
        let mut senders = Senders::default();
        for (number, source) in (0..).zip(&mut self.lanes) {
            if source.is_broken {
                continue;
            }
            senders.is_any_sound = true;
            let state = u64::from(source.lane.sender_state().load(Acquire));
            if state == STATE_CLOSED || state == STATE_UNUSED {
                senders.are_some_closed |= state == STATE_CLOSED;
                source.is_told = false;
            } else if !is_thorough || is_alive(&self.file, number)? {
                senders.are_some_alive = true;
                source.is_told &= !is_thorough;
            } else if source.is_told {
                senders.dead = Some(number);
            } else {
                return Ok(Some(Error::Died(Side::Sender(number))));
            }
        }
        Ok(senders.end())
    }

    fn release(&mut self, record: Record) {
        self.next = (record.source + 1) % self.lanes.len();
        self.lanes[record.source].release(record.length);
    }

    /// Closes the channel: senders are told, and can send nothing more.
    pub fn close(self) {
        drop(self);
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.area.u32(RECEIVER_STATE).store(STATE_CLOSED as u32, Release);
        self.lanes.iter().for_each(Source::ring_bell);
        file::unlock(&self.file, LOCK_RECEIVER);
    }
}

enum Woken {
    With(Record),
    Early,
    /// The time was over.
    Late,
}

#[derive(Default)]
struct Senders {
    is_any_sound: bool,
    are_some_alive: bool,
    are_some_closed: bool,
    /// One whose death was told before.
    dead: Option<u32>,
}

impl Senders {
    fn end(&self) -> Option<Error> {
        match (self.are_some_alive, self.dead) {
            _ if !self.is_any_sound => Some(Error::Corrupt(Corruption::Positions)),
            (true, _) => None,
            (false, Some(lane)) => Some(Error::Died(Side::Sender(lane))),
            (false, None) => self.are_some_closed.then_some(Error::Closed),
        }
    }
}

fn is_alive(file: &File, lane: u32) -> Result<bool, Error> {
    file::is_locked(file, LOCK_SENDER + u64::from(lane)).map_err(|error| Error::System("look at a lock", error))
}

impl Source {
    fn attach(file: &File, number: u32, capacity: u64) -> Result<Self, Error> {
        let lane =
            Lane::of_receiver(file, number, capacity).map_err(|error| Error::System("map the channel", error))?;
        let (head, tail) = (lane.head().load(Acquire), lane.tail().load(Relaxed));
        check_start(&lane, head, tail)?;
        Ok(Self { lane, tail, head: tail, is_broken: false, is_told: false })
    }

    /// Returns the place and the length of the next message.
    fn poll(&mut self) -> Result<Option<(u64, u64)>, Error> {
        if self.is_broken {
            return Ok(None);
        }
        self.next().inspect_err(|_| self.is_broken = true)
    }

    fn next(&mut self) -> Result<Option<(u64, u64)>, Error> {
        if self.head == self.tail {
            self.head = self.lane.head().load(Acquire);
            if self.head == self.tail {
                return Ok(None);
            }
        }
        let used = self.lane.used(self.head, self.tail)?;
        let place = self.lane.place(self.tail);
        let word = self.lane.ring.u64(place).load(Relaxed);
        let length = Lane::length(word, used)?;
        Ok(Some((place + RECORD_HEADER, length)))
    }

    fn release(&mut self, length: u64) {
        self.tail = self.tail.wrapping_add(record_size(length));
        // Either the sender sees the room before it sleeps, or this process sees for how much it waits.
        self.lane.tail().swap(self.tail, SeqCst);
        let wanted = u64::from(self.lane.sender_waits().load(SeqCst));
        if wanted != 0 && self.lane.capacity - self.head.wrapping_sub(self.tail) >= wanted {
            self.ring_bell();
        }
    }

    fn ring_bell(&self) {
        let bell = self.lane.returns_bell();
        bell.fetch_add(1, Release);
        futex::wake(bell);
    }
}
