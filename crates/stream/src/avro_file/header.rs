use super::input::Input;
use super::long::{self, Bad, LONGEST};
use super::{Codec, Error, Problem};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;

/// The first bytes of a file.
pub const MAGIC: [u8; 4] = *b"Obj\x01";

/// The first bytes of a file before Avro 1.3.
const OLD_MAGIC: [u8; 4] = *b"Obj\0";

/// Names of metadata with this beginning have a meaning that Avro defines.
pub const RESERVED: &str = "avro.";

const SCHEMA: &str = "avro.schema";
const CODEC: &str = "avro.codec";

/// The bytes behind the header and each block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker(pub [u8; 16]);

impl Marker {
    /// Returns a marker that no other file has.
    pub fn random() -> Self {
        let part = || RandomState::new().build_hasher().finish().to_le_bytes();
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&part());
        bytes[8..].copy_from_slice(&part());
        Self(bytes)
    }
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Names and values, in the order of the file.
    pub metadata: Vec<(String, Vec<u8>)>,
    /// The marker behind blocks.
    pub marker: Marker,
}

impl Header {
    /// Returns the header of a file with a schema, a codec and further metadata.
    pub fn new(schema: &[u8], codec: Codec, more: Vec<(String, Vec<u8>)>, marker: Marker) -> Self {
        let own = [(SCHEMA, schema), (CODEC, codec.name().as_bytes())];
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value.to_vec()));
        Self { metadata: own.chain(more).collect(), marker }
    }

    /// Returns the value of a name; of several, the last, as Avro for Java does.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.metadata.iter().rev().find(|(it, _)| it == name).map(|(_, value)| value.as_slice())
    }

    /// Returns the schema, as JSON.
    pub fn schema(&self) -> Result<&[u8], Error> {
        self.get(SCHEMA).ok_or(Problem::NoSchema.at(0, MAGIC.len() as u64))
    }

    /// Returns the codec; without metadata of it, there is none.
    pub fn codec(&self) -> Result<Codec, Error> {
        let Some(name) = self.get(CODEC) else { return Ok(Codec::Null) };
        let unknown = || Problem::Codec(String::from_utf8_lossy(name).into_owned());
        Codec::of_name(name).ok_or_else(|| unknown().at(0, MAGIC.len() as u64))
    }

    /// Returns the metadata that Avro does not define.
    pub fn own_metadata(&self) -> impl Iterator<Item = &(String, Vec<u8>)> {
        self.metadata.iter().filter(|(name, _)| !name.starts_with(RESERVED))
    }

    /// Appends the header.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&MAGIC);
        if !self.metadata.is_empty() {
            long::write(self.metadata.len() as i64, bytes);
        }
        for (name, value) in &self.metadata {
            for part in [name.as_bytes(), value] {
                long::write(part.len() as i64, bytes);
                bytes.extend_from_slice(part);
            }
        }
        long::write(0, bytes);
        bytes.extend_from_slice(&self.marker.0);
    }

    /// Reads the header of a file.
    pub(super) fn read(reader: &mut impl Read, input: &mut Input, limit: u64) -> Result<Self, Error> {
        let mut part = Part { reader, input, limit };
        match part.bytes(MAGIC.len() as u64) {
            Ok(magic) if magic == MAGIC => {}
            Ok(magic) if magic == OLD_MAGIC => return Err(Problem::OldMagic.at(0, 0)),
            Err(error) if matches!(error.problem, Problem::Io(_)) => return Err(error),
            Ok(_) | Err(_) => return Err(Problem::Magic.at(0, 0)),
        }
        let metadata = part.metadata()?;
        let mut marker = Marker([0; 16]);
        let len = marker.0.len() as u64;
        marker.0.copy_from_slice(&part.bytes(len)?);
        Ok(Self { metadata, marker })
    }
}

/// The rest of a header.
struct Part<'a, R> {
    reader: &'a mut R,
    input: &'a mut Input,
    limit: u64,
}

impl<R: Read> Part<'_, R> {
    /// A map of bytes: blocks of entries; a negative number of entries is followed by the number of bytes of the block.
    fn metadata(&mut self) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut metadata = Vec::new();
        loop {
            let count = self.long()?;
            if count < 0 {
                self.long()?;
            }
            for _ in 0..count.unsigned_abs() {
                let offset = self.input.offset();
                let name = self.sized()?;
                let name = String::from_utf8(name).map_err(|_| Problem::Key.at(0, offset))?;
                metadata.push((name, self.sized()?));
            }
            if count == 0 {
                return Ok(metadata);
            }
        }
    }

    fn sized(&mut self) -> Result<Vec<u8>, Error> {
        let offset = self.input.offset();
        let len = self.long()?;
        let negative = |_| Problem::Negative { what: "bytes of metadata", value: len }.at(0, offset);
        self.bytes(u64::try_from(len).map_err(negative)?)
    }

    fn long(&mut self) -> Result<i64, Error> {
        let offset = self.input.offset();
        let ahead = self.input.ahead(self.reader, LONGEST).map_err(|error| Problem::Io(error).at(0, offset))?;
        let (value, len) = long::read(ahead).map_err(|bad| bad.problem().at(0, offset))?;
        self.skip(len)?;
        Ok(value)
    }

    fn bytes(&mut self, len: u64) -> Result<Vec<u8>, Error> {
        let offset = self.input.offset();
        let too_long = Problem::LongHeader { limit: self.limit };
        let Some(wanted) = usize::try_from(len).ok().filter(|_| len <= self.limit) else {
            return Err(too_long.at(0, offset));
        };
        let ahead = self.input.ahead(self.reader, wanted).map_err(|error| Problem::Io(error).at(0, offset))?;
        let missing = wanted.saturating_sub(ahead.len()) as u64;
        let bytes = ahead.get(..wanted).ok_or_else(|| Problem::Truncated { missing }.at(0, offset))?.to_vec();
        self.skip(wanted)?;
        Ok(bytes)
    }

    fn skip(&mut self, len: usize) -> Result<(), Error> {
        self.input.consume(len);
        let offset = self.input.offset();
        if offset > self.limit { Err(Problem::LongHeader { limit: self.limit }.at(0, offset)) } else { Ok(()) }
    }
}

impl Bad {
    pub(super) fn problem(self) -> Problem {
        match self {
            Self::Truncated => Problem::Truncated { missing: 1 },
            Self::TooLong => Problem::Long,
        }
    }
}
