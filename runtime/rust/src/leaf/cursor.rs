use crate::ErrorCode;

/// A position in a window.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    /// The bytes up to the window's end.
    pub bytes: &'a [u8],
    /// Position in the bytes; never beyond their end.
    pub pos: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the beginning of bytes.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0 }
    }

    /// Returns the bytes from the position on.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.pos..).unwrap_or_default()
    }

    /// Returns the byte at the position.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    /// Returns the byte at the position and advances.
    #[inline]
    pub fn take(&mut self) -> Result<u8, ErrorCode> {
        let byte = self.peek().ok_or(ErrorCode::Truncated)?;
        self.pos += 1;
        Ok(byte)
    }

    /// Skips the expected bytes; others fail with `code`.
    #[inline]
    pub fn expect(&mut self, expected: &[u8], code: ErrorCode) -> Result<(), ErrorCode> {
        for &byte in expected {
            if self.take()? != byte {
                return Err(code);
            }
        }
        Ok(())
    }
}
