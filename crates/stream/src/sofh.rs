//! Records behind FIX's Simple Open Framing Header 1.0: the length of the header and the record in 4 bytes, and the type of the
//! encoding in 2, both big-endian.

use crate::{Error, read};
use std::io::{BufRead, Write};

/// Bytes of the header.
const HEADER: u64 = 6;

/// Reads the next record into `record`, and its header into `header`; returns false at the end of the stream. The type of the
/// encoding is not examined: users of private types have agreed on them.
pub fn read_record(
    reader: &mut impl BufRead,
    limit: u64,
    header: &mut Vec<u8>,
    record: &mut Vec<u8>,
) -> Result<bool, Error> {
    header.clear();
    while (header.len() as u64) < HEADER {
        match read::byte(reader)? {
            Some(byte) => header.push(byte),
            None if header.is_empty() => return Ok(false),
            None => return Err(Error::Truncated),
        }
    }
    let len = header[..4].iter().fold(0, |len, byte| len << 8 | u64::from(*byte));
    let len = len.checked_sub(HEADER).ok_or(Error::TooShort { len, least: HEADER })?;
    read::exactly(reader, len, limit, record).map(|()| true)
}

/// Writes a record behind a header with this type of the encoding.
pub fn write_record(writer: &mut impl Write, encoding_type: u16, record: &[u8]) -> Result<(), Error> {
    let len = record.len() as u64;
    let limit = u64::from(u32::MAX) - HEADER;
    let whole = u32::try_from(len + HEADER).map_err(|_| Error::TooLong { len, limit })?;
    writer.write_all(&whole.to_be_bytes())?;
    writer.write_all(&encoding_type.to_be_bytes())?;
    Ok(writer.write_all(record)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        let mut stream = Vec::new();
        write_record(&mut stream, 0xeb50, b"abc").unwrap();
        write_record(&mut stream, 0x5be0, b"").unwrap();
        assert_eq!(stream, b"\0\0\0\x09\xeb\x50abc\0\0\0\x06\x5b\xe0");
        let (mut reader, mut header, mut record) = (stream.as_slice(), Vec::new(), Vec::new());
        assert!(read_record(&mut reader, 9, &mut header, &mut record).unwrap());
        assert_eq!((header.as_slice(), record.as_slice()), (b"\0\0\0\x09\xeb\x50".as_slice(), b"abc".as_slice()));
        assert!(read_record(&mut reader, 9, &mut header, &mut record).unwrap() && record.is_empty());
        assert!(!read_record(&mut reader, 9, &mut header, &mut record).unwrap());
    }

    #[test]
    fn damaged_data_is_an_error() {
        let read = |mut stream: &[u8]| read_record(&mut stream, 100, &mut Vec::new(), &mut Vec::new());
        assert!(matches!(read(b"\0\0\0"), Err(Error::Truncated)));
        assert!(matches!(read(b"\0\0\0\x07\xeb\x50"), Err(Error::Truncated)));
        assert!(matches!(read(b"\0\0\0\x05\xeb\x50"), Err(Error::TooShort { len: 5, least: 6 })));
        assert!(matches!(read(b"\0\0\0\x6b\xeb\x50"), Err(Error::TooLong { len: 101, limit: 100 })));
    }
}
