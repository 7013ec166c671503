//! When calls start.

use super::super::args::Load as Args;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// When calls start, and which is the last one.
pub struct Plan {
    started: Instant,
    last: AtomicU64,
    count: Option<u64>,
    duration: Option<Duration>,
    /// Calls a second; otherwise a call starts when one before has ended.
    rate: Option<f64>,
    stop: Stop,
}

/// Tells that no more calls start.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

/// How often those who wait for the start of a call look whether it starts at all.
const GLANCE: Duration = Duration::from_millis(100);

impl Stop {
    pub fn set(&self) -> bool {
        self.0.store(true, Ordering::Relaxed);
        true
    }
}

impl Plan {
    pub fn new(args: &Args) -> Self {
        let (count, duration, rate) = (args.count, args.duration, args.rate);
        Self { started: Instant::now(), last: AtomicU64::new(0), count, duration, rate, stop: Stop::default() }
    }

    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    pub fn most(&self) -> u64 {
        self.count.unwrap_or(u64::MAX)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Waits until the next call has to start, and returns when that was: with a rate, the time that was intended, however late it is now.
    pub fn next(&self) -> Option<Instant> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let after = self.rate.map_or_else(
            || self.elapsed(),
            |rate| Duration::try_from_secs_f64(number as f64 / rate).unwrap_or(Duration::MAX),
        );
        let is_last = self.count.is_some_and(|count| number >= count);
        if is_last || self.duration.is_some_and(|duration| after >= duration) {
            return None;
        }
        loop {
            if self.stop.0.load(Ordering::Relaxed) {
                return None;
            }
            match after.checked_sub(self.elapsed()).filter(|left| !left.is_zero()) {
                Some(left) => sleep(left.min(GLANCE)),
                None => return Some(self.started + after),
            }
        }
    }

    /// Returns how many steps of how many are done.
    pub fn progress(&self) -> (usize, usize) {
        match (self.count, self.duration) {
            (Some(count), _) => (self.last.load(Ordering::Relaxed).min(count) as usize, count as usize),
            (None, Some(duration)) => (self.elapsed().as_millis() as usize, duration.as_millis() as usize),
            (None, None) => (0, 0),
        }
    }
}
