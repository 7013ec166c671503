//! Records preceded by their lengths as integers of a fixed size.

use crate::{Error, read};
use std::io::{BufRead, Write};

/// The encoding of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bytes of a length, at most 8.
    pub bytes: u8,
    /// True if the most significant byte comes first.
    pub is_big_endian: bool,
}

/// Reads the next record into `record`, and the bytes of its length into `prefix`; returns false at the end of the
/// stream.
pub fn read_record(
    reader: &mut impl BufRead,
    size: Size,
    limit: u64,
    prefix: &mut Vec<u8>,
    record: &mut Vec<u8>,
) -> Result<bool, Error> {
    prefix.clear();
    while prefix.len() < usize::from(size.bytes) {
        match read::byte(reader)? {
            Some(byte) => prefix.push(byte),
            None if prefix.is_empty() => return Ok(false),
            None => return Err(Error::Truncated),
        }
    }
    let add = |len: u64, byte: &u8| len << 8 | u64::from(*byte);
    let len = if size.is_big_endian { prefix.iter().fold(0, add) } else { prefix.iter().rev().fold(0, add) };
    read::exactly(reader, len, limit, record).map(|()| true)
}

/// Writes a record preceded by its length.
pub fn write_record(writer: &mut impl Write, size: Size, record: &[u8]) -> Result<(), Error> {
    let len = record.len() as u64;
    let limit = u64::MAX >> (64 - 8 * u32::from(size.bytes));
    if len > limit {
        return Err(Error::TooLong { len, limit });
    }
    let width = usize::from(size.bytes);
    match size.is_big_endian {
        true => writer.write_all(&len.to_be_bytes()[8 - width..])?,
        false => writer.write_all(&len.to_le_bytes()[..width])?,
    }
    Ok(writer.write_all(record)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [u8; 3] = [2, 4, 8];

    fn sizes() -> impl Iterator<Item = Size> {
        SIZES.into_iter().flat_map(|bytes| [false, true].map(|is_big_endian| Size { bytes, is_big_endian }))
    }

    #[test]
    fn records_round_trip() {
        for size in sizes() {
            let records = [vec![], vec![7; 1], vec![2; 300], vec![3; 0xffff]];
            let mut stream = Vec::new();
            records.iter().for_each(|record| write_record(&mut stream, size, record).unwrap());
            let mut reader = stream.as_slice();
            let (mut prefix, mut record) = (Vec::new(), Vec::new());
            for expected in &records {
                assert!(read_record(&mut reader, size, 1 << 20, &mut prefix, &mut record).unwrap());
                assert_eq!(&record, expected);
            }
            assert!(!read_record(&mut reader, size, 1 << 20, &mut prefix, &mut record).unwrap());
        }
    }

    #[test]
    fn lengths_use_their_byte_order() {
        let written = |bytes, is_big_endian| {
            let mut stream = Vec::new();
            write_record(&mut stream, Size { bytes, is_big_endian }, &[9; 0x102]).unwrap();
            stream[..usize::from(bytes)].to_vec()
        };
        assert_eq!((written(2, false), written(2, true)), (vec![2, 1], vec![1, 2]));
        assert_eq!((written(4, false), written(4, true)), (vec![2, 1, 0, 0], vec![0, 0, 1, 2]));
        assert_eq!(written(8, true), [0, 0, 0, 0, 0, 0, 1, 2]);
    }

    #[test]
    fn damaged_data_is_an_error() {
        let size = Size { bytes: 2, is_big_endian: true };
        let read = |mut stream: &[u8]| read_record(&mut stream, size, 100, &mut Vec::new(), &mut Vec::new());
        assert!(matches!(read(&[0]), Err(Error::Truncated)));
        assert!(matches!(read(&[0, 2, 1]), Err(Error::Truncated)));
        assert!(matches!(read(&[0, 101]), Err(Error::TooLong { len: 101, limit: 100 })));
        let error = write_record(&mut Vec::new(), size, &[0; 0x1_0000]);
        assert!(matches!(error, Err(Error::TooLong { len: 0x1_0000, limit: 0xffff })));
    }
}
