use super::Error;
use crate::codec::Codecs;
use crate::message::{Message, has_unknown, held, holds};
use polywire_model::Model;
use polywire_stream::osm_pbf::{deflate, inflate};
use polywire_vm::Value;

/// A decompressed blob.
pub(super) struct Blob {
    /// As in "OSMData".
    pub kind: Vec<u8>,
    /// `indexdata` of the header: absent, or bytes.
    pub index: Value,
    pub data: Vec<u8>,
    pub compression: Compression,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Zlib,
    Raw,
}

/// The contents of a `BlobHeader`.
pub(super) struct Header {
    pub kind: Vec<u8>,
    pub index: Value,
    pub blob_len: u64,
    pub has_unknown: bool,
}

/// The contents of a `Blob`.
pub(super) struct Stored {
    pub data: Vec<u8>,
    pub compression: Compression,
    pub has_unknown: bool,
}

/// The messages of `fileformat.proto`.
pub(super) struct Container {
    header: Message<3>,
    blob: Message<2>,
    raw: u32,
    zlib: u32,
}

impl Container {
    pub fn new(model: &Model) -> Option<Self> {
        let codecs = Codecs::new(model, crate::format(super::FORMAT)?).ok()?;
        let header_fields = ["type", "indexdata", "datasize"];
        let header = Message::new(model, &codecs, "osm.BlobHeader", "header of a blob", header_fields)?;
        let blob = Message::new(model, &codecs, "osm.Blob", "blob", ["raw_size", "data"])?;
        Some(Self { raw: blob.case(1, "raw")?, zlib: blob.case(1, "zlib_data")?, header, blob })
    }

    pub fn decode_header(&self, bytes: &[u8]) -> Result<Header, Error> {
        let message = self.header.decode(bytes)?;
        let [Value::Text(kind), index, Value::Int(blob_len)] = self.header.get(&message)? else {
            return Err(Error::Incomplete);
        };
        // A negative length wraps to one beyond the limit of blobs.
        let blob_len = *blob_len as u64;
        Ok(Header { kind: kind.clone(), index: index.clone(), blob_len, has_unknown: has_unknown(&message) })
    }

    pub fn encode_header(&self, blob: &Blob, blob_len: usize) -> Result<Vec<u8>, Error> {
        let kind = Value::Text(blob.kind.clone());
        Ok(self.header.encode(&self.header.make([kind, blob.index.clone(), Value::Int(blob_len as i64)]))?)
    }

    pub fn decode_data(&self, bytes: &[u8]) -> Result<Stored, Error> {
        let message = self.blob.decode(bytes)?;
        let [len, data] = self.blob.get(&message)?;
        let (data, compression) = match (holds(data), len) {
            (Some((case, Value::Bytes(raw))), _) if case == self.raw => (raw.clone(), Compression::Raw),
            (Some((case, Value::Bytes(zlib))), Value::Int(len)) if case == self.zlib => {
                (inflate(zlib, *len as u64)?, Compression::Zlib)
            }
            (Some(_), _) => return Err(Error::Compression),
            (None, _) => return Err(Error::Incomplete),
        };
        Ok(Stored { data, compression, has_unknown: has_unknown(&message) })
    }

    pub fn encode_data(&self, blob: &Blob) -> Result<Vec<u8>, Error> {
        let message = match blob.compression {
            Compression::Raw => self.blob.make([Value::Absent, held(self.raw, Value::Bytes(blob.data.clone()))]),
            Compression::Zlib => {
                let len = Value::Int(blob.data.len() as i64);
                self.blob.make([len, held(self.zlib, Value::Bytes(deflate(&blob.data)?))])
            }
        };
        Ok(self.blob.encode(&message)?)
    }
}
