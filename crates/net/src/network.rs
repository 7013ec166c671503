//! The thread on which connections live.

use crate::mailbox::mailbox;
use crate::{Error, Mailbox, Postbox};
use std::future::Future;
use std::io;
use std::thread::{self, JoinHandle};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// The thread on which connections live; they end with it. Or the runtime of an asynchronous program ([`Self::here`]).
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

    /// Returns the runtime of tokio on which this is called, for asynchronous programs: connections live in it.
    ///
    /// # Errors
    /// If there is none.
    pub fn here() -> Result<Self, Error> {
        let no_runtime = |error| Error::System(io::Error::other(error));
        Ok(Self { handle: Handle::try_current().map_err(no_runtime)?, stop: None, thread: None })
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
