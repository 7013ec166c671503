use super::Error;
use super::container::{Blob, Compression};
use crate::codec::Codecs;
use crate::message::{Message, held, holds};
use polywire_model::Model;
use polywire_vm::Value;

/// The messages of `file.proto`, their blocks not looked into.
pub(super) struct Blocks {
    block: Message<3>,
    known: [Known; 2],
    other: Message<2>,
    other_case: u32,
    /// The enumerator of blobs that are not compressed; without one, they are.
    raw: i64,
}

/// A type of blob with a message of its own.
struct Known {
    blob_type: &'static [u8],
    case: u32,
}

impl Blocks {
    pub fn new(model: &Model) -> Option<Self> {
        let codecs = Codecs::new(model, crate::format(super::FORMAT)?).ok()?;
        let block_fields = ["content", "indexdata", "compression"];
        let block = Message::new(model, &codecs, "osm.PackedBlock", "block", block_fields)?;
        let known = |blob_type: &'static str, case: &str| {
            Some(Known { blob_type: blob_type.as_bytes(), case: block.case(0, case)? })
        };
        let compression = model.as_enum(model.find("osm.Compression")?)?;
        Some(Self {
            known: [known("OSMHeader", "header")?, known("OSMData", "data")?],
            other: Message::new(model, &codecs, "osm.OtherBlock", "block", ["type", "data"])?,
            other_case: block.case(0, "other")?,
            raw: compression.members.iter().find(|member| member.name == "RAW")?.number,
            block,
        })
    }

    /// The message that contains a blob.
    pub fn encode(&self, blob: Blob) -> Result<Vec<u8>, Error> {
        let data = Value::Bytes(blob.data);
        let content = match self.known.iter().find(|known| known.blob_type == blob.kind) {
            Some(known) => held(known.case, data),
            None => held(self.other_case, self.other.make([Value::Text(blob.kind), data])),
        };
        let compression = match blob.compression {
            Compression::Zlib => Value::Absent,
            Compression::Raw => Value::Enum(self.raw),
        };
        Ok(self.block.encode(&self.block.make([content, blob.index, compression]))?)
    }

    /// The blob that a message contains.
    pub fn decode(&self, message: &[u8]) -> Result<Blob, Error> {
        let message = self.block.decode(message)?;
        let [content, index, compression] = self.block.get(&message)?;
        let (case, content) = holds(content).ok_or(Error::Incomplete)?;
        let known = self.known.iter().find(|known| known.case == case);
        let (kind, data) = match (known, content) {
            (Some(known), Value::Bytes(data)) => (known.blob_type.to_vec(), data.clone()),
            (Some(_), _) => return Err(Error::Incomplete),
            (None, other) => match self.other.get(other)? {
                [Value::Text(kind), Value::Bytes(data)] => (kind.clone(), data.clone()),
                _ => return Err(Error::Incomplete),
            },
        };
        let is_raw = *compression == Value::Enum(self.raw);
        let compression = if is_raw { Compression::Raw } else { Compression::Zlib };
        Ok(Blob { kind, index: index.clone(), data, compression })
    }
}
