//! The calls that are answered, which are told when the server ends.

use super::request::Post;
use polywire_net::{Arrived, Mailbox, Postbox};
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Calls of all connections, and of one, that are answered at the same time.
pub const CALLS: usize = 256;
pub const CALLS_OF_CONNECTION: usize = 64;

/// The calls that are answered.
#[derive(Default)]
pub struct Calls {
    running: Mutex<Running>,
    ended: Condvar,
}

#[derive(Default)]
struct Running {
    last: u64,
    postboxes: BTreeMap<u64, Postbox<Post>>,
    is_stopping: bool,
}

impl Calls {
    /// Ends all calls, and waits until all is done.
    pub fn stop(&self) {
        let mut running = self.running();
        running.is_stopping = true;
        let all: Vec<Postbox<Post>> = running.postboxes.values().cloned().collect();
        drop(running);
        self.ended.notify_all();
        for postbox in all {
            postbox.post(Post::Stop);
        }
        let is_running = |running: &mut Running| !running.postboxes.is_empty();
        drop(self.ended.wait_while(self.running(), is_running));
    }

    /// Makes a call one that is told when the server ends; `None` if it ends already.
    pub fn list(&self, postbox: &Postbox<Post>) -> Option<Listed<'_>> {
        self.list_among(postbox, usize::MAX)
    }

    /// The same, as one of at most so many: waits until there are fewer.
    pub fn list_among(&self, postbox: &Postbox<Post>, most: usize) -> Option<Listed<'_>> {
        let is_full = |running: &mut Running| !running.is_stopping && running.postboxes.len() >= most;
        let waited = self.ended.wait_while(self.running(), is_full);
        let mut running = waited.unwrap_or_else(PoisonError::into_inner);
        if running.is_stopping {
            return None;
        }
        running.last += 1;
        let number = running.last;
        running.postboxes.insert(number, postbox.clone());
        Some(Listed { calls: self, number })
    }

    /// Hands over what arrives on the connection of these calls until it ends, or what arrives is not of the protocol, which has no answer:
    /// `take` returns false then.
    pub fn feed(&self, arrived: &mut Mailbox<Arrived>, mut take: impl FnMut(&[u8]) -> bool) {
        loop {
            match arrived.receive(None) {
                Some(Arrived::Data(bytes)) if take(&bytes) => {}
                Some(Arrived::Data(_) | Arrived::Done) | None => return,
                Some(Arrived::Lost(_)) => return self.stop(),
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that is answered, until the end of this value.
pub struct Listed<'c> {
    calls: &'c Calls,
    number: u64,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.calls.running().postboxes.remove(&self.number);
        self.calls.ended.notify_all();
    }
}
