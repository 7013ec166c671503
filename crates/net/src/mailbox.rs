//! Bounded queues between threads and connections.

use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Where a thread receives what connections and other threads post.
#[derive(Debug)]
pub struct Mailbox<T> {
    handle: Handle,
    receiver: mpsc::Receiver<T>,
}

/// Where they post it.
#[derive(Debug)]
pub struct Postbox<T>(mpsc::Sender<T>);

impl<T> Clone for Postbox<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

pub(crate) fn mailbox<T>(handle: Handle, capacity: usize) -> (Postbox<T>, Mailbox<T>) {
    let (sender, receiver) = mpsc::channel(capacity);
    (Postbox(sender), Mailbox { handle, receiver })
}

impl<T> Mailbox<T> {
    /// Waits for the next one; returns `None` if the time is over first, or nobody can post any more.
    pub fn receive(&mut self, within: Option<Duration>) -> Option<T> {
        let handle = self.handle.clone();
        handle.block_on(async {
            match within {
                None => self.receiver.recv().await,
                Some(within) => timeout(within, self.receiver.recv()).await.ok().flatten(),
            }
        })
    }
}

impl<T> Mailbox<T> {
    /// Waits for the next one in asynchronous code; returns `None` if nobody can post any more.
    pub async fn next(&mut self) -> Option<T> {
        self.receiver.recv().await
    }

    /// Polls for the next one.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
        self.receiver.poll_recv(context)
    }
}

impl<T> Postbox<T> {
    /// Waits until there is room; returns false if nobody reads any more. Not for asynchronous code.
    pub fn post(&self, it: T) -> bool {
        self.0.blocking_send(it).is_ok()
    }

    /// Waits until nobody reads any more.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    pub(crate) async fn send(&self, it: T) -> bool {
        self.0.send(it).await.is_ok()
    }
}
