use super::{Codec, Header, RawBlock, compress, long};
use std::io::{self, Write};

/// How blocks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The level of compression; the default is the [codec's](Codec::default_level).
    pub level: Option<u32>,
    /// A block ends with the record that reaches this number of uncompressed bytes.
    pub block_bytes: usize,
    /// The most records of a block.
    pub block_records: u64,
}

impl Default for Options {
    fn default() -> Self {
        // As Avro for Java does.
        Self { level: None, block_bytes: 64_000, block_records: u64::MAX }
    }
}

/// Collects records into the blocks of a file.
#[derive(Debug)]
pub struct Writer {
    header: Header,
    codec: Codec,
    options: Options,
    is_begun: bool,
    count: u64,
    data: Vec<u8>,
    packed: Vec<u8>,
    block: Vec<u8>,
}

impl Writer {
    /// Begins a file. The header is written with the first block, or at the end.
    ///
    /// # Errors
    /// If the header names an unknown codec.
    pub fn new(header: Header, options: Options) -> Result<Self, super::Error> {
        let (data, packed, block) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { codec: header.codec()?, header, options, is_begun: false, count: 0, data, packed, block })
    }

    /// Continues a file that has this header and ends with a whole block: its schema, codec and marker stay.
    ///
    /// # Errors
    /// If the header names an unknown codec.
    pub fn append(header: Header, options: Options) -> Result<Self, super::Error> {
        Ok(Self { is_begun: true, ..Self::new(header, options)? })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Adds a record.
    pub fn write(&mut self, writer: &mut impl Write, record: &[u8]) -> io::Result<()> {
        self.data.extend_from_slice(record);
        self.count += 1;
        let is_full = self.data.len() >= self.options.block_bytes || self.count >= self.options.block_records;
        if is_full { self.end_block(writer) } else { Ok(()) }
    }

    /// Adds a block as it is, which must be compressed with the codec of this file.
    pub fn copy(&mut self, writer: &mut impl Write, raw: &RawBlock<'_>) -> io::Result<()> {
        self.end_block(writer)?;
        self.packed.clear();
        self.packed.extend_from_slice(raw.packed);
        self.write_block(writer, raw.count)
    }

    /// Adds the records of a block that another codec had compressed.
    pub fn write_records(&mut self, writer: &mut impl Write, count: u64, data: &[u8]) -> io::Result<()> {
        self.end_block(writer)?;
        compress(self.codec, self.level(), data, &mut self.packed)?;
        self.write_block(writer, count)
    }

    /// Writes the records so far as a block.
    pub fn end_block(&mut self, writer: &mut impl Write) -> io::Result<()> {
        self.begin(writer)?;
        if self.count == 0 {
            return Ok(());
        }
        compress(self.codec, self.level(), &self.data, &mut self.packed)?;
        self.data.clear();
        let count = std::mem::take(&mut self.count);
        self.write_block(writer, count)
    }

    /// Ends the last block, and flushes the writer. A file without records is a header.
    pub fn finish(&mut self, writer: &mut impl Write) -> io::Result<()> {
        self.end_block(writer)?;
        writer.flush()
    }

    fn begin(&mut self, writer: &mut impl Write) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let mut bytes = Vec::new();
        self.header.write(&mut bytes);
        writer.write_all(&bytes)
    }

    /// Writes the compressed data as a block.
    fn write_block(&mut self, writer: &mut impl Write, count: u64) -> io::Result<()> {
        self.block.clear();
        long::write(count as i64, &mut self.block);
        long::write(self.packed.len() as i64, &mut self.block);
        writer.write_all(&self.block)?;
        writer.write_all(&self.packed)?;
        writer.write_all(&self.header.marker.0)
    }

    fn level(&self) -> u32 {
        self.options.level.unwrap_or(self.codec.default_level())
    }
}
