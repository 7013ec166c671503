//! Connections without HTTP whose calls are answered at the same time, each on a thread of its own.

use super::accepting::LAST;
use super::calls::{CALLS, CALLS_OF_CONNECTION, Calls};
use super::request::{Post, stopping};
use polywire_net::{Link, Linked, Mailbox, Network, Part, Postbox};
use polywire_rpc::{End, Status};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

/// Posts that a call has not read yet.
const QUEUE: usize = 16;

/// A connection, and its calls.
pub struct Stream<'s> {
    network: &'s Network,
    link: Link,
    /// Of the connection.
    own: Calls,
    /// Of all connections.
    all: &'s Calls,
}

/// Where news of a call are posted, and where they are read.
pub type Mail = (Postbox<Post>, Mailbox<Post>);

/// A call that has arrived.
pub trait Asks: Send + Sync {
    /// Returns the answer; `None` if there is none.
    fn answer(&self, mail: Mail) -> Option<Vec<u8>>;

    /// Returns what tells that it is not answered.
    fn refuse(&self, end: End) -> Option<Vec<u8>>;
}

impl<'s> Stream<'s> {
    /// Serves a connection until it ends; `read` takes what arrives, and returns false if that is not of the protocol.
    pub fn serve(
        (network, all): (&'s Network, &'s Calls),
        Linked { link, mut arrived, .. }: Linked,
        mut read: impl for<'c> FnMut(&'c Self, &'c Scope<'c, '_>, &[u8]) -> bool,
    ) {
        let stream = Self { network, link, own: Calls::default(), all };
        thread::scope(|scope| stream.own.feed(&mut arrived, |bytes| read(&stream, scope, bytes)));
        stream.link.close(LAST);
    }

    pub fn mail(&self) -> Mail {
        self.network.mailbox(QUEUE)
    }

    /// Starts a call; waits if too many have no answer yet.
    pub fn start<'c>(&'c self, scope: &'c Scope<'c, '_>, call: impl Asks + 'static, mail: Mail) {
        let Some(own) = self.own.list_among(&mail.0, CALLS_OF_CONNECTION) else { return };
        let Some(listed) = self.all.list_among(&mail.0, CALLS) else {
            return self.send(call.refuse(stopping()));
        };
        let call = Arc::new(call);
        let asked = call.clone();
        let answer = move || {
            let answer = asked.answer(mail);
            // The end of the server does not wait for a client that does not read.
            drop(listed);
            self.send(answer);
            drop(own);
        };
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, answer) {
            let why = format!("no thread can start: {error}");
            self.send(call.refuse(End::failed(Status::RESOURCE_EXHAUSTED, why)));
        }
    }

    /// Sends a message, if there is one.
    pub fn send(&self, message: Option<Vec<u8>>) {
        if let Some(message) = message {
            self.link.send(message);
        }
    }
}

/// Calls of a connection that have no answer yet, by their numbers.
#[derive(Default)]
pub struct Running(Mutex<BTreeMap<u32, Postbox<Post>>>);

impl Running {
    pub fn begin(&self, id: u32, (postbox, _): &Mail) {
        locked(&self.0).insert(id, postbox.clone());
    }

    /// Tells a call that nobody waits for its answer any more.
    pub fn cancel(&self, id: u32) {
        let postbox = locked(&self.0).remove(&id);
        if let Some(postbox) = postbox {
            postbox.post(Post::Network(Part::Gone));
        }
    }

    /// Returns true if somebody still waits for the answer.
    pub fn end(&self, id: u32) -> bool {
        locked(&self.0).remove(&id).is_some()
    }
}

pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
