use crate::Error;
use std::io::{ErrorKind, Read};

/// Fills `buffer` with the next `len` bytes. Memory grows with what is there, not with what is announced.
pub(crate) fn exactly(reader: &mut impl Read, len: u64, limit: u64, buffer: &mut Vec<u8>) -> Result<(), Error> {
    buffer.clear();
    if len > limit {
        return Err(Error::TooLong { len, limit });
    }
    let found = reader.take(len).read_to_end(buffer)?;
    if found as u64 == len { Ok(()) } else { Err(Error::Truncated) }
}

/// The next byte, or `None` at the end of the stream.
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
