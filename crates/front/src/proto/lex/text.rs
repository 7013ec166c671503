use super::{Lexer, TokenKind};
use crate::proto::codes;

/// The largest number in an escape sequence, which is beyond Unicode.
const MAX_WRITTEN_CODE: u32 = 0x1f_ffff;

impl Lexer<'_> {
    /// Lexes a string literal, starting at its opening quote.
    pub(super) fn text(&mut self, quote: u8) -> TokenKind {
        let start = self.at;
        self.at += 1;
        let mut value = Vec::new();
        loop {
            match self.peek(0) {
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return TokenKind::Text(value);
                }
                None | Some(b'\n') => {
                    self.error(codes::BAD_STRING, "a string must end on the line on which it starts", start);
                    return TokenKind::Text(value);
                }
                Some(b'\\') => self.escape(&mut value),
                Some(byte) => {
                    value.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self, value: &mut Vec<u8>) {
        let start = self.at;
        self.at += 1;
        let Some(letter) = self.peek(0) else { return };
        self.at += 1;
        match letter {
            b'a' => value.push(0x07),
            b'b' => value.push(0x08),
            b'f' => value.push(0x0c),
            b'n' => value.push(b'\n'),
            b'r' => value.push(b'\r'),
            b't' => value.push(b'\t'),
            b'v' => value.push(0x0b),
            b'\\' | b'?' | b'\'' | b'"' => value.push(letter),
            b'0'..=b'7' => {
                self.at -= 1;
                let code = self.escape_digits(8, 1, 3, start);
                value.extend(code.map(|code| code as u8));
            }
            b'x' | b'X' => value.extend(self.escape_digits(16, 1, 2, start).map(|code| code as u8)),
            b'u' => self.unicode_escape(4, start, value),
            b'U' => self.unicode_escape(8, start, value),
            _ => {
                self.at -= usize::from(letter == b'\n');
                self.error(codes::BAD_STRING, "unknown escape sequence in a string", start);
            }
        }
    }

    fn unicode_escape(&mut self, digits: usize, start: usize, value: &mut Vec<u8>) {
        let Some(code) = self.escape_digits(16, digits, digits, start) else { return };
        if code > MAX_WRITTEN_CODE {
            return self.error(codes::BAD_STRING, "the escape sequence is not a Unicode character", start);
        }
        let code = self.with_low_surrogate(code);
        match char::from_u32(code) {
            Some(ch) => value.extend(ch.encode_utf8(&mut [0; 4]).as_bytes()),
            // Like protoc: a lone surrogate is encoded like a character, and a number beyond Unicode is kept as
            // written.
            None if code <= 0xffff => {
                value.extend([0xe0 | code >> 12, 0x80 | code >> 6 & 0x3f, 0x80 | code & 0x3f].map(|it| it as u8))
            }
            None => value.extend(format!("\\U{code:08x}").bytes()),
        }
    }

    /// Combines a UTF-16 surrogate pair such as `\ud83d\ude00`.
    fn with_low_surrogate(&mut self, code: u32) -> u32 {
        if !(0xd800..0xdc00).contains(&code) || !self.bytes[self.at..].starts_with(b"\\u") {
            return code;
        }
        let digits = self.bytes.get(self.at + 2..self.at + 6).and_then(|digits| std::str::from_utf8(digits).ok());
        let low = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(low) = low.filter(|low| (0xdc00..0xe000).contains(low)) else { return code };
        self.at += 6;
        0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
    }

    fn escape_digits(&mut self, radix: u32, at_least: usize, at_most: usize, start: usize) -> Option<u32> {
        let mut code = 0;
        let mut count = 0;
        while count < at_most
            && let Some(digit) = self.peek(0).and_then(|byte| (byte as char).to_digit(radix))
        {
            code = code * radix + digit;
            count += 1;
            self.at += 1;
        }
        if count < at_least {
            let message = format!("the escape sequence needs {at_least} digits of base {radix}");
            self.error(codes::BAD_STRING, &message, start);
            return None;
        }
        Some(code)
    }
}
