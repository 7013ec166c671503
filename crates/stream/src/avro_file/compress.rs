use super::Codec;
use bzip2::bufread::BzEncoder;
use flate2::bufread::DeflateEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use std::io::{self, Read, Write};

/// Replaces the contents of `packed` by compressed data.
///
/// # Errors
/// If the level is not one of the [codec's](Codec::levels), or the data is too long for the codec.
pub fn compress(codec: Codec, level: u32, data: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
    packed.clear();
    match codec {
        Codec::Null => packed.extend_from_slice(data),
        Codec::Deflate => {
            DeflateEncoder::new(data, flate2::Compression::new(level)).read_to_end(packed)?;
        }
        Codec::Snappy => snappy(data, packed)?,
        Codec::Bzip2 => {
            BzEncoder::new(data, bzip2::Compression::new(level)).read_to_end(packed)?;
        }
        Codec::Xz => xz(level, data, packed)?,
        Codec::Zstandard => {
            let level = i32::try_from(level).unwrap_or(i32::MAX);
            zstd::stream::copy_encode(data, &mut *packed, level)?;
        }
    }
    Ok(())
}

fn snappy(data: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
    packed.resize(snap::raw::max_compress_len(data.len()), 0);
    let len = snap::raw::Encoder::new().compress(data, packed)?;
    packed.truncate(len);
    packed.extend_from_slice(&crc32fast::hash(data).to_be_bytes());
    Ok(())
}

fn xz(level: u32, data: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
    /// The smallest of LZMA2.
    const DICTIONARY: u32 = 4096;
    let mut options = XzOptions::with_preset(level);
    // A greater dictionary than the data takes memory and time for nothing.
    let needed = u32::try_from(data.len()).unwrap_or(u32::MAX).max(DICTIONARY);
    options.lzma_options.dict_size = options.lzma_options.dict_size.min(needed);
    let mut writer = XzWriter::new(packed, options)?;
    writer.write_all(data)?;
    writer.finish()?;
    Ok(())
}
