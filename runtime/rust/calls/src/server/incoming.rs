//! A call that is answered, as its implementation sees it.

use crate::{Call, Metadata};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A call that an implementation answers. Clones are of the same call.
#[derive(Clone, Debug)]
pub struct Incoming(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    call: Call,
    deadline: Option<Instant>,
    around: Mutex<Around>,
}

/// What the implementation adds around its messages.
#[derive(Debug, Default)]
struct Around {
    header: Vec<Metadata>,
    trailer: Vec<Metadata>,
}

impl Incoming {
    pub(super) fn new(call: Call, deadline: Option<Instant>) -> Self {
        Self(Arc::new(Inner { call, deadline, around: Mutex::default() }))
    }

    /// Returns the start of the call.
    pub fn call(&self) -> &Call {
        &self.0.call
    }

    /// Returns names and values that the caller sent.
    pub fn metadata(&self) -> &[Metadata] {
        &self.0.call.metadata
    }

    /// Returns when nobody waits for the answer any more. The implementation is dropped then.
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// Adds a name and its value in front of the messages of the answer. It is sent with the first message or the end.
    pub fn add_header(&self, metadata: Metadata) {
        self.around().header.push(metadata);
    }

    /// Adds a name and its value behind the messages of the answer.
    pub fn add_trailer(&self, metadata: Metadata) {
        self.around().trailer.push(metadata);
    }

    pub(super) fn take_header(&self) -> Vec<Metadata> {
        std::mem::take(&mut self.around().header)
    }

    pub(super) fn take_trailer(&self) -> Vec<Metadata> {
        std::mem::take(&mut self.around().trailer)
    }

    fn around(&self) -> MutexGuard<'_, Around> {
        self.0.around.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
