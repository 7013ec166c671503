use crate::channel::Channel;
use crate::error::{Corruption, Error, Side};
use crate::lane::Lane;
use crate::layout::{
    AREA, BELL, BELL_COUNT, BROADCAST_HEADER, LOCK_SENDER, RECEIVER, RECEIVER_WAITS, RECORD_ALIGNMENT, RECORD_HEADER,
    STATE_ATTACHED, STATE_CLOSED, broadcast_most, broadcast_record_size,
};
use crate::slot::{Owner, Slot};
use crate::system::map::{Access, Map};
use crate::system::{file, futex};
use std::fs::File;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;

/// The end of a broadcast that sends. It never waits: listeners that are too slow lose messages, and are told how many. Dropping it
/// tells listeners the end.
pub struct Broadcaster {
    /// Holds the lock.
    file: File,
    lane: Lane,
    listeners: Map,
    bell: Map,
    /// Memory for encoders.
    pub(crate) scratch: Vec<u8>,
    /// What is committed. Words in shared memory are only written, so that nobody can change these.
    head: u64,
    /// The position up to which the ring is overwritten. It never goes back, also not after the death of a sender.
    intent: u64,
    /// The number of the next message.
    number: u64,
}

impl Broadcaster {
    pub(crate) fn attach(channel: &Channel) -> Result<Self, Error> {
        let file = channel.opened_again()?;
        if !file::lock(&file, LOCK_SENDER).map_err(|error| Error::System("lock the channel", error))? {
            return Err(Error::Busy(Side::Sender(0)));
        }
        let mapping = |error| Error::System("map the channel", error);
        let lane = Lane::of_sender(&file, 0, channel.capacity()).map_err(mapping)?;
        let listeners = Map::once(&file, RECEIVER, AREA, Access::Write).map_err(mapping)?;
        let bell = Map::once(&file, BELL, AREA, Access::Write).map_err(mapping)?;
        let (head, intent, number) = start(&lane)?;
        lane.sender_state().store(STATE_ATTACHED as u32, Release);
        Ok(Self { file, lane, listeners, bell, scratch: Vec::new(), head, intent, number })
    }

    /// Returns the most bytes of a message.
    #[must_use]
    pub fn most(&self) -> u64 {
        broadcast_most(self.lane.capacity)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If it is too large. Nothing is sent then.
    pub fn send(&mut self, message: &[u8]) -> Result<(), Error> {
        let mut slot = self.claim(message.len())?;
        slot.write(0, message);
        slot.commit(message.len());
        Ok(())
    }

    /// Returns room for a message of at most this length. What is overwritten is lost, even if nothing is committed.
    ///
    /// # Errors
    /// If the message is too large.
    pub fn claim(&mut self, length: usize) -> Result<Slot<'_>, Error> {
        let (size, most) = (length as u64, self.most());
        if size > most {
            return Err(Error::TooLarge { size, most });
        }
        self.intent = self.intent.max(self.head + broadcast_record_size(size));
        self.lane.intent().store(self.intent, Relaxed);
        // A listener that copies a byte that is written from here on sees the intent afterwards.
        fence(Release);
        Ok(Slot::new(Owner::Broadcaster(self), length))
    }

    /// Returns the ring, and the place in it of the message that was claimed.
    pub(crate) fn claimed(&self) -> (&Map, u64) {
        (&self.lane.ring, self.lane.place(self.head) + BROADCAST_HEADER)
    }

    pub(crate) fn claimed_mut(&mut self) -> (&mut Map, u64) {
        let start = self.lane.place(self.head) + BROADCAST_HEADER;
        (&mut self.lane.ring, start)
    }

    pub(crate) fn commit(&mut self, length: usize) {
        let length = length as u64;
        let place = self.lane.place(self.head);
        self.lane.ring.u64(place).store(length, Relaxed);
        self.lane.ring.u64(place + RECORD_HEADER).store(self.number, Relaxed);
        self.lane.latest().store(self.head, Release);
        self.head += broadcast_record_size(length);
        self.number = self.number.wrapping_add(1);
        self.lane.head().swap(self.head, SeqCst);
        let waits = self.listeners.u32(RECEIVER_WAITS);
        if waits.load(SeqCst) != 0 {
            // Listeners that sleep again say so again. One that dies asleep must not cost more than one call.
            waits.store(0, SeqCst);
            self.ring_bell();
        }
    }

    fn ring_bell(&self) {
        let bell = self.bell.u32(BELL_COUNT);
        bell.fetch_add(1, Release);
        futex::wake(bell);
    }

    /// Tells listeners the end, after the last message.
    pub fn close(self) {
        drop(self);
    }
}

impl Drop for Broadcaster {
    fn drop(&mut self) {
        self.lane.sender_state().store(STATE_CLOSED as u32, Release);
        self.ring_bell();
        file::unlock(&self.file, LOCK_SENDER);
    }
}

/// Returns the position, the intent and the number with which a sender goes on where the last one was.
fn start(lane: &Lane) -> Result<(u64, u64, u64), Error> {
    let (latest, head, intent) = (lane.latest().load(Acquire), lane.head().load(Acquire), lane.intent().load(Acquire));
    let most = lane.capacity / 2;
    let are_near = head.wrapping_sub(latest) <= most && intent.wrapping_sub(head) <= most;
    // The last bytes of 64 bits are out of reach for an honest sender.
    let are_sound = (latest | head) % RECORD_ALIGNMENT == 0 && head <= u64::MAX / 2;
    if !are_near || !are_sound {
        return Err(Error::Corrupt(Corruption::Positions));
    }
    let number = lane.ring.u64(lane.place(latest) + RECORD_HEADER).load(Relaxed);
    // A sender that died in between has stored the position of a message that it did not commit, or that is the first one.
    let is_committed = latest != head;
    Ok((head, intent, number.wrapping_add(u64::from(is_committed))))
}
