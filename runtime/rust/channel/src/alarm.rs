use crate::error::Error;
use crate::layout::{
    AREA, BELL, BELL_COUNT, LIVENESS_MILLIS, LOCK_SENDER, SENDER, SENDER_STATE, STATE_ATTACHED, lane_at,
};
use crate::receiver::Receiver;
use crate::system::map::{Access, Map};
use crate::system::{file, futex};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A descriptor that becomes readable when there is something to receive or to tell, for event loops; sometimes for no reason.
///
/// A thread of this process sleeps for the receiver, and only while the alarm is armed. Receive until [`Error::TimedOut`],
/// [`Self::arm`], wait in the event loop, [`Self::disarm`], and receive again.
pub struct Alarm {
    event: Arc<File>,
    watch: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread and the alarm share.
#[derive(Default)]
struct Watch {
    /// The count of the bell, and [`ARMED`]; 0 if the alarm is not armed.
    armed: AtomicU64,
    has_ended: AtomicBool,
}

const ARMED: u64 = 1 << 32;

/// What the thread looks at.
struct Watcher {
    /// For the locks of senders. It holds none itself.
    file: File,
    bell: Map,
    senders: Vec<Map>,
    event: Arc<File>,
    watch: Arc<Watch>,
}

impl Alarm {
    pub(crate) fn of(channel: &File, (lanes, capacity): (u32, u64)) -> Result<Self, Error> {
        let failed = |error| Error::System("make an alarm", error);
        let file = file::reopen(channel).map_err(failed)?;
        let bell = Map::once(&file, BELL, AREA, Access::Read).map_err(failed)?;
        let sender = |lane| Map::once(&file, lane_at(u64::from(lane), capacity) + SENDER, AREA, Access::Read);
        let senders = (0..lanes).map(sender).collect::<Result<_, _>>().map_err(failed)?;
        let (event, watch) = (Arc::new(file::event().map_err(failed)?), Arc::<Watch>::default());
        let watcher = Watcher { file, bell, senders, event: event.clone(), watch: watch.clone() };
        let thread = thread::Builder::new().name("channel alarm".to_owned()).spawn(move || watcher.run());
        Ok(Self { event, watch, thread: Some(thread.map_err(failed)?) })
    }

    /// Waits for the next thing that happens. Returns false if there is something to receive or to tell now.
    ///
    /// # Errors
    /// If what is in the channel contradicts the layout, or the system refuses.
    pub fn arm(&self, receiver: &mut Receiver) -> Result<bool, Error> {
        let Some(bell) = receiver.begin_waiting()? else { return Ok(false) };
        self.watch.armed.store(ARMED | u64::from(bell), Release);
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
        Ok(true)
    }

    /// Does not wait any more; the descriptor is not readable from now on. Returns true if it was.
    pub fn disarm(&self, receiver: &mut Receiver) -> bool {
        self.watch.armed.store(0, Release);
        receiver.end_waiting();
        (&*self.event).read(&mut [0; 8]).is_ok()
    }
}

impl AsFd for Alarm {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.event.as_fd()
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.watch.has_ended.store(true, Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It ends within the time in which it looks at locks.
            let _ = thread.join();
        }
    }
}

impl Watcher {
    fn run(self) {
        while !self.watch.has_ended.load(Acquire) {
            let armed = self.watch.armed.load(Acquire);
            if armed & ARMED == 0 {
                thread::park();
                continue;
            }
            let is_early = futex::sleep(self.bell(), armed as u32, Duration::from_millis(LIVENESS_MILLIS));
            let has_rung = self.bell().load(Acquire) != armed as u32;
            let has_happened = has_rung || !is_early && self.has_a_sender_died();
            // It may have been disarmed meanwhile, and even armed again.
            if has_happened && self.watch.armed.compare_exchange(armed, 0, Release, Relaxed).is_ok() {
                let _ = (&*self.event).write(&1_u64.to_ne_bytes());
            }
        }
    }

    fn bell(&self) -> &std::sync::atomic::AtomicU32 {
        self.bell.u32(BELL_COUNT)
    }

    fn has_a_sender_died(&self) -> bool {
        (0..).zip(&self.senders).any(|(lane, sender)| {
            let is_attached = u64::from(sender.u32(SENDER_STATE).load(Acquire)) == STATE_ATTACHED;
            is_attached && !file::is_locked(&self.file, LOCK_SENDER + lane).unwrap_or(true)
        })
    }
}
