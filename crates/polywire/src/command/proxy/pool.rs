//! Connections that calls share, or use one after the other.

use super::super::call::Place;
use super::super::serve::locked;
use super::spare::Spare;
use polywire_net::{Connection, Error, Network, Version};
use std::sync::{Arc, Mutex};

/// Connections to a server.
pub struct Pool {
    network: Arc<Network>,
    place: Place,
    /// Of HTTP/2: one for all calls.
    shared: Mutex<Option<Arc<Connection>>>,
    /// Of HTTP/1.1: those that no call uses.
    spare: Spare<Arc<Connection>>,
}

impl Pool {
    pub fn new(network: Arc<Network>, place: Place) -> Self {
        Self { network, place, shared: Mutex::default(), spare: Spare::default() }
    }

    pub fn max_size(&self) -> u64 {
        self.place.reach.max_size
    }

    /// Returns a connection, which a call gives back if its answer was read to the end.
    pub fn get(&self, version: Version) -> Result<Arc<Connection>, Error> {
        match version {
            Version::Http1 => self.spare.take_or(|it| it.is_open(), || self.connect(version)),
            Version::Http2 => {
                // Whoever needs it, too, waits here instead of connecting again.
                let mut shared = locked(&self.shared);
                if let Some(connection) = shared.as_ref().filter(|it| it.is_open()) {
                    return Ok(connection.clone());
                }
                let connection = self.connect(version)?;
                *shared = Some(connection.clone());
                Ok(connection)
            }
        }
    }

    /// Takes back a connection of HTTP/1.1.
    pub fn put(&self, connection: Arc<Connection>) {
        self.spare.put(connection);
    }

    fn connect(&self, version: Version) -> Result<Arc<Connection>, Error> {
        let Place { target, reach } = &self.place;
        self.network.connect(target, &reach.trust, version, reach.deadline).map(Arc::new)
    }
}
