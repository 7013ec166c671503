//! rmp-serde: maps with names, written to a kept buffer; serde makes a new value of each message.
//! <https://docs.rs/rmp-serde/latest/rmp_serde/encode/struct.Serializer.html#method.with_struct_map>

use polywire_harness::Peer;
use rmp_serde::Serializer;
use serde::{Serialize, de::DeserializeOwned};
use std::error::Error;

/// The codec of a message that prost has printed.
#[derive(Default)]
pub struct Codec<M> {
    buffer: Vec<u8>,
    message: std::marker::PhantomData<M>,
}

impl<M: Serialize + DeserializeOwned + Default> Peer for Codec<M> {
    type Value = M;
    type Error = Box<dyn Error>;
    const MODE: &'static str = "buffer kept";

    fn version() -> String {
        env!("PEER_VERSION").to_owned()
    }

    fn encode(&mut self, value: &M) -> Result<&[u8], Self::Error> {
        self.buffer.clear();
        value.serialize(&mut Serializer::new(&mut self.buffer).with_struct_map())?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, value: &mut M, message: &[u8]) -> Result<(), Self::Error> {
        *value = rmp_serde::from_slice(message)?;
        Ok(())
    }
}
