use super::span::Span;

/// Constant bytes, with the first of them at hand for one comparison instead of a call.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    /// All of them.
    pub span: Span,
    /// The first [`HEAD`] bytes, continued by zeros.
    head: u128,
    /// The significant bits of the head.
    mask: u128,
}

/// Bytes compared at once.
const HEAD: usize = 16;

impl Literal {
    /// The literal at a place in the program.
    pub fn new(span: Span, bytes: &[u8]) -> Self {
        let (mut head, mut mask) = ([0; HEAD], [0; HEAD]);
        for (at, &byte) in bytes.iter().take(HEAD).enumerate() {
            (head[at], mask[at]) = (byte, u8::MAX);
        }
        Self { span, head: u128::from_le_bytes(head), mask: u128::from_le_bytes(mask) }
    }

    /// Returns true if `rest` begins with these bytes, which are those of the literal.
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
