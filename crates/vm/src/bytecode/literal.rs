use super::span::Span;

/// Constant bytes, the first of which are stored inline so that one comparison replaces a call.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    /// All of them.
    pub span: Span,
    /// The first [`HEAD`] bytes, padded with zeros.
    head: u128,
    /// The significant bits of the head.
    mask: u128,
}

/// Bytes compared at once.
const HEAD: usize = 16;

impl Literal {
    /// Makes a literal of bytes in the program.
    pub fn new(span: Span, bytes: &[u8]) -> Self {
        let (mut head, mut mask) = ([0; HEAD], [0; HEAD]);
        for (at, &byte) in bytes.iter().take(HEAD).enumerate() {
            (head[at], mask[at]) = (byte, u8::MAX);
        }
        Self { span, head: u128::from_le_bytes(head), mask: u128::from_le_bytes(mask) }
    }

    /// Returns true if `rest` begins with `bytes`, the literal's own bytes.
    #[inline(always)]
    pub fn begins(&self, bytes: &[u8], rest: &[u8]) -> bool {
        match rest.first_chunk::<HEAD>() {
            Some(head) => {
                (u128::from_le_bytes(*head) ^ self.head) & self.mask == 0
                    && (bytes.len() <= HEAD || rest.starts_with(bytes))
            }
            None => rest.starts_with(bytes),
        }
    }
}
