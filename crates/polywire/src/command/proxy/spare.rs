//! Connections that no call uses, for the next one.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Connections that are kept, at most.
const MOST: usize = 64;

/// Connections that calls use one after the other.
pub struct Spare<T>(Mutex<Vec<T>>);

impl<T> Default for Spare<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Spare<T> {
    /// Returns a connection that can still be used.
    pub fn take(&self, is_open: impl Fn(&T) -> bool) -> Option<T> {
        let mut all = locked(&self.0);
        std::iter::from_fn(|| all.pop()).find(|connection| is_open(connection))
    }

    /// Takes back a connection.
    pub fn put(&self, connection: T) {
        let mut all = locked(&self.0);
        if all.len() < MOST {
            all.push(connection);
        }
    }
}

pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
