//! Prints the puts of a tracked section.

use super::word::{Piece, Word};
use polywire_ir::{Datum, Op, Order};

/// Puts all words of a section of `size` bytes, each byte once and in order.
pub(super) fn put_words(words: &[Word], size: u32, ops: &mut Vec<Op>) {
    let mut writer = Writer { size, at: 0, constant: Vec::new(), ops };
    for (word, index) in words.iter().zip(0..) {
        word.pieces.iter().for_each(|piece| writer.piece(index * 8, piece));
    }
    writer.zeros_to(size);
    writer.flush();
}

struct Writer<'a> {
    size: u32,
    /// All bytes before this offset were put, or are constant and pending.
    at: u32,
    constant: Vec<u8>,
    ops: &'a mut Vec<Op>,
}

impl Writer<'_> {
    fn piece(&mut self, base: u32, piece: &Piece) {
        let offset = base + piece.shift / 8;
        let len = (piece.bits / 8).min(self.size.saturating_sub(offset));
        self.zeros_to(offset);
        match piece.as_constant() {
            Some(value) => self.constant.extend(&value.to_le_bytes()[..len as usize]),
            None => self.integer(offset, len, piece),
        }
        self.at = offset + len;
    }

    /// Puts an integer; one that the section's end cuts off is put in parts.
    fn integer(&mut self, offset: u32, len: u32, piece: &Piece) {
        self.flush();
        let mut done = 0;
        for width in [8, 4, 2, 1] {
            if len - done >= width {
                let value = if done == 0 { piece.value.clone() } else { piece.low() >> (u64::from(done) * 8) };
                self.put(offset + done, Datum::Int { value, width: width as u8, order: Order::Little });
                done += width;
            }
        }
    }

    fn zeros_to(&mut self, offset: u32) {
        let zeros = offset.saturating_sub(self.at);
        self.constant.extend(std::iter::repeat_n(0, zeros as usize));
        self.at += zeros;
    }

    /// Puts the pending constant.
    fn flush(&mut self) {
        let bytes = std::mem::take(&mut self.constant);
        if !bytes.is_empty() {
            self.put(self.at - bytes.len() as u32, Datum::Bytes(bytes));
        }
    }

    fn put(&mut self, offset: u32, what: Datum) {
        self.ops.push(Op::Put { offset, what });
    }
}
