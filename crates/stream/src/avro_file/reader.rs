use super::input::Input;
use super::long::{self, LONGEST};
use super::{Codec, Error, Header, Marker, Problem, decompress};
use std::io::Read;

/// Bounds of what is read.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes of a header.
    pub header: u64,
    /// The most bytes of a block, compressed or not.
    pub block: u64,
    /// The most records of a block that has fewer bytes than records: values without bytes cost nothing in the file, but work.
    pub empty_records: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { header: 16 << 20, block: 256 << 20, empty_records: 1 << 20 }
    }
}

/// A block as it is in the file.
#[derive(Clone, Copy, Debug)]
pub struct RawBlock<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its offset in the file.
    pub offset: u64,
    /// The number of its records.
    pub count: u64,
    /// Its compressed data.
    pub packed: &'a [u8],
}

/// A decompressed block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its number, from 1.
    pub number: u64,
    /// Its offset in the file.
    pub offset: u64,
    /// The number of its records.
    pub count: u64,
    /// The bytes of its compressed data.
    pub packed: u64,
    /// Its records.
    pub data: Vec<u8>,
}

/// Reads the blocks of a file.
#[derive(Debug)]
pub struct Reader {
    header: Header,
    limits: Limits,
    pub(super) input: Input,
    /// The offset of the first block.
    pub(super) first: u64,
    /// Blocks behind markers that begin at or after this offset are not read.
    pub(super) end: u64,
    /// The number of the current block, from 1.
    pub(super) number: u64,
    /// Bytes of the current block, if it was found.
    pub(super) found: usize,
}

/// The beginning of a block.
struct Sizes {
    count: u64,
    /// The place and the number of the compressed bytes.
    start: usize,
    len: usize,
}

impl Reader {
    /// Reads the header.
    pub fn open(reader: &mut impl Read, limits: Limits) -> Result<Self, Error> {
        let mut input = Input::default();
        let header = Header::read(reader, &mut input, limits.header)?;
        Ok(Self { header, limits, first: input.offset(), end: u64::MAX, input, number: 0, found: 0 })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The offset behind the last block that was read.
    pub fn offset(&self) -> u64 {
        self.input.offset() + self.found as u64
    }

    /// Reads the next block as it is; `None` at the end. After an error, [`Self::skip`] leads to the next block.
    pub fn next_raw(&mut self, reader: &mut impl Read) -> Result<Option<RawBlock<'_>>, Error> {
        self.input.consume(std::mem::take(&mut self.found));
        self.number += 1;
        let (number, offset) = (self.number, self.input.offset());
        if self.is_behind_split(offset) {
            return Ok(None);
        }
        let Some(sizes) = self.sizes(reader)? else { return Ok(None) };
        self.found = self.end(reader, &sizes)?;
        let packed = self.input.read().get(sizes.start..sizes.start + sizes.len).unwrap_or_default();
        Ok(Some(RawBlock { number, offset, count: sizes.count, packed }))
    }

    /// Reads and decompresses the next block; false at the end. After an error, [`Self::skip`] leads to the next block.
    pub fn read(&mut self, reader: &mut impl Read, block: &mut Block) -> Result<bool, Error> {
        let (codec, limits) = (self.header.codec()?, self.limits);
        let Some(raw) = self.next_raw(reader)? else { return Ok(false) };
        raw.unpack(codec, &limits, block).map(|()| true)
    }

    /// Reads the numbers in front of a block; `None` at the end of the file.
    fn sizes(&mut self, reader: &mut impl Read) -> Result<Option<Sizes>, Error> {
        let (number, at) = (self.number, self.input.offset());
        let ahead = self.input.ahead(reader, 2 * LONGEST).map_err(|error| Problem::Io(error).at(number, at))?;
        if ahead.is_empty() {
            return Ok(None);
        }
        let (mut start, mut values) = (0, [0; 2]);
        for (value, what) in values.iter_mut().zip(["records", "bytes"]) {
            let offset = at + start as u64;
            let found = long::read(ahead.get(start..).unwrap_or_default());
            let (long, len) = found.map_err(|bad| bad.problem().at(number, offset))?;
            let negative = |_| Problem::Negative { what, value: long }.at(number, offset);
            *value = u64::try_from(long).map_err(negative)?;
            start += len;
        }
        let [count, len] = values;
        let limit = self.limits.block;
        match usize::try_from(len).ok().filter(|_| len <= limit) {
            Some(len) => Ok(Some(Sizes { count, start, len })),
            None => Err(Problem::LongBlock { len, limit }.at(number, at)),
        }
    }

    /// Reads the rest of a block. Returns its length with the marker.
    fn end(&mut self, reader: &mut impl Read, sizes: &Sizes) -> Result<usize, Error> {
        let (number, offset, Marker(marker)) = (self.number, self.input.offset(), self.header.marker);
        let data = sizes.start + sizes.len;
        let end = data + marker.len();
        let ahead = self.input.ahead(reader, end).map_err(|error| Problem::Io(error).at(number, offset))?;
        match ahead.get(data..end) {
            Some(found) if found == marker => Ok(end),
            Some(_) => Err(Problem::Marker.at(number, offset + data as u64)),
            None => Err(Problem::Truncated { missing: (end - ahead.len()) as u64 }.at(number, offset)),
        }
    }
}

impl RawBlock<'_> {
    /// Decompresses the block.
    pub fn unpack(&self, codec: Codec, limits: &Limits, block: &mut Block) -> Result<(), Error> {
        let failed = |problem: Problem| problem.at(self.number, self.offset);
        decompress(codec, self.packed, limits.block, &mut block.data).map_err(failed)?;
        let (count, limit) = (self.count, limits.empty_records);
        if count > limit && count > block.data.len() as u64 {
            return Err(failed(Problem::TooManyRecords { count, limit }));
        }
        (block.number, block.offset, block.count) = (self.number, self.offset, count);
        block.packed = self.packed.len() as u64;
        Ok(())
    }
}
