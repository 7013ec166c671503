//! The protocols of clients, and what converts their parameters.

use polywire::Limits;
use polywire::calls::avro_ipc::{Handshake, Protocol, Resolver};
use polywire::schema::{Algorithm, fingerprint};
use polywire_rpc::{End, Status};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Protocols that are kept; a client whose protocol was dropped is asked for it again.
const KEPT: usize = 64;

/// The protocols of clients.
pub struct Clients(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// By hash; the server's own is always there.
    protocols: BTreeMap<Vec<u8>, Arc<Protocol>>,
    /// By hash and message.
    resolvers: BTreeMap<(Vec<u8>, String), Arc<Resolver>>,
    /// The hashes of those that can be dropped, the oldest first.
    order: Vec<Vec<u8>>,
}

impl Clients {
    pub fn new(own: &Protocol) -> Self {
        let protocols = BTreeMap::from([(own.hash.clone(), Arc::new(own.clone()))]);
        Self(Mutex::new(Known { protocols, ..Known::default() }))
    }

    /// Returns the protocol of a client, or why it cannot be read; `None` if it is not known.
    pub fn find(&self, handshake: &Handshake) -> Option<Result<Arc<Protocol>, End>> {
        if let Some(found) = self.known().protocols.get(&handshake.client_hash) {
            return Some(Ok(found.clone()));
        }
        let text = handshake.client_protocol.as_ref()?;
        let protocol = Protocol::read(text).map(|it| Protocol { hash: handshake.client_hash.clone(), ..it });
        let protocol = protocol.map(Arc::new).map_err(|why| {
            End::failed(Status::INVALID_ARGUMENT, format!("the protocol of the client cannot be read: {why}"))
        });
        if let Ok(protocol) = &protocol
            // Nobody may say what the protocol of another client is.
            && fingerprint(text, Algorithm::Md5) == handshake.client_hash
        {
            self.known().keep(protocol);
        }
        Some(protocol)
    }

    /// Returns the parameters of a message, as the server's own protocol has them.
    pub fn params(&self, (own, client): (&Protocol, &Protocol), name: &str, params: &[u8]) -> Result<Vec<u8>, End> {
        let unknown = |whose: &str| End::failed(Status::UNIMPLEMENTED, format!("{whose} has no message `{name}`"));
        let read = own.message(name).ok_or_else(|| unknown("the server's protocol"))?;
        let written = client.message(name).ok_or_else(|| unknown("the client's protocol"))?;
        if own.hash == client.hash {
            return Ok(params.to_vec());
        }
        let invalid =
            |why: String| End::failed(Status::INVALID_ARGUMENT, format!("the parameters cannot be read: {why}"));
        let key = (client.hash.clone(), name.to_owned());
        let known = self.known().resolvers.get(&key).cloned();
        let resolver = match known {
            Some(resolver) => resolver,
            None => {
                let (other, own) = ((&client.model, written.input), (&own.model, read.input));
                let resolver = Arc::new(Resolver::new(other, own, Limits::default()).map_err(invalid)?);
                let mut known = self.known();
                if known.protocols.contains_key(&client.hash) {
                    known.resolvers.insert(key, resolver.clone());
                }
                resolver
            }
        };
        resolver.convert(params).map_err(invalid)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn keep(&mut self, protocol: &Arc<Protocol>) {
        if self.order.len() >= KEPT {
            let oldest = self.order.remove(0);
            self.protocols.remove(&oldest);
            self.resolvers.retain(|(hash, _), _| *hash != oldest);
        }
        if self.protocols.insert(protocol.hash.clone(), protocol.clone()).is_none() {
            self.order.push(protocol.hash.clone());
        }
    }
}
