//! What stands around the messages of an answer.

use crate::Metadata;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What stands around the messages of an answer, as far as it is known. Clones are of the same answer.
#[derive(Clone, Debug, Default)]
pub struct Around(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
struct Told {
    header: Vec<Metadata>,
    trailer: Vec<Metadata>,
}

impl Around {
    /// Returns one for a call, which tells nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns what stands in front of the messages, as soon as one of them has arrived or the call is over.
    pub fn header(&self) -> Vec<Metadata> {
        self.told().header.clone()
    }

    /// Returns what stands behind the messages, as soon as the call is over.
    pub fn trailer(&self) -> Vec<Metadata> {
        self.told().trailer.clone()
    }

    pub(super) fn set_header(&self, header: Vec<Metadata>) {
        self.told().header = header;
    }

    pub(super) fn set_trailer(&self, trailer: &[Metadata]) {
        self.told().trailer = trailer.to_vec();
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
