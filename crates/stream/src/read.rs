use crate::Error;
use std::io::{BufRead, ErrorKind, Read};

/// Appends the rest of the stream to `buffer`.
pub fn whole(reader: &mut impl Read, limit: u64, buffer: &mut Vec<u8>) -> Result<(), Error> {
    let len = reader.take(limit.saturating_add(1)).read_to_end(buffer)? as u64;
    if len > limit { Err(Error::TooLong { len, limit }) } else { Ok(()) }
}

/// Fills `buffer` with the next `len` bytes. Memory grows with the bytes received, not with the announced length.
pub(crate) fn exactly(reader: &mut impl BufRead, len: u64, limit: u64, buffer: &mut Vec<u8>) -> Result<(), Error> {
    buffer.clear();
    if len > limit {
        return Err(Error::TooLong { len, limit });
    }
    // Most records are already in the reader's buffer.
    if take_buffered(reader, len, buffer) {
        return Ok(());
    }
    let found = reader.take(len).read_to_end(buffer)?;
    if found as u64 == len { Ok(()) } else { Err(Error::Truncated) }
}

/// Takes the bytes from the reader's buffer if all of them are there.
fn take_buffered(reader: &mut impl BufRead, len: u64, buffer: &mut Vec<u8>) -> bool {
    // An error occurs again when the bytes are read.
    let buffered = reader.fill_buf().unwrap_or_default();
    let Some(found) = usize::try_from(len).ok().and_then(|len| buffered.get(..len)) else { return false };
    buffer.extend_from_slice(found);
    reader.consume(buffer.len());
    true
}

/// Returns the next byte, or `None` at the end of the stream.
pub(crate) fn byte(reader: &mut impl Read) -> Result<Option<u8>, Error> {
    let mut byte = [0];
    loop {
        match reader.read(&mut byte) {
            Ok(0) => return Ok(None),
            Ok(_) => return Ok(Some(byte[0])),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
