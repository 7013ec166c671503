//! Compression of single messages.

use crate::{FrameHeader, Item, Status};
use flate2::read::{GzDecoder, GzEncoder};
use std::io::Read;

/// The compression that both sides know.
pub const GZIP: &str = "gzip";
/// The flag of compressed messages, in the first byte.
const COMPRESSED: u8 = 1;

/// Returns a message with its bytes compressed.
pub fn compressed(body: &[u8]) -> Item {
    let mut output = Vec::new();
    match GzEncoder::new(body, flate2::Compression::default()).read_to_end(&mut output) {
        Ok(_) => Item { compressed: true, body: output },
        Err(_) => Item { compressed: false, body: body.to_vec() },
    }
}

/// Why bytes cannot be decompressed, as a status.
pub struct Undecompressed(pub Status, pub String);

/// Returns an envelope that stands behind flags and its size as it is without compression; or what is wrong with it.
pub fn decompressed(
    frame: &[u8],
    header: FrameHeader,
    (compression, limit): (&str, u64),
) -> Result<Vec<u8>, Undecompressed> {
    let Some((flags, packed)) = frame.first().zip(frame.get(header.before + header.width..)) else {
        return Ok(frame.to_vec());
    };
    match (flags & COMPRESSED, compression) {
        (0, _) => Ok(frame.to_vec()),
        (_, "" | "identity") => {
            Err(Undecompressed(Status::INTERNAL, "a message is compressed, but nothing tells how".to_owned()))
        }
        _ => {
            let mut body = inflated(packed, (compression, limit))?;
            let size = (body.len() as u64).to_be_bytes();
            let mut frame = frame[..header.before].to_vec();
            frame[0] &= !COMPRESSED;
            frame.extend_from_slice(&size[size.len() - header.width..]);
            frame.append(&mut body);
            Ok(frame)
        }
    }
}

/// Returns bytes as they are without compression; or what is wrong with them.
pub fn inflated(packed: &[u8], (compression, limit): (&str, u64)) -> Result<Vec<u8>, Undecompressed> {
    if compression != GZIP {
        let message = format!("a message is compressed with `{compression}`, which was not asked for");
        return Err(Undecompressed(Status::UNIMPLEMENTED, message));
    }
    let mut body = Vec::new();
    let read = GzDecoder::new(packed).take(limit.saturating_add(1)).read_to_end(&mut body);
    read.map_err(|error| Undecompressed(Status::INVALID_ARGUMENT, format!("a message is not in gzip: {error}")))?;
    if body.len() as u64 > limit {
        let message = format!("a message has more than {limit} bytes when it is decompressed");
        return Err(Undecompressed(Status::RESOURCE_EXHAUSTED, message));
    }
    Ok(body)
}
