use alloc::vec::Vec;

/// What writing leaves append to.
pub trait Output {
    /// Appends bytes.
    fn append(&mut self, bytes: &[u8]);

    /// Appends the first `len` bytes of an array. Copying all of it, if there is room, takes fewer instructions.
    fn append_start<const N: usize>(&mut self, bytes: &[u8; N], len: usize);

    /// Appends the start of an array, which `write` fills and returns the length of. Returns false if there is no room for the
    /// array, or if `write` returns nothing.
    #[inline(always)]
    fn append_with<const N: usize>(&mut self, _write: impl FnOnce(&mut [u8; N]) -> Option<usize>) -> bool {
        false
    }

    /// Appends a byte.
    #[inline(always)]
    fn append_byte(&mut self, byte: u8) {
        self.append(&[byte]);
    }

    /// Prepares for this many bytes.
    #[inline(always)]
    fn expect(&mut self, _: usize) {}
}

impl Output for Vec<u8> {
    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline(always)]
    fn append_start<const N: usize>(&mut self, bytes: &[u8; N], len: usize) {
        let end = self.len() + len;
        self.extend_from_slice(bytes);
        self.truncate(end);
    }

    #[inline(always)]
    fn append_byte(&mut self, byte: u8) {
        self.push(byte);
    }

    #[inline(always)]
    fn expect(&mut self, len: usize) {
        self.reserve(len);
    }
}
