//! prost: messages are appended to a kept buffer, and merged into a kept message after it is cleared.
//! <https://docs.rs/prost/latest/prost/trait.Message.html>

use polywire_harness::Peer;
use prost::Message;
use std::error::Error;

/// The codec of a message.
#[derive(Default)]
pub struct Codec<M> {
    buffer: Vec<u8>,
    message: std::marker::PhantomData<M>,
}

impl<M: Message + Default> Peer for Codec<M> {
    type Value = M;
    type Error = Box<dyn Error>;
    const MODE: &'static str = "message and buffer kept";

    fn version() -> String {
        env!("PEER_VERSION").to_owned()
    }

    fn encode(&mut self, value: &M) -> Result<&[u8], Self::Error> {
        self.buffer.clear();
        value.encode(&mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, value: &mut M, message: &[u8]) -> Result<(), Self::Error> {
        value.clear();
        Ok(value.merge(message)?)
    }

    fn decode_fresh(&mut self, message: &[u8]) -> Result<M, Self::Error> {
        Ok(M::decode(message)?)
    }
}
