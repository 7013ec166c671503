use super::BLOB_LIMIT;
use crate::Error;
use flate2::Compression;
use flate2::bufread::{ZlibDecoder, ZlibEncoder};
use std::io::Read;

/// Inflates the data of a blob, which must have exactly `len` bytes. Never uses more memory than that.
pub fn inflate(compressed: &[u8], len: u64) -> Result<Vec<u8>, Error> {
    if len >= BLOB_LIMIT {
        return Err(Error::TooLong { len, limit: BLOB_LIMIT - 1 });
    }
    let mut data = Vec::new();
    let mut decoder = ZlibDecoder::new(compressed);
    decoder.by_ref().take(len + 1).read_to_end(&mut data).map_err(|error| Error::BadCompression(error.to_string()))?;
    match data.len() as u64 {
        found if found == len => Ok(data),
        found => Err(Error::WrongLength { expected: len, found }),
    }
}

/// Compresses the data of a blob.
pub fn deflate(data: &[u8]) -> Result<Vec<u8>, Error> {
    let mut compressed = Vec::new();
    ZlibEncoder::new(data, Compression::default()).read_to_end(&mut compressed)?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_round_trips() {
        let data: Vec<u8> = (0..100_000u32).map(|it| (it / 7) as u8).collect();
        let compressed = deflate(&data).unwrap();
        assert_eq!(inflate(&compressed, data.len() as u64).unwrap(), data);
    }

    #[test]
    fn damaged_data_is_an_error() {
        let compressed = deflate(&[5; 1000]).unwrap();
        assert!(matches!(inflate(&compressed, 999), Err(Error::WrongLength { expected: 999, found: 1000 })));
        assert!(matches!(inflate(&compressed, 1001), Err(Error::WrongLength { expected: 1001, found: 1000 })));
        assert!(matches!(inflate(&compressed[..8], 1000), Err(Error::BadCompression(_) | Error::WrongLength { .. })));
        assert!(matches!(inflate(b"no zlib", 7), Err(Error::BadCompression(_))));
        assert!(matches!(inflate(&compressed, BLOB_LIMIT), Err(Error::TooLong { .. })));
    }
}
