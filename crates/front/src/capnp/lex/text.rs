use super::{Lexer, TokenKind};
use crate::capnp::codes;

impl Lexer<'_> {
    /// Lexes a string literal, starting at its opening quote.
    pub(super) fn text(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        let mut value = Vec::new();
        loop {
            match self.peek(0) {
                Some(b'"') => {
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

    /// Lexes a line of text, from a backquote up to and including the line break.
    pub(super) fn text_line(&mut self) -> TokenKind {
        let rest = &self.bytes[self.at + 1..];
        let len = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let mut value = rest[..len].to_vec();
        if value.ends_with(b"\r") {
            value.pop();
        }
        value.push(b'\n');
        self.at = (self.at + len + 2).min(self.bytes.len());
        TokenKind::Text(value)
    }

    fn escape(&mut self, value: &mut Vec<u8>) {
        let start = self.at;
        let Some(letter) = self.peek(1) else {
            self.at += 1;
            return;
        };
        self.at += 2;
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
                value.extend(self.escape_digits(8, 1, 3, start));
            }
            b'x' => value.extend(self.escape_digits(16, 2, 2, start)),
            _ => {
                self.at -= usize::from(letter == b'\n');
                self.error(codes::BAD_STRING, "unknown escape sequence", start);
            }
        }
    }

    fn escape_digits(&mut self, radix: u32, least: usize, most: usize, start: usize) -> Option<u8> {
        let digits = self.bytes[self.at..].iter().take(most).map_while(|byte| char::from(*byte).to_digit(radix));
        let digits: Vec<u32> = digits.collect();
        self.at += digits.len();
        let code = digits.iter().fold(0, |code, digit| code * radix + digit);
        let code = u8::try_from(code).ok().filter(|_| digits.len() >= least);
        if code.is_none() {
            self.error(codes::BAD_STRING, "the escape sequence does not fit in a byte", start);
        }
        code
    }

    /// `0x"…"`: bytes in hexadecimal, with spaces between them.
    pub(super) fn data(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 3;
        let rest = &self.bytes[self.at..];
        let len = rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len());
        let text = String::from_utf8_lossy(&rest[..len]);
        let bytes = text.split_ascii_whitespace().map(hexadecimal).collect::<Option<Vec<_>>>();
        self.at = (self.at + len + 1).min(self.bytes.len());
        if bytes.is_none() || len == rest.len() {
            self.error(codes::BAD_STRING, "bytes are pairs of hexadecimal digits up to the closing quote", start);
        }
        TokenKind::Data(bytes.unwrap_or_default().concat())
    }
}

fn hexadecimal(word: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = word.chars().map(|ch| ch.to_digit(16)).collect::<Option<_>>()?;
    let pair = |pair: &[u32]| Some((pair.first()? * 16 + pair.get(1)?) as u8);
    digits.chunks(2).map(pair).collect()
}
