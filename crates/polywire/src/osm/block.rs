use super::container::{Blob, Compression};
use super::message::{Message, held, holds};
use super::{BLOCK, Error};
use crate::codec::Codecs;
use polywire_model::Model;
use polywire_vm::Value;

/// The messages of `file.proto` and `osmformat.proto`.
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
    message: Message<0>,
    case: u32,
}

impl Blocks {
    pub fn new(model: &Model) -> Option<Self> {
        let codecs = Codecs::new(model, crate::format("protobuf")?).ok()?;
        let fields = ["content", "indexdata", "compression"];
        let block = Message::new(model, &codecs, BLOCK, "block", fields)?;
        let known = |blob_type: &'static str, name: &str, case: &str| {
            let message = Message::new(model, &codecs, name, "data of a blob", [])?;
            Some(Known { blob_type: blob_type.as_bytes(), message, case: block.case(0, case)? })
        };
        let compression = model.as_enum(model.find("osm.Compression")?)?;
        Some(Self {
            known: [known("OSMHeader", "osm.HeaderBlock", "header")?, known("OSMData", "osm.PrimitiveBlock", "data")?],
            other: Message::new(model, &codecs, "osm.OtherBlock", "data of a blob", ["type", "data"])?,
            other_case: block.case(0, "other")?,
            raw: compression.members.iter().find(|member| member.name == "RAW")?.number,
            block,
        })
    }

    /// The message that stands for a blob.
    pub fn decode(&self, blob: Blob) -> Result<Value, Error> {
        let content = match self.known.iter().find(|known| known.blob_type == blob.kind) {
            Some(known) => held(known.case, known.message.decode(&blob.data)?),
            None => held(self.other_case, self.other.make([Value::Text(blob.kind), Value::Bytes(blob.data)])),
        };
        let compression = match blob.compression {
            Compression::Zlib => Value::Absent,
            Compression::Raw => Value::Enum(self.raw),
        };
        Ok(self.block.make([content, blob.index, compression]))
    }

    /// The blob that a message stands for.
    pub fn encode(&self, block: &Value) -> Result<Blob, Error> {
        let [content, index, compression] = self.block.get(block)?;
        let (case, content) = holds(content).ok_or(Error::Incomplete)?;
        let (kind, data) = match self.known.iter().find(|known| known.case == case) {
            Some(known) => (known.blob_type.to_vec(), known.message.encode(content)?),
            None => match self.other.get(content)? {
                [Value::Text(kind), Value::Bytes(data)] => (kind.clone(), data.clone()),
                _ => return Err(Error::Incomplete),
            },
        };
        let is_raw = *compression == Value::Enum(self.raw);
        let compression = if is_raw { Compression::Raw } else { Compression::Zlib };
        Ok(Blob { kind, index: index.clone(), data, compression })
    }
}
