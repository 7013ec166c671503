//! Records of Avro's object container files.
//!
//! Design: docs/decisions/0125-avro-files.md

use crate::codec::Codec;
use polywire_stream::avro_file::{Block, Error, Header, Limits, Options, Problem, Reader, Skipped, Split, Writer};
use polywire_vm::Session;
use std::collections::VecDeque;
use std::fmt;
use std::io::Read;
use std::ops::Range;

/// How an Avro file is read.
#[derive(Clone, Debug)]
pub struct AvroInput {
    /// Finds the ends of records. It must be a codec for the schema of the file that satisfies [`Codec::end_of_message`].
    pub codec: Codec,
    /// Bounds of blocks.
    pub limits: Limits,
    /// True to go on behind damaged blocks.
    pub skips_damage: bool,
    /// The blocks to read.
    pub split: Split,
    /// Bytes of the file behind its header that the reader does not have.
    pub left_out: Range<u64>,
}

impl AvroInput {
    /// Reads all blocks of a file, within the default limits.
    pub fn whole(codec: Codec) -> Self {
        Self { codec, limits: Limits::default(), skips_damage: false, split: Split::ALL, left_out: 0..0 }
    }
}

/// How an Avro file is written.
#[derive(Clone, Debug)]
pub struct AvroOutput {
    /// The header.
    pub header: Header,
    /// The size of blocks, and how they are compressed.
    pub options: Options,
    /// True if the header and other blocks are already written.
    pub is_begun: bool,
}

impl AvroOutput {
    /// Returns the writer of the file.
    pub fn writer(&self) -> Result<Writer, Error> {
        let make = if self.is_begun { Writer::append } else { Writer::new };
        make(self.header.clone(), self.options)
    }
}

/// The place of a record in an Avro file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvroPlace {
    /// The number of its block, from 1.
    pub block: u64,
    /// Its number in the block, from 1.
    pub record: u64,
    /// The offset of the block in the file.
    pub offset: u64,
}

impl fmt::Display for AvroPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {} of block {}, which begins at byte {} of the file", self.record, self.block, self.offset)
    }
}

/// The damaged blocks that were skipped.
#[derive(Clone, Debug, Default)]
pub struct Damage {
    /// Their number, and their bytes.
    pub blocks: u64,
    /// Bytes of the file that were not read.
    pub bytes: u64,
    /// The first of them: what is wrong, and what is skipped.
    pub first: Vec<(String, Skipped)>,
}

impl Damage {
    /// Adds a part of a file that is skipped.
    pub fn add(&mut self, why: &Error, skipped: Skipped) {
        const MOST: usize = 20;
        self.blocks += 1;
        self.bytes += skipped.bytes;
        if self.first.len() < MOST {
            self.first.push((why.to_string(), skipped));
        }
    }
}

/// The records of a block that are not divided yet.
#[derive(Clone, Debug)]
pub(super) struct AvroBlock {
    pub input: AvroInput,
    pub max_size: u64,
    /// The place of the first record.
    pub first: AvroPlace,
    /// The number of records.
    pub count: u64,
}

impl AvroBlock {
    /// Divides the records behind those that are `done`, of which the first begins at the start of `data`.
    pub fn divide(&self, data: &[u8], done: u64) -> AvroRecords {
        let AvroPlace { block: number, record, offset } = self.first;
        let before = record - 1;
        let block = Block { number, offset, count: before + self.count, packed: 0, data: data.to_vec() };
        let records = AvroRecords::new(self.input.clone(), self.max_size);
        AvroRecords { block, done: before + done, ..records }
    }
}

/// Reads the records of a file.
pub(super) struct AvroRecords {
    input: AvroInput,
    max_size: u64,
    session: Session,
    /// `None` before the header is read.
    reader: Option<Reader>,
    block: Block,
    /// The place in the data of the block, and the number of records before it.
    at: usize,
    done: u64,
    damage: Damage,
    /// The number of records that were read.
    records: u64,
    /// For the last blocks: the number of records before, the number of the block, and its offset.
    recent: VecDeque<(u64, u64, u64)>,
}

/// The number of blocks whose places are known: more than those that other threads convert.
const RECENT: usize = 1 << 12;

impl AvroRecords {
    /// Begins a file; longer records than `max_size` are refused.
    pub fn new(input: AvroInput, max_size: u64) -> Self {
        Self {
            session: input.codec.session(),
            input,
            max_size,
            reader: None,
            block: Block::default(),
            at: 0,
            done: 0,
            damage: Damage::default(),
            records: 0,
            recent: VecDeque::new(),
        }
    }

    /// Reads the next record; false at the end.
    ///
    /// A record whose end cannot be found is all that is left of its block, so that the decoder reports the error. If damage is to
    /// be skipped, the rest of the block is skipped instead.
    pub fn read(&mut self, reader: &mut impl Read, record: &mut Vec<u8>) -> Result<bool, Error> {
        loop {
            match self.read_or_fail(reader, record) {
                Err(error) if self.input.skips_damage && error.can_skip() => self.skip(reader, &error)?,
                read => return read,
            }
        }
    }

    /// The place of the last record.
    pub fn place(&self) -> AvroPlace {
        AvroPlace { block: self.block.number, record: self.done, offset: self.block.offset }
    }

    /// Returns the place of a record by its number in the file, unless it was read long ago.
    pub fn place_of(&self, number: u64) -> Option<AvroPlace> {
        let (before, block, offset) = *self.recent.iter().rev().find(|(before, ..)| *before < number)?;
        Some(AvroPlace { block, record: number - before, offset })
    }

    /// What was skipped.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// Appends the rest of a block to `data`, for decoders that find the ends of records themselves; `None` at the end of the
    /// file. Damage must not be skipped.
    pub fn read_block(&mut self, reader: &mut impl Read, data: &mut Vec<u8>) -> Result<Option<AvroBlock>, Error> {
        if !self.find_block(reader)? {
            return Ok(None);
        }
        let first = AvroPlace { record: self.done + 1, ..self.place() };
        let count = self.block.count - self.done;
        data.extend_from_slice(self.block.data.get(self.at..).unwrap_or_default());
        (self.at, self.done) = (self.block.data.len(), self.block.count);
        self.records += count;
        Ok(Some(AvroBlock { input: self.input.clone(), max_size: self.max_size, first, count }))
    }

    /// True if blocks with damage are left out.
    pub fn skips_damage(&self) -> bool {
        self.input.skips_damage
    }

    fn read_or_fail(&mut self, reader: &mut impl Read, record: &mut Vec<u8>) -> Result<bool, Error> {
        record.clear();
        Ok(self.find_block(reader)? && self.read_in_block(record)?)
    }

    /// Goes to the next block with records, if the current one has no more; false at the end of the file.
    fn find_block(&mut self, reader: &mut impl Read) -> Result<bool, Error> {
        while self.done == self.block.count {
            if !self.next_block(reader)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads the next record of a block; false at its end.
    pub fn read_in_block(&mut self, record: &mut Vec<u8>) -> Result<bool, Error> {
        record.clear();
        if self.done == self.block.count {
            return self.check_end().map(|()| false);
        }
        let data = self.block.data.get(self.at..).unwrap_or_default();
        let len = match self.input.codec.end_of_message(data, &mut self.session) {
            Ok(len) => len,
            Err(failure) if self.input.skips_damage => return Err(self.error(Problem::Record(failure.to_string()))),
            Err(_) => {
                self.done = self.block.count - 1;
                data.len()
            }
        };
        if len as u64 > self.max_size {
            return Err(self.error(Problem::LongRecord { len: len as u64, limit: self.max_size }));
        }
        record.extend_from_slice(data.get(..len).unwrap_or_default());
        self.at += len;
        self.done += 1;
        self.records += 1;
        Ok(true)
    }

    /// Returns the error of the next record.
    fn error(&self, problem: Problem) -> Error {
        Error { block: self.block.number, offset: self.block.offset, record: Some(self.done + 1), problem }
    }

    /// Checks that nothing is left behind the last record of a block.
    fn check_end(&mut self) -> Result<(), Error> {
        match self.block.data.len() - std::mem::replace(&mut self.at, self.block.data.len()) {
            0 => Ok(()),
            left => Err(self.error(Problem::Left { bytes: left as u64 })),
        }
    }

    fn next_block(&mut self, reader: &mut impl Read) -> Result<bool, Error> {
        self.check_end()?;
        self.leave_block();
        let blocks = match &mut self.reader {
            Some(blocks) => blocks,
            None => {
                let mut opened = Reader::open(reader, self.input.limits)?;
                let AvroInput { split, left_out, .. } = &self.input;
                opened.begin_split(reader, *split, left_out.end - left_out.start)?;
                self.reader.insert(opened)
            }
        };
        if !blocks.read(reader, &mut self.block)? {
            return Ok(false);
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.records, self.block.number, self.block.offset));
        Ok(true)
    }

    /// Goes behind a damaged block.
    fn skip(&mut self, reader: &mut impl Read, error: &Error) -> Result<(), Error> {
        self.leave_block();
        if let Some(blocks) = &mut self.reader {
            let skipped = blocks.skip(reader)?;
            self.damage.add(error, skipped);
        }
        Ok(())
    }

    fn leave_block(&mut self) {
        self.block.data.clear();
        (self.block.count, self.at, self.done) = (0, 0, 0);
    }
}
