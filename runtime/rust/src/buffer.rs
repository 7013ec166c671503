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

    /// Replaces the contents by a message. `encode` writes it to the start of the memory, which it may grow, and returns
    /// its length.
    #[inline]
    pub fn grow<E>(&mut self, encode: impl FnOnce(&mut Vec<u8>) -> Result<usize, E>) -> Result<(), E> {
        self.len = 0;
        self.len = encode(&mut self.memory)?;
        Ok(())
    }

    /// Appends to a vector what `fill` writes into a buffer.
    pub fn append_to<E>(out: &mut Vec<u8>, fill: impl FnOnce(&mut Self) -> Result<(), E>) -> Result<(), E> {
        let mut buffer = Self::new();
        fill(&mut buffer)?;
        out.extend_from_slice(buffer.as_slice());
        Ok(())
    }

    /// Copies to the start of a slice what `fill` writes into a buffer, and returns its length; `None` if the slice is
    /// too short.
    pub fn copy_to<E>(out: &mut [u8], fill: impl FnOnce(&mut Self) -> Result<(), E>) -> Result<Option<usize>, E> {
        let mut buffer = Self::new();
        fill(&mut buffer)?;
        Ok(out.get_mut(..buffer.len()).map(|out| {
            out.copy_from_slice(buffer.as_slice());
            out.len()
        }))
    }

    /// Returns the message as a vector.
    pub fn into_vec(mut self) -> Vec<u8> {
        self.memory.truncate(self.len);
        self.memory
    }
}

/// Appends a message to a vector. `encode` is called as by [`Buffer::fill`], at first with some of the vector's spare
/// memory, which is overwritten with zeros. After an error, the vector is as before.
pub fn append<E>(
    out: &mut Vec<u8>,
    mut encode: impl FnMut(&mut [u8]) -> Result<Option<usize>, E>,
    room: impl FnOnce() -> usize,
) -> Result<(), E> {
    const MOST: usize = 512;
    let start = out.len();
    out.resize(start + (out.capacity() - start).min(MOST), 0);
    let written = match encode(&mut out[start..]) {
        Ok(None) => grow_and_encode(out, start, &mut encode, (room() + Buffer::SLACK).max(64)),
        written => written.map(Option::unwrap_or_default),
    };
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
    fn growing_messages_are_copied() {
        let fill = |buffer: &mut Buffer| {
            buffer.grow(|memory| {
                memory.resize(40, 0);
                Ok::<_, ()>(put_bytes(memory, 0, b"abc"))
            })
        };
        let (mut out, mut slice) = (b"-".to_vec(), [0; 4]);
        assert_eq!((Buffer::append_to(&mut out, fill), &out[..]), (Ok(()), &b"-abc"[..]));
        assert_eq!((Buffer::copy_to(&mut slice, fill), &slice), (Ok(Some(3)), b"abc\0"));
        assert_eq!(Buffer::copy_to(&mut slice[..2], fill), Ok(None));
        assert_eq!(Buffer::append_to(&mut out, |_| Err("no")), Err("no"));
    }

    #[test]
    fn messages_are_appended() {
        let mut out = b"before".to_vec();
        for (len, guess) in [(0, 0), (1, 9), (100, 100), (5_000, 0)] {
            let (before, message) = (out.clone(), alloc::vec![7; len]);
            let encode = |out: &mut [u8]| Ok::<_, ()>((out.len() >= len).then(|| put_bytes(out, 0, &message)));
            assert_eq!(append(&mut out, encode, || guess), Ok(()));
            assert_eq!(out, [before, message].concat());
        }
        let before = out.clone();
        assert_eq!(append(&mut out, |_| Err("no"), || 8), Err("no"));
        assert_eq!(out, before);
    }
}
