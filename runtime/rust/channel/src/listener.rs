use crate::channel::Channel;
use crate::error::{Corruption, Error, Side};
use crate::lane::Lane;
use crate::layout::{
    AREA, BELL, BELL_COUNT, BROADCAST_HEADER, LOCK_SENDER, RECEIVER, RECEIVER_WAITS, RECORD_ALIGNMENT, RECORD_HEADER,
    STATE_ATTACHED, STATE_CLOSED, broadcast_most, broadcast_record_size,
};
use crate::system::map::{Access, Map};
use crate::system::{file, futex};
use crate::wait::{Next, Wait, Waiting};
use std::fs::File;
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::sync::atomic::fence;

/// An end of a broadcast that receives. There may be any number of them, and none holds the sender up.
pub struct Listener {
    file: File,
    lane: Lane,
    area: Map,
    bell: Map,
    /// The position of the next message.
    position: u64,
    /// The number of the next message, if one was received before.
    number: Option<u64>,
    broken: Option<Corruption>,
}

/// Tries to copy a message that the sender overwrites meanwhile, before it counts as none.
const TRIES: usize = 4;

/// What became of copying the next message.
enum Attempt {
    /// It was copied, after as many others were lost.
    Received(u64),
    Nothing,
    /// The sender has overwritten it.
    Overwritten,
}

impl Listener {
    pub(crate) fn attach(channel: &Channel) -> Result<Self, Error> {
        let file = channel.opened_again()?;
        let mapping = |error| Error::System("map the channel", error);
        let lane = Lane::of_listener(&file, channel.capacity()).map_err(mapping)?;
        let area = Map::once(&file, RECEIVER, AREA, Access::Write).map_err(mapping)?;
        let bell = Map::once(&file, BELL, AREA, Access::Read).map_err(mapping)?;
        let position = lane.latest().load(Acquire);
        if position % RECORD_ALIGNMENT != 0 {
            return Err(Error::Corrupt(Corruption::Positions));
        }
        Ok(Self { file, lane, area, bell, position, number: None, broken: None })
    }

    /// Receives a message, which is copied out, and returns how many messages were overwritten before this listener could receive
    /// them. A copy that the sender overwrote meanwhile is never returned.
    ///
    /// # Errors
    /// See [`Error`]. `message` is empty then.
    pub fn receive(&mut self, message: &mut Vec<u8>, wait: Wait) -> Result<u64, Error> {
        let result = self.wait_for_message(message, wait);
        if result.is_err() {
            message.clear();
        }
        result
    }

    fn wait_for_message(&mut self, message: &mut Vec<u8>, wait: Wait) -> Result<u64, Error> {
        let mut waiting = Waiting::new(wait);
        let mut is_over = false;
        loop {
            if let Some(lost) = self.poll(message)? {
                return Ok(lost);
            }
            match waiting.next() {
                Next::Spin => std::hint::spin_loop(),
                Next::GiveUp => {
                    let end = self.look_at_sender(true)?.unwrap_or(Error::TimedOut);
                    return self.poll(message)?.ok_or(end);
                }
                Next::Sleep(most) => {
                    self.area.u32(RECEIVER_WAITS).store(1, Relaxed);
                    fence(SeqCst);
                    let seen = self.bell.u32(BELL_COUNT).load(Acquire);
                    let end = self.look_at_sender(is_over)?;
                    // What was sent before the end is received before it.
                    if let Some(lost) = self.poll(message)? {
                        return Ok(lost);
                    }
                    if let Some(end) = end {
                        return Err(end);
                    }
                    is_over = !futex::sleep(self.bell.u32(BELL_COUNT), seen, most);
                }
            }
        }
    }

    /// Copies the next message, if there is one, and returns how many were lost before it.
    fn poll(&mut self, message: &mut Vec<u8>) -> Result<Option<u64>, Error> {
        if let Some(broken) = self.broken {
            return Err(Error::Corrupt(broken));
        }
        for _ in 0..TRIES {
            let attempt = self.attempt(message).and_then(|attempt| match attempt {
                Attempt::Overwritten => self.catch_up().map(|()| attempt),
                attempt => Ok(attempt),
            });
            match attempt {
                Ok(Attempt::Received(lost)) => return Ok(Some(lost)),
                Ok(Attempt::Nothing) => return Ok(None),
                Ok(Attempt::Overwritten) => {}
                Err(corruption) => {
                    self.broken = Some(corruption);
                    return Err(Error::Corrupt(corruption));
                }
            }
        }
        Ok(None)
    }

    fn attempt(&mut self, message: &mut Vec<u8>) -> Result<Attempt, Corruption> {
        let sent = self.lane.head().load(Acquire).wrapping_sub(self.position);
        if sent == 0 {
            return Ok(Attempt::Nothing);
        }
        if sent > self.lane.capacity {
            return Ok(Attempt::Overwritten);
        }
        let place = self.lane.place(self.position);
        let length = self.lane.ring.u64(place).load(Relaxed);
        let number = self.lane.ring.u64(place + RECORD_HEADER).load(Relaxed);
        let is_sound = length <= broadcast_most(self.lane.capacity) && broadcast_record_size(length) <= sent;
        if is_sound {
            self.lane.ring.copy_words_out(place + BROADCAST_HEADER, length as usize, message);
        }
        // The sender stores its intent before it overwrites: if a copied byte was overwritten, this load sees it.
        fence(Acquire);
        if self.lane.intent().load(Relaxed).wrapping_sub(self.position) > self.lane.capacity {
            return Ok(Attempt::Overwritten);
        }
        if !is_sound {
            return Err(Corruption::Length);
        }
        let lost = number.wrapping_sub(self.number.unwrap_or(number));
        if lost > u64::MAX / 2 {
            return Err(Corruption::Positions);
        }
        self.position = self.position.wrapping_add(broadcast_record_size(length));
        self.number = Some(number.wrapping_add(1));
        Ok(Attempt::Received(lost))
    }

    /// Goes on with the last message.
    fn catch_up(&mut self) -> Result<(), Corruption> {
        let latest = self.lane.latest().load(Acquire);
        let ahead = latest.wrapping_sub(self.position);
        if ahead == 0 || ahead > u64::MAX / 2 || latest % RECORD_ALIGNMENT != 0 {
            return Err(Corruption::Positions);
        }
        self.position = latest;
        Ok(())
    }

    /// Returns what is to tell of the sender, if anything. Its lock is only looked at if it is to be thorough.
    fn look_at_sender(&self, is_thorough: bool) -> Result<Option<Error>, Error> {
        Ok(match u64::from(self.lane.sender_state().load(Acquire)) {
            STATE_CLOSED => Some(Error::Closed),
            STATE_ATTACHED if is_thorough && !self.is_sender_alive()? => Some(Error::Died(Side::Sender(0))),
            _ => None,
        })
    }

    fn is_sender_alive(&self) -> Result<bool, Error> {
        file::is_locked(&self.file, LOCK_SENDER).map_err(|error| Error::System("look at a lock", error))
    }
}
