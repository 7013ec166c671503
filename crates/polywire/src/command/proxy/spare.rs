//! Connections that no call uses, for the next one.

use super::super::serve::locked;
use std::sync::Mutex;

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
    fn take(&self, is_open: impl Fn(&T) -> bool) -> Option<T> {
        let mut all = locked(&self.0);
        std::iter::from_fn(|| all.pop()).find(|connection| is_open(connection))
    }

    /// Returns a connection that can still be used, or else a new one.
    pub fn take_or<E>(&self, is_open: impl Fn(&T) -> bool, connect: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        self.take(is_open).map_or_else(connect, Ok)
    }

    /// Takes back a connection.
    pub fn put(&self, connection: T) {
        let mut all = locked(&self.0);
        if all.len() < MOST {
            all.push(connection);
        }
    }
}
