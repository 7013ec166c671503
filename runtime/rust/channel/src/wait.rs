use crate::layout::LIVENESS_MILLIS;
use std::time::{Duration, Instant};

/// How long to wait for a message, or for room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Not at all.
    Never,
    /// At most this long.
    For(Duration),
    /// Until something happens. The death of the other side is told anyway.
    Forever,
}

/// Tries before a side sleeps: a few microseconds, within which a message of an awake peer arrives.
const SPINS: u32 = 200;

/// The progress of waiting.
pub(crate) struct Waiting {
    wait: Wait,
    spins: u32,
    /// Known when the first sleep begins.
    end: Option<Instant>,
}

/// What to do next.
pub(crate) enum Next {
    Spin,
    /// Sleep at most this long.
    Sleep(Duration),
    GiveUp,
}

impl Waiting {
    pub fn new(wait: Wait) -> Self {
        let spins = if wait == Wait::Never { 0 } else { SPINS };
        Self { wait, spins, end: None }
    }

    pub fn next(&mut self) -> Next {
        if self.spins > 0 {
            self.spins -= 1;
            return Next::Spin;
        }
        let slice = Duration::from_millis(LIVENESS_MILLIS);
        match self.wait {
            Wait::Never => Next::GiveUp,
            Wait::Forever => Next::Sleep(slice),
            Wait::For(time) => {
                let now = Instant::now();
                let end = match self.end {
                    Some(end) => end,
                    None => match now.checked_add(time) {
                        Some(end) => *self.end.insert(end),
                        // No clock reaches it.
                        None => return Next::Sleep(slice),
                    },
                };
                let left = end.saturating_duration_since(now);
                if left.is_zero() { Next::GiveUp } else { Next::Sleep(left.min(slice)) }
            }
        }
    }
}
