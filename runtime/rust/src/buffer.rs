use alloc::vec::Vec;

/// The output of encoders, which keeps its memory from message to message.
///
/// All of the memory is initialised, so that safe code can write to any part of it.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    memory: Vec<u8>,
    len: usize,
}

impl Buffer {
    /// The bytes after its output that any write may overwrite.
    pub const SLACK: usize = 32;

    /// Makes an empty buffer, without memory.
    pub const fn new() -> Self {
        Self { memory: Vec::new(), len: 0 }
    }

    /// Returns the message.
    pub fn as_slice(&self) -> &[u8] {
        &self.memory[..self.len]
    }

    /// Returns the length of the message.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no message, or an empty one.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Discards the message, and keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Replaces the contents by a message. `encode` writes it into the memory, and returns its length, or `None` if the
    /// memory is too small. Then it is called again with more memory: at least as many bytes as `room` returns, and
    /// the slack.
    #[inline]
    pub fn fill<E>(
        &mut self,
        mut encode: impl FnMut(&mut [u8]) -> Result<Option<usize>, E>,
        room: impl FnOnce() -> usize,
    ) -> Result<(), E> {
        self.len = 0;
        self.len = match encode(&mut self.memory)? {
            Some(len) => len,
            None => self.fill_larger(&mut encode, room())?,
        };
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn fill_larger<E>(
        &mut self,
        encode: &mut impl FnMut(&mut [u8]) -> Result<Option<usize>, E>,
        room: usize,
    ) -> Result<usize, E> {
        let room = (room + Self::SLACK).max(2 * self.memory.len()).max(64);
        grow_and_encode(&mut self.memory, 0, encode, room)
    }

    /// Returns the message as a vector.
    pub fn into_vec(mut self) -> Vec<u8> {
        self.memory.truncate(self.len);
        self.memory
    }
}

/// Appends a message to a vector. `encode` is called as by [`Buffer::fill`], at first with at least `room` bytes and the
/// slack, all zeros. After an error, the vector is as before.
pub fn append<E>(
    out: &mut Vec<u8>,
    mut encode: impl FnMut(&mut [u8]) -> Result<Option<usize>, E>,
    room: usize,
) -> Result<(), E> {
    let start = out.len();
    let written = grow_and_encode(out, start, &mut encode, room + Buffer::SLACK);
    out.truncate(start + written.as_ref().copied().unwrap_or_default());
    written.map(|_| ())
}

/// Encodes into the memory from a position on, with more room until it is enough.
fn grow_and_encode<E>(
    memory: &mut Vec<u8>,
    start: usize,
    encode: &mut impl FnMut(&mut [u8]) -> Result<Option<usize>, E>,
    mut room: usize,
) -> Result<usize, E> {
    loop {
        memory.resize(start + room, 0);
        if let Some(len) = encode(&mut memory[start..])? {
            return Ok(len);
        }
        room *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, append};
    use crate::write::put_bytes;

    #[test]
    fn memory_grows_until_the_message_fits() {
        let mut buffer = Buffer::new();
        for len in [0, 1, 100, 5_000, 3] {
            let message = alloc::vec![7; len];
            for guess in [0, len] {
                let encode = |out: &mut [u8]| Ok::<_, ()>((out.len() >= len).then(|| put_bytes(out, 0, &message)));
                assert_eq!(buffer.fill(encode, || guess), Ok(()));
                assert_eq!((buffer.as_slice(), buffer.len()), (&message[..], len));
            }
        }
        assert_eq!(buffer.fill(|_| Err("no"), || 0), Err("no"));
        assert!(buffer.is_empty());
    }

    #[test]
    fn messages_are_appended() {
        let mut out = b"before".to_vec();
        for (len, guess) in [(0, 0), (1, 9), (100, 100), (5_000, 0)] {
            let (before, message) = (out.clone(), alloc::vec![7; len]);
            let encode = |out: &mut [u8]| Ok::<_, ()>((out.len() >= len).then(|| put_bytes(out, 0, &message)));
            assert_eq!(append(&mut out, encode, guess), Ok(()));
            assert_eq!(out, [before, message].concat());
        }
        let before = out.clone();
        assert_eq!(append(&mut out, |_| Err("no"), 8), Err("no"));
        assert_eq!(out, before);
    }
}
