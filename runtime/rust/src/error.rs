use crate::ErrorCode;
use core::fmt;

/// The error of a decoder or an encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason.
    pub code: ErrorCode,
    /// The place in the codec: its function's number above the low 12 bits, which are the number of the check.
    pub site: u32,
    /// Bytes of the input before the error; 0 if no input is read.
    pub offset: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.code.message(), self.offset)
    }
}

impl core::error::Error for Error {}
