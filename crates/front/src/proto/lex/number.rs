use super::{Lexer, TokenKind, is_word_byte};
use crate::proto::codes;

impl Lexer<'_> {
    /// A decimal, octal or hexadecimal integer, or a float.
    pub(super) fn number(&mut self) -> TokenKind {
        let start = self.at;
        let kind = match (self.peek(0), self.peek(1)) {
            (Some(b'0'), Some(b'x' | b'X')) => self.hexadecimal(),
            (Some(b'0'), Some(b'0'..=b'9')) => self.octal(),
            _ => self.decimal(),
        };
        if self.peek(0).is_some_and(is_word_byte) {
            while self.peek(0).is_some_and(is_word_byte) {
                self.at += 1;
            }
            self.error(codes::BAD_NUMBER, "there must be a space between a number and a word", start);
        } else if matches!(kind, TokenKind::Float(_)) && self.peek(0) == Some(b'.') {
            self.error(codes::BAD_NUMBER, "a number has at most one decimal point", start);
        }
        kind
    }

    fn hexadecimal(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 2;
        let digits = self.digits(u8::is_ascii_hexdigit);
        if digits.is_empty() {
            self.error(codes::BAD_NUMBER, "`0x` must be followed by hexadecimal digits", start);
            return TokenKind::Int(Some(0));
        }
        TokenKind::Int(u64::from_str_radix(&digits, 16).ok())
    }

    fn octal(&mut self) -> TokenKind {
        let start = self.at;
        let digits = self.digits(u8::is_ascii_digit);
        if digits.contains(['8', '9']) {
            self.error(codes::BAD_NUMBER, "a number that starts with zero is octal, with the digits 0 to 7", start);
            return TokenKind::Int(Some(0));
        }
        TokenKind::Int(u64::from_str_radix(&digits, 8).ok())
    }

    fn decimal(&mut self) -> TokenKind {
        let start = self.at;
        let mut number = self.digits(u8::is_ascii_digit);
        let mut is_float = false;
        if self.take_bytes(b".") {
            is_float = true;
            number = number + "." + &self.digits(u8::is_ascii_digit);
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            is_float = true;
            number += &self.exponent(start);
        }
        if is_float {
            TokenKind::Float(number.parse().unwrap_or_default())
        } else {
            TokenKind::Int(number.parse().ok())
        }
    }

    fn exponent(&mut self, start: usize) -> String {
        self.at += 1;
        let sign = if self.take_bytes(b"-") { "-" } else { "" };
        if sign.is_empty() {
            self.take_bytes(b"+");
        }
        let digits = self.digits(u8::is_ascii_digit);
        if digits.is_empty() {
            self.error(codes::BAD_NUMBER, "`e` must be followed by an exponent", start);
            return String::new();
        }
        format!("e{sign}{digits}")
    }

    fn digits(&mut self, is_digit: fn(&u8) -> bool) -> String {
        let start = self.at;
        while self.peek(0).is_some_and(|byte| is_digit(&byte)) {
            self.at += 1;
        }
        self.bytes[start..self.at].iter().map(|byte| *byte as char).collect()
    }
}
