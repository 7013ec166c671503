//! Random steps: nothing panics, each call ends once, limits hold, and nothing is left in the end.

mod client;
mod server;

use polywire_rpc::{Action, Call, CallId, Count, End, Envelope, Item, Limits, Start, Status};
use std::collections::BTreeMap;

const SESSIONS: u64 = 2000;
const STEPS: usize = 200;
const LIMITS: Limits = Limits { calls: 3, unsent: 2, untaken: 2 };

/// Numbers that look random (xorshift64*).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % limit
    }

    /// One of the calls so far, or one that never was.
    fn id(&mut self, calls: u64) -> CallId {
        CallId(calls.saturating_sub(self.below(5)))
    }

    fn count(&mut self) -> Count {
        if self.below(2) == 0 { Count::One } else { Count::Many }
    }

    fn call(&mut self) -> Call {
        let timeout = [None, Some(self.below(20)), Some(u64::MAX)][self.below(3) as usize];
        Call { timeout, ..Call::default() }
    }

    fn end(&mut self) -> End {
        End::failed(Status(self.below(3) as u32), "")
    }

    /// Mostly messages.
    fn envelope(&mut self) -> Envelope {
        match self.below(12) {
            0 => Envelope::Call(Call::default()),
            1 | 2 => Envelope::Start(Start::default()),
            3 => Envelope::End(self.end()),
            _ => Envelope::Item(Item::default()),
        }
    }
}

/// What is known about the calls of a session, from outside.
#[derive(Default)]
struct Observed(BTreeMap<CallId, Seen>);

#[derive(Default)]
struct Seen {
    /// Messages that are to be sent, and those of which the session knows that they were.
    unsent: usize,
    has_started: bool,
    items: usize,
    /// Nothing may be sent any more, and nothing told.
    is_closed: bool,
    is_over: bool,
}

impl Observed {
    fn begin(&mut self, id: CallId) {
        assert!(self.0.insert(id, Seen::default()).is_none(), "the number of a call is used again");
    }

    fn call(&mut self, id: CallId) -> &mut Seen {
        self.0.get_mut(&id).expect("a call that began")
    }

    fn sent(&mut self, id: CallId) {
        if let Some(call) = self.0.get_mut(&id) {
            call.unsent = call.unsent.saturating_sub(1);
        }
    }

    fn act(&mut self, action: &Action) {
        let (Action::Send(id, _) | Action::Finish(id) | Action::Cancel(id)) = action;
        let call = self.call(*id);
        assert!(!call.is_closed, "something is sent behind the end");
        match action {
            Action::Send(_, Envelope::Item(_)) => {
                call.unsent += 1;
                call.items += 1;
                assert!(call.unsent <= LIMITS.unsent);
            }
            Action::Send(_, Envelope::Start(_)) => {
                assert!(!call.has_started && call.items == 0);
                call.has_started = true;
            }
            Action::Send(_, Envelope::End(_)) | Action::Cancel(_) => call.is_closed = true,
            Action::Send(_, Envelope::Call(_)) | Action::Finish(_) => {}
        }
    }

    /// An event tells about a call, perhaps its end.
    fn tell(&mut self, id: CallId, is_end: bool) {
        let call = self.call(id);
        assert!(!call.is_over, "something is told behind the end");
        call.is_over = is_end;
    }

    fn open(&self) -> usize {
        self.0.values().filter(|call| !call.is_over).count()
    }
}
