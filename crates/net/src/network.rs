//! The thread on which connections live.

use crate::mailbox::mailbox;
use crate::{Error, Mailbox, Postbox};
use std::future::Future;
use std::thread::{self, JoinHandle};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// The thread on which connections live; they end with it.
#[derive(Debug)]
pub struct Network {
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Network {
    /// Starts the thread.
    pub fn start() -> Result<Self, Error> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Error::System)?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let run = move || {
            let _ = runtime.block_on(stopped);
            runtime.shutdown_background();
        };
        let thread = thread::Builder::new().name("network".to_owned()).spawn(run).map_err(Error::System)?;
        Ok(Self { handle, stop: Some(stop), thread: Some(thread) })
    }

    /// Makes a queue that holds this many.
    pub fn mailbox<T>(&self, capacity: usize) -> (Postbox<T>, Mailbox<T>) {
        mailbox(self.handle.clone(), capacity)
    }

    pub(crate) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
