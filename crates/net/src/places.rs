//! Places for what must not be done more often than this at a time.

use crate::unless::unless;
use crate::{Network, Postbox};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A number of places.
#[derive(Clone, Debug)]
pub struct Places {
    handle: Handle,
    free: Arc<Semaphore>,
}

/// One of them; it is free again with the end of this value.
#[derive(Debug)]
pub struct Place(#[expect(dead_code, reason = "what matters is when it is dropped")] OwnedSemaphorePermit);

impl Network {
    /// Makes this many places.
    pub fn places(&self, number: usize) -> Places {
        let free = Arc::new(Semaphore::new(number.min(Semaphore::MAX_PERMITS)));
        Places { handle: self.handle().clone(), free }
    }
}

impl Places {
    /// Posts a place as soon as one is free, in the form that `wrap` gives it. Who has asked first gets it first.
    pub fn post<T: Send + 'static>(&self, to: &Postbox<T>, wrap: impl FnOnce(Place) -> T + Send + 'static) {
        let (free, to) = (self.free.clone(), to.clone());
        self.handle.spawn(async move {
            if let Some(Ok(permit)) = unless(to.closed(), free.acquire_owned()).await {
                to.send(wrap(Place(permit))).await;
            }
        });
    }
}
