//! Protocol Buffers: prost. Its messages have no JSON; prost-reflect converts them by the schema.

use crate::Judge;
use prost_reflect::{DynamicMessage, ReflectMessage};
use std::error::Error;
use std::marker::PhantomData;

pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/file_descriptor_set.bin"));

include!(concat!(env!("OUT_DIR"), "/protobuf.rs"));

pub fn judge(ty: &str) -> Option<Box<dyn Judge>> {
    Some(match ty {
        "trade.Account" => Prost::<trade::Account>::boxed(),
        "corner.Pick" => Prost::<corner::Pick>::boxed(),
        "corner.Palette" => Prost::<corner::Palette>::boxed(),
        "corner.Maps" => Prost::<corner::Maps>::boxed(),
        "corner.Tree" => Prost::<corner::Tree>::boxed(),
        "corner.Sheet" => Prost::<corner::Sheet>::boxed(),
        "corner.Note" => Prost::<corner::Note>::boxed(),
        _ => return None,
    })
}

struct Prost<M>(PhantomData<M>);

impl<M: ReflectMessage + Default + 'static> Prost<M> {
    fn boxed() -> Box<dyn Judge> {
        Box::new(Self(PhantomData))
    }
}

impl<M: ReflectMessage + Default> Judge for Prost<M> {
    fn read(&self, message: &[u8]) -> Result<String, Box<dyn Error>> {
        Ok(serde_json::to_string(&M::decode(message)?.transcode_to_dynamic())?)
    }

    fn write(&self, value: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut json = serde_json::Deserializer::from_str(value);
        let value = DynamicMessage::deserialize(M::default().descriptor(), &mut json)?;
        Ok(value.transcode_to::<M>()?.encode_to_vec())
    }
}
