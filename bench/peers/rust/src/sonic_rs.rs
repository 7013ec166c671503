//! sonic-rs: written to a kept buffer; serde makes a new value of each message.
//! <https://docs.rs/sonic-rs/latest/sonic_rs/#parse-and-serialize-into-rust-type>

use polywire_harness::Peer;
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
        sonic_rs::to_writer(&mut self.buffer, value)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, value: &mut M, message: &[u8]) -> Result<(), Self::Error> {
        *value = sonic_rs::from_slice(message)?;
        Ok(())
    }
}
