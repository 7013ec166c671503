use super::{Codec, Problem};
use bzip2::bufread::BzDecoder;
use flate2::bufread::DeflateDecoder;
use lzma_rust2::XzReader;
use std::io::Read;

/// KiB of the largest xz dictionary, that of level 9, and what belongs to it.
const XZ_MEMORY: u32 = 66 << 10;

/// The largest zstd window, as a power of two: the default limit of the zstd command.
const ZSTD_WINDOW: u32 = 27;

/// Replaces the contents of `data` by what was compressed. Stops as soon as it is longer than `limit` bytes.
pub fn decompress(codec: Codec, packed: &[u8], limit: u64, data: &mut Vec<u8>) -> Result<(), Problem> {
    data.clear();
    match codec {
        Codec::Null if packed.len() as u64 > limit => return Err(Problem::TooMuchData { limit }),
        Codec::Null => data.extend_from_slice(packed),
        Codec::Snappy => snappy(packed, limit, data)?,
        Codec::Deflate => bounded(codec, DeflateDecoder::new(packed), limit, data)?,
        Codec::Bzip2 => bounded(codec, BzDecoder::new(packed), limit, data)?,
        Codec::Xz => bounded(codec, XzReader::new_mem_limit(packed, false, XZ_MEMORY), limit, data)?,
        Codec::Zstandard => {
            let mut decoder =
                zstd::stream::read::Decoder::with_buffer(packed).map_err(|error| damaged(codec, &error))?;
            decoder.window_log_max(ZSTD_WINDOW).map_err(|error| damaged(codec, &error))?;
            bounded(codec, decoder, limit, data)?;
        }
    }
    Ok(())
}

fn bounded(codec: Codec, decoder: impl Read, limit: u64, data: &mut Vec<u8>) -> Result<(), Problem> {
    let read = decoder.take(limit.saturating_add(1)).read_to_end(data);
    let len = read.map_err(|error| damaged(codec, &error))?;
    if len as u64 > limit { Err(Problem::TooMuchData { limit }) } else { Ok(()) }
}

/// The data is followed by its checksum.
fn snappy(packed: &[u8], limit: u64, data: &mut Vec<u8>) -> Result<(), Problem> {
    let codec = Codec::Snappy;
    let Some((packed, checksum)) = packed.split_last_chunk() else {
        return Err(damaged(codec, &"there is no checksum"));
    };
    let len = snap::raw::decompress_len(packed).map_err(|error| damaged(codec, &error))?;
    if len as u64 > limit {
        return Err(Problem::TooMuchData { limit });
    }
    // No form of Snappy makes more of a byte: a copy of 64 bytes takes three.
    if len / 64 > packed.len() {
        return Err(damaged(codec, &"the announced length is longer than the data can be"));
    }
    data.resize(len, 0);
    let len = snap::raw::Decoder::new().decompress(packed, data).map_err(|error| damaged(codec, &error))?;
    data.truncate(len);
    if crc32fast::hash(data) == u32::from_be_bytes(*checksum) {
        Ok(())
    } else {
        Err(damaged(codec, &"the checksum is that of other data"))
    }
}

fn damaged(codec: Codec, reason: &dyn ToString) -> Problem {
    Problem::Compression { codec, reason: reason.to_string() }
}
