//! The container of OpenStreetMap's `.osm.pbf` files (OpenStreetMap wiki, "PBF Format", "File format").
//!
//! A file is a sequence of blobs, each of which consists of: the length of its header in four bytes, most significant
//! first; the
//! header, a Protobuf message with the type and the length of the blob; and the blob, a Protobuf message with the
//! data, plain or compressed. The caller decodes and encodes both messages according to their schema.

mod zlib;

pub use zlib::{deflate, inflate};

use crate::{Error, read};
use std::io::{BufRead, Write};

/// A header must be shorter than this.
pub const HEADER_LIMIT: u64 = 64 << 10;

/// A blob and its inflated data must be shorter than this.
pub const BLOB_LIMIT: u64 = 32 << 20;

/// Reads the next blob header into `header`; returns false at the end of the stream.
pub fn read_header(reader: &mut impl BufRead, header: &mut Vec<u8>) -> Result<bool, Error> {
    let Some(first) = read::byte(reader)? else { return Ok(false) };
    let mut rest = [0; 3];
    reader.read_exact(&mut rest)?;
    let len = u32::from_be_bytes([first, rest[0], rest[1], rest[2]]);
    read::exactly(reader, len.into(), HEADER_LIMIT - 1, header).map(|()| true)
}

/// Reads the blob whose length its header states.
pub fn read_blob(reader: &mut impl BufRead, len: u64, blob: &mut Vec<u8>) -> Result<(), Error> {
    read::exactly(reader, len, BLOB_LIMIT - 1, blob)
}

/// Writes a header and its blob.
pub fn write_blob(writer: &mut impl Write, header: &[u8], blob: &[u8]) -> Result<(), Error> {
    let header_len = check_len(header, HEADER_LIMIT - 1)?;
    check_len(blob, BLOB_LIMIT - 1)?;
    writer.write_all(&header_len.to_be_bytes())?;
    writer.write_all(header)?;
    Ok(writer.write_all(blob)?)
}

fn check_len(bytes: &[u8], limit: u64) -> Result<u32, Error> {
    match u32::try_from(bytes.len()) {
        Ok(len) if u64::from(len) <= limit => Ok(len),
        _ => Err(Error::TooLong { len: bytes.len() as u64, limit }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_round_trip() {
        let mut stream = Vec::new();
        write_blob(&mut stream, b"head", &[1; 1000]).unwrap();
        assert_eq!(stream[..8], *b"\0\0\0\x04head");
        let mut reader = stream.as_slice();
        let (mut header, mut blob) = (Vec::new(), Vec::new());
        assert!(read_header(&mut reader, &mut header).unwrap());
        read_blob(&mut reader, 1000, &mut blob).unwrap();
        assert_eq!((header.as_slice(), blob.len()), (b"head".as_slice(), 1000));
        assert!(!read_header(&mut reader, &mut header).unwrap());
    }

    #[test]
    fn limits_hold() {
        let header_of = |len: u32| read_header(&mut len.to_be_bytes().as_slice(), &mut Vec::new());
        assert!(matches!(header_of(65_535), Err(Error::Truncated)));
        assert!(matches!(header_of(65_536), Err(Error::TooLong { .. })));
        assert!(matches!(read_header(&mut [0, 0].as_slice(), &mut Vec::new()), Err(Error::Truncated)));
        assert!(matches!(read_blob(&mut [].as_slice(), BLOB_LIMIT, &mut Vec::new()), Err(Error::TooLong { .. })));
        assert!(matches!(write_blob(&mut Vec::new(), &[0; 65_536], &[]), Err(Error::TooLong { .. })));
    }
}
