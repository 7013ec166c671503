use super::{Lexer, TokenKind, is_word, is_word_start};
use crate::fbs::codes;

impl Lexer<'_> {
    /// A sign with its number, or alone before a word; a signed `inf` is a float.
    pub(super) fn signed(&mut self) -> TokenKind {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        if rest.starts_with(b"inf") && !rest.get(3).copied().is_some_and(is_word) {
            self.at += 4;
            return TokenKind::Float(self.written(start));
        }
        if rest.first().copied().is_some_and(is_word_start) {
            self.at += 1;
            return TokenKind::Symbol(self.bytes[start].into());
        }
        self.number()
    }

    /// A decimal or hexadecimal integer or float; digits are required on one side of the point only. Leading zeros are
    /// not octal.
    pub(super) fn number(&mut self) -> TokenKind {
        let start = self.at;
        self.at += usize::from(matches!(self.peek(0), Some(b'+' | b'-')));
        let is_hex = self.take_bytes(b"0x") || self.take_bytes(b"0X");
        let is_digit = if is_hex { |it: u8| it.is_ascii_hexdigit() } else { |it: u8| it.is_ascii_digit() };
        let digits = self.at;
        self.skip_digits(is_digit);
        let has_point = self.take_bytes(b".");
        self.skip_digits(is_digit);
        let mut is_valid = self.at > digits && !(self.at == digits + 1 && has_point);
        let has_exponent = is_valid && self.exponent(is_hex);
        is_valid &= !has_exponent || self.bytes[self.at - 1].is_ascii_digit();
        // The exponent of a hexadecimal float is mandatory.
        is_valid &= !(is_hex && has_point && !has_exponent);
        if self.peek(0) == Some(b'.') {
            is_valid = false;
            self.at += 1;
        }
        if !is_valid {
            self.error(codes::BAD_NUMBER, "this is not a number", start);
        }
        let text = self.written(start);
        if has_point || has_exponent { TokenKind::Float(text) } else { TokenKind::Int(text) }
    }

    fn exponent(&mut self, is_hex: bool) -> bool {
        let letters: &[u8] = if is_hex { b"pP" } else { b"eE" };
        if !self.peek(0).is_some_and(|byte| letters.contains(&byte)) {
            return false;
        }
        self.at += 1;
        self.at += usize::from(matches!(self.peek(0), Some(b'+' | b'-')));
        self.skip_digits(|it| it.is_ascii_digit());
        true
    }

    fn skip_digits(&mut self, is_digit: fn(u8) -> bool) {
        while self.peek(0).is_some_and(is_digit) {
            self.at += 1;
        }
    }
}
