use super::{Lexer, TokenKind};
use crate::capnp::codes;
use polywire_source::Diagnostic;

impl Lexer<'_> {
    /// A decimal, octal or hexadecimal integer, or a float.
    pub(super) fn number(&mut self) -> TokenKind {
        let start = self.at;
        match (self.peek(0), self.peek(1)) {
            (Some(b'0'), Some(b'x' | b'X')) => {
                self.at += 2;
                self.int(start, 16)
            }
            (Some(b'0'), Some(b'0'..=b'9')) => self.int(start, 8),
            _ => self.decimal(start),
        }
    }

    fn decimal(&mut self, start: usize) -> TokenKind {
        self.digits(10);
        let mut is_float = false;
        if self.peek(0) == Some(b'.') {
            is_float = true;
            self.at += 1;
            self.digits(10);
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            is_float = true;
            self.at += 1;
            self.at += usize::from(matches!(self.peek(0), Some(b'+' | b'-')));
            if self.digits(10).is_empty() {
                self.error(codes::BAD_NUMBER, "`e` must be followed by an exponent", start);
            }
        }
        if !is_float {
            self.at = start;
            return self.int(start, 10);
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.at]);
        TokenKind::Float(text.parse().unwrap_or_default())
    }

    fn int(&mut self, start: usize, radix: u32) -> TokenKind {
        let digits = self.digits(radix.max(10));
        let value = digits.iter().try_fold((0u64, false), |(value, wraps), digit| {
            let digit = u64::from(char::from(*digit).to_digit(radix)?);
            let (product, over) = value.overflowing_mul(radix.into());
            let (sum, carry) = product.overflowing_add(digit);
            Some((sum, wraps || over || carry))
        });
        match value {
            Some((value, wraps)) if !digits.is_empty() => {
                if wraps {
                    self.warn_wrapped(start, value);
                }
                TokenKind::Int(value)
            }
            _ => {
                let message = match radix {
                    8 => "a number that starts with zero is octal, with the digits 0 to 7",
                    _ => "`0x` must be followed by hexadecimal digits",
                };
                self.error(codes::BAD_NUMBER, message, start);
                TokenKind::Int(0)
            }
        }
    }

    /// Only a warning: the official compiler keeps the low bits of such a number, and schemas may depend on it.
    fn warn_wrapped(&mut self, start: usize, value: u64) {
        let wrapped = Diagnostic::warning(codes::BAD_NUMBER, "the number does not fit 64 bits");
        let span = self.since(start);
        self.diagnostics.push(wrapped.at(span, format!("taken for {value}")).help("write the intended number"));
    }

    fn digits(&mut self, radix: u32) -> Vec<u8> {
        let start = self.at;
        while self.peek(0).is_some_and(|byte| char::from(byte).is_digit(radix)) {
            self.at += 1;
        }
        self.bytes[start..self.at].to_vec()
    }
}
