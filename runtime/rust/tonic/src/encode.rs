//! The output of encoders: memory that tonic has reserved, but not initialised.
#![allow(unsafe_code)]

use bytes::BufMut;
use polywire_runtime::Buffer;
use std::slice;
use tonic::codec::EncodeBuf;

/// Appends a message. `encode` writes it to the start of a slice and returns its length, or `None` if the slice is too
/// short. Then it is called again with more memory, at first with as many bytes as `room`.
pub fn append<E>(
    out: &mut EncodeBuf<'_>,
    room: usize,
    mut encode: impl FnMut(&mut [u8]) -> Result<Option<usize>, E>,
) -> Result<(), E> {
    let mut room = (room + Buffer::SLACK).max(64);
    loop {
        out.reserve(room);
        let written = encode(zeroed(out, room))?;
        if let Some(len) = written {
            assert!(len <= room, "an encoder returns the length of what it has written");
            // SAFETY: `zeroed` has initialised these bytes.
            unsafe { out.advance_mut(len) };
            return Ok(());
        }
        room *= 2;
    }
}

/// Returns the next bytes of the buffer, which has them reserved.
fn zeroed<'b>(out: &'b mut EncodeBuf<'_>, len: usize) -> &'b mut [u8] {
    let chunk = &mut out.chunk_mut()[..len];
    let start = chunk.as_mut_ptr();
    // SAFETY: the chunk is that long, and borrowed for as long as the slice.
    unsafe {
        start.write_bytes(0, len);
        slice::from_raw_parts_mut(start, len)
    }
}
