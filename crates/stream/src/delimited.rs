//! Records preceded by their lengths as varints, as written by `writeDelimitedTo` of the Protobuf libraries.

use crate::{Error, read};
use std::io::{BufRead, Read, Write};

/// Reads the next record into `record`, and the bytes of its length into `prefix`; returns false at the end of the
/// stream.
pub fn read_record(
    reader: &mut impl BufRead,
    limit: u64,
    prefix: &mut Vec<u8>,
    record: &mut Vec<u8>,
) -> Result<bool, Error> {
    prefix.clear();
    match read_len(reader, prefix)? {
        None => Ok(false),
        Some(len) => read::exactly(reader, len, limit, record).map(|()| true),
    }
}

/// Writes a record preceded by its length.
pub fn write_record(writer: &mut impl Write, record: &[u8]) -> Result<(), Error> {
    let mut len = record.len() as u64;
    let (mut prefix, mut count) = ([0; 10], 0);
    while len >= 0x80 {
        prefix[count] = len as u8 | 0x80;
        len >>= 7;
        count += 1;
    }
    prefix[count] = len as u8;
    writer.write_all(&prefix[..=count])?;
    Ok(writer.write_all(record)?)
}

fn read_len(reader: &mut impl Read, prefix: &mut Vec<u8>) -> Result<Option<u64>, Error> {
    let mut len = 0u64;
    for index in 0..10 {
        let byte = match read::byte(reader)? {
            Some(byte) => byte,
            None if index == 0 => return Ok(None),
            None => return Err(Error::Truncated),
        };
        // The tenth byte contains the last of 64 bits.
        if index == 9 && byte > 1 {
            return Err(Error::BadVarint);
        }
        prefix.push(byte);
        len |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Ok(Some(len));
        }
    }
    Err(Error::BadVarint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn records_round_trip() {
        let records = [vec![], vec![7; 1], vec![1; 127], vec![2; 128], vec![3; 70_000]];
        let mut stream = Vec::new();
        for record in &records {
            write_record(&mut stream, record).unwrap();
        }
        let mut reader = stream.as_slice();
        let (mut prefix, mut record) = (Vec::new(), Vec::new());
        for expected in &records {
            assert!(read_record(&mut reader, 1 << 20, &mut prefix, &mut record).unwrap());
            assert_eq!(&record, expected);
        }
        assert_eq!(prefix, [0xf0, 0xa2, 0x04]);
        assert!(!read_record(&mut reader, 1 << 20, &mut prefix, &mut record).unwrap());
    }

    #[test]
    fn pieces_of_any_size_give_the_same_records() {
        let mut stream = Vec::new();
        let records: Vec<Vec<u8>> = (0..300).map(|len| vec![len as u8; len]).collect();
        records.iter().for_each(|record| write_record(&mut stream, record).unwrap());
        for size in [1, 2, 7, 300, 1 << 16] {
            let mut reader = BufReader::with_capacity(size, stream.as_slice());
            let mut record = Vec::new();
            for expected in &records {
                assert!(read_record(&mut reader, 1 << 20, &mut Vec::new(), &mut record).unwrap());
                assert_eq!(&record, expected);
            }
        }
    }

    #[test]
    fn damaged_data_is_an_error() {
        let read = |mut stream: &[u8]| read_record(&mut stream, 100, &mut Vec::new(), &mut Vec::new());
        assert!(matches!(read(&[0x85]), Err(Error::Truncated)));
        assert!(matches!(read(&[5, 1, 2]), Err(Error::Truncated)));
        assert!(matches!(read(&[101]), Err(Error::TooLong { len: 101, limit: 100 })));
        assert!(matches!(read(&[0xff; 10]), Err(Error::BadVarint)));
        assert!(matches!(read(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]), Err(Error::BadVarint)));
    }
}
